"""The shipped networks, one a set-up: read once, with the table of races."""

from functools import lru_cache
from importlib.resources import files

import numpy as np

from ludoteka.games.abak.options import Setup
from ludoteka.players.abak.features import NARROW, WIDE
from ludoteka.players.abak.network import Floats32, Net, net_of
from ludoteka.players.abak.races import race_table

WIDTHS: dict[Setup, int] = {"classic": NARROW, "abak": WIDE}


@lru_cache(maxsize=len(WIDTHS))
def shipped(setup: Setup) -> Net:
    """The network of a set-up; the file holds half precision."""
    with (files("ludoteka.players.abak") / "data" / f"{setup}.npz").open("rb") as file:
        return net_of(read_weights(file), WIDTHS[setup], race_table())


def read_weights(file: object) -> Floats32:
    """The flat weights of a file."""
    with np.load(file) as kept:  # type: ignore[arg-type]
        return np.ascontiguousarray(kept["weights"], np.float32)
