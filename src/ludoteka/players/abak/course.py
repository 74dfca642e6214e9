"""What all courses of training share: how a rate falls, what an average keeps, and what a run writes.

A run writes `<subject>.npz` (the averaged weights, half precision), `<subject>.state.npz` (what it takes to
go on) and `<subject>.json` (how it was made, and the learning curve) into a folder.
"""

import json
import platform
from collections.abc import Callable, Mapping, Sequence
from math import cos, pi
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from ludoteka.players.abak.network import Floats32

Point: TypeAlias = dict[str, float]
Notes: TypeAlias = dict[str, Any]  # how a run was made, and its curve

EARLY = 10.0  # an average keeps less of itself early on


def cosine(high: float, low: float, share: float) -> float:
    """From high to low while the share of the time goes from 0 to 1."""
    return low + (high - low) * (1.0 + cos(pi * min(share, 1.0))) / 2.0


def kept_share(most: float, times: int) -> float:
    """How much of itself an average keeps that has been taken so many times."""
    return min(most, times / (times + EARLY))


def new_point(curve: Sequence[Point], seconds: float, figures: Point) -> Point:
    """A point of a curve after so many seconds: the figures since the last one, and the games of all."""
    earlier = curve[-1]["games_in_all"] if curve else 0.0
    return {"seconds": round(seconds, 1), **figures, "games_in_all": figures["games"] + earlier}


def earlier(out: Path, subject: str) -> tuple[Notes, dict[str, Any]]:
    """The notes and the state of a run to go on from; nothing where there is none."""
    path = out / f"{subject}.state.npz"
    if not path.exists():
        return {"curve": []}, {}
    with np.load(path) as kept:
        return read_notes(out / f"{subject}.json"), dict(kept)


def read_notes(path: Path) -> Notes:
    """How a run was made, and its curve."""
    notes: Notes = json.loads(path.read_text(encoding="utf-8"))
    return notes


def write(
    out: Path,
    subject: str,
    weights: Floats32,
    state: Mapping[str, Any],
    facts: Mapping[str, Any],
    curve: Sequence[Point],
) -> None:
    """All files of a run."""
    replace(out / f"{subject}.npz", np.savez_compressed, weights=weights.astype(np.float16))
    replace(out / f"{subject}.state.npz", np.savez, **state)
    versions = {"python": platform.python_version(), "numpy": np.__version__}
    notes = {"course": subject, **facts, **versions, "curve": curve}
    (out / f"{subject}.json").write_text(json.dumps(notes, indent=1) + "\n", encoding="utf-8")


def replace(path: Path, save: Callable[..., None], **arrays: Any) -> None:
    """Writes beside the file and then over it: whoever stops the run keeps the last one."""
    fresh = path.with_suffix(".new.npz")
    save(fresh, **arrays)
    fresh.replace(path)
