"""What a table is, without a server: the log read again, who may be shown what, what may be said."""

from functools import partial
from typing import Any

import pytest
from tests import toys
from tests.server.ledgers import START, ledger_of, read_again, write
from tests.toys.duel import Duel
from tests.toys.nim import Nim

from ludoteka.core.game import Played, Seat, Turn
from ludoteka.core.refusals import BadRequest
from ludoteka.server.messages.bodies import Study
from ludoteka.server.messages.errors import NotFound
from ludoteka.server.messages.wire import Say
from ludoteka.server.table import actions, seating, visibility
from ludoteka.server.table.actions import Actor
from ludoteka.server.table.draft import Draft
from ludoteka.server.table.study import study
from ludoteka.server.table.timekeeping import Timekeeper
from ludoteka.server.table.visibility import Eyes

TIME = Timekeeper(lambda: START + 1000)
ADA, BEN, NOBODY = Eyes("ada", (0,)), Eyes("ben", (1,)), Eyes()


class Careless(Duel):
    """A game that names the squares of every move, also of one that is still secret."""

    def where(self, state: Any, seat: Seat, move: int) -> tuple[str, ...]:
        return (f"N{move}",)


class Mute(Duel):
    """A game with secrets that does not say what a seat may know of an event."""

    tell = None  # type: ignore[assignment]  # as if it were not there


class Lettered(Nim):
    """Stones that lie on squares."""

    def where(self, state: Any, seat: Seat, move: int) -> tuple[str, ...]:
        return tuple(f"S{state.stones - number}" for number in range(move))


def last(ledger: Any, eyes: Eyes) -> Any:
    return visibility.entry(ledger.lines[-1], eyes)


# --- squares -------------------------------------------------------------------------------------


def test_squares_of_a_secret_move_go_to_its_player_alone() -> None:
    ledger = ledger_of(Careless(), TIME)
    write(ledger, TIME, lambda draft: actions.play(draft, 0, "3", ledger.seq))
    assert (last(ledger, ADA).text, last(ledger, ADA).where) == ("3", ["N3"])
    assert (last(ledger, BEN).text, last(ledger, BEN).where) == ("named", [])
    assert last(ledger, NOBODY).where == []
    write(ledger, TIME, lambda draft: actions.play(draft, 1, "5", ledger.seq))  # which opens both
    assert [last(ledger, eyes).where for eyes in (ADA, BEN, NOBODY)] == [["N5"]] * 3


def test_squares_of_an_open_move_go_to_everybody_and_other_entries_have_none() -> None:
    ledger = ledger_of(Lettered(), TIME, options={"stones": 9})
    assert last(ledger, ADA).where == []  # it started
    write(ledger, TIME, lambda draft: actions.play(draft, 0, "take 2", ledger.seq))
    assert [last(ledger, eyes).where for eyes in (ADA, BEN, NOBODY)] == [["S9", "S8"]] * 3
    write(ledger, TIME, lambda draft: actions.leave(draft, 1))
    assert last(ledger, ADA).where == []


def test_a_study_board_tells_squares_as_a_table_does() -> None:
    events = [{"seat": 0, "move": "3"}]
    board = Study.model_validate({"game": "duel", "events": events, "seat": 1})
    assert study(Careless(), board).where == [[]]
    assert study(Careless(), board.model_copy(update={"seat": 0})).where == [["N3"]]


def test_a_game_with_secrets_that_cannot_tell_says_nothing() -> None:
    ledger = ledger_of(Mute(), TIME)
    write(ledger, TIME, lambda draft: actions.play(draft, 0, "3", ledger.seq))
    assert [last(ledger, eyes).text for eyes in (ADA, BEN, NOBODY)] == ["", "", ""]
    write(ledger, TIME, lambda draft: actions.leave(draft, 1))
    assert last(ledger, BEN).text == "leave"


def test_a_game_without_secrets_needs_not_tell() -> None:
    match = toys.get("nim")
    ledger = ledger_of(match, TIME)
    before = ledger.standing.match
    assert before is not None
    assert visibility.told(before, Played(0, 2), None) == "take 2"


@pytest.mark.parametrize(("game", "hides"), [("nim", False), ("duel", True), ("rummage", True)])
def test_the_table_says_whether_it_hides(game: str, hides: bool) -> None:  # a case
    ledger = ledger_of(toys.get(game), TIME)
    assert visibility.position(ledger, ADA, ledger.seq, 0).hides is hides
    assert visibility.position(ledger, ADA, 1, 0).hides is False  # there is no match yet
    write(ledger, TIME, lambda draft: actions.leave(draft, 1))
    assert visibility.position(ledger, ADA, ledger.seq, 0).hides is False  # it is over


def test_what_happens_in_the_match_is_numbered_and_talk_is_not() -> None:
    ledger = ledger_of(toys.get("nim"), TIME)
    write(ledger, TIME, lambda draft: actions.play(draft, 0, "take 2", ledger.seq))
    write(ledger, TIME, lambda draft: draft.add("said", 0, phrase="hello"))
    write(ledger, TIME, lambda draft: actions.play(draft, 1, "take 1", ledger.seq))
    told = [visibility.entry(line, ADA) for line in ledger.lines]
    assert [(one.kind, one.ply) for one in told[-4:]] == [
        ("started", None), ("played", 1), ("said", None), ("played", 2),
    ]  # fmt: skip


# --- the log, read again -------------------------------------------------------------------------


def test_whoever_moved_has_not_left_when_the_log_is_read_again() -> None:
    ledger = ledger_of(toys.get("nim"), TIME, seats=3)
    write(ledger, TIME, lambda draft: actions.play(draft, 0, "take 2", ledger.seq))
    assert ledger.standing.left == read_again(ledger).standing.left == frozenset()
    write(ledger, TIME, lambda draft: actions.leave(draft, 1))
    assert ledger.standing.left == read_again(ledger).standing.left == {1}


@pytest.mark.parametrize("game", toys.ids())
def test_a_log_read_again_stands_as_it_was_written(game: str) -> None:
    ledger = ledger_of(toys.get(game), TIME)
    for _ in range(4):
        match = ledger.standing.match
        assert match is not None
        if not isinstance(match.awaiting, Turn):
            break
        seat = min(match.awaiting.seats)
        text = match.game.notation.write(match.state, seat, next(iter(match.game.legal(match.state, seat))))
        write(ledger, TIME, partial(actions.play, seat=seat, text=text, seen=ledger.seq))
    assert [one.standing for one in read_again(ledger).lines] == [one.standing for one in ledger.lines]


# --- seats and talk ------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [-1, 2, 16])
def test_there_is_no_seat_beside_the_table(seat: Seat) -> None:
    draft = Draft(ledger_of(toys.get("nim"), TIME), TIME)
    with pytest.raises(NotFound):
        seating.come_back(draft, seat, "here")
    seating.come_back(draft, 1, "here")
    assert [line.row.kind for line in draft.lines] == ["returned"]


@pytest.mark.parametrize("text", ["\u200b", "\u202e\u200f", "\x07", "\u2028\u2029"])
def test_talk_of_invisible_characters_is_refused(text: str) -> None:
    draft = Draft(ledger_of(toys.get("nim"), TIME, free_chat=True), TIME)
    said = Say.model_construct(do="say", text=text, seen=0, key="k")  # on the wire blanks are stripped before
    with pytest.raises(BadRequest, match="nothing to read"):
        actions.act(draft, Actor("ada", "Ada"), said)
    assert draft.lines == []
    actions.act(draft, Actor("ada", "Ada"), Say(do="say", text=f"he{text}llo", seen=0, key="k"))
    assert draft.lines[-1].row.text == "hello"
