"""What the net sees: HTTP, sockets, who is who, limits, and the files of the page."""
