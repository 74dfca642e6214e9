"""Other programs' files: classic matches in the `.mat` text format that backgammon programs exchange.

Two columns, seat 0 on the left; a row has both seats' turns. Cube actions, wins and the score of each game
are in it; options that the format cannot express are in comment tags (`; [Crawford "Off"]`). Programs write a
checker's whole path as one word (`24/15` for 6-3): it is matched with the legal turns by what it changes.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from ludoteka.core import match as matches
from ludoteka.core.game import Draw, Drawn, Event, Over, Played, Turn
from ludoteka.core.match import Match
from ludoteka.core.record import Record
from ludoteka.core.refusals import BadNotation, BadRequest, Refusal
from ludoteka.games.abak.engine import GAME
from ludoteka.games.abak.types import DOUBLE, DROP, NOBODY, PASS, ROLL, TAKE, WORD_MOVES, Move, Spelled, State

AbakMatch = Match[State, Move]
Column = list[tuple[int, str]]  # who, what: the entries of a game in order
COLUMN = 34
LONGEST = 2_000_000  # characters
_HEAD = re.compile(r"\s*([0-9]{1,3}) point match", re.ASCII)
_TAG = re.compile(r'; \[(\w[\w ]*) "([^"]*)"\]')
_NAMES = re.compile(r"\s*(.*?) : ([0-9]+)\s{2,}(.*?) : ([0-9]+)\s*", re.ASCII)
_ROW = re.compile(r"\s*[0-9]{1,4}\) ?(.*)", re.ASCII)
_STEP = r"(?:bar|[0-9]{1,2})(?:/(?:off|bar|[0-9]{1,2})\*?)+(?:\([2-4]\))?"
_ENTRY = re.compile(rf"([1-6])([1-6]):((?:\s+{_STEP})*)|(Doubles)|(Takes)|(Drops)", re.ASCII | re.IGNORECASE)


class Mat:
    """`.mat`: a match of classic backgammon with its names."""

    def write(self, record: Record) -> str:
        """A classic match; `BadRequest` for other setups and for matches that began with a position."""
        match: AbakMatch = record.match
        state = match.state
        if match.game.info.id != GAME.info.id or state.options.setup != "classic":
            raise BadRequest("Only matches of classic backgammon can be written in this format.")
        if match.opening.position is not None:
            raise BadRequest("Only matches from the start can be written in this format.")
        names = (*record.names, "White", "Black")[:2] if len(record.names) == 2 else ("White", "Black")
        lines = [*_tags(state), f" {state.options.match} point match", ""]
        for number, game in enumerate(_games(match), start=1):
            lines += [f" Game {number}", *_game_lines(game, names, state.options.match), ""]
        return "\n".join(lines)

    def read(self, text: str) -> Record:
        """A match with its names; raises `BadNotation` with the line where it cannot be followed."""
        if len(text) > LONGEST:
            raise BadNotation("This text is too long for a match.")
        lines = text.splitlines()
        tags = {found[1]: found[2] for line in lines if (found := _TAG.fullmatch(line.strip()))}
        match = matches.new(GAME, 2, _options(lines, tags))
        names: tuple[str, ...] = ()
        first: int | None = None  # who makes the next entry; None: a game begins
        for number, line in enumerate(lines, start=1):
            if line.startswith(";"):
                continue
            if found := _NAMES.fullmatch(line):
                names, first = (found[1].strip(), found[3].strip()), None
            elif found := _ROW.fullmatch(line):
                try:
                    match, first = _follow(match, found[1], first)
                except Refusal as refusal:
                    raise _at(number, refusal) from refusal
        return Record(match, names)


FORMATS: Final = {"mat": Mat()}


# --- writing -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Game:
    """One game of a match being written."""

    scores: tuple[int, int]
    entries: Column = field(default_factory=list)
    won: tuple[int, int] | None = None  # who, how many points


def _tags(state: State) -> Iterator[str]:
    """What the format cannot express."""
    options = state.options
    yield '; [Variation "Backgammon"]'
    yield f'; [Crawford "{"On" if options.crawford == "yes" else "Off"}"]'
    yield f'; [Jacoby "{"On" if options.jacoby == "yes" else "Off"}"]'
    if options.cube == "off":
        yield '; [CubeLimit "1"]'


def _games(match: AbakMatch) -> list[Game]:
    games = [Game((0, 0))]
    for after in match:
        if after.before is None or after.event is None:
            continue
        before = after.before.state
        text = _entry(before, after.event)
        if text is not None and isinstance(after.event, Played):
            games[-1].entries.append((after.event.seat, text))
        gained = [new - old for new, old in zip(after.state.scores, before.scores, strict=True)]
        if any(gained):
            winner = 0 if gained[0] else 1
            games[-1].won = (winner, gained[winner])
            games.append(Game(after.state.scores))
    return games if games[-1].entries else games[:-1]


def _entry(state: State, event: Event[Move]) -> str | None:
    """A move with its roll, or a cube action; None for what the format leaves out."""
    if not isinstance(event, Played) or event.move.word == ROLL:
        return None
    if event.move.word == DOUBLE:
        return f" Doubles => {2 * state.cube_value}"
    if event.move.word in (TAKE, DROP):
        return " Takes" if event.move.word == TAKE else " Drops"
    text = "" if event.move.word == PASS else GAME.notation.write(state, event.seat, event.move)
    return f"{state.dice[0]}{state.dice[1]}: {_shortened(text)}"


def _shortened(text: str) -> str:
    """`13/11 13/11` as `13/11(2)`."""
    runs = [(word, len(list(run))) for word, run in groupby(text.split())]
    return " ".join(word if number == 1 else f"{word}({number})" for word, number in runs)


def _game_lines(game: Game, names: tuple[str, ...], length: int) -> Iterator[str]:
    left = f" {names[0]} : {game.scores[0]}"
    yield f"{left:<{COLUMN}}{names[1]} : {game.scores[1]}"
    entries = list(game.entries)
    if entries and entries[0][0] == 1:
        entries.insert(0, (0, ""))
    rows = [entries[n : n + 2] for n in range(0, len(entries), 2)]
    for number, row in enumerate(rows, start=1):
        left = f"{number:3}) {row[0][1]}"
        yield f"{left:<{COLUMN - 2}}  {row[1][1] if len(row) > 1 else ''}".rstrip()
    if game.won is not None:
        winner, points = game.won
        ends = length == 0 or game.scores[winner] + points >= length
        text = f"Wins {points} point{'' if points == 1 else 's'}{' and the match' if ends else ''}"
        yield " " * (COLUMN if winner else 6) + text


# --- reading -----------------------------------------------------------------------------------


def _at(line: int, refusal: Refusal) -> BadNotation:
    return BadNotation(
        "Line {line}: {problem}", refusal.rule, refusal.where, line=line, problem=refusal.sentence
    )


def _options(lines: list[str], tags: dict[str, str]) -> dict[str, str | int]:
    found = next((m for line in lines if (m := _HEAD.match(line))), None)
    if found is None or int(found[1]) > 99:
        raise BadNotation("The text does not say how many points the match is for, as in '5 point match'.")
    return {
        "setup": "classic",
        "match": int(found[1]),
        "cube": "off" if tags.get("CubeLimit") == "1" else "on",
        "crawford": "no" if tags.get("Crawford", "").lower() in ("off", "no") else "yes",
        "jacoby": "yes" if tags.get("Jacoby", "").lower() in ("on", "yes") else "no",
    }


def _follow(match: AbakMatch, row: str, first: int | None) -> tuple[AbakMatch, int | None]:
    """The match after the entries of a row; entries alternate, the column of the first says who begins."""
    for entry in _ENTRY.finditer(row):
        seat = first if first is not None else int(entry.start() > COLUMN // 2)
        match = _entered(match, seat, entry)
        first = 1 - seat
    return match, first


def _entered(match: AbakMatch, seat: int, entry: "re.Match[str]") -> AbakMatch:
    for group, word in ((4, DOUBLE), (5, TAKE), (6, DROP)):
        if entry[group]:
            return match.then(Played(seat, WORD_MOVES[word], match.now))
    dice = int(entry[1]), int(entry[2])
    match = _rolled(match, seat, (max(dice), min(dice)))
    if isinstance(match.awaiting, Turn) and match.awaiting.forced is not None:
        return match.then(Played(seat, match.awaiting.forced, match.now))
    match.admits(seat)
    return match.then(Played(seat, _meant(match.state, seat, entry[3].lower()), match.now))


def _meant(state: State, seat: int, text: str) -> Move:
    """The turn that a text stands for: as we would write it, or the legal one with the same effect."""
    text = re.sub(r"\b25(?=/)", "bar", re.sub(r"/0\b", "/off", text))
    move = GAME.notation.read(state, seat, text)
    if isinstance(move, Spelled):
        return move
    legal = list(GAME.legal(state, seat))
    alike = [other for other in legal if _change(other) == _change(move)]
    hits = text.count("*")
    exact = [other for other in alike if GAME.notation.write(state, seat, other).count("*") == hits]
    return (exact or alike or [move])[0]


def _change(move: Move) -> Counter[int]:
    """How many more (or fewer) checkers each place has after a turn."""
    change = Counter(step.target for step in move.steps)
    change.subtract(step.source for step in move.steps)
    return Counter({place: number for place, number in change.items() if number})


def _rolled(match: AbakMatch, seat: int, dice: tuple[int, int]) -> AbakMatch:
    """Rolls for a seat: the opening in its favour, or its turn's roll after it has declined to double."""
    awaited = match.awaiting
    if isinstance(awaited, Over):
        raise BadRequest("The match is over before this.")
    if isinstance(awaited, Turn):
        match = match.then(Played(seat, WORD_MOVES[ROLL], match.now))
        awaited = match.awaiting
    assert isinstance(awaited, Draw)
    if match.state.seat == NOBODY and seat == 1:
        dice = (dice[1], dice[0])
    return match.then(Drawn(dice, match.now))
