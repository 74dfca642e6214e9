"""Abak: backgammon whose checkers have classes, and classic backgammon on the same rules."""
