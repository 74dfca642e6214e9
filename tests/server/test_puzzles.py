"""Puzzles on the server: nothing of an answer before somebody has answered, ratings, streaks, bounds."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from tests.server import toy_catalogue
from tests.server.serving import Guest, Served, serving, settings_for

from ludoteka.core import puzzle as core_puzzle
from ludoteka.ratings.solving import KNOWN
from ludoteka.server.catalogue import PuzzleService
from ludoteka.server.store import migrate, puzzles
from ludoteka.server.store.puzzles import FARTHEST, PuzzleRow, PuzzleTry, SolverRow, _rated
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import puzzle_ratings


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with serving(settings_for(tmp_path)) as served:
        yield served


def solve(guest: Guest, name: str, move: str | None, status: int = 200) -> Any:
    answer = guest.http.post(f"/api/puzzles/nim/{name}", json={"move": move})
    assert answer.status_code == status, answer.text
    return answer.json()


def right(name: str) -> str:
    return f"take {toy_catalogue.STONES[name] % 4}"


def test_nothing_that_is_sent_before_an_answer_depends_on_the_answer(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte: the answers are changed, and every answer of the server stays the same."""
    ada = house.guest("Ada")

    def everything() -> list[bytes]:
        asked = {"score": "take 1"}, {"legal": 50}, {"steps": ""}, {"examine": "take 2"}
        found = [
            ada.http.get(path).content for path in ("/api/puzzles", "/api/puzzles/nim/next", "/api/games")
        ]
        for name in toy_catalogue.STONES:
            found += [ada.http.post(f"/api/puzzles/nim/{name}/ask", json=one).content for one in asked]
        return found

    before = everything()

    def another(game: str, name: str, text: str | None) -> Any:
        return {"right": True, "tells": "ANOTHER"}

    monkeypatch.setattr(toy_catalogue, "answer", another)
    assert everything() == before
    assert not any(b"SECRET" in one or b"ANOTHER" in one for one in before)


def test_the_next_puzzle_shows_the_view_and_stays_until_it_is_answered(house: Served) -> None:
    ada = house.guest("Ada")
    first = ada.get("/api/puzzles/nim/next")
    assert set(first) == {
        "id", "game", "seat", "asks", "rating", "counts", "awaiting", "view", "plain", "standing"
    }  # fmt: skip
    assert "position" not in json.dumps(first)
    assert first["view"]["stones"] == toy_catalogue.STONES[first["id"]]
    assert ada.get("/api/puzzles/nim/next")["id"] == first["id"]
    if first["id"] != "ten":
        solve(ada, first["id"], right(first["id"]))
        assert ada.get("/api/puzzles/nim/next")["id"] != first["id"]


def test_the_tries_of_others_do_not_change_the_next_puzzle(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A puzzle that turns out to be easy becomes easier for all, but whoever sits before one keeps it."""
    near = {"five": 1150.0, "six": 1151.0, "seven": 1149.0}
    monkeypatch.setattr(core_puzzle, "NEAREST", 1)
    monkeypatch.setattr(
        house.host.puzzles,
        "_service",
        PuzzleService(lambda _: near, toy_catalogue.posed, toy_catalogue.answer),
    )
    ada = house.guest("Ada")
    first = ada.get("/api/puzzles/nim/next")
    assert (first["id"], first["rating"]) == ("six", 1151)
    solve(house.guest("Ben"), "six", right("six"))
    second = ada.get("/api/puzzles/nim/next")
    assert second["id"] == "six"
    assert second["rating"] < 1149


def test_a_right_answer_lifts_the_rating_and_the_streak(house: Served) -> None:
    ada = house.guest("Ada")
    one = solve(ada, "five", "take 1")
    assert one["right"]
    assert one["change"] > 0
    assert one["standing"] == {
        "game": "nim", "rating": 1200 + one["change"], "sure": False,
        "tried": 1, "solved": 1, "streak": 1, "best": 1, "of": 4,
    }  # fmt: skip
    two = solve(ada, "six", "take 2")
    assert two["standing"]["streak"] == 2
    three = solve(ada, "seven", "take 1")
    assert not three["right"]
    assert three["change"] < 0
    assert (three["standing"]["streak"], three["standing"]["best"], three["standing"]["solved"]) == (0, 2, 2)
    assert three["best"]["move"] == "take 3"
    assert "SECRET" in three["tells"]["text"]
    assert ada.get("/api/puzzles") == [three["standing"]]


def test_a_puzzle_counts_once(house: Served) -> None:
    ada = house.guest("Ada")
    wrong = solve(ada, "five", "take 2")
    again = solve(ada, "five", "take 1")
    assert again["right"]
    assert again["change"] is None
    assert again["standing"] == wrong["standing"]


def test_giving_up_is_an_answer(house: Served) -> None:
    told = solve(house.guest("Ada"), "five", None)
    assert not told["right"]
    assert told["played"] is None
    assert told["best"]["move"] == "take 1"
    assert told["change"] < 0


def test_what_the_rules_refuse_is_no_answer(house: Served) -> None:
    ada = house.guest("Ada")
    for text in ("take 9", "nonsense"):
        refused = solve(ada, "five", text, 400)["error"]
        assert refused["rule"] in ("NIM-1", "NIM-2")
        assert "SECRET" not in json.dumps(refused)
    assert solve(ada, "five", "take 1")["standing"]["tried"] == 1


def test_a_judge_that_fails_counts_nothing(house: Served) -> None:
    ada = house.guest("Ada")
    assert "judged" in solve(ada, "ten", "take 2", 503)["error"]["text"]
    assert ada.get("/api/puzzles")[0]["tried"] == 0


def test_everybody_may_solve_and_becomes_a_guest_by_answering(house: Served) -> None:
    stranger = Guest(house)  # without a cookie
    house.guests.append(stranger)
    sheet = stranger.get("/api/puzzles/nim/next")
    assert sheet["standing"]["tried"] == 0
    assert stranger.get("/api/me")["id"] is None
    solve(stranger, "five", "take 1")
    assert stranger.get("/api/me")["id"] is not None
    assert stranger.get("/api/puzzles")[0]["solved"] == 1
    assert house.guest("Ben").get("/api/puzzles")[0]["solved"] == 0


def test_when_all_were_tried_the_longest_ago_comes_again(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = house.guest("Ada")
    monkeypatch.delitem(toy_catalogue.STONES, "ten")
    for name in ("six", "five", "seven"):
        solve(ada, name, right(name))
    for name in ("six", "five", "seven", "six"):
        sheet = ada.get("/api/puzzles/nim/next")
        assert (sheet["id"], sheet["counts"]) == (name, False)
        assert solve(ada, name, right(name))["change"] is None


def test_moves_are_not_listed_where_a_list_would_tell(house: Served) -> None:
    ada = house.guest("Ada")
    listed = ada.http.post("/api/puzzles/nim/five/ask", json={"legal": 9}).json()["legal"]
    assert listed["moves"] == ["take 1", "take 2", "take 3"]
    asked = ada.http.post("/api/puzzles/nim/ten/ask", json={"legal": 9, "steps": ""}).json()
    for refused in (asked["legal"], asked["steps"]):  # steps name every move that can still be reached
        assert refused["kind"] == "refused"
        assert "not listed" in refused["text"]
        assert "moves" not in refused


def test_games_and_puzzles_that_are_not_there(house: Served) -> None:
    ada = house.guest("Ada")
    assert ada.http.get("/api/puzzles/race/next").status_code == 404
    assert ada.http.get("/api/puzzles/nonsense/next").status_code == 404
    assert ada.http.post("/api/puzzles/nim/nine", json={"move": "take 1"}).status_code == 404
    assert ada.http.post("/api/puzzles/nim/nine/ask", json={"legal": 1}).status_code == 404
    assert ada.http.post(f"/api/puzzles/nim/{'x' * 99}", json={"move": None}).status_code == 422
    assert ada.http.post("/api/puzzles/nim/five", json={"move": "take 1", "more": 1}).status_code == 422


def test_answers_are_bounded(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    slow = settings.model_copy(update={"rates": settings.rates.model_copy(update={"puzzles": (0.001, 2)})})
    with serving(slow) as served:
        ada = served.guest("Ada")
        solve(ada, "five", "take 1")
        solve(ada, "six", "take 1")
        refused = ada.http.post("/api/puzzles/nim/seven", json={"move": "take 3"})
        assert refused.status_code == 429


def test_tries_outlive_the_server(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    with serving(settings) as served:
        ada = served.guest("Ada")
        cookies = ada.http.cookies
        for _ in range(3):
            standing = solve(ada, "five", "take 1")["standing"]
    with serving(settings) as served:
        ada = served.guest()
        ada.http.cookies.update(cookies)
        assert ada.get("/api/puzzles") == [standing]


def test_ratings_stay_within_their_bounds() -> None:
    """However many solve or miss it, a puzzle stays near the difficulty it came with."""
    puzzle = PuzzleRow("nim", "five", 1300.0)
    for number in range(400):
        solver = SolverRow(f"guest {number}", "nim")
        _, puzzle = _rated(
            solver, puzzle, PuzzleTry(solver.guest, "nim", "five", is_right=False, at=number, shipped=1300.0)
        )
    assert puzzle.rating == 1300.0 + FARTHEST
    assert (puzzle.tried, puzzle.solved) == (400, 0)
    solver = SolverRow("ada", "nim")
    for number in range(400):
        other = PuzzleRow("nim", str(number), solver.rating)
        solver, _ = _rated(
            solver, other, PuzzleTry("ada", "nim", str(number), number % 2 == 0, number, other.rating)
        )
    assert solver.deviation >= KNOWN
    assert abs(solver.rating - 1200) < 150


@pytest.fixture(params=["sqlite", "postgres"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "postgres":
        return str(request.getfixturevalue("database"))
    address = f"sqlite:///{tmp_path / 'puzzles.sqlite3'}"
    migrate.upgrade(address)
    return address


def test_tries_at_the_same_time_all_count(kept: str) -> None:
    """One guest in many tabs, and many guests at one puzzle: nobody begins again, nobody is refused."""
    tries = [PuzzleTry("ada", "nim", f"p{n}", is_right=True, at=n, shipped=1300.0) for n in range(12)]
    tries += [PuzzleTry(f"g{n}", "nim", "p0", is_right=True, at=n, shipped=1300.0) for n in range(12)]

    async def work() -> tuple[SolverRow, Any]:
        stores = [Store(kept), Store(kept)] if "sqlite" not in kept else [Store(kept)]
        await asyncio.gather(*(puzzles.enter(stores[n % len(stores)], one) for n, one in enumerate(tries)))
        mine = await puzzles.solver(stores[0], "ada", "nim")
        (its,) = await stores[0].read(select(puzzle_ratings).where(puzzle_ratings.c.puzzle == "p0"))
        await asyncio.gather(*(store.stop() for store in stores))
        return mine, its

    mine, its = asyncio.run(work())
    assert (mine.tried, mine.solved, mine.best) == (12, 12, 12)
    assert mine.rating > 1400
    assert (its.tried, its.solved) == (13, 13)
    assert its.rating < 1300
