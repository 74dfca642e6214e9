"""The law of Abak: one function a rule, its number first.

`boards` what lies where; `steps` one checker, one die; `sequences` a turn in the making, double hits
included (both are kernels, for generator, validator and players alike); `judge` the sentence for every step
that is refused; `matches` the end of a game, the cube, the match.
"""
