"""News as differences: whoever asks for them knows exactly what the others know, from far fewer bytes."""

import random
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.server import toy_catalogue
from tests.server.serving import Guest, Seated, Served, serving, settings_for

from ludoteka import games
from ludoteka.core.game import Scores, Turn
from ludoteka.server.catalogue import Catalogue

BAR = 1500  # bytes to a client for a move of Abaku
MOST = 20  # moves of a match, where its end is not needed

CATALOGUE = Catalogue(games.ids, games.get, toy_catalogue.levels, toy_catalogue.player)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("news")
    with serving(settings_for(folder, bot_workers=0), CATALOGUE) as served:
        yield served


class Counting(socket.socket):
    """A socket that counts what comes in, below everything that unpacks it."""

    received = 0

    def recv(self, *arguments: Any) -> bytes:
        found = super().recv(*arguments)
        self.received += len(found)
        return found


def counting(served: Served) -> Counting:
    found = Counting(socket.AF_INET, socket.SOCK_STREAM)
    found.connect(("127.0.0.1", served.port))
    return found


class Evening:
    """A match of two people who play at random, watched by a third."""

    def __init__(self, served: Served, game: str) -> None:
        self.served = served
        self.people: list[Guest] = [served.guest("Ada"), served.guest("Ben")]
        self.id: str = self.people[0].open(game, "me", "open", allows={"grace": 0})["id"]
        self.people[1].sit(self.id)
        self.watcher = served.guest("Eva")
        self.room = served.host.rooms[self.id]
        self.rng = random.Random(5)

    def turn(self) -> tuple[int, str] | None:
        """Whose turn it is, and a move of theirs: of several that come to mind the one that brings most."""
        match = self.room.ledger.standing.match
        if not isinstance(match.awaiting, Turn):
            return None
        seat = min(match.awaiting.seats)
        moves = list(match.game.legal(match.state, seat))
        some = self.rng.sample(moves, min(len(moves), 8))
        if isinstance(match.game, Scores):
            some.sort(key=lambda move: match.game.score(match.state, seat, move).points)
        return seat, match.game.notation.write(match.state, seat, some[-1])

    def play(self, sockets: list[Seated], most: int) -> int:
        """Plays to the end, or so many moves; everybody hears everything. How many moves it took."""
        for number in range(most):
            turn = self.turn()
            if turn is None:
                return number
            assert sockets[turn[0]].play(turn[0], turn[1])["kind"] in ("news", "changed")
            for one in sockets:
                one.wait_until(lambda told: told.seq == self.room.ledger.seq)
        return most


@pytest.mark.parametrize("game", games.ids())
def test_differences_lead_to_the_same_positions(house: Served, game: str) -> None:
    """Each person and a spectator, on two sockets each: one is sent whole positions, one what changed."""
    evening = Evening(house, game)
    everybody = [*evening.people, evening.watcher]
    with ExitStack() as stack:
        changes = [stack.enter_context(one.at(evening.id, differences=True)) for one in everybody]
        wholes = [stack.enter_context(one.at(evening.id)) for one in everybody]
        for _ in range(MOST):
            if not evening.play(changes, 1):
                break
            for told, whole in zip(changes, wholes, strict=True):
                whole.wait_until(lambda it: it.seq == evening.room.ledger.seq)
                assert told.position == whole.position
        for told, whole in zip(changes, wholes, strict=True):
            assert {one["kind"] for one in told.heard} <= {"welcome", "changed", "presence"}
            assert [one | {"scored": None} for one in whole.entries] == [
                one | {"scored": None} for one in told.entries
            ]


@pytest.mark.parametrize("way", ["whole", "differences"])
def test_a_move_of_abaku_takes_few_bytes(house: Served, way: str) -> None:
    """A whole match as the page follows it, what each move brought included."""
    evening = Evening(house, "abaku")
    wires = [counting(house) for _ in range(3)]
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(
                guest.at(evening.id, differences=way == "differences", compression="deflate", sock=wire)
            )
            for guest, wire in zip([*evening.people, evening.watcher], wires, strict=True)
        ]
        for one in sockets:
            one.say(do="listen", scored=True)
            one.ask("ping")
        before = [wire.received for wire in wires]
        moves = evening.play(sockets, 200)
        after = [wire.received for wire in wires]
        spent = [(late - early) / moves for early, late in zip(before, after, strict=True)]
    print(way, moves, spent)
    assert moves > 15
    assert evening.turn() is None, "the match was played to its end"
    if way == "differences":
        assert max(spent) <= BAR
