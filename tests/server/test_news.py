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
from websockets import CloseCode
from websockets.exceptions import ConnectionClosedError

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


def said(entry: dict[str, Any]) -> dict[str, Any]:
    """What an entry says: a fresh one leaves out what would be null, and squares that stand in its words."""
    found = {key: value for key, value in entry.items() if value is not None}
    return {"where": found.get("described", {}).get("where", [])} | found


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
            assert [said(one) for one in whole.entries] == [said(one) for one in told.entries]


def test_a_move_of_abaku_takes_few_bytes(house: Served) -> None:
    """A whole match as a player and a spectator follow it, each event in words included."""
    evening = Evening(house, "abaku")
    ways = {"whole": (False, None), "changes": (True, None), "packed": (True, "deflate")}
    spent = {}
    with ExitStack() as stack:
        players = [stack.enter_context(one.at(evening.id, differences=True)) for one in evening.people]
        following = {}
        for who, guest in (("player", evening.people[0]), ("spectator", evening.watcher)):
            for way, (differences, packing) in ways.items():
                wire = counting(house)
                socket = guest.at(evening.id, differences=differences, compression=packing, sock=wire)
                following[who, way] = stack.enter_context(socket), wire
        before = {one: wire.received for one, (_, wire) in following.items()}
        moves = evening.play([*players, *(told for told, _ in following.values())], 200)
        spent = {one: (wire.received - before[one]) / moves for one, (_, wire) in following.items()}
    assert evening.turn() is None, "the match was played to its end"
    for who in ("player", "spectator"):
        whole, changes, packed = (spent[who, way] for way in ways)
        assert changes <= BAR, spent
        assert packed <= BAR / 3, spent
        assert packed < changes < whole, spent


def test_a_message_that_unpacks_to_a_large_one_is_not_read(served: Served) -> None:
    ada = served.guest("Ada")
    table = ada.open("nim", "me", {"kind": "me", "name": "Ben"})["id"]
    with ada.at(table, compression="deflate") as socket:
        socket.socket.send("x" * 10_000_000)
        with pytest.raises(ConnectionClosedError) as closed:
            socket.wait_for("refused")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == CloseCode.MESSAGE_TOO_BIG


# --- who is told what ----------------------------------------------------------------------------


def test_talk_carries_no_view(served: Served) -> None:
    ada = served.guest("Ada")
    table = ada.open("nim", "me", {"kind": "me", "name": "Ben"})["id"]
    with ada.at(table, differences=True) as socket:
        told = socket.act("say", phrase="hello")
    assert told["kind"] == "changed"
    assert set(told["position"]) <= {"seq", "clock"}
    assert told["position"]["seq"] == [told["since"] + 1]


def test_a_client_that_does_not_ask_hears_whole_positions(served: Served) -> None:
    ada = served.guest("Ada")
    table = ada.open("nim", "me", {"kind": "me", "name": "Ben"})["id"]
    with ada.at(table) as socket:
        socket.say(do="listen", scored=True)
        told = socket.play(0, "take 1")
    assert told["kind"] == "news"
    assert set(told["position"]) == set(socket.heard[0]["position"])
    assert "scored" not in told["entries"][0]


def test_other_eyes_begin_with_a_whole_position(served: Served) -> None:
    """Whoever sits down sees another view: it has nothing to do with the one before."""
    ada, ben = served.guest("Ada"), served.guest("Ben")
    table = ada.open("nim", "me", "open")["id"]
    with ben.at(table, differences=True) as socket:
        ben.sit(table)
        assert socket.wait_for("news")["position"]["views"][0]["seat"] == 1
        ada.get(f"/api/tables/{table}")
        assert socket.act("say", seat=1, phrase="hello")["kind"] == "changed"


def test_what_a_move_scored_is_told_to_those_who_listen(served: Served) -> None:
    ada, ben = served.guest("Ada"), served.guest("Ben")
    table = ada.open("nim", "me", "open", options={"stones": 3})["id"]
    ben.sit(table)
    with ada.at(table, differences=True) as a, ben.at(table, differences=True) as b:
        b.say(do="listen", scored=True)
        b.ask("ping")
        told, heard = a.play(0, "take 3"), b.wait_for("changed")
    assert told["entries"][0].get("scored") is None
    assert heard["entries"][0]["scored"] == ben.get(f"/api/tables/{table}/at/1")["scored"]
    assert heard["entries"][0]["scored"]["points"] == 1


def test_what_a_hidden_move_scored_stays_with_its_player(served: Served) -> None:
    ada, ben = served.guest("Ada"), served.guest("Ben")
    table = ada.open("duel", "me", "open")["id"]
    ben.sit(table)
    with ada.at(table, differences=True) as a, ben.at(table, differences=True) as b:
        for socket in (a, b):
            socket.say(do="listen", scored=True)
            socket.ask("ping")
        told, heard = a.play(0, "1"), b.wait_for("changed")
    assert told["entries"][0]["scored"]["points"] == 0
    assert heard["entries"][0].get("scored") is None
