"""The law of Abak: one function per rule, its number first.

`boards`: what lies where; `steps`: one checker, one die; `sequences`: a turn in the making, including double
hits (both are kernels, shared by generator, validator and players); `judge`: the sentence for every step
that is refused; `matches`: the end of a game, the cube, the match.
"""
