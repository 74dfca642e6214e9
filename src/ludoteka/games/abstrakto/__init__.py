"""Abstrakto: lay square tiles, close off areas, and have more tiles around them than your opponent."""
