"""What people do at a table, without a server: seats, talk, offers, leaving, flags, branches, duties.

Each rule with its nearest neighbour on the other side: one offer more, one entry less, another person's seat.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests import toys
from tests.server.ledgers import START, ledger_of, read_again, write
from tests.toys.nim import Nim

from ludoteka.core.game import Check, Examination, Over, Steps
from ludoteka.core.match import new
from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.core.sentences import Sentence
from ludoteka.server.messages import wire
from ludoteka.server.messages.errors import NotYours, Occupied, Stale
from ludoteka.server.messages.models import Days
from ludoteka.server.table import actions, branching, duty, questions, seating, visibility
from ludoteka.server.table.actions import Actor
from ludoteka.server.table.draft import Draft, opened, result_of, seated_entry
from ludoteka.server.table.duty import Duty
from ludoteka.server.table.ledger import Ledger, Standing
from ludoteka.server.table.rows import Loaded, SeatRow
from ludoteka.server.table.timekeeping import Timekeeper
from ludoteka.server.table.visibility import Eyes

ADA, BEN, CYD, EVE = (Actor(name.lower(), name) for name in ("Ada", "Ben", "Cyd", "Eve"))
LATER = START + 1000


class Clock:
    """Wall time as the test wants it."""

    def __init__(self) -> None:
        self.now = LATER
        self.time = Timekeeper(lambda: self.now)


@pytest.fixture
def clock() -> Clock:
    return Clock()


class Table:
    """A table of nim, and people who act at it."""

    def __init__(self, clock: Clock, seats: int = 2, stones: int = 20, game: str = "nim", **allows: Any):
        self.clock = clock
        options = {"stones": stones} if game == "nim" else {}
        self.ledger = ledger_of(toys.get(game), clock.time, seats, options, **allows)

    @property
    def standing(self) -> Standing:
        return self.ledger.standing

    def write(self, fill: Callable[[Draft], None]) -> Draft:
        draft = write(self.ledger, self.clock.time, fill)
        assert [one.standing for one in read_again(self.ledger).lines] == [
            one.standing for one in self.ledger.lines
        ]
        return draft

    def act(self, actor: Actor, action: Any) -> list[str]:
        return [line.row.kind for line in self.write(lambda draft: actions.act(draft, actor, action)).lines]

    def refuses(self, actor: Actor, action: Any, words: str, kind: type[Refusal] = BadRequest) -> None:
        draft = Draft(self.ledger, self.clock.time)
        with pytest.raises(kind, match=words):
            actions.act(draft, actor, action)

    def play(self, actor: Actor, seat: int, move: str = "take 1") -> list[str]:
        return self.act(actor, wire.Play(do="play", seat=seat, move=move, seen=self.ledger.seq, key="k"))

    def leave(self, actor: Actor, seat: int) -> list[str]:
        return self.act(actor, wire.Leave(do="leave", seat=seat, seen=0, key="k"))

    def offer(self, actor: Actor, seat: int, what: Any = "draw", ply: int | None = None) -> int:
        self.act(actor, propose(seat, what, ply))
        return next(line.row.seq for line in reversed(self.ledger.lines) if line.row.kind == "offered")


def propose(seat: int, what: Any = "draw", ply: int | None = None) -> wire.Propose:
    return wire.Propose(do="propose", seat=seat, what=what, ply=ply, seen=0, key="k")


def respond(seat: int, ref: int, *, accept: bool = True) -> wire.Respond:
    return wire.Respond(do="respond", seat=seat, ref=ref, accept=accept, seen=0, key="k")


def say(**what: Any) -> wire.Say:
    return wire.Say(do="say", seen=0, key="k", **what)


def waiting(clock: Clock, *kinds: str, public: bool = False, host: str = "ada") -> Ledger:
    """A table at which somebody is still missing: Ada sits where it says person."""
    ledger = ledger_of(toys.get("nim"), clock.time, len(kinds))
    table = replace(ledger.table, state="open", started=None, due=None, public=public, host=host)
    people = [
        SeatRow("t", seat, kind, "ada" if kind == "person" else None, "Ada" if kind == "person" else "")
        for seat, kind in enumerate(kinds)
    ]
    entries = [seated_entry("t", row, START) for row in people if row.kind != "open"]
    return Ledger(opened(Loaded(table, people, entries), toys.get("nim"), clock.time), toys.get("nim"))


# --- whose seat, and when ------------------------------------------------------------------------


def test_only_ones_own_seat_acts(clock: Clock) -> None:
    table = Table(clock)
    for action in (
        wire.Play(do="play", seat=0, move="take 1", seen=9, key="k"),
        wire.Leave(do="leave", seat=0, seen=0, key="k"),
        propose(0),
        say(phrase="hello", seat=0),
    ):
        table.refuses(BEN, action, "not your seat", NotYours)
    ref = table.offer(ADA, 0)
    table.refuses(BEN, respond(0, ref), "not your seat", NotYours)


def test_keys_belong_to_their_guest() -> None:
    assert actions.own_key(actions.key_of("ada", "k:1")) == "k:1"
    assert actions.key_of("ada", "k") != actions.key_of("ben", "k")


def test_nothing_is_played_before_the_match_or_after_it(clock: Clock) -> None:
    ledger = waiting(clock, "person", "open")
    with pytest.raises(BadRequest, match="not started yet"):
        actions.play(Draft(ledger, clock.time), 0, "take 1", 1)
    table = Table(clock, stones=1)
    assert table.play(ADA, 0) == ["played"]
    assert table.standing.is_over
    table.refuses(BEN, wire.Leave(do="leave", seat=1, seen=0, key="k"), "match is over")
    with pytest.raises(BadRequest, match="match is over"):
        actions.tick(Draft(table.ledger, clock.time))


def test_whoever_has_seen_less_is_stale(clock: Clock) -> None:
    table = Table(clock)
    seen = table.ledger.seq
    table.play(ADA, 0)
    late = wire.Play(do="play", seat=0, move="take 1", seen=seen, key="k")
    table.refuses(ADA, late, "moved on", Stale)
    early = wire.Play(do="play", seat=1, move="take 1", seen=seen, key="k")
    table.refuses(BEN, early, "moved on", Stale)  # it was not Ben's turn in what he saw
    assert table.ledger.is_fresh(1, seen + 1)
    assert table.ledger.is_fresh(1, seen + 9)


def test_nobody_leaves_twice(clock: Clock) -> None:
    table = Table(clock, 3)
    table.leave(BEN, 1)
    table.refuses(BEN, wire.Leave(do="leave", seat=1, seen=0, key="k"), "left already")
    assert table.standing.left == {1}
    assert not table.standing.is_over
    table.leave(CYD, 2)
    assert table.standing.is_over


# --- talk ----------------------------------------------------------------------------------------


def test_people_say_one_thing_at_a_time(clock: Clock) -> None:
    table = Table(clock, free_chat=True)
    for what in ({}, {"phrase": "hello", "emote": "clap"}, {"phrase": "hello", "text": "x"}):
        table.refuses(ADA, say(**what), "Say one thing")
    table.act(ADA, say(text="good evening"))
    row = table.ledger.lines[-1].row
    assert (row.kind, row.seat, row.text, row.more) == ("said", 0, "good evening", None)


def test_free_words_need_a_table_that_allows_them(clock: Clock) -> None:
    table = Table(clock)
    table.refuses(ADA, say(text="hello"), "talk in phrases")
    table.act(ADA, say(emote="clap"))
    assert json.loads(table.ledger.lines[-1].row.more or "") == {"emote": "clap"}


def test_whoever_watches_talks_under_their_name(clock: Clock) -> None:
    table = Table(clock)
    table.act(EVE, say(phrase="hello"))
    line = table.ledger.lines[-1]
    assert (line.row.seat, line.more) == (None, {"phrase": "hello", "name": "Eve"})
    table.act(BEN, say(phrase="hello"))
    assert (table.ledger.lines[-1].row.seat, table.ledger.lines[-1].more) == (1, {"phrase": "hello"})


def test_several_people_on_one_device_say_who_speaks(clock: Clock) -> None:
    table = Table(clock)
    table.ledger.people[1] = replace(table.ledger.people[1], guest="ada")
    for wish, seat in (({}, 0), ({"seat": 1}, 1), ({"seat": 0}, 0)):
        table.act(ADA, say(phrase="hello", **wish))
        assert table.ledger.lines[-1].row.seat == seat


def test_talk_ends_where_the_log_is_full(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(clock)
    monkeypatch.setattr(actions, "LOG_FULL", table.ledger.seq + 1)
    table.act(ADA, say(phrase="hello"))
    table.refuses(ADA, say(phrase="hello"), "Enough has been said")
    table.play(ADA, 0)  # a match can always be played to its end


# --- offers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["draw", "abort"])
def test_an_offer_holds_when_everybody_agrees(clock: Clock, what: Any) -> None:
    table = Table(clock, 3)
    ref = table.offer(ADA, 0, what)
    assert table.standing.offers[0].accepted == {0}
    assert table.act(BEN, respond(1, ref)) == ["answered"]
    assert table.standing.offers[0].accepted == {0, 1}
    assert table.act(CYD, respond(2, ref)) == ["answered", "ended"]
    assert (table.standing.state, table.standing.ended, table.standing.offers) == ("over", what, ())
    assert json.loads(table.ledger.table.result or "") == {
        "how": what, "scores": [], "ranks": [1, 1, 1], "rule": ""
    }  # fmt: skip
    assert table.ledger.table.ended == LATER


def test_one_no_is_enough_and_the_offer_is_gone(clock: Clock) -> None:
    table = Table(clock, 3)
    ref = table.offer(ADA, 0)
    other = table.offer(BEN, 1, "abort")
    assert table.act(CYD, respond(2, ref, accept=False)) == ["answered"]
    assert [offer.seq for offer in table.standing.offers] == [other]
    table.refuses(BEN, respond(1, ref), "does not stand", Stale)
    assert table.act(ADA, respond(0, other)) == ["answered"]
    assert table.standing.state == "running"


def test_the_same_is_offered_once_at_a_time_and_not_for_ever(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "OFFERS", 2)
    table = Table(clock)
    for _ in range(2):
        ref = table.offer(ADA, 0)
        table.refuses(BEN, propose(1), "offered already")
        table.act(BEN, respond(1, ref, accept=False))
    table.refuses(ADA, propose(0, "abort"), "Enough has been offered")
    table.offer(BEN, 1)  # everybody has offers of their own


def test_a_move_takes_offers_off_the_table_but_a_rematch_stays(clock: Clock) -> None:
    table = Table(clock)
    table.offer(ADA, 0)
    table.play(ADA, 0)
    assert table.standing.offers == ()
    table = Table(clock, stones=1)
    table.play(ADA, 0)
    table.offer(ADA, 0, "rematch")
    assert [offer.what for offer in table.standing.offers] == ["rematch"]


def test_whoever_has_left_neither_offers_nor_must_agree(clock: Clock) -> None:
    table = Table(clock, 3)
    table.leave(BEN, 1)
    table.refuses(BEN, propose(1), "You have left")
    ref = table.offer(ADA, 0)
    assert table.act(CYD, respond(2, ref)) == ["answered", "ended"]


def test_after_the_match_also_those_who_left_agree_to_a_rematch(clock: Clock) -> None:
    table = Table(clock)
    table.refuses(ADA, propose(0, "rematch"), "comes after the match")
    table.leave(BEN, 1)
    ref = table.offer(ADA, 0, "rematch")
    assert table.act(BEN, respond(1, ref)) == ["answered", "followed"]
    table.refuses(ADA, propose(0, "rematch"), "once")


def test_bots_agree_with_the_people_and_a_device_agrees_at_once(clock: Clock) -> None:
    table = Table(clock, 3)
    table.ledger.people[1] = SeatRow("t", 1, "bot", None, "Bot", 1)
    table.ledger.people[2] = replace(table.ledger.people[2], guest="ada")
    assert table.act(ADA, propose(0)) == ["offered", "ended"]


def test_a_stand_in_is_still_the_persons_vote(clock: Clock) -> None:
    table = Table(clock)
    table.write(lambda draft: seating.stand_in(draft, 1, 3))
    assert table.act(ADA, propose(0)) == ["offered"]


# --- taking back ---------------------------------------------------------------------------------


def test_a_takeback_goes_on_at_another_table_with_the_same_past(clock: Clock) -> None:
    table = Table(clock, stones=20)
    for number in range(3):
        clock.now += 500
        table.play((ADA, BEN)[number % 2], number % 2, f"take {number + 1}")
    clock.now += 5000
    ref = table.offer(BEN, 1, "takeback", 1)
    assert table.standing.offers[0].ply == 1
    draft = table.write(lambda draft: actions.act(draft, ADA, respond(0, ref)))
    assert [line.row.kind for line in draft.lines] == ["answered", "ended", "followed"]
    assert draft.opens is not None
    assert draft.append().ended is None  # the match goes on
    new = Ledger(draft.opens, toys.get("nim"))
    assert (new.table.seed, new.table.follows, new.table.state) == (table.ledger.table.seed, "t", "running")
    assert new.table.id != "t"
    assert table.standing.followed == new.table.id
    assert [line.row.text for line in new.lines if line.is_event] == ["take 1"]
    assert [row.away for row in new.people] == [clock.now] * 2
    assert new.standing.match is not None
    assert new.standing.match.state.stones == 19
    assert clock.time.match_time(new.table.started or 0) == new.standing.match.now


@pytest.mark.parametrize("ply", [None, 2, 3])
def test_there_must_be_something_to_take_back(clock: Clock, ply: int | None) -> None:
    table = Table(clock)
    table.play(ADA, 0)
    table.play(BEN, 1)
    table.refuses(ADA, propose(0, "takeback", ply), "how far")
    assert table.act(ADA, propose(0, "takeback", 1)) == ["offered"]


def test_nobody_takes_back_where_the_table_does_not_allow_it(clock: Clock) -> None:
    table = Table(clock, takeback=False)
    table.play(ADA, 0)
    table.refuses(ADA, propose(0, "takeback", 0), "stand as they are played")
    position = visibility.position(table.ledger, Eyes("ada", (0,)), table.ledger.seq, 0)
    assert position.takeback is None


def test_a_leaving_is_not_taken_back(clock: Clock) -> None:
    table = Table(clock, 3)
    table.play(ADA, 0)
    table.leave(BEN, 1)
    table.refuses(ADA, propose(0, "takeback", 0), "leaving, cannot be taken back")


def test_what_another_has_shown_since_is_not_taken_back(clock: Clock) -> None:
    table = Table(clock, game="duel")
    table.play(ADA, 0, "3")
    match = table.standing.match
    assert match is not None
    with pytest.raises(BadRequest, match="hidden was shown"):
        branching.check_takeback(match, 1, 0)  # Ben would take back what Ada chose
    with pytest.raises(BadRequest, match="hidden was shown"):
        branching.check_takeback(match, 0, 0)  # one of several secret choices
    open_game = Table(clock)
    open_game.play(ADA, 0)
    open_game.play(BEN, 1)
    assert open_game.standing.match is not None
    branching.check_takeback(open_game.standing.match, 0, 0)  # nothing is hidden there


def test_the_table_says_which_move_can_be_taken_back(clock: Clock) -> None:
    table = Table(clock)

    def seen(seat: int) -> Any:
        name = ("ada", "ben")[seat]
        return visibility.position(table.ledger, Eyes(name, (seat,)), table.ledger.seq, 0).takeback

    assert seen(0) is None
    table.play(ADA, 0)
    assert (seen(0).ply, seen(0).why) == (0, None)
    assert seen(1) is None
    table.play(BEN, 1)
    assert (seen(0).ply, seen(1).ply) == (0, 1)
    assert visibility.position(table.ledger, Eyes("eve"), table.ledger.seq, 0).takeback is None


def test_a_rematch_moves_everybody_on_by_a_seat(clock: Clock) -> None:
    table = Table(clock, 3, stones=1)
    table.play(ADA, 0)
    ref = table.offer(ADA, 0, "rematch")
    table.act(BEN, respond(1, ref))
    draft = table.write(lambda draft: actions.act(draft, CYD, respond(2, ref)))
    assert draft.opens is not None
    new = draft.opens
    assert [(row.seat, row.name) for row in new.seats] == [(0, "Ben"), (1, "Cyd"), (2, "Ada")]
    assert new.table.seed != table.ledger.table.seed
    assert len(new.table.seed) == 32  # as chance needs it
    assert (new.table.state, new.table.started, new.table.options) == (
        "running",
        clock.now,
        table.ledger.table.options,
    )


# --- seats ---------------------------------------------------------------------------------------


def sat(ledger: Ledger, clock: Clock, actor: Actor, seat: int | None = None) -> Draft:
    return write(ledger, clock.time, lambda draft: seating.sit(draft, actor, seat, actor.name))


def test_sitting_down_takes_the_first_free_seat_or_the_one_that_is_named(clock: Clock) -> None:
    ledger = waiting(clock, "person", "open", "open")
    with pytest.raises(Occupied, match="That seat is taken"):
        sat(ledger, clock, BEN, 0)
    assert [line.row.kind for line in sat(ledger, clock, BEN, 2).lines] == ["seated"]
    assert ledger.table.state == "open"
    assert [line.row.kind for line in sat(ledger, clock, CYD).lines] == ["seated", "started"]
    assert [row.name for row in ledger.people] == ["Ada", "Cyd", "Ben"]
    assert (ledger.table.state, ledger.table.started) == ("running", clock.now)
    with pytest.raises(BadRequest, match="started already"):
        sat(ledger, clock, EVE)


@pytest.mark.parametrize(("public", "fits"), [(True, False), (False, True)])
def test_a_second_seat_for_one_person(clock: Clock, public: bool, fits: bool) -> None:
    ledger = waiting(clock, "person", "open", "open", public=public)
    sat(ledger, clock, BEN)
    if fits:
        sat(ledger, clock, BEN)
        return
    with pytest.raises(BadRequest, match="one seat"):
        sat(ledger, clock, BEN)


def test_the_host_alone_seats_bots_on_free_seats(clock: Clock) -> None:
    ledger = waiting(clock, "person", "open", "open")

    def fill(actor: Actor, seat: int) -> None:
        write(ledger, clock.time, lambda draft: seating.fill(draft, actor, seat, 4, "Bot"))

    with pytest.raises(NotYours, match="whoever opened"):
        fill(BEN, 1)
    with pytest.raises(Occupied):
        fill(ADA, 0)
    fill(ADA, 1)
    row = ledger.people[1]
    sat(ledger, clock, BEN)
    with pytest.raises(BadRequest, match="started already"):
        fill(ADA, 2)
    assert (row.kind, row.guest, row.name, row.level) == ("bot", None, "Bot", 4)
    assert {"name": "Bot", "level": 4} in [line.more for line in ledger.lines]


def test_standing_up_frees_a_seat_and_the_hosts_closes_the_table(clock: Clock) -> None:
    ledger = waiting(clock, "person", "open", "open")
    sat(ledger, clock, BEN)

    def stand(actor: Actor, seat: int) -> list[str]:
        draft = write(ledger, clock.time, lambda draft: seating.stand_up(draft, actor, seat))
        return [line.row.kind for line in draft.lines]

    with pytest.raises(BadRequest, match="Nobody sits"):
        stand(ADA, 2)
    with pytest.raises(NotYours):
        stand(BEN, 0)
    assert stand(BEN, 1) == ["stood"]
    assert (ledger.people[1].kind, ledger.people[1].guest) == ("open", None)
    sat(ledger, clock, BEN)
    assert stand(ADA, 1) == ["stood"]  # the host may send people away
    assert stand(ADA, 0) == ["stood", "ended"]
    with pytest.raises(BadRequest, match="started already"):
        stand(BEN, 1)
    assert (ledger.table.state, ledger.standing.ended) == ("over", "closed")
    assert json.loads(ledger.table.result or "")["how"] == "closed"


def test_a_host_with_two_seats_keeps_the_table_until_the_last(clock: Clock) -> None:
    ledger = waiting(clock, "person", "person", "open")
    draft = write(ledger, clock.time, lambda draft: seating.stand_up(draft, ADA, 0))
    assert [line.row.kind for line in draft.lines] == ["stood"]


def test_a_stand_in_comes_and_goes(clock: Clock) -> None:
    table = Table(clock)
    table.ledger.people[1] = replace(table.ledger.people[1], away=5)
    table.write(lambda draft: seating.stand_in(draft, 1, 3))
    assert (table.ledger.people[1].stand_in, table.ledger.people[1].guest) == (3, "ben")
    assert table.ledger.lines[-1].more == {"name": "Ben", "level": 3}
    table.write(lambda draft: seating.come_back(draft, 1, "here"))
    row = table.ledger.people[1]
    assert (row.stand_in, row.process, row.away) == (None, "here", None)


# --- time ----------------------------------------------------------------------------------------


def with_clock(clock: Clock, control: str, seats: int = 2, **allows: Any) -> Ledger:
    ledger = ledger_of(toys.get("nim"), clock.time, seats, {"stones": 20}, **allows)
    table = replace(ledger.table, control=control, started=None, state="open", due=None)
    people = list(ledger.people)
    entries = [seated_entry("t", row, START) for row in people]
    return Ledger(opened(Loaded(table, people, entries), toys.get("nim"), clock.time), toys.get("nim"))


def test_a_flag_that_falls_is_a_leaving_and_the_next_one_follows(clock: Clock) -> None:
    ledger = with_clock(clock, '{"kind": "move", "seconds": 5}', 3)
    started = ledger.table.started
    assert started is not None
    assert ledger.table.due == started + 5000
    clock.now = started + 4999
    assert write(ledger, clock.time, actions.flag).lines == []
    clock.now = started + 5000
    draft = write(ledger, clock.time, actions.flag)
    assert [(line.row.kind, line.row.seat, line.more) for line in draft.lines] == [
        ("left", 0, {"what": "time"})
    ]
    assert ledger.table.due == started + 10_000
    clock.now = started + 99_999
    write(ledger, clock.time, actions.flag)
    assert ledger.standing.is_over
    assert ledger.table.due is None


def test_match_time_never_runs_back(clock: Clock) -> None:
    table = Table(clock)
    started = table.ledger.table.started
    assert started is not None
    clock.now = started + 300
    table.play(ADA, 0)
    clock.now = started + 200
    assert Draft(table.ledger, clock.time).at == 300
    clock.now = started + 900
    assert Draft(table.ledger, clock.time).at == 900
    assert Draft(table.ledger, clock.time, arrived=started + 700).at == 700
    assert Draft(table.ledger, clock.time, arrived=started + 990).at == 900  # nobody comes from the future


def test_the_first_entry_of_an_action_carries_its_key(clock: Clock) -> None:
    table = Table(clock)
    draft = Draft(table.ledger, clock.time, "ada:k")
    actions.act(draft, ADA, propose(0))
    draft.add("said", 0, phrase="hello")
    assert [line.row.key for line in draft.lines] == ["ada:k", None]
    table.ledger.take(draft.append(), draft.lines)
    assert table.ledger.keys == {"ada:k": draft.lines[0].row.seq}


def test_what_does_not_change_is_not_written(clock: Clock) -> None:
    table = Table(clock, grace=0)
    draft = table.write(lambda draft: actions.act(draft, ADA, say(phrase="hello")))
    assert draft.append().table_set == {}


# --- duties --------------------------------------------------------------------------------------


def duties(ledger: Ledger, clock: Clock) -> list[Duty]:
    return duty.of(ledger, clock.time)


def test_a_bot_thinks_when_it_is_its_turn(clock: Clock) -> None:
    table = Table(clock, grace=0)
    assert duties(table.ledger, clock) == []
    table.ledger.people[1] = SeatRow("t", 1, "bot", None, "Bot", 2)
    assert duties(table.ledger, clock) == []
    table.play(ADA, 0)
    assert duties(table.ledger, clock) == [Duty("think", 0, 1)]
    assert table.ledger.table.due == clock.now  # what was due long ago is due now
    table.leave(ADA, 0)
    assert duties(table.ledger, clock) == []


def test_a_stand_in_is_due_after_the_grace_of_whoever_is_away(clock: Clock) -> None:
    table = Table(clock, 3, grace=30)
    people = table.ledger.people
    people[1] = replace(people[1], away=START + 7)
    assert duties(table.ledger, clock) == [Duty("stand-in", START + 30_007, 1)]
    people[1] = replace(people[1], stand_in=2)
    assert duties(table.ledger, clock) == []
    people[2] = replace(people[2], away=START)
    table.leave(CYD, 2)
    assert duties(table.ledger, clock) == []
    assert duty.level_of(people[1]) == 2


@pytest.mark.parametrize("control", ['{"kind": "none"}', '{"kind": "days", "days": 2}'])
def test_who_has_days_or_no_grace_gets_no_stand_in(clock: Clock, control: str) -> None:
    ledger = with_clock(clock, control, grace=0 if "none" in control else 30)
    ledger.people[1] = replace(ledger.people[1], away=START)
    assert [one.kind for one in duties(ledger, clock)] == (["flag"] if "days" in control else [])
    assert isinstance(ledger.frame.control, Days) == ("days" in control)


def test_the_earliest_duty_says_when_to_look_again() -> None:
    assert duty.due_of([Duty("tick", 7), Duty("flag", 3, 1)]) == 3
    assert duty.due_of([]) is None


# --- ends ----------------------------------------------------------------------------------------


def test_an_end_is_told_once_with_everything_about_it(clock: Clock) -> None:
    table = Table(clock, stones=1)
    draft = Draft(table.ledger, clock.time)
    actions.play(draft, 0, "take 1", table.ledger.seq)
    change = draft.append()
    ended = change.ended
    assert ended is not None
    assert isinstance(ended.match.awaiting, Over)
    assert (ended.how, ended.at, ended.table.state) == ("game", clock.now, "over")
    assert (ended.scores, ended.ranks) == (
        ended.match.awaiting.result.scores,
        ended.match.awaiting.result.ranks,
    )
    table.ledger.take(change, draft.lines)
    after = Draft(table.ledger, clock.time)
    actions.act(after, ADA, propose(0, "rematch"))
    assert after.append().ended is None
    assert "ended" not in after.append().table_set


def test_a_table_without_a_match_closes_with_equal_ranks() -> None:
    assert result_of(Standing("over", ended="closed"), 3) == {
        "how": "closed", "scores": [], "ranks": [1, 1, 1], "rule": ""
    }  # fmt: skip
    assert result_of(Standing("over"), 2)["how"] == "closed"


# --- sheets --------------------------------------------------------------------------------------


def test_a_seat_is_mine_only_for_its_guest(clock: Clock) -> None:
    table = Table(clock)
    table.ledger.people[1] = SeatRow("t", 1, "bot", None, "Bot", 2)
    for guest, mine in (("ada", [True, False]), ("eve", [False, False]), (None, [False, False])):
        sheet = visibility.table_sheet(table.ledger, Eyes(guest))
        assert [seat.mine for seat in sheet.seats] == mine
        assert sheet.host is (guest == "ada")
        assert [seat.present for seat in sheet.seats] == [False, True]  # a bot is always there


def test_a_welcome_begins_where_the_client_stopped(clock: Clock) -> None:
    table = Table(clock)
    last = table.ledger.seq
    for since, first in ((0, 1), (1, 2), (last, last + 1), (last + 1, 1), (-1, 1)):
        entries = visibility.welcome(table.ledger, Eyes("ada", (0,)), since, last, 0).entries
        assert [entry.seq for entry in entries] == list(range(first, last + 1))


def test_a_delayed_spectator_knows_what_was_written_long_enough_ago(clock: Clock) -> None:
    table = Table(clock, delay=10)
    known = table.ledger.seq
    clock.now += 20_000
    table.play(ADA, 0)
    eyes, wrote = Eyes("eve"), clock.now
    assert visibility.horizon(table.ledger, eyes, wrote + 9_999) == known
    assert visibility.horizon(table.ledger, eyes, wrote + 10_000) == known + 1
    assert visibility.horizon(table.ledger, Eyes("ada", (0,)), wrote) == known + 1
    assert visibility.horizon(table.ledger, eyes, START + 9_999) == 0  # not even who sits there
    late = visibility.position(table.ledger, eyes, known, 77_777)
    assert late.clock is not None
    assert late.clock.at == table.ledger.lines[known - 1].row.at


def test_the_seed_goes_out_at_the_end_but_not_after_a_takeback(clock: Clock) -> None:
    table = Table(clock)
    table.play(ADA, 0)
    assert visibility.table_sheet(table.ledger, Eyes()).seed is None
    ref = table.offer(ADA, 0, "takeback", 0)
    table.act(BEN, respond(1, ref))
    sheet = visibility.table_sheet(table.ledger, Eyes())
    assert (sheet.state, sheet.seed) == ("over", None)
    table = Table(clock)
    table.leave(ADA, 0)
    assert visibility.table_sheet(table.ledger, Eyes()).seed == table.ledger.table.seed.hex()


def test_a_clock_stands_when_the_match_is_over(clock: Clock) -> None:
    ledger = with_clock(clock, '{"kind": "bank", "seconds": 60, "increment": 2}')
    face = visibility.position(ledger, Eyes(), ledger.seq, 1000).clock
    assert face is not None
    assert (face.at, face.left, face.running) == (1000, [59_000, 60_000], [0])
    write(ledger, clock.time, lambda draft: actions.leave(draft, 0))
    face = visibility.position(ledger, Eyes(), ledger.seq, 2000).clock
    assert face is not None
    assert face.running == []
    table = Table(clock)
    face = visibility.position(table.ledger, Eyes(), table.ledger.seq, 1000).clock
    assert face is not None
    assert (face.left, face.running) == ([None, None], [])


# --- questions -----------------------------------------------------------------------------------


class Careful(Nim):
    """Nim that says of each condition whether it holds, and builds moves step by step."""

    def examine(self, state: Any, seat: int, move: int) -> Examination:
        said = Sentence("takes {n}", n=move)
        return Examination((Check(said, move <= 3, "NIM-1", ("S1",)),), move if move <= 3 else None)

    def steps(self, state: Any, seat: int, prefix: str) -> Any:
        return Steps(("1", "2"), complete=bool(prefix), board={"stones": 5}, moves=range(1, 500))


class Silent(Nim):
    """Nim that does not say what a move would bring."""

    score = None  # type: ignore[assignment]  # as if it were not there


def test_questions_a_game_cannot_answer_are_refused(clock: Clock) -> None:
    match = Table(clock).standing.match
    assert match is not None
    with pytest.raises(BadRequest, match="not told one by one"):
        questions.examine_of(match, 0, "take 1")
    with pytest.raises(BadRequest, match="not built step by step"):
        questions.steps_of(match, 0, "")
    with pytest.raises(BadRequest, match="no previews"):
        questions.score_of(new(Silent(), 2), 0, "take 1")
    assert questions.score_of(match, 0, "take 1", 9).id == 9


def test_conditions_and_steps_are_told_with_their_number() -> None:
    match = new(Careful(), 2, {"stones": 20})
    found = questions.examine_of(match, 0, "take 9", 7)
    assert (found.id, found.points) == (7, None)
    assert [(one.text, one.holds, one.rule, one.where) for one in found.checks] == [
        ("takes 9", False, "NIM-1", ["S1"])
    ]
    assert questions.examine_of(match, 0, "take 2").points == 2
    steps = questions.steps_of(match, 0, "1", 8)
    assert (steps.id, steps.steps, steps.complete, len(steps.moves)) == (8, ["1", "2"], True, questions.SHOWN)


def test_the_first_legal_moves_are_listed_and_all_are_counted() -> None:
    match = new(toys.get("nim"), 2, {"stones": 20})
    found = questions.legal_of(match, 0, 2, 5)
    assert (found.moves, found.count, found.id) == (["take 1", "take 2"], 3, 5)
