"""The protocol every game follows. Start reading in `game.py`."""
