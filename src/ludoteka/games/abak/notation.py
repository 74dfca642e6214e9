"""Texts of Abak: moves (section 14 of the rules), outcomes (AK-2.5) and the notation object.

Numbers are matched as ASCII digits only: `\\d` would admit digits of other scripts.
"""

import re
from typing import Final

from ludoteka.core.chance import Outcome
from ludoteka.core.refusals import BadNotation, Refusal
from ludoteka.core.sentences import quoted
from ludoteka.games.abak import position
from ludoteka.games.abak.types import (
    BAR,
    DOUBLE_HIT,
    HIT,
    LETTERS,
    OFF,
    PINNED,
    WORD_MOVES,
    Move,
    Sequence,
    Spelled,
    State,
    Step,
    place_name,
)

LONGEST = 1000  # characters: far more than any turn needs
_POINT = r"(?:1[0-9]|2[0-4]|[1-9])"
_WORD = re.compile(
    rf"(?P<source>{_POINT}|bar(?:\((?P<checker>[sgndeo])\))?)"
    rf"(?P<targets>(?:/{_POINT}[*^]*)*/(?:{_POINT}|off)[*^]*)(?:\((?P<times>[234])\))?",
    re.ASCII,
)
_ROLL = re.compile(r"([1-6])-([1-6])", re.ASCII)

MARKS = {HIT: "*", DOUBLE_HIT: "*", PINNED: "^"}


# --- reading -----------------------------------------------------------------------------------


def read_words(text: str) -> tuple[Step, ...]:
    """[AK-14.1] The steps of a turn as written; [AK-14.2] chains and repeats become single steps."""
    words = _without_blanks(text).split()
    if not words or len(text) > LONGEST:
        raise _unreadable(text)
    return tuple(step for word in words for step in _read_word(word, text))


def _without_blanks(text: str) -> str:
    """[AK-14.1] Case does not matter; spaces around `/`, before `(` `)` `*` `^` and after `(` are dropped."""
    text = text[: LONGEST + 1].lower()
    text = re.sub(r"[ \t]+", " ", text)
    text = re.sub(r" ?/ ?", "/", text)
    return re.sub(r" (?=[()*^])|(?<=\() ", "", text)


def _read_word(word: str, text: str) -> Sequence:
    found = _WORD.fullmatch(word)
    if found is None:
        raise _unreadable(text)
    checker = found["checker"]
    kind = LETTERS.index(checker.upper()) + 1 if checker else 0
    source = BAR if found["source"].startswith("bar") else int(found["source"])
    steps = []
    for name in re.sub(r"[*^]", "", found["targets"]).split("/")[1:]:
        target = OFF if name == "off" else int(name)
        steps.append(Step(source, target, kind))
        source, kind = target, 0
    return tuple(steps) * int(found["times"] or 1)


def _unreadable(text: str) -> BadNotation:
    return BadNotation(
        "{given} is not a turn. A turn looks like 24/18 13/8: from point to point, a blank between steps.",
        "AK-14.1",
        given=_shown(text),
    )


def read_roll(text: str) -> tuple[int, int]:
    """[AK-2.5] Two dice `a-b` in the order given."""
    found = _ROLL.fullmatch(text[:100].strip(" \t"))
    if found is None:
        raise BadNotation("{given} is not a roll: two dice look like 6-5.", "AK-2.5", given=_shown(text))
    return int(found[1]), int(found[2])


def _shown(text: str) -> str:
    """What somebody typed, in ASCII: other scripts' digits would look like ours."""
    return quoted(text[:40].encode("ascii", "replace").decode())


# --- writing -----------------------------------------------------------------------------------


class _TextTable(dict[int, str]):
    """[AK-14.3] code -> text: `*` after a step that sends a checker to the bar, `^` after one that pins."""

    def __missing__(self, code: int) -> str:
        source, target, checker = code & 31, code >> 5 & 31, code >> 10 & 7
        step = Step(source, target, checker if code >> 19 else 0)
        text = self[code] = plain_text(step) + MARKS.get(code >> 16 & 7, "")
        return text


TEXTS: Final = _TextTable()


def plain_text(step: Step) -> str:
    """A step without marks."""
    kind = f"({LETTERS[step.checker - 1]})" if step.checker else ""
    return f"{place_name(step.source)}{kind}/{place_name(step.target)}"


# --- the notation object -----------------------------------------------------------------------


class Notation:
    """Texts of moves, outcomes and positions."""

    def read(self, state: State, seat: int, text: str) -> Move:
        """A move; a legal turn is equal to its canonical one, however it is written ([AK-14.5])."""
        word = text.strip(" \t").lower() if len(text) < LONGEST else ""
        if word in WORD_MOVES:
            return WORD_MOVES[word]
        return self._canonical(state, Move(read_words(text)))

    def _canonical(self, state: State, move: Move) -> Move:
        from ludoteka.games.abak import moves

        if state.stage != "normal" or not state.dice:
            return move
        try:
            number = moves.number_of(state, move)
        except Refusal:
            return move  # playing it says why
        return Spelled(moves.turns(state).moves[number].steps, move.steps)

    def write(self, state: State, seat: int, move: Move) -> str:
        """[AK-14.3] The canonical text; a turn that is not legal is written as it stands."""
        if move.word:
            return move.word
        canonical = self._canonical(state, move)
        if not isinstance(canonical, Spelled):
            return " ".join(plain_text(step) for step in move.steps)
        from ludoteka.games.abak import moves

        turns = moves.turns(state)
        number = turns.place(canonical.steps)
        assert number is not None
        return " ".join([TEXTS[code] for code in turns.codes[number]])

    def read_outcome(self, state: State, text: str) -> Outcome:
        """[AK-2.5] The opening roll is seat 0's die and seat 1's; a turn's roll is read in either order."""
        first, second = read_roll(text)
        if state.seat < 0:
            return first, second
        return max(first, second), min(first, second)

    def write_outcome(self, state: State, outcome: Outcome) -> str:
        return "-".join(str(die) for die in outcome)

    def dump(self, state: State) -> str:
        return position.dump(state)

    def load(self, text: str) -> State:
        return position.load(text)
