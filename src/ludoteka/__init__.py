"""Play, study and program five modern board games.

`new`, `load` and `read` are all that most programs need; see library.py, where they live. They are imported
when they are first asked for, so that `import ludoteka` costs next to nothing.
"""

from typing import TYPE_CHECKING, Any

from ludoteka.version import __version__

if TYPE_CHECKING:
    from ludoteka import games
    from ludoteka.core.chance import seed_from
    from ludoteka.core.match import Match, settle
    from ludoteka.core.record import Record
    from ludoteka.core.refusals import Refusal
    from ludoteka.library import load, new, read

__all__ = ["Match", "Record", "Refusal", "__version__", "games", "load", "new", "read", "seed_from", "settle"]

_HOMES = {
    "Match": "ludoteka.core.match",
    "Record": "ludoteka.core.record",
    "Refusal": "ludoteka.core.refusals",
    "load": "ludoteka.library",
    "new": "ludoteka.library",
    "read": "ludoteka.library",
    "seed_from": "ludoteka.core.chance",
    "settle": "ludoteka.core.match",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "games":
        return import_module("ludoteka.games")
    if name not in _HOMES:
        raise AttributeError(f"module 'ludoteka' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
