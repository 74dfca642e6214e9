"""`docs/benchmarks.md`: how fast it is for learners, beside other projects, on a machine that is described.

    ludoteka bench vector --json > figures.json
    python -m ludoteka.bench.report docs figures.json --note "The machine was busy."

keeps the figures in `docs/benchmarks.json`, over older ones of the same name, and makes the page. Without a
file the page alone is made again. It is to be called on the machine that measured.
"""

import argparse
import json
import os
import platform
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

PAGE, KEPT = "benchmarks.md", "benchmarks.json"
BESIDE = ("numpy", "numba", "open-spiel", "pettingzoo", "pgx", "jax")

HEAD = """# How fast it is for learners

Made by `python -m ludoteka.bench.report docs` from `docs/benchmarks.json`, which is made of the figures of
`ludoteka bench vector --json` and `ludoteka bench adapters --json`. A step of `vector.*` is a whole move with
the observation and the legal actions of the next decision, one of `pettingzoo.*` a small choice; all play at
random. `sampler.*` are whole moves from the quick sampler, with an observation but without a list or mask; a
move is two to three small choices on average. `vector.*.steps_per_s` (on two cores) and
`first_step_s` are wall time, everything else CPU time. The best of several repeats, and how far apart they
were.

Peers are measured in the same run, where `pip install --group peers` has installed them (in an environment of
its own: Pgx brings a package called `tests`, which would hide ours): games of about the same size, since
nobody else has ours. A ratio above 1 says how many times as fast ours are, by CPU time. OpenSpiel and
PettingZoo step one match at a time from Python; a step of Pgx's backgammon moves one checker, one of ours all
checkers of a turn.
"""


def machine() -> dict[str, str]:
    """What measured, without names."""
    found = {
        "machine": f"{_cores()} cores, {_processor()}",
        "system": platform.system(),
        "Python": platform.python_version(),
    }
    for name in BESIDE:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _processor() -> str:
    """The family of the processor, as far as the system says it."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.is_file() else []
    facts = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
    parts = [f"{key} {facts[key]}" for key in ("vendor_id", "cpu family", "model") if key in facts]
    return ", ".join([platform.machine(), *parts])


def page(kept: Mapping[str, Any]) -> str:
    """The text of the page."""
    return "\n".join([HEAD, *_about(kept), "", *_table(kept["figures"]), ""])


def _about(kept: Mapping[str, Any]) -> Iterator[str]:
    yield ", ".join(f"{name} {value}" for name, value in kept["machine"].items()) + "."
    if kept["note"]:
        yield kept["note"]


def _table(figures: Mapping[str, float]) -> Iterator[str]:
    yield "| figure | value | spread |"
    yield "|---|---|---|"
    for name, value in figures.items():
        if not name.endswith(".spread"):
            spread = figures.get(f"{name}.spread", 0.0)
            yield f"| `{name}` | {_short(value)} | {_short(spread) if spread else ''} |"


def _short(number: float) -> str:
    return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.3g}"


def take(docs: Path, files: list[Path], note: str) -> None:
    """Keeps the figures of these files, which this machine measured."""
    kept = docs / KEPT
    figures = json.loads(kept.read_text(encoding="utf-8"))["figures"] if kept.is_file() else {}
    for file in files:
        figures |= json.loads(file.read_text(encoding="utf-8"))
    ordered = dict(sorted(figures.items()))
    text = json.dumps({"machine": machine(), "note": note, "figures": ordered}, indent=1) + "\n"
    kept.write_text(text, encoding="utf-8", newline="\n")


def main(arguments: list[str] | None = None) -> None:
    """Keeps what is given, and makes the page."""
    parser = argparse.ArgumentParser(prog="python -m ludoteka.bench.report", description="Make the page.")
    parser.add_argument("docs", type=Path)
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--note", default="")
    given = parser.parse_args(arguments)
    if given.files:
        take(given.docs, given.files, given.note)
    kept = json.loads((given.docs / KEPT).read_text(encoding="utf-8"))
    (given.docs / PAGE).write_text(page(kept), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
