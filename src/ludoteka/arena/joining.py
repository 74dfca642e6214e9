"""Several contests as one: levels that move quickly meet a thousand times, others as often as time allows.

    ludoteka arena GAME 1 2 -n 1000 --pairs --out one
    ludoteka arena GAME 2 3 -n 100 --pairs --seed SEED --out two
    python -m ludoteka.arena.joining one two > result.json

The contests must be of the same game with the same options and the same way to think; the result is that of a
contest in which all of these pairs met.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludoteka.arena.contest import Bout, Contest, Finished, Pairing, PlayedBout
from ludoteka.arena.folder import Folder
from ludoteka.arena.summary import summary
from ludoteka.core.refusals import BadRequest

SHARED = ("game", "options", "pairs", "events")


def joined(folders: Sequence[Path]) -> dict[str, Any]:
    """What `ludoteka arena --json` would say of all that the folders hold."""
    headers = [_header(folder) for folder in folders]
    for header, folder in zip(headers, folders, strict=True):
        _check(headers[0], header, folder)
    words = sorted({word for header in headers for word in header["contestants"]}, key=_strength)
    played = [
        _renumbered(one, [words.index(word) for word in header["contestants"]])
        for header, folder in zip(headers, folders, strict=True)
        for one in _once(Folder(folder).open(_contest(header)))
    ]
    contest = replace(_contest(headers[0]), contestants=tuple(words), pairings=_met(played))
    return {**summary(contest, played), "nodes": _told(headers, "nodes"), "ms": _told(headers, "ms")}


def _once(played: Sequence[PlayedBout]) -> list[PlayedBout]:
    """Each bout once: two runs at the same time may have kept the same ones, which are equal."""
    return list({one.bout: one for one in played}.values())


def _header(folder: Path) -> dict[str, Any]:
    try:
        header: dict[str, Any] = json.loads((folder / "contest.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadRequest("{folder} holds no contest.", folder=str(folder)) from None
    return header


def _check(first: dict[str, Any], other: dict[str, Any], folder: Path) -> None:
    differing = [key for key in SHARED if first[key] != other[key]]
    if differing:
        text = "{folder} holds a contest with another value of {keys}."
        raise BadRequest(text, folder=str(folder), keys=", ".join(differing))


def _contest(header: dict[str, Any]) -> Contest:
    """The contest that a folder holds."""
    return Contest(
        header["game"],
        tuple(header["contestants"]),
        tuple(tuple(pairing) for pairing in header["pairings"]),
        header["seed"],
        tuple(header["options"].items()),
        pairs=header["pairs"],
        ms=header["ms"],
        nodes=header["nodes"],
        events=header["events"],
    )


def _strength(word: str) -> tuple[int, str]:
    """Levels in their order, outside engines after them."""
    return (int(word), "") if word.isdigit() else (sys.maxsize, word)


def _renumbered(played: PlayedBout, numbers: Sequence[int]) -> PlayedBout:
    """The same bout where its contestants have other numbers."""

    def turned(pairing: Pairing) -> Pairing:
        return tuple(numbers[one] for one in pairing)

    def seated(match: Finished) -> Finished:
        return replace(match, sitting=turned(match.sitting))

    return PlayedBout(
        Bout(turned(played.bout.pairing), played.bout.index),
        tuple(seated(match) for match in played.matches),
        {numbers[one]: effort for one, effort in played.efforts.items()},
    )


def _met(played: Sequence[PlayedBout]) -> tuple[Pairing, ...]:
    return tuple(sorted({one.bout.pairing for one in played}))


def _told(headers: Sequence[dict[str, Any]], key: str) -> Any:
    """The budget that all had, or the pairs that had one, with theirs."""
    values = {header[key] for header in headers}
    if len(values) == 1:
        return headers[0][key]
    return {_match(header["contestants"]): header[key] for header in headers if header[key]}


def _match(contestants: Sequence[str]) -> str:
    """A pair, the stronger one first, whichever was named first."""
    return " against ".join(sorted(contestants, key=_strength, reverse=True))


def main(arguments: Sequence[str]) -> int:
    """Prints JSON."""
    sys.stdout.write(json.dumps(joined([Path(one) for one in arguments])) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
