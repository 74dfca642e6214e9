"""The command line: the composition root that puts games, players and the server together."""
