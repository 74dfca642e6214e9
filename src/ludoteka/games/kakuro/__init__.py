"""Kakuro, The Game: the live race for rows of numbers. The rules are `docs/rules/kakuro.md`."""
