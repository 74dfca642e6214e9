"""Positions as text (KA-12): how they are written and read (`fields`), and which can be (`consistency`)."""

from ludoteka.games.kakuro.position.fields import dump, load

__all__ = ["dump", "load"]
