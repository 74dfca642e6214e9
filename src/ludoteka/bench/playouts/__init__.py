"""Whole games in one call of a kernel, for figures of speed only: players and people use the engines."""
