"""Speed, measured: `ludoteka bench [NAME] --json`. One module per subject, each with `figures()`.

A module with `ASKED_FOR = True` takes long or starts a server: it runs only when named. Modules are found by
their text and imported when they run: one may need something that a machine does not have.
"""

from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ludoteka.bench.timing import Figures


def names() -> list[str]:
    """What can be measured, by name."""
    return [name for name, text in _sources().items() if "\ndef figures(" in text]


def usual() -> list[str]:
    """What is measured when nothing is named."""
    return [name for name in names() if "\nASKED_FOR = True" not in _sources()[name]]


def figures(name: str, **choices: Any) -> Figures:
    """Measures one subject, figure by figure."""
    found: Figures = import_module(f"{__name__}.{name}").figures(**choices)
    return found


@lru_cache(maxsize=1)
def _sources() -> dict[str, str]:
    folders = [Path(place) for place in __path__]
    files = sorted(file for folder in folders for file in folder.glob("*.py"))
    return {file.stem: file.read_text(encoding="utf-8") for file in files if file.stem != "__init__"}
