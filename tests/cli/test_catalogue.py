"""What the server gets from the command line, over the toy games and one real one."""

import pickle

import pytest
from tests.cli.conftest import Cli

from ludoteka import games, players
from ludoteka.cli import catalogue, serving
from ludoteka.core.chance import seed_from
from ludoteka.core.game import Turn
from ludoteka.core.match import hides, new, settle
from ludoteka.core.player import Legal
from ludoteka.core.refusals import BadRequest
from ludoteka.players.random import RandomPlayer


def test_games_and_levels(toy_games: None) -> None:
    handed = catalogue.build()
    assert list(handed.ids()) == ["nim", "pig", "rummage", "duel", "race"]
    assert [level.name for level in handed.levels("nim")] == ["random"]
    assert handed.player("nim", 0).name == "random"
    assert handed.game("nim").info.title == "Nim"


def test_worker_processes_can_receive_it() -> None:
    assert pickle.loads(pickle.dumps(catalogue.build())) == catalogue.build()


def test_what_else_was_there_is_ordered_by_score(toy_games: None) -> None:
    game = games.get("nim")
    match = new(game, 2, {"stones": 2})
    found = catalogue.alternatives(game, match.state, 0, 1000)
    assert [(one.move, one.points) for one in found] == [("take 2", 1), ("take 1", 0)]
    assert catalogue.alternatives(game, match.state, None, 1000) == found
    assert catalogue.alternatives(game, match.state, 1, 1000) == []


def test_what_else_was_there_stops_in_time(toy_games: None) -> None:
    game = games.get("nim")
    assert len(catalogue.alternatives(game, new(game, 2).state, 0, -1)) == 1


def test_after_a_race_everything_that_was_there_is_told() -> None:
    game = games.get("kakuro")
    board = "92943562/73286451/12673364/75892513/45381798/61972348/84176948/59814761"
    state = game.notation.load(f"{board} race 36 7,12,12 - DX5 D/X 0/0")
    found = catalogue.alternatives(game, state, 0, 1000)
    assert [one.move for one in found] == [">A2:8", ">A6:8 F1~C6"]  # the second one with the other's tile
    assert found[0].where == ("A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2")


def test_no_hints_where_a_view_is_not_enough(toy_games: None) -> None:
    game = games.get("nim")
    state = new(game, 2).state
    assert catalogue.hints(game, game.view(state, 0), 0, ["take 1"]) == []


def test_three_steps_lead_to_a_move_that_is_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "player_for", lambda game: RandomPlayer())  # any player will do
    game = games.get("abstrakto")
    match = settle(new(game, 2, {"size": 3, "discard": "agreed", "first": "blue"}), seed_from("hints"))
    assert isinstance(match.awaiting, Turn)
    seat = min(match.awaiting.seats)
    legal = Legal(lambda: game.legal(match.state, seat))
    first, second, third = catalogue.hints(game, game.view(match.state, seat), seat, legal)
    assert first.move is None
    assert second.move is None
    texts = [game.notation.write(match.state, seat, move) for move in legal]
    assert third.move in texts
    assert (second.where, third.where) == ((third.move,), (third.move,))
    assert first.points is not None
    assert first.where == ()


@pytest.mark.parametrize(
    ("name", "options", "secret"),
    [
        ("abstrakto", {}, False),
        ("abstrakto", {"discard": "secret"}, True),
        ("abaku", {}, True),
        ("calculissimo", {}, True),
        ("kakuro", {}, False),
        ("abak", {}, False),
    ],
)
def test_only_what_a_seat_alone_sees_is_hidden(name: str, options: dict[str, str], secret: bool) -> None:
    assert hides(settle(new(games.get(name), 2, options), seed_from("hiding"))) is secret


# --- serve -----------------------------------------------------------------------------------


def test_serve_hands_over_the_catalogue_and_the_settings(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludoteka.server import app
    from ludoteka.server.settings import Settings

    given: list[tuple[object, Settings]] = []
    monkeypatch.setattr(app, "run", lambda handed, settings: given.append((handed, settings)))
    answer = cli("serve", "--host", "127.0.0.1", "--database", "sqlite:///x.sqlite3")
    assert answer.code == 0
    ((handed, settings),) = given
    assert handed == catalogue.build()
    assert settings.database == "sqlite:///x.sqlite3"
    assert f"http://127.0.0.1:{settings.port}/" in answer.err


def test_a_port_in_use_is_passed_over_or_refused() -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert serving._free_port("127.0.0.1", port, 20) > port
        with pytest.raises(BadRequest, match="cannot listen"):
            serving._free_port("127.0.0.1", port, 1)


def test_the_browser_opens_once_the_server_listens(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import socket

    opened: list[str] = []

    def open_it(address: str) -> bool:
        opened.append(address)
        return len(opened) > 1

    monkeypatch.setattr("webbrowser.open", open_it)
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        address = f"http://127.0.0.1:{port}/"
        serving._browse(address, port)
        assert f"Open {address} in a browser." in capsys.readouterr().err
        serving._browse(address, port)
    assert opened == [address, address]
    assert capsys.readouterr().err == ""


def test_addresses_that_a_browser_can_open() -> None:
    assert serving._reachable("0.0.0.0") == "127.0.0.1"
    assert serving._reachable("::") == "[::1]"
    assert serving._reachable("example") == "example"
