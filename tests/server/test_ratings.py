"""Ratings: what counts, that nothing counts twice, and that they are what follows from the logs."""

import asyncio
import random
import threading
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, select, update
from tests import toys
from tests.server.serving import Guest, Served, serving, settings_for, until

from ludoteka.ratings.fold import Form
from ludoteka.ratings.glicko import Rating
from ludoteka.server.live import ratings as rating
from ludoteka.server.messages import models
from ludoteka.server.store import mine, recounting, standings
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import finished, finished_seats, meetings, ratings
from ludoteka.server.store.tables import tables as all_tables
from ludoteka.server.table.finished import EndedMatch, EndedSeat, is_rated, pace_of
from ludoteka.server.table.rows import SeatRow

CLOCK = {"kind": "bank", "seconds": 300}
RATED = {"rated": True}


@pytest.fixture(params=("sqlite", "postgresql"))
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    address = f"sqlite:///{tmp_path / 'rated.sqlite3'}"
    if request.param == "postgresql":
        address = request.getfixturevalue("database")
    with serving(settings_for(tmp_path, database=address)) as found:
        yield found


def ask(served: Served, work: Coroutine[Any, Any, Any]) -> Any:
    loop = served.host.scheduler._tasks[0].get_loop()
    return asyncio.run_coroutine_threadsafe(work, loop).result(60)


def within(served: Served, work: Any) -> Any:
    return ask(served, served.host.store.save(work))


def agreed(served: Served) -> dict[Any, dict[str, Form]]:
    """Kept ratings, which must be those of the logs."""

    def work(connection: Connection) -> Any:
        found = list(recounting.from_logs(connection, toys.get, served.host.ratings.anchor))
        kept = {table for (table,) in connection.execute(select(finished.c.table))}
        assert kept == {match.table for match in found}
        return dict(standings.all_forms(connection)), recounting.folded(found)

    kept: dict[Any, dict[str, Form]]
    kept, folded = within(served, work)
    assert kept == folded
    assert kept
    return kept


def duel(first: Guest, second: Guest, moves: int = 2, **more: Any) -> str:
    """A match in which everybody has made a move, unless there are fewer."""
    wish = {"allows": RATED, "control": CLOCK} | more
    table: str = first.open("nim", "me", "open", **wish)["id"]
    second.sit(table)
    for number in range(moves):
        mover = (first, second)[number]
        position = mover.get(f"/api/tables/{table}/position")["position"]
        seen = {"seen": position["seq"], "key": f"m{number}"}
        action = {"do": "play", "seat": position["awaiting"]["seats"][0], "move": "take 1"} | seen
        mover.http.post(f"/api/tables/{table}/actions", json=action).raise_for_status()
    return table


def resign(guest: Guest, table: str, seat: int) -> None:
    with guest.at(table) as seated:
        seated.act("leave", seat=seat)


def line(guest: Guest) -> dict[str, Any]:
    found: list[dict[str, Any]] = guest.get("/api/me/ratings")
    assert len(found) == 1
    return found[0]


def test_a_rated_match_changes_both_ratings_by_what_was_at_stake(place: Served) -> None:
    ada, bob = place.guest("Ada"), place.guest("Bob")
    table = duel(ada, bob)
    stakes = ada.get(f"/api/tables/{table}/stakes")
    assert stakes["mine"] == {"rating": 1500, "deviation": 350, "provisional": True, "matches": 0}
    assert (stakes["win"] > 100, stakes["draw"], stakes["loss"] < -100) == (True, 0, True)
    resign(bob, table, 1)
    assert line(ada)["rating"] == 1500 + stakes["win"]
    assert line(bob)["rating"] == 1500 + stakes["loss"]
    assert line(ada) | {"rating": 0, "deviation": 0} == {
        "rating": 0, "deviation": 0, "provisional": True, "matches": 1, "game": "nim", "pace": "quick",
        "place": None, "opponents": 0,
    }  # fmt: skip
    agreed(place)


def test_help_take_backs_and_stand_ins_are_off_at_a_rated_table(place: Served) -> None:
    ada, bob = place.guest(), place.guest()
    allows = {"rated": True, "hints": True, "takeback": True, "grace": 30, "alternatives": True}
    table = duel(ada, bob, allows=allows)
    found = ada.get(f"/api/tables/{table}")["allows"]
    assert [found[name] for name in ("rated", "hints", "takeback", "alternatives", "grace")] == [
        True, False, False, False, 0,
    ]  # fmt: skip
    with ada.at(table) as seated:
        assert seated.ask("hint", seat=0, step=1)["kind"] == "refused"
        assert seated.act("propose", seat=0, what="takeback", ply=0)["kind"] == "refused"


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"seats": [{"kind": "me"}, {"kind": "me"}]}, "one seat"),
    ({"seats": [{"kind": "me"}, {"kind": "bot", "level": 8}]}, "no rating yet"),
    ({"options": {"stones": 7}}, "usual ways"),
    ({"control": {"kind": "none"}}, "needs a clock"),
]


@pytest.mark.parametrize(("change", "why"), REFUSED)
def test_what_cannot_be_rated_is_refused(served: Served, change: dict[str, Any], why: str) -> None:
    wish = {"game": "nim", "seats": [{"kind": "me"}, {"kind": "open"}], "allows": RATED, "control": CLOCK}
    answer = served.guest().http.post("/api/tables", json=wish | change)
    assert answer.status_code == 400
    assert why in answer.json()["error"]["text"]
    assert served.guest().http.post("/api/tables", json=wish).status_code == 201


def test_a_game_with_its_own_limits_needs_no_clock(served: Served) -> None:
    served.guest().open("race", "me", "open", allows=RATED)


def test_nobody_plays_themselves_and_programs_play_unrated(served: Served) -> None:
    ada = served.guest("Ada")
    table = ada.open("nim", "me", "open", allows=RATED, control=CLOCK)["id"]
    assert "one seat" in ada.http.post(f"/api/tables/{table}/seats", json={}).json()["error"]["text"]
    ada.http.post(
        "/api/me/claim", json={"name": "Ada of nim", "password": "sesame sesame"}
    ).raise_for_status()
    token = ada.http.post("/api/bots", json={"name": "Robot"}).json()["token"]
    robot = Guest(served, token)
    served.guests.append(robot)
    assert "unrated" in robot.http.post(f"/api/tables/{table}/seats", json={}).json()["error"]["text"]
    wish = {"game": "nim", "seats": [{"kind": "me"}, {"kind": "open"}], "allows": RATED, "control": CLOCK}
    assert robot.http.post("/api/tables", json=wish).status_code == 400


def test_bots_are_anchors(place: Served) -> None:
    """Level 1 has 1500 and stays there, whatever people do."""
    ada = place.guest()
    stakes = ada.get("/api/ratings/nim/quick/stakes?level=1")
    assert stakes["others"] == [{"rating": 1500, "deviation": 40}]
    assert stakes["level"] == 0  # one that a newcomer can beat
    table = ada.open("nim", "me", {"kind": "bot", "level": 1}, allows=RATED, control=CLOCK)["id"]
    with ada.at(table) as seated:
        seated.wait_until(lambda s: s.awaited() == [0])
        seated.play(0, "take 1")
        seated.act("leave", seat=0)
    assert line(ada)["rating"] == 1500 + stakes["loss"]
    again = place.guest().get("/api/ratings/nim/quick/stakes?level=1")
    assert again["others"] == stakes["others"]
    agreed(place)


def test_unrated_and_aborted_matches_do_not_count(place: Served) -> None:
    ada, bob = place.guest(), place.guest()
    resign(bob, duel(ada, bob, allows={}), 1)
    table = duel(ada, bob)
    with ada.at(table) as a, bob.at(table) as b:
        offer = a.act("propose", seat=0, what="abort")["entries"][-1]["seq"]
        b.wait_until(lambda s: s.seq >= offer)
        b.act("respond", seat=1, ref=offer, accept=True)
    assert ada.get("/api/me/ratings") == []
    assert ada.get("/api/me/finished")["total"] == 2


def test_a_match_counts_once_everybody_has_moved(place: Served) -> None:
    ada, bob = place.guest(), place.guest()
    for moves in (0, 1):
        table = duel(ada, bob, moves)
        resign(bob, table, 1)
        (game,) = [one for one in ada.get("/api/me/finished")["games"] if one["table"] == table]
        assert (game["how"], game["outcome"], game["rated"]) == ("unplayed", "aborted", False)
    table = duel(ada, bob, 0)
    with ada.at(table) as a, bob.at(table) as b:
        offer = a.act("propose", seat=0, what="draw")["entries"][-1]["seq"]
        b.wait_until(lambda s: s.seq >= offer)
        b.act("respond", seat=1, ref=offer, accept=True)
    assert ada.get("/api/me/ratings") == []
    resign(bob, duel(ada, bob), 1)
    assert line(ada)["matches"] == 1
    agreed(place)


def test_whoever_walks_out_of_rated_matches_plays_unrated_for_a_day(place: Served) -> None:
    ada, bob, eve = place.guest(), place.guest(), place.guest()
    for _ in range(3):
        resign(bob, duel(ada, bob, 0), 1)
    wish = {"game": "nim", "seats": [{"kind": "me"}, {"kind": "open"}], "allows": RATED, "control": CLOCK}
    pairing = {"game": "nim", "seats": 2, "control": CLOCK, "rated": True}
    waiting = eve.open("nim", "me", "open", allows=RATED, control=CLOCK)["id"]
    for path, body in (("tables", wish), ("pair", pairing), (f"tables/{waiting}/seats", {})):
        refused = bob.http.post(f"/api/{path}", json=body)
        assert refused.status_code == 400
        assert "You have left 3 rated matches before they began" in refused.json()["error"]["text"]
    assert bob.http.post("/api/tables", json=wish | {"allows": {}}).status_code == 201
    assert ada.http.post("/api/tables", json=wish).status_code == 201  # who stayed is free
    now = place.host.time.now
    place.host.time.now = lambda: now() + 86_400_001
    bob.sit(waiting)


def test_a_draw_by_agreement_counts(place: Served) -> None:
    ada, bob = place.guest(), place.guest()
    table = duel(ada, bob)
    with ada.at(table) as a, bob.at(table) as b:
        offer = a.act("propose", seat=0, what="draw")["entries"][-1]["seq"]
        b.wait_until(lambda s: s.seq >= offer)
        b.act("respond", seat=1, ref=offer, accept=True)
    assert line(ada)["rating"] == line(bob)["rating"] == 1500
    assert line(ada)["deviation"] < 350
    agreed(place)


@pytest.mark.parametrize("what", ["draw", "abort"])
def test_no_bot_agrees_to_an_end_of_a_rated_match(place: Served, what: str) -> None:
    """It would agree to everything: one request would make anybody as strong as the strongest bot."""
    ada = place.guest()
    bot = {"kind": "bot", "level": 1}
    table = ada.open("nim", "me", bot, allows=RATED, control=CLOCK)["id"]
    with ada.at(table) as a:
        refused = a.act("propose", seat=0, what=what)
        assert refused["text"] == "A bot agrees to nothing in a rated match: play on, or leave."
        assert a.position["state"] == "running"
    assert ada.get("/api/me/ratings") == []


def test_many_matches_equal_their_fold_and_can_be_counted_again(place: Served) -> None:
    rng = random.Random(11)
    people = [place.guest(f"P{n}") for n in range(4)]
    for _ in range(25):
        first, second = rng.sample(people, 2)
        table = duel(first, second, control=rng.choice([CLOCK, {"kind": "days", "days": 2}]))
        seat = rng.randrange(2)
        resign((first, second)[seat], table, seat)
    kept = agreed(place)
    assert set(kept) == {("nim", "quick"), ("nim", "days")}

    def spoil(connection: Connection) -> None:
        connection.execute(update(ratings).values(rating=1000.0))
        connection.execute(delete(finished_seats).where(finished_seats.c.seat == 1))

    within(place, spoil)
    again = within(place, lambda c: recounting.recount(c, toys.get, place.host.ratings.anchor))
    assert again.matches == 25
    assert len(again.wrong) == sum(map(len, kept.values()))
    assert agreed(place) == kept
    clean = within(place, lambda c: recounting.recount(c, toys.get, place.host.ratings.anchor))
    assert clean.wrong == ()


def test_archived_matches_count_too(place: Served) -> None:
    ada, bob = place.guest(), place.guest()
    resign(bob, duel(ada, bob), 1)
    kept = agreed(place)
    until(lambda: ask(place, place.host.store.put_away(10**15, 100)))  # once the sockets are gone
    place.host.rooms.clear()
    assert agreed(place) == kept


def a_match(table: str, at: int, winner: str, loser: str) -> EndedMatch:
    seats = (
        EndedSeat(0, winner, None, winner, 1, 3),
        EndedSeat(1, loser, None, loser, 2, 1),
    )
    return EndedMatch(table, "nim", "quick", at, "game", 9, 4000, counts=True, seats=seats)


def test_a_match_is_entered_once_and_in_any_order(place: Served) -> None:
    """Two processes may end matches of one person in another order than that of their clocks."""
    matches = [
        a_match(f"t{n}", 1000 + n // 2, *random.Random(n).sample(["a", "b", "c"], 2)) for n in range(30)
    ]
    shuffled = random.Random(3).sample(matches, 30)
    for match in shuffled:
        assert within(place, lambda c, match=match: standings.enter(c, match))
        assert not within(place, lambda c, match=match: standings.enter(c, match))
    kept = within(place, standings.all_forms)
    assert kept == recounting.folded(matches)


def test_a_bot_keeps_the_rating_it_had(place: Served) -> None:
    """A new measurement does not change what was won against the old one."""
    match = a_match("t1", 1000, "a", "b")
    bot = EndedSeat(1, None, 1, "first", 2, 1, Rating(1700, 60))
    within(place, lambda c: standings.enter(c, replace(match, seats=(match.seats[0], bot))))
    before = within(place, standings.all_forms)
    within(place, lambda c: standings.enter(c, a_match("t0", 900, "a", "c")))  # folded again
    after = within(place, standings.all_forms)
    assert before["nim", "quick"]["a"] != after["nim", "quick"]["a"]
    assert within(place, lambda c: standings.anchors_of(c, "t1")) == {1: Rating(1700, 60)}


def test_matches_that_were_missed_are_entered_at_the_next_start(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    with serving(settings) as first:
        ada, bob = first.guest(), first.guest()
        resign(bob, duel(ada, bob), 1)
        kept, cookies = agreed(first), ada.http.cookies

        def forget(connection: Connection) -> None:
            for table in (finished, finished_seats, ratings):
                connection.execute(delete(table))

        within(first, forget)
    with serving(settings) as second:
        ada = Guest(second)
        second.guests.append(ada)
        ada.http.cookies.update(cookies)
        until(lambda: ada.get("/api/me/ratings"))
        assert agreed(second) == kept


def beaten(loser: Guest, winner: Guest) -> str:
    table = duel(winner, loser)
    resign(loser, table, 1)
    return table


def put_away(served: Served, tables: list[str]) -> None:
    moved: set[str] = set()

    def are_archived() -> bool:
        moved.update(ask(served, served.host.store.put_away(10**15, 100)))
        return moved >= set(tables)

    until(are_archived)
    served.host.rooms.clear()


class Told:
    """A log that remembers; the real one may be kept by whoever wrote to it first."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, list[str]]] = []

    def exception(self, event: str, tables: list[str]) -> None:
        self.lines.append((event, tables))

    def info(self, event: str, **_: object) -> None:
        """What went well is not remembered."""


def test_what_cannot_be_entered_is_told_and_in_nobodys_way(
    place: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = place.guest(), place.guest()
    tables = [beaten(bob, ada) for _ in range(3)]
    kept = agreed(place)

    def damage(connection: Connection) -> None:
        connection.execute(delete(finished))
        connection.execute(delete(finished_seats))
        connection.execute(delete(ratings))
        connection.execute(delete(meetings))
        spoilt = update(all_tables).where(all_tables.c.id == tables[0])
        connection.execute(spoilt.values(result='{"how": "game"'))

    result = select(all_tables.c.result).where(all_tables.c.id == tables[0])
    whole = within(place, lambda c: c.execute(result).scalar())
    within(place, damage)
    monkeypatch.setattr(rating, "AT_ONCE", 1)
    told = Told()
    monkeypatch.setattr(rating, "log", told)
    assert ask(place, place.host.ratings.catch_up()) == 2
    assert told.lines == [("ratings.not_entered", [tables[0]])]
    mended = update(all_tables).where(all_tables.c.id == tables[0]).values(result=whole)
    within(place, lambda c: c.execute(mended) and None)
    assert ask(place, place.host.ratings.catch_up()) == 1
    assert agreed(place) == kept


def test_matches_entered_later_are_folded_again_once_at_most(
    place: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Archived ones are older: they come first, and nothing comes late."""
    ada, bob = place.guest(), place.guest()
    tables = [beaten(bob, ada) for _ in range(2)]
    put_away(place, tables)
    tables += [beaten(bob, ada) for _ in range(2)]
    kept = agreed(place)
    folded: list[Any] = []
    refold = standings.refold

    def counted(connection: Connection, bucket: standings.Bucket) -> None:
        folded.append(bucket)
        refold(connection, bucket)

    monkeypatch.setattr(standings, "refold", counted)

    def forget(some: list[str]) -> None:
        def work(connection: Connection) -> None:
            for table in (finished, finished_seats):
                connection.execute(delete(table).where(table.c.table.in_(some)))
            if some == tables:
                connection.execute(delete(ratings))
                connection.execute(delete(meetings))

        within(place, work)

    forget(tables)
    assert ask(place, place.host.ratings.catch_up()) == 4
    assert agreed(place) == kept
    assert folded == []
    forget(tables[:2])
    assert ask(place, place.host.ratings.catch_up()) == 2
    assert agreed(place) == kept
    assert folded == [("nim", "quick")]


def test_a_match_alone_is_neither_won_nor_lost(place: Served) -> None:
    ada = place.guest()
    me = ada.get("/api/me")["id"]
    alone = EndedMatch(
        "t1",
        "nim",
        "quick",
        10**12,
        "game",
        9,
        4000,
        counts=False,
        seats=(EndedSeat(0, me, None, "Ada", 1, 3),),
    )
    within(place, lambda c: standings.enter(c, alone))
    assert [one["outcome"] for one in ada.get("/api/me/finished")["games"]] == ["alone"]
    assert ada.get("/api/me/finished?outcome=won")["total"] == 0
    assert ada.get("/api/me/finished?outcome=alone")["total"] == 1
    assert ada.get("/api/me/statistics")["total"] == {"won": 0, "drawn": 0, "lost": 0}


def test_my_matches_are_found_by_their_outcomes(place: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = place.guest()
    me = ada.get("/api/me")["id"]
    ways = {
        "won": [(me, 1), ("b", 2)],
        "lost": [("b", 1), (me, 2)],
        "drawn": [(me, 1), ("b", 1), ("c", 3)],
        "several": [(me, 1), (me, 2)],
        "aborted": [(me, 1), ("b", 1)],
    }
    for number in range(10):
        for way, ranks in ways.items():
            seats = tuple(EndedSeat(seat, who, None, who, rank, 0) for seat, (who, rank) in enumerate(ranks))
            how = "abort" if way == "aborted" else "game"
            match = EndedMatch(f"{way}{number}", "nim", "quick", number, how, 9, 9, counts=False, seats=seats)
            within(place, lambda c, match=match: standings.enter(c, match))
    read: list[int] = []
    ask_store = place.host.store.read

    async def watched(query: Any) -> Any:
        rows = await ask_store(query)
        read.append(len(rows))
        return rows

    monkeypatch.setattr(place.host.store, "read", watched)
    for way in ways:
        found = ada.get(f"/api/me/finished?outcome={way}&offset=2&limit=3")
        assert found["total"] == 10
        assert [one["table"] for one in found["games"]] == [f"{way}{number}" for number in (7, 6, 5)]
        assert {one["outcome"] for one in found["games"]} == {way}
    assert max(read) <= 9, "no more than a page, with its seats"
    assert ada.get("/api/me/statistics")["total"] == {"won": 10, "drawn": 10, "lost": 10}


def test_a_match_that_ends_during_a_recount_is_kept(place: Served) -> None:
    ada, bob = place.guest(), place.guest()
    resign(bob, duel(ada, bob), 1)
    address = place.host.settings.database
    meanwhile = replace(a_match("meanwhile", 10**13, "a", "b"), counts=False)

    def end() -> None:
        async def work() -> None:
            store = Store(address)
            await store.save(lambda connection: standings.enter(connection, meanwhile))
            await store.stop()

        asyncio.run(work())

    ending = threading.Thread(target=end)

    def game_of(name: str) -> Any:
        """The first log is being read; a match that need not wait has ended by the time the next one is."""
        if ending.ident is None:
            ending.start()
            ending.join(1)
        return toys.get(name)

    counted = within(place, lambda c: recounting.recount(c, game_of, place.host.ratings.anchor))
    ending.join()
    assert (counted.matches, counted.wrong) == (1, ())
    assert "meanwhile" in within(place, lambda c: [row.table for row in c.execute(select(finished.c.table))])


def test_a_leaderboard_is_made_once_for_many_who_look(place: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = place.guest(), place.guest()
    resign(bob, duel(ada, bob), 1)
    made: list[tuple[str, str]] = []
    on_board = mine.on_board

    async def counted(store: Store, game: str, pace: str) -> Any:
        made.append((game, pace))
        return await on_board(store, game, pace)

    monkeypatch.setattr(rating, "on_board", counted)
    now = place.host.time.now()
    monkeypatch.setattr(place.host.time, "now", lambda: now)
    assert line(ada)["place"] is None
    assert made == [], "who is not on it need not be looked for"
    for _ in range(3):
        assert ada.get("/api/ratings/nim/quick")["lines"] == []
    assert made == [("nim", "quick")]
    resign(bob, duel(ada, bob), 1)  # another match has ended
    ada.get("/api/ratings/nim/quick")
    assert len(made) == 2
    monkeypatch.setattr(place.host.time, "now", lambda: now + rating.BOARD_MS)  # or somewhere else
    ada.get("/api/ratings/nim/quick")
    assert len(made) == 3


PACES = [
    ({"kind": "days", "days": 3}, "days"),
    ({"kind": "move", "seconds": 30}, "quick"),
    ({"kind": "move", "seconds": 60}, "long"),
    ({"kind": "bank", "seconds": 600}, "quick"),
    ({"kind": "bank", "seconds": 300, "increment": 10}, "long"),
    ({"kind": "none"}, "quick"),
]


@pytest.mark.parametrize(("control", "pace"), PACES)
def test_kinds_of_time(control: dict[str, Any], pace: str) -> None:
    assert pace_of(models.CONTROL.validate_python(control)) == pace


FAIR = {"takeback": False, "hints": False, "alternatives": False, "rated": True}
ADA, BEN = SeatRow("t", 0, "person", "ada", "Ada"), SeatRow("t", 1, "person", "ben", "Ben")
BOT = SeatRow("t", 1, "bot", None, "Easy", 1)


@pytest.mark.parametrize(
    ("allows", "people", "counts"),
    [
        ({}, (ADA, BEN), True),
        ({}, (ADA, BOT), True),
        ({"rated": False}, (ADA, BEN), False),
        ({"takeback": True}, (ADA, BEN), False),
        ({"hints": True}, (ADA, BEN), False),
        ({"alternatives": True}, (ADA, BEN), False),
        ({}, (ADA, replace(BEN, stand_in=1)), False),  # a bot played for somebody
        ({}, (ADA, replace(BEN, guest="ada")), False),  # against oneself
        ({}, (replace(BOT, seat=0), BOT), False),  # nobody is there
        ({}, (ADA,), False),
    ],
)
def test_a_match_counts_if_it_was_fair(
    allows: dict[str, bool], people: tuple[SeatRow, ...], counts: bool
) -> None:
    assert is_rated(models.Allows.model_validate(FAIR | allows), people) is counts
