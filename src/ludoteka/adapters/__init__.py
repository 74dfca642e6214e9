"""Interfaces of other projects, for programs that learn: PettingZoo, Gymnasium, OpenSpiel.

Each is a module that needs its own extra, and each is generic over `Game` and `Encoder`. Nothing in here
knows a game.
"""
