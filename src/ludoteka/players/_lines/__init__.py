"""What the players of games with racks and lines share: worths of what stays, look-ahead, endings."""
