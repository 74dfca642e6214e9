"""Every door of a table, for everybody, in every state: what is hidden stays hidden until the match ends.

Two worlds that a viewer cannot tell apart are made of two seeds; every answer must be the same bytes in both.
A match that was taken back goes on at another table: until it ends there, the old table keeps its secrets.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server import toy_catalogue
from tests.server.serving import Guest, Served, serving, settings_for
from tests.toys.rummage import Rummage, State
from websockets.exceptions import ConnectionClosed

from ludoteka.core import leaving
from ludoteka.core.game import AnyGame, Event, Over, Played, Result, Turn
from ludoteka.core.match import new, settle
from ludoteka.core.picture import Marked, Picture, Words


class Pockets(Rummage):
    """Rummage without refills: a move can be taken back while racks are hidden."""

    info = replace(Rummage.info, id="pockets", title="Pockets")

    def awaiting(self, state: State) -> Any:
        if not state.due and not leaving.is_deserted(state.left, state.seats) and state.racks[state.seat]:
            return Turn(frozenset({state.seat}))
        if not state.due and not leaving.is_deserted(state.left, state.seats):
            return Over(Result(state.scores, leaving.ranks(state.scores, state.left), "RUM-4"))
        return super().awaiting(state)

    def apply(self, state: State, event: Event[Any]) -> State:
        after = super().apply(state, event)
        if isinstance(event, Played):
            return replace(after, due="", seat=leaving.next_seat(state.seat, state.left, state.seats))
        return after

    def picture(self, view: Any, last: Marked | None) -> Picture:
        """Every rack that the view shows, and how many tiles have been played."""
        shown = [*(rack or "" for rack in view["racks"]), str(sum(view["scores"]))]
        return Picture(
            100, 100, tuple(Words(50, 20 * n + 20, text, 12, "#000000") for n, text in enumerate(shown))
        )


GAME: AnyGame = Pockets()


def ids() -> list[str]:
    return ["pockets"]


def get(_: str) -> AnyGame:
    return GAME


CATALOGUE = replace(toy_catalogue.CATALOGUE, ids=ids, game=get)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("doors")
    with serving(settings_for(folder), CATALOGUE) as served:
        frozen = served.host.time.now()
        served.host.time.now = lambda: frozen
        yield served


# --- worlds --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class World:
    """A seed, the racks it deals, and the tile that the first seat plays."""

    seed: bytes
    racks: tuple[str, ...]
    tile: str = ""


def dealt(number: int, seats: int) -> World:
    seed = number.to_bytes(32, "big")
    return World(seed, settle(new(GAME, seats, {}), seed).state.racks)


@cache
def two_worlds(seats: int, seat: int | None) -> tuple[World, World]:
    """Worlds in which this seat alone holds the same tiles; some tile can be played in both."""
    for one, other in combinations([dealt(number, seats) for number in range(1200)], 2):
        shared = sorted(set(one.racks[0]) & set(other.racks[0]))
        pairs = list(zip(one.racks, other.racks, strict=True))
        alike = [mine == theirs for mine, theirs in pairs]
        if shared and all(same == (number == seat) for number, same in enumerate(alike)):
            return replace(one, tile=shared[0]), replace(other, tile=shared[0])
    raise AssertionError("no such worlds")


# --- states --------------------------------------------------------------------------------------


@dataclass
class Scene:
    """A table in some state, and everybody who might look."""

    served: Served
    world: World
    people: list[Guest]
    table: str

    @property
    def room(self) -> Any:
        return self.served.host.rooms[self.table]

    def act(self, seat: int, table: str | None = None, **fields: Any) -> dict[str, Any]:
        """An action of a seat, which must be done."""
        where = table or self.table
        self.people[seat].get(f"/api/tables/{where}")  # now its room is in memory
        seen = self.served.host.rooms[where].ledger.seq
        body = {"seen": seen, "key": f"k{seen}", "seat": seat} | fields
        answer = self.people[seat].http.post(f"/api/tables/{where}/actions", json=body)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def play(self, table: str | None = None) -> None:
        self.act(0, table, do="play", move=f"play {self.world.tile}")

    def agree(self, what: str, table: str | None = None, **fields: Any) -> str:
        """Everybody agrees; the answer is the table that follows."""
        offer = self.act(0, table, do="propose", what=what, **fields)
        ref = offer["entries"][0]["seq"]
        for seat in range(1, len(self.world.racks)):
            answer = self.act(seat, table, do="respond", ref=ref, accept=True)
        followed = [entry["table"] for entry in answer["entries"] if entry["kind"] == "followed"]
        return followed[0] if followed else ""

    def leave(self, *seats: int, table: str | None = None) -> None:
        for seat in seats:
            self.act(seat, table, do="leave")


def started(served: Served, world: World, sealed_until: int | None = None, **allows: Any) -> Scene:
    """A match of these racks in which nobody has moved; `sealed_until`: one of many with the same draws."""
    seats = len(world.racks)
    people = [served.guest(name) for name in ("Ada", "Ben", "Eva", "Max")[:seats]]
    table = people[0].open("pockets", "me", *["open"] * (seats - 1), allows={"grace": 0} | allows)["id"]
    room = served.host.rooms[table]
    room.ledger.table = replace(room.ledger.table, seed=world.seed, sealed_until=sealed_until)
    for guest in people[1:]:
        guest.sit(table)
    assert room.ledger.standing.match.state.racks == world.racks
    if sealed_until is not None:
        room.ledger.table = replace(room.ledger.table, series="daily/pockets/2026-01-01")
    return Scene(served, world, people, table)


def running(scene: Scene) -> None:
    scene.play()


def taken_back(scene: Scene) -> None:
    scene.play()
    scene.agree("takeback", ply=1)


def taken_back_twice(scene: Scene) -> None:
    scene.play()
    second = scene.agree("takeback", ply=1)
    scene.play(second)
    scene.agree("takeback", second, ply=1)


def taken_back_and_left_by_one(scene: Scene) -> None:
    scene.play()
    scene.leave(2, table=scene.agree("takeback", ply=1))


def left_by_one(scene: Scene) -> None:
    scene.play()
    scene.leave(2)


def over_by_leaving(scene: Scene) -> None:
    scene.play()
    scene.leave(2, 1)


def drawn(scene: Scene) -> None:
    scene.play()
    scene.agree("draw")


def rematched(scene: Scene) -> None:
    scene.play()
    scene.agree("draw")
    scene.agree("rematch")


def taken_back_and_over(scene: Scene) -> None:
    scene.play()
    scene.leave(2, 1, table=scene.agree("takeback", ply=1))


def taken_back_twice_and_over(scene: Scene) -> None:
    scene.play()
    second = scene.agree("takeback", ply=1)
    scene.play(second)
    scene.agree("abort", scene.agree("takeback", second, ply=1))


def taken_back_over_and_rematched(scene: Scene) -> None:
    scene.play()
    second = scene.agree("takeback", ply=1)
    scene.agree("draw", second)
    scene.agree("rematch", second)


State_ = Callable[[Scene], None]
CLOSED: list[State_] = [running, taken_back, taken_back_twice, taken_back_and_left_by_one, left_by_one]
OPEN: list[State_] = [
    over_by_leaving,
    drawn,
    rematched,
    taken_back_and_over,
    taken_back_twice_and_over,
    taken_back_over_and_rematched,
]


# --- viewers and doors ---------------------------------------------------------------------------

VIEWERS: dict[str, int | None] = {"player": 0, "opponent": 1, "spectator": None, "stranger": None}
PAGES = ["", "/log", "/at/0", "/at/1", "/at/2", "/record", "/verify", "/review"]
PAGES += [f"/at/{ply}?seat={seat}" for ply in (0, 1, 2) for seat in (0, 1, 2)]
PAGES += ["/alternatives/0", "/alternatives/1", "/position", "/position?legal=50"]
PAGES += [f"/position?seat={seat}&legal=50" for seat in (0, 1, 2)]
PAGES += ["/picture.png", "/picture.png?ply=1", "/picture.png?ply=2", "/picture.gif", "/stakes"]
CHANGING = {"/seats", "/seats/{seat}", "/seats/{seat}/bot", "/actions", "/again"}  # doors that are no pages


def test_every_door_of_a_table_is_walked(house: Served) -> None:
    """A door that is added later is missing here until somebody walks it, too."""
    root = "/api/tables/{table}"
    known = httpx.get(f"{house.address}/api/openapi.json").json()["paths"]
    doors = {path.removeprefix(root) for path in known if path.startswith(root)}
    walked = {re.sub(r"/\d+$", "/{ply}", page.partition("?")[0]) for page in PAGES}
    assert doors - CHANGING == walked
    assert doors >= CHANGING


@contextmanager
def looking(scene: Scene, viewer: str) -> Iterator[Guest]:
    seat = VIEWERS[viewer]
    if seat is not None:
        yield scene.people[seat]
        return
    guest = scene.served.guest("Kim")
    if viewer == "stranger":
        guest.http.cookies.clear()
    yield guest


def answers(scene: Scene, viewer: str) -> dict[str, str]:
    """What every door says to this viewer, without what is random and public: ids and commitments."""
    found: dict[str, str] = {}
    with looking(scene, viewer) as guest:
        for page in PAGES:
            answer = guest.http.get(f"/api/tables/{scene.table}{page}")
            found[page] = f"{answer.status_code} {said(answer)}"
        found["link"] = guest.http.get(f"/t/{scene.table}").text
        found["code"] = guest.http.get(f"/api/codes/{scene.room.ledger.table.code}").text
        found["tables"] = guest.http.get("/api/me/tables").text
        found["lobby"] = guest.http.get("/api/lobby").text
        found |= {f"socket {name}": text for name, text in heard(scene, guest).items()}
        if viewer != "stranger":
            body = {"do": "say", "phrase": "hello", "seen": 0, "key": "hello"}
            found["say"] = guest.http.post(f"/api/tables/{scene.table}/actions", json=body).text
        found["again"] = guest.http.post(f"/api/tables/{scene.table}/again", json={"ply": 2}).text
    return {door: anonymous(scene, text) for door, text in found.items()}


def said(answer: httpx.Response) -> str:
    """A text, or the name of a picture."""
    is_text = answer.headers["content-type"].startswith(("application/json", "text/"))
    return answer.text if is_text else sha256(answer.content).hexdigest()


def heard(scene: Scene, guest: Guest) -> dict[str, str]:
    """What a socket hears: the welcome, and an answer to every kind of question about every seat."""
    found = {}
    with guest.at(scene.table) as socket:
        found["welcome"] = json.dumps(socket.heard[0])
        for seat in range(3):
            questions: list[dict[str, Any]] = [
                {"do": "legal", "limit": 50},
                {"do": "score", "move": f"play {scene.world.tile}"},
                {"do": "examine", "move": f"play {scene.world.tile}"},
                {"do": "steps", "prefix": ""},
                {"do": "hint", "step": 3},
            ]
            for question in questions:
                answer = socket.ask(**question, seat=seat)
                found[f"{question['do']} {seat}"] = json.dumps({**answer, "id": 0})
        for ply in range(3):
            answer = socket.ask("alternatives", ply=ply)
            found[f"alternatives {ply}"] = json.dumps({**answer, "id": 0})
    return found


def anonymous(scene: Scene, text: str) -> str:
    """Ids, codes and commitments are drawn at random and tell nothing of the racks."""
    for table, room in scene.served.host.rooms.items():
        text = text.replace(table, "ID").replace(room.ledger.table.code, "CODE")
    sheet = scene.people[0].get(f"/api/tables/{scene.table}")
    if sheet["followed_by"]:
        text = text.replace(sheet["followed_by"], "ID")
    return text.replace(sheet["commitment"], "COMMITMENT")


def names(states: Sequence[State_]) -> list[str]:
    return [state.__name__ for state in states]


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("state", CLOSED, ids=names(CLOSED))
def test_while_the_match_goes_on_no_door_shows_a_hidden_tile(
    house: Served, state: State_, viewer: str
) -> None:
    told = []
    for world in two_worlds(3, VIEWERS[viewer]):
        scene = started(house, world)
        state(scene)
        told.append(answers(scene, viewer))
    assert told[0] == told[1]
    assert "over" in told[0]["/record"]  # it says when the record is given out
    assert "can be tried again when it is over" in told[0]["again"]
    assert "over" in told[0]["/picture.gif"]
    assert told[0]["/picture.png"].startswith("200 ")
    assert told[0]["/picture.png?ply=1"] != told[0]["/picture.png?ply=2"]  # it is a picture of the table


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("state", OPEN, ids=names(OPEN))
def test_when_the_match_has_ended_every_door_is_open(house: Served, state: State_, viewer: str) -> None:
    world = two_worlds(3, None)[0]
    scene = started(house, world)
    state(scene)
    with looking(scene, viewer) as guest:
        record = guest.http.get(f"/api/tables/{scene.table}/record")
        assert record.status_code == 200
        assert "|".join(world.racks) in record.text
        for seat in range(3):
            shown = guest.get(f"/api/tables/{scene.table}/at/1?seat={seat}")["view"]["racks"][seat]
            assert shown == world.racks[seat]
        assert guest.get(f"/api/tables/{scene.table}/alternatives/1")["moves"]
        film = guest.http.get(f"/api/tables/{scene.table}/picture.gif")
        assert film.headers["content-type"] == "image/gif"
        again = guest.http.post(f"/api/tables/{scene.table}/again", json={"ply": 2, "level": 1})
        assert again.status_code == 201, again.text


# --- others play with the same draws -------------------------------------------------------------

SEALED_STATES: list[State_] = [running, left_by_one, over_by_leaving]


def told_while_sealed(scene: Scene, viewer: str) -> dict[str, str]:
    """What every door says to this viewer."""
    found: dict[str, str] = {}
    with looking(scene, viewer) as guest:
        for page in PAGES:
            answer = guest.http.get(f"/api/tables/{scene.table}{page}")
            found[page] = f"{answer.status_code} {said(answer)}"
        found["link"] = guest.http.get(f"/t/{scene.table}").text
        found["code"] = guest.http.get(f"/api/codes/{scene.room.ledger.table.code}").text
        found["tables"] = guest.http.get("/api/me/tables").text
        found["lobby"] = guest.http.get("/api/lobby").text
        if VIEWERS[viewer] is not None:
            found |= {f"socket {name}": text for name, text in heard(scene, guest).items()}
        elif viewer == "spectator":
            with pytest.raises(ConnectionClosed), guest.at(scene.table):
                pass
    return {door: anonymous(scene, text) for door, text in found.items()}


@pytest.mark.parametrize("viewer", ["spectator", "stranger"])
@pytest.mark.parametrize("state", SEALED_STATES, ids=names(SEALED_STATES))
def test_while_others_play_with_the_same_draws_a_table_is_its_players_alone(
    house: Served, state: State_, viewer: str
) -> None:
    told = []
    for world in two_worlds(3, None):
        scene = started(house, world, sealed_until=house.host.time.now() + 1)
        state(scene)
        told.append(told_while_sealed(scene, viewer))
    assert told[0] == told[1]
    assert {told[0][page][:4] for page in PAGES if page} == {"403 "}
    assert told[0][""].startswith("200 ")  # who sits there is no secret


@pytest.mark.parametrize("viewer", ["player", "opponent"])
@pytest.mark.parametrize("state", SEALED_STATES, ids=names(SEALED_STATES))
def test_while_others_play_with_the_same_draws_players_are_told_what_they_saw(
    house: Served, state: State_, viewer: str
) -> None:
    world = two_worlds(3, None)[0]
    scene = started(house, world, sealed_until=house.host.time.now() + 1)
    state(scene)
    told = told_while_sealed(scene, viewer)
    for page in ("/record", "/verify", "/review", "/alternatives/0", "/alternatives/1"):
        assert told[page].startswith("400 "), page
        assert "same draws" in told[page]
    for page in ("/at/1?seat=2", "/picture.png", "/picture.gif"):
        assert told[page].startswith("403 "), page
    assert told["/log"].startswith("200 ")
    assert not [door for door, text in told.items() if world.seed.hex() in text]


def test_when_everybodys_time_is_over_the_seal_is_gone(house: Served) -> None:
    world = two_worlds(3, None)[0]
    scene = started(house, world, sealed_until=house.host.time.now())
    over_by_leaving(scene)
    with looking(scene, "stranger") as guest:
        record = guest.http.get(f"/api/tables/{scene.table}/record")
        assert f"seed: {world.seed.hex()}\n" in record.text
        assert guest.get(f"/api/tables/{scene.table}/at/1?seat=1")["view"]["racks"][1] == world.racks[1]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_table_that_closed_before_its_match_has_nothing_to_show(house: Served, viewer: str) -> None:
    ada = house.guest("Ada")
    table = ada.open("pockets", "me", "open")["id"]
    ada.http.delete(f"/api/tables/{table}/seats/0").raise_for_status()
    guest = ada if viewer == "player" else house.guest("Kim")
    if viewer == "stranger":
        guest.http.cookies.clear()
    assert guest.get(f"/api/tables/{table}")["state"] == "over"
    guest.get(f"/api/tables/{table}/record", 400)
    guest.get(f"/api/tables/{table}/verify", 400)
    guest.get(f"/api/tables/{table}/at/0", 404)
    guest.get(f"/api/tables/{table}/alternatives/0", 400)


def test_a_delay_also_holds_at_the_table_that_was_taken_back(house: Served) -> None:
    """Its continuation has just ended: the players know that already, a delayed spectator does not."""
    scene = started(house, two_worlds(3, None)[0], delay=60)
    taken_back_and_over(scene)
    path = f"/api/tables/{scene.table}/record"
    assert scene.people[0].http.get(path).status_code == 200
    assert httpx.get(f"{house.address}{path}").status_code == 400
    assert httpx.get(f"{house.address}/api/tables/{scene.table}/at/1?seat=1").status_code in (403, 404)


def test_the_end_of_a_match_is_found_on_postgres_too(database: str, tmp_path: Path) -> None:
    with serving(settings_for(tmp_path, database=database, migrate=True), CATALOGUE) as served:
        for state, status in ((taken_back_twice, 400), (taken_back_twice_and_over, 200)):
            scene = started(served, two_worlds(3, None)[0])
            state(scene)
            assert httpx.get(f"{served.address}/api/tables/{scene.table}/record").status_code == status
