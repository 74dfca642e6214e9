"""What the network sees: HTTP, sockets, who is who, limits, and the files of the page."""
