"""Over the wire: worlds that differ only in what a seat may not see give that seat the same bytes.

For every registered game and every toy. A world is planted into a live table; the seat's socket is read; then
another world, which that seat cannot tell from the first, is planted into the same table at the same time.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests import toys
from tests.server import toy_catalogue
from tests.server.serving import Guest, Served, serving, settings_for, until

from ludoteka import games
from ludoteka.core.chance import Source
from ludoteka.core.game import AnyGame, Over, Played, Turn
from ludoteka.core.match import Match, load, new, settle
from ludoteka.core.refusals import Refusal
from ludoteka.server.catalogue import Catalogue
from ludoteka.server.table.ledger import Standing

ALL = [*toys.ids(), *games.ids()]
AnyMatch = Match[Any, Any]
SECRETIVE = {"abstrakto": {"discard": "secret"}}  # options under which something is hidden
DEPTH = 24  # plies of a random match
WORLDS = 3


def get(name: str) -> AnyGame:
    return toys.get(name) if name in toys.TOYS else games.get(name)


def ids() -> list[str]:
    return ALL


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    catalogue = Catalogue(ids, get, toy_catalogue.levels, toy_catalogue.player)
    folder: Path = tmp_path_factory.mktemp("leaks")
    with serving(settings_for(folder, bot_workers=0), catalogue) as served:
        frozen = served.host.time.now()
        served.host.time.now = lambda: frozen
        yield served


def playout(game: AnyGame) -> list[AnyMatch]:
    """Moments of a random match in which somebody is to move."""
    options = SECRETIVE.get(game.info.id, {})
    rng, match = Source(bytes(32), b"leaks"), settle(new(game, 2, options), bytes(32))
    moments = [match]
    while match.ply < DEPTH and isinstance(match.awaiting, Turn):
        seat = rng.choose(sorted(match.awaiting.seats))
        moves = list(islice(iter(game.legal(match.state, seat)), 40))
        if not moves:
            break
        match = settle(match.then(Played(seat, rng.choose(moves), match.now)), bytes(32))
        moments.append(match)
    return [moment for moment in moments if not isinstance(moment.awaiting, Over)]


class Table:
    """A live table of two people into which worlds are planted."""

    def __init__(self, served: Served, game: str) -> None:
        self.served = served
        self.people: list[Guest] = [served.guest("Ada"), served.guest("Ben")]
        opened = self.people[0].open(game, "me", "open", allows={"grace": 0})
        self.id: str = opened["id"]
        self.people[1].sit(self.id)
        self.room = served.host.rooms[self.id]
        self.lines = list(self.room.ledger.lines)
        self.game = get(game)
        self.file = served.host.store.engine.url.database

    def plant(self, position: str, seed: bytes) -> None:
        ledger = self.room.ledger
        ledger.lines[:] = self.lines[:3]
        ledger.lines[-1].standing = Standing("running", load(self.game, position))
        ledger.table = replace(ledger.table, seed=seed, due=None)
        ledger.keys.clear()
        with closing(sqlite3.connect(self.file, timeout=10)) as database, database:
            database.execute('delete from entries where "table" = ? and seq > 3', (self.id,))

    def hear(self, seat: int, play: tuple[int, str] | None) -> list[str]:
        """Everything the seat's socket hears: the welcome, answers to questions, another's move."""
        guest, heard = self.people[seat], []
        with guest.at(self.id) as socket:
            heard.append(json.dumps(socket.heard[0]))
            if seat in socket.awaited():
                heard += [json.dumps(answer) for answer in self._questions(socket, seat)]
            elif play is not None:
                heard += self._overhear(socket, play, guest)
            heard.append(json.dumps(guest.get(f"/api/tables/{self.id}/log")))
        until(lambda: not self.room.clients)
        return heard

    def _questions(self, socket: Any, seat: int) -> Iterator[dict[str, Any]]:
        moves = socket.ask("legal", seat=seat, limit=20)
        yield moves
        for text in [*moves.get("moves", [])[:3], "nonsense"]:
            yield socket.ask("score", seat=seat, move=text)
        yield socket.ask("steps", seat=seat, prefix="")

    def _overhear(self, socket: Any, play: tuple[int, str], guest: Guest) -> list[str]:
        """What this person's sockets hear while the other one moves: told whole, and told what changed."""
        seat, text = play
        with guest.at(self.id, differences=True) as following:
            following.say(do="listen", scored=True)
            following.ask("ping")
            with self.people[seat].at(self.id) as other:
                answer = other.play(seat, text)
            assert answer["kind"] == "news", answer
            return [json.dumps(socket.wait_for("news")), json.dumps(following.wait_for("changed"))]


def without(text: str, *values: str) -> str:
    for value in values:
        text = text.replace(value, "")
    return text


def numbers_gone(texts: list[str]) -> list[str]:
    """The ids of questions count on: they are the client's own."""
    found = []
    for text in texts:
        message = json.loads(text)
        message.pop("id", None)
        found.append(json.dumps(message))
    return found


@pytest.mark.parametrize("name", ALL)
def test_the_seed_shows_nowhere(house: Served, name: str) -> None:
    """The same events under another seed: the same bytes but for the commitment, which is public."""
    table, moment = Table(house, name), playout(get(name))[0]
    position = table.game.notation.dump(moment.state)
    heard = []
    for seed in (bytes(32), bytes(31) + b"\1"):
        table.plant(position, seed)
        commitment = table.people[0].get(f"/api/tables/{table.id}")["commitment"]
        heard.append([without(text, commitment, seed.hex()) for text in numbers_gone(table.hear(0, None))])
        assert not any(seed.hex() in text for text in table.hear(1, None))
    assert heard[0] == heard[1]


@pytest.mark.parametrize("name", [name for name in ALL if "hidden" in get(name).info.traits])
def test_what_a_seat_may_not_see_does_not_reach_it(house: Served, name: str) -> None:
    table, game = Table(house, name), get(name)
    compared = differing = 0
    for number, moment in enumerate(playout(game)):
        seat = number % 2
        real = game.notation.dump(moment.state)
        for world in islice(other_worlds(game, moment, seat), WORLDS):
            play = same_move(game, moment, load(game, world), seat)
            heard = []
            for position in (real, world):
                table.plant(position, bytes(32))
                heard.append(numbers_gone(table.hear(seat, play)))
            assert heard[0] == heard[1]
            compared += 1
            differing += world != real
        if differing >= 12:
            break
    assert differing >= 3, "the worlds must really differ"


def other_worlds(game: AnyGame, moment: AnyMatch, seat: int) -> Iterator[str]:
    """Positions that the seat cannot tell from this one."""
    view = game.view(load(game, game.notation.dump(moment.state)).state, seat)
    for number in range(3 * WORLDS):
        state = game.imagine(view, Source(bytes(32), b"world %d" % number))  # type: ignore[attr-defined]  # hidden games can
        position = game.notation.dump(state)
        if game.view(load(game, position).state, seat) == view:
            yield position


def same_move(game: AnyGame, moment: AnyMatch, other: AnyMatch, seat: int) -> tuple[int, str] | None:
    """A move of the other seat that is legal in both worlds and is told alike."""
    turn = moment.awaiting
    if not isinstance(turn, Turn) or 1 - seat not in turn.seats:
        return None
    write = game.notation.write
    for move in islice(iter(game.legal(moment.state, 1 - seat)), 200):
        text = write(moment.state, 1 - seat, move)
        try:
            other.then(Played(1 - seat, game.notation.read(other.state, 1 - seat, text), other.now))
        except Refusal:
            continue
        return 1 - seat, text
    return None
