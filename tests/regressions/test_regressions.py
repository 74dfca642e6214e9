"""Matches that must always replay as they did: records of the first version, and of failures found by chance.

A broken law prints the record up to that point (`Broken`). It goes into this folder before the fix, named
after the game and what went wrong; the header line `result` says how a finished match ends.
"""

from pathlib import Path

import pytest

from ludoteka import games
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.conformance_laws import record_replays
from ludoteka.core.conformance_looks import Look
from ludoteka.core.record import read, verify, write

RECORDS = sorted(Path(__file__).parent.glob("*.record"))


def test_every_game_has_records() -> None:
    assert {path.name.partition("-")[0] for path in RECORDS} == set(games.GAMES)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_kept_match_replays_as_it_did(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read(text, games.get)
    assert write(record) == text
    assert verify(text, games.get).findings == ()
    result = record.match.result
    ended = "" if result is None else f"{','.join(map(str, result.scores))} {result.rule}"
    assert record.notes.get("result", "") == ended
    notation = record.match.game.notation
    for moment in record.match:
        assert notation.load(notation.dump(moment.state)) == moment.state
    record_replays(Look(record.match, Source(seed_from("regressions"))))
