"""The protocol every game follows. Start reading with `game.py`."""
