"""Positions as text (KA-12): how they are written and read (`fields`), which are possible (`consistency`)."""

from ludoteka.games.kakuro.position.fields import dump, load

__all__ = ["dump", "load"]
