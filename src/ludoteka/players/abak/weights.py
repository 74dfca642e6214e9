"""The shipped networks, one a set-up: read once, with the table of races."""

import json
from functools import lru_cache
from importlib.resources import files
from typing import IO, Any

import numpy as np

from ludoteka.games.abak.types import Setup
from ludoteka.players.abak.features import NARROW, WIDE
from ludoteka.players.abak.network import Floats32, Net, net_of
from ludoteka.players.abak.races import race_table

WIDTHS: dict[Setup, int] = {"classic": NARROW, "abak": WIDE}


def shipped(setup: Setup) -> Net:
    """The network of a set-up."""
    return net_of(shipped_weights(setup), WIDTHS[setup], race_table())


@lru_cache(maxsize=len(WIDTHS))
def shipped_weights(setup: Setup) -> Floats32:
    """The flat weights of a set-up's network."""
    with (files("ludoteka.players.abak") / "data" / f"{setup}.npz").open("rb") as file:
        return read_weights(file)


def shipped_notes(setup: Setup) -> dict[str, Any]:
    """How a set-up's network was made, and its learning curve."""
    path = files("ludoteka.players.abak") / "data" / f"{setup}.json"
    notes: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notes


def read_weights(file: IO[bytes]) -> Floats32:
    """The flat weights of a file; it holds half precision."""
    with np.load(file) as kept:
        return np.ascontiguousarray(kept["weights"], np.float32)
