"""Matches as text: written, read with line numbers, and verified draw by draw.

A record is a header of `key: value` lines, a blank line, then one event per line: number, milliseconds, actor
(a seat, `chance` or `clock`), and the move or outcome. See docs/guide/records.md.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from ludoteka.core import duplicate
from ludoteka.core import options as optionlib
from ludoteka.core.chance import Outcome, Source, commitment, seed_from
from ludoteka.core.game import Annexed, AnyGame, Draw, Drawn, Event, Left, Over, Played, Ticked
from ludoteka.core.match import Match, load, new
from ludoteka.core.refusals import BadNotation, Refusal
from ludoteka.core.sentences import Sentence, quoted, spoken

VERSION = 1
ENDED = "ended"  # a host's note that it closed a match before its end ("aborted", "drawn by agreement")
DRAWS = "draws"  # how the draws follow from the seed, where not by the number of the event
_KEY = re.compile(r"[a-z][a-z0-9_.-]{0,39}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,14}")
_OWN = ("ludoteka", "game", "rules", "seats", "names", "options", "position", "commitment", "seed")

AnyMatch = Match[Any, Any]


class Format(Protocol):
    """A file format of other programs (`Foreign.formats`). `read` raises `BadNotation`."""

    def write(self, record: "Record") -> str: ...
    def read(self, text: str) -> "Record": ...


@dataclass(frozen=True, slots=True)
class Record:
    """A match with what its host knows: names, the seed, and further header lines."""

    match: AnyMatch
    names: tuple[str, ...] = ()
    seed: bytes | None = None  # written only once the match is over
    notes: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_closed(self) -> bool:
        """The match is over, or its host ended it: the seed may be revealed."""
        return isinstance(self.match.awaiting, Over) or ENDED in self.notes


@runtime_checkable
class Foreign(Protocol):
    """A game whose matches other programs can read or write: the formats by name."""

    def formats(self) -> Mapping[str, Format]: ...


# --- writing ---------------------------------------------------------------------------------


def write(record: Record) -> str:
    """The record as text, ending with a line break."""
    lines = [f"{key}: {value}".rstrip() for key, value in _header(record)]
    lines += ["", *(write_event(match) for match in record.match if match.event is not None)]
    return "\n".join(lines) + "\n"


def write_event(match: AnyMatch) -> str:
    """The line of the event that led to this match."""
    event, before = match.event, match.before
    assert event is not None
    assert before is not None
    return f"{match.ply} {event.at} {describe(before, event)}"


def describe(match: AnyMatch, event: Event[Any]) -> str:
    """The actor and canonical text of an event that happens in this match."""
    notation = match.game.notation
    if isinstance(event, Played):
        return f"{event.seat} {notation.write(match.state, event.seat, event.move)}"
    if isinstance(event, Drawn):
        return f"chance {notation.write_outcome(match.state, event.outcome)}"
    return f"{event.seat} leave" if isinstance(event, Left) else "clock time"


def _header(record: Record) -> Iterator[tuple[str, str]]:
    match, opening = record.match, record.match.opening
    info = match.game.info
    yield from (("ludoteka", str(VERSION)), ("game", info.id), ("rules", str(info.rules)))
    yield "seats", str(opening.seats)
    yield "names", json.dumps(list(record.names), ensure_ascii=False)
    yield "options", optionlib.write(info.options, opening.options)
    if opening.position is not None:
        yield "position", opening.position
    yield from _annex(match).items()
    if record.seed is not None:
        yield "commitment", commitment(record.seed)
        if record.is_closed:
            yield "seed", record.seed.hex()
    yield from ((key, _one_line(value)) for key, value in record.notes.items())


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _annex(match: AnyMatch) -> Mapping[str, str]:
    return match.game.annex(match.state) if isinstance(match.game, Annexed) else {}


# --- reading ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sheet:
    """A record taken apart, not yet replayed: header values and event lines, with their line numbers."""

    header: Mapping[str, tuple[int, str]]
    events: tuple[tuple[int, str], ...]
    lines: int

    def get(self, key: str, default: str = "") -> str:
        return self.header[key][1] if key in self.header else default

    def line(self, key: str) -> int:
        return self.header[key][0] if key in self.header else 1


def read(text: str, get_game: Callable[[str], AnyGame]) -> Record:
    """The record in a text; raises `BadNotation` with the line and the reason."""
    sheet = parse(text)
    match = open_match(sheet, get_game)
    for line, event in sheet.events:
        match = _next(match, line, event)
    seed = _hex(sheet.get("seed"))
    notes = {key: value for key, (_, value) in sheet.header.items() if key not in _OWN}
    record = Record(match, _names(sheet, match.opening.seats), seed, notes)
    if "seed" in sheet.header and not record.is_closed:
        problem = "The record has the seed of a finished match, but its events end before the match does."
        raise _at(sheet.lines, Sentence(problem))
    return record


def parse(text: str) -> Sheet:
    """Splits a record into header and event lines."""
    lines = text.replace("\r\n", "\n").split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    header: dict[str, tuple[int, str]] = {}
    blank = next((i for i, line in enumerate(lines) if not line.strip()), len(lines))
    for number, line in enumerate(lines[:blank], start=1):
        key, value = _header_line(number, line)
        if key in header:
            raise _at(number, Sentence("The key {key} comes twice.", key=quoted(key)))
        header[key] = (number, value)
    _check_version(header)
    events = tuple((n, line) for n, line in enumerate(lines[blank + 1 :], start=blank + 2))
    return Sheet(header, events, max(1, len(lines)))


def open_match(sheet: Sheet, get_game: Callable[[str], AnyGame]) -> AnyMatch:
    """The match at its opening, as the header says."""
    game = _found(sheet, get_game)
    match = _loaded(sheet, game) if "position" in sheet.header else _new(sheet, game)
    for key, value in _annex(match).items():
        if key in sheet.header and _one_line(sheet.get(key)) != _one_line(value):
            text = Sentence("{key} differs from the data of that name here.", key=quoted(key))
            raise _at(sheet.line(key), text)
    return match


def _header_line(number: int, line: str) -> tuple[str, str]:
    key, colon, value = line.partition(":")
    key = key.strip().lower()
    if not colon or not _KEY.fullmatch(key):
        raise _at(number, Sentence("A header line is a key, a colon and a value."))
    return key, value.strip()


def _check_version(header: Mapping[str, tuple[int, str]]) -> None:
    line, version = header.get("ludoteka", (1, ""))
    if line != 1 or not version:
        raise _at(1, Sentence("A record begins with the line 'ludoteka: 1'."))
    if version != str(VERSION):
        text = "This is a record of version {version}; this program reads version {ours}."
        raise _at(1, Sentence(text, version=version[:20], ours=VERSION))


def _found(sheet: Sheet, get_game: Callable[[str], AnyGame]) -> AnyGame:
    if "game" not in sheet.header:
        raise _at(1, Sentence("The header does not say which game it is."))
    try:
        game = get_game(sheet.get("game"))
    except Refusal as refusal:
        raise _at(sheet.line("game"), refusal.sentence) from refusal
    rules = sheet.get("rules", str(game.info.rules))
    if rules != str(game.info.rules):
        text = "This match was played by version {version} of the rules, not {ours}."
        raise _at(sheet.line("rules"), Sentence(text, version=rules[:20], ours=game.info.rules))
    return game


def _new(sheet: Sheet, game: AnyGame) -> AnyMatch:
    seats = sheet.get("seats")
    if not _NUMBER.fullmatch(seats):
        raise _at(sheet.line("seats"), Sentence("The header needs the number of seats."))
    try:
        return new(game, int(seats), optionlib.read(game.info.options, sheet.get("options")))
    except Refusal as refusal:
        raise _at(sheet.line("options"), refusal.sentence, refusal) from refusal


def _loaded(sheet: Sheet, game: AnyGame) -> AnyMatch:
    try:
        match = load(game, sheet.get("position"))
    except Refusal as refusal:
        raise _at(sheet.line("position"), refusal.sentence, refusal) from refusal
    if sheet.get("seats", str(match.opening.seats)) != str(match.opening.seats):
        raise _at(
            sheet.line("seats"), Sentence("The position is one of {seats} seats.", seats=match.opening.seats)
        )
    return match


def _names(sheet: Sheet, seats: int) -> tuple[str, ...]:
    text = sheet.get("names", "[]") or "[]"
    try:
        names = json.loads(text)
    except (ValueError, RecursionError):
        names = None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise _at(sheet.line("names"), Sentence("Names are a JSON list of texts."))
    if names and len(names) != seats:
        raise _at(sheet.line("names"), Sentence("There is a name for each seat, or none at all."))
    return tuple(names)


def _next(match: AnyMatch, line: int, text: str) -> AnyMatch:
    """The match after the event on one line."""
    try:
        event = read_event(match, text)
        after = match.then(event)
    except Refusal as refusal:
        raise _at(line, refusal.sentence, refusal) from refusal
    if after is match:
        raise _at(line, Sentence("No time limit has expired here."))
    if isinstance(event, Drawn) and event.at != match.now:
        problem = "Chance takes no time: this draw happened at {now} ms."
        raise _at(line, Sentence(problem, now=str(match.now)))
    return after


def read_event(match: AnyMatch, text: str) -> Event[Any]:
    """The event that a line describes, as the next one of this match."""
    words = text.strip().split(" ", 3)
    if len(words) < 4 or not _NUMBER.fullmatch(words[0]) or not _NUMBER.fullmatch(words[1]):
        raise BadNotation("An event is a number, milliseconds, an actor and a move or outcome.")
    if int(words[0]) != match.ply + 1:
        raise BadNotation("Event {number} comes here, not {given}.", number=match.ply + 1, given=words[0])
    return _event(match, int(words[1]), words[2], words[3].strip())


def _event(match: AnyMatch, at: int, actor: str, text: str) -> Event[Any]:
    notation = match.game.notation
    if actor == "chance":
        if not isinstance(match.awaiting, Draw):
            raise BadNotation("No draw is awaited here.")
        return Drawn(notation.read_outcome(match.state, text), at)
    if actor == "clock" and text == "time":
        return Ticked(at)
    if not _NUMBER.fullmatch(actor):
        raise BadNotation("The actor is a seat, 'chance', or 'clock' with 'time'.")
    if text == "leave":
        return Left(int(actor), at)
    match.admits(int(actor), at)
    return Played(int(actor), notation.read(match.state, int(actor), text), at)


def _hex(text: str) -> bytes | None:
    return seed_from(text) if re.fullmatch(r"[0-9a-fA-F]{64}", text) else None


def _at(line: int, problem: Sentence, cause: Refusal | None = None) -> BadNotation:
    rule, where = (cause.rule, cause.where) if cause else (None, ())
    return BadNotation("Line {line}: {problem}", rule, where, line=line, problem=problem)


# --- verifying -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in a record that does not fit."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """What `verify` found."""

    draws: int  # how many draws were derived anew
    findings: tuple[Finding, ...]

    @property
    def is_clean(self) -> bool:
        return not self.findings


def verify(text: str, get_game: Callable[[str], AnyGame]) -> Report:
    """Derives every draw anew from the published seed and says what does not fit."""
    try:
        sheet = parse(text)
        match = open_match(sheet, get_game)
    except BadNotation as refusal:
        return Report(0, (_finding(refusal),))
    seed, findings = _seal(sheet)
    draws = 0
    for line, event in sheet.events:
        if seed is not None and isinstance(match.awaiting, Draw):
            draws += 1
            findings += _check_draw(match, _drawn(sheet, match, seed), line, event)
        try:
            match = _next(match, line, event)
        except BadNotation as refusal:
            return Report(draws, (*findings, _finding(refusal)))
    if seed is not None and not Record(match, notes=_notes(sheet)).is_closed:
        findings.append(Finding(sheet.lines, "The events end before the match does: the record is cut."))
    return Report(draws, tuple(findings))


def _notes(sheet: Sheet) -> dict[str, str]:
    return {ENDED: sheet.get(ENDED)} if ENDED in sheet.header else {}


def _drawn(sheet: Sheet, match: AnyMatch, seed: bytes) -> Outcome:
    """What the seed gives for the awaited draw."""
    assert isinstance(match.awaiting, Draw)
    if sheet.get(DRAWS) == duplicate.DUPLICATE:
        return duplicate.outcome(match, seed)
    return match.awaiting.chance.sample(Source.for_draw(seed, match.ply + 1))


def _seal(sheet: Sheet) -> tuple[bytes | None, list[Finding]]:
    """The seed, and what is wrong with the seed and the commitment."""
    seed = _hex(sheet.get("seed"))
    if sheet.get(DRAWS, duplicate.DUPLICATE) != duplicate.DUPLICATE:
        return None, [Finding(sheet.line(DRAWS), "The draws are of a kind that this program does not know.")]
    if "seed" not in sheet.header:
        text = (
            "The seed is not published yet: the draws cannot be checked."
            if "commitment" in sheet.header
            else "There is neither a seed nor a commitment: the draws cannot be checked."
        )
        return None, [Finding(1, text)]
    if seed is None:
        return None, [Finding(sheet.line("seed"), "A seed has 64 hex digits.")]
    if "commitment" not in sheet.header:
        return seed, [Finding(1, "There is no commitment: the seed may have been chosen afterwards.")]
    if sheet.get("commitment").lower() != commitment(seed):
        text = "The seed does not give the commitment: one of the two was changed."
        return seed, [Finding(sheet.line("commitment"), text)]
    return seed, []


def _check_draw(match: AnyMatch, outcome: Outcome, line: int, text: str) -> list[Finding]:
    expected = match.game.notation.write_outcome(match.state, outcome)
    try:
        event = read_event(match, text)
        told = describe(match, event).partition(" ")[2]
    except Refusal:
        return []  # replaying it says why
    if told == expected:
        return []
    return [Finding(line, f"Event {match.ply + 1}: the seed gives {expected}, the record says {told}.")]


def _finding(refusal: BadNotation) -> Finding:
    values = refusal.sentence.values
    return Finding(int(spoken(values["line"])), spoken(values["problem"]))
