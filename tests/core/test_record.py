"""Records: text that round-trips, refuses with line numbers, and can be verified."""

import pytest
from tests.toys import TOYS, get, nim, pig, race, rummage

from ludoteka.core.chance import Source, seed_from
from ludoteka.core.conformance import random_event
from ludoteka.core.game import Drawn, Left, Over, Played, Ticked, Turn
from ludoteka.core.match import load, new, settle
from ludoteka.core.record import Record, read, verify, write
from ludoteka.core.refusals import BadNotation

SEED = seed_from("record")


def _finished(game: str = "rummage", seed: bytes = SEED) -> Record:
    """A whole match whose draws come from the seed."""
    rng = Source(seed_from(f"play {game}"))
    match = settle(new(TOYS[game], 2), seed)
    while not isinstance(match.awaiting, Over):
        match = settle(match.then(random_event(match, rng)), seed)
    return Record(match, ("Ada", "Běla"), seed)


@pytest.mark.parametrize("game", TOYS)
def test_round_trip(game: str) -> None:
    record = _finished(game)
    text = write(record)
    again = read(text, get)
    assert again.match == record.match
    assert again.names == ("Ada", "Běla")
    assert again.seed == SEED
    assert write(again) == text
    assert read(text.replace("\n", "\r\n"), get).match == record.match


def test_the_text_is_as_the_protocol_says() -> None:
    match = settle(new(pig.GAME, 2, {"goal": 5}), SEED).then(Left(1, 9875))
    text = write(Record(match, ("Ada", "Ben"), SEED))
    lines = text.split("\n")
    assert lines[:6] == [
        "ludoteka: 1",
        "game: pig",
        "rules: 1",
        "seats: 2",
        'names: ["Ada", "Ben"]',
        "options: goal=5",
    ]
    assert lines[6].startswith("commitment: ")
    assert lines[7] == f"seed: {SEED.hex()}"
    assert lines[8] == ""
    assert lines[9].startswith("1 0 chance ")
    assert lines[-2:] == [f"{match.ply} 9875 1 leave", ""]


def test_the_seed_is_a_secret_until_the_end() -> None:
    match = settle(new(rummage.GAME, 2), SEED)
    text = write(Record(match, seed=SEED))
    assert "commitment: " in text
    assert SEED.hex() not in text
    assert f"seed: {SEED.hex()}" in write(Record(match, seed=SEED, notes={"ended": "drawn by agreement"}))


def test_a_match_from_a_position() -> None:
    match = load(nim.GAME, "seats=3 stones=9 seat=1 left=-").then(Played(1, 2, 40))
    text = write(Record(match))
    assert "position: seats=3 stones=9 seat=1 left=-" in text
    assert read(text, get).match == match


def test_deadlines_are_written_by_the_clock() -> None:
    match = settle(new(race.GAME, 2), SEED)
    assert isinstance(match.awaiting, Turn)
    assert match.awaiting.until == 10_000
    text = write(Record(match.then(Ticked(10_000))))
    assert "2 10000 clock time" in text
    assert read(text, get).match.ply == 2


HEADER = "ludoteka: 1\ngame: nim\nrules: 1\nseats: 2\n"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "begins with"),
        ("game: nim", 1, "begins with"),
        ("ludoteka: 2\ngame: nim", 1, "version 2"),
        ("ludoteka: 1\nseats: 2", 1, "which game"),
        ("ludoteka: 1\ngame: chess\nseats: 2", 2, "no toy 'chess'"),
        (HEADER + "seats: 2", 5, "twice"),
        (HEADER + "what is this", 5, "a key, a colon"),
        ("ludoteka: 1\ngame: nim\nrules: 9\nseats: 2", 3, "version 9 of the rules"),
        ("ludoteka: 1\ngame: nim\nseats: two", 3, "number of seats"),
        (HEADER + "options: stones=99", 5, "from 1 to 50"),
        (HEADER + "options: stones=x", 5, "whole number"),
        (HEADER + "options: heap=3", 5, "not an option"),
        (HEADER + "names: Ada", 5, "JSON list"),
        (HEADER + "position: stones=1", 5, "fields"),
        (HEADER + "\n1 0 0", 6, "An event is"),
        (HEADER + "\n1 0 0 take 1\n3 0 1 take 1", 7, "Event 2 comes here, not 3"),
        (HEADER + "\n1 0 0 take 1\n\n2 0 1 take 1", 7, "An event is"),
        (HEADER + "\n1 0 1 take 1", 6, "not the turn of seat 1"),
        (HEADER + "\n1 0 0 take 4", 6, "one, two or three"),
        (HEADER + "\n1 0 0 grab 1", 6, "A move is"),
        (HEADER + "\n1 50 0 take 1\n2 40 1 take 1", 7, "Time runs forward"),
        (HEADER + "\n1 0 chance 3", 6, "No draw"),
        (HEADER + "\n1 0 clock time", 6, "No time limit"),
        (HEADER + "\n1 0 clock tick", 6, "The actor is"),
        (HEADER + "\n1 -5 0 take 1", 6, "An event is"),
        (HEADER + "\n1 " + "9" * 400 + " 0 take 1", 6, "An event is"),
        (HEADER + "seed: " + "ab" * 32 + "\n\n1 0 0 take 1", 7, "end before the match does"),
        ("ludoteka: 1\ngame: race\nseats: 2\n\n1 7 chance 7", 5, "Chance takes no time"),
    ],
)
def test_bad_records_are_refused_with_the_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(BadNotation) as refused:
        read(text, get)
    assert refused.value.text.startswith(f"Line {line}: ")
    assert reason in refused.value.text


def test_a_refused_event_keeps_its_rule() -> None:
    with pytest.raises(BadNotation) as refused:
        read(HEADER + "\n1 0 0 take 4", get)
    assert (refused.value.rule, refused.value.where) == ("NIM-2", ("heap",))


def test_a_cut_record_is_refused_wherever_it_is_cut() -> None:
    text = write(_finished("pig"))
    body = text.index("\n\n") + 2
    for end in range(body, len(text) - 1, 7):
        with pytest.raises(BadNotation):
            read(text[:end], get)


def test_ten_thousand_events() -> None:
    match = load(pig.GAME, "goal=100 scores=0,0 seat=0 dice=- left=-")
    for number in range(10_000):
        match = match.then(Played(match.state.seat, "pass") if number % 2 else Drawn((1, 2)))
    text = write(Record(match))
    assert text.count("\n") == 10_000 + 8
    assert read(text, get).match == match


# --- verifying -------------------------------------------------------------------------------


def test_an_honest_record_verifies() -> None:
    report = verify(write(_finished()), get)
    assert report.is_clean
    assert report.draws > 5


def test_a_changed_outcome_is_found() -> None:
    record = _finished("pig")
    lines = write(record).split("\n")
    index = next(i for i, line in enumerate(lines) if " chance " in line)
    number, at, actor, roll = lines[index].split(" ")
    lines[index] = f"{number} {at} {actor} {'6-6' if roll != '6-6' else '5-5'}"
    report = verify("\n".join(lines), get)
    assert report.findings[0].line == index + 1
    assert f"the seed gives {roll}" in report.findings[0].text


def test_a_changed_seed_or_commitment_is_found() -> None:
    text = write(_finished())
    for old, new_ in ((f"seed: {SEED.hex()}", "seed: " + "0" * 64), ("commitment: ", "commitment: 0")):
        report = verify(text.replace(old, new_), get)
        assert any("does not give the commitment" in finding.text for finding in report.findings)


def test_what_cannot_be_checked_is_said() -> None:
    unfinished = write(Record(settle(new(rummage.GAME, 2), SEED), seed=SEED))
    (finding,) = verify(unfinished, get).findings
    assert "not published" in finding.text
    assert finding.line == 1  # about the record as a whole
    no_commitment = "\n".join(x for x in write(_finished()).split("\n") if not x.startswith("commitment"))
    assert "no commitment" in verify(no_commitment, get).findings[0].text
    cut = write(_finished()).rsplit("\n", 4)[0]
    assert "cut" in verify(cut, get).findings[-1].text
    bad_seed = write(_finished()).replace(SEED.hex(), "xyz")
    assert "64 hex digits" in verify(bad_seed, get).findings[0].text
    assert verify("rubbish", get).findings[0].line == 1


def test_each_draw_is_checked_by_itself() -> None:
    """A chosen outcome is named, and only that one."""
    match = new(race.GAME, 2, {"rounds": 2}).then(Drawn("7"))
    match = settle(match.then(Played(0, 7, 10)), SEED)
    match = match.then(Played(0, match.state.open, 20))
    report = verify(write(Record(match, seed=SEED)), get)
    honest = verify(write(_finished("race")), get)
    assert honest.is_clean
    assert report.draws == 2
    assert len(report.findings) <= 1
