"""A random agent on vectorised play: a thousand matches of Abak at once, as arrays."""

import argparse
from time import perf_counter

from ludoteka import vector


def main() -> None:
    """Plays at random, and says how fast."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--lanes", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=300)
    given = parser.parse_args()
    lanes = vector.make("abak", given.lanes, seed=7, threads=2, setup="classic")
    lanes.reset()
    lanes.step(lanes.sample())  # what is compiled is compiled now
    start, ended = perf_counter(), 0
    for _ in range(given.steps):
        _, _, terminated, _, _ = lanes.step(lanes.sample())
        ended += int(terminated.sum())
    rate = given.lanes * given.steps / (perf_counter() - start)
    lanes.close()
    print(f"{ended} matches ended, {rate:,.0f} turns a second")


if __name__ == "__main__":
    main()
