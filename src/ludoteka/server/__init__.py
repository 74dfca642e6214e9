"""The server, from a catalogue of games to people at tables: `app` wires its four packages and the store."""
