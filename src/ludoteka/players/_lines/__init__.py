"""What the players of games with racks and lines share: values of what stays on a rack, look-ahead, endings."""
