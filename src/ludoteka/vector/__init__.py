"""Many matches at once, as arrays: `make(game, n=1024)`.

    from ludoteka import vector

    lanes = vector.make(game, n=1024, seed=7)
    observations, info = lanes.reset()
    observations, rewards, terminations, truncations, info = lanes.step(lanes.sample())

A lane is one match that begins anew when it is over. The games that people train most have lanes in kernels;
all others, and unusual options, go through the same `Match` as everything else. Both give the same numbers.
"""

from ludoteka.vector.environment import VectorEnvironment, make

__all__ = ["VectorEnvironment", "make"]
