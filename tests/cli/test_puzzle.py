"""`ludoteka puzzle` and `ludoteka mine`, with a puzzler for a toy game."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
from tests.cli.conftest import Cli
from tests.toys import nim

from ludoteka import players
from ludoteka.analysis import puzzles
from ludoteka.core.chance import Source
from ludoteka.core.game import View
from ludoteka.core.match import Opening
from ludoteka.core.player import Answer, AnyPlayer, Budget, Level, Skill
from ludoteka.core.puzzle import Collection, Proven, Question, read
from ludoteka.core.sentences import Sentence


def tells(best: int, other: int) -> Sentence:
    return Sentence("It wins by force.")


class NimPuzzler:
    """Leave a multiple of four."""

    version = 1
    openings: ClassVar[Sequence[Opening]] = (Opening(2), Opening(2, {"stones": 21}))
    questions: ClassVar[dict[str, Question]] = {
        "win": Question(Sentence("Find the winning move."), tells, "exact", "games", 1.0)
    }
    kept: ClassVar[Collection] = Collection("nim", 1, "toys", 0)

    def prove(self, question: str, state: Any, seat: int) -> Proven[int] | None:
        best = state.stones % 4
        return Proven((best,), 1.0, 1.0) if best and state.stones > 4 else None

    def solves(self, question: str, state: Any, seat: int, move: int, proven: Sequence[int]) -> bool:
        return move in proven

    def essence(self, state: Any, seat: int) -> str:
        return str(state.stones)

    def told(self, question: str, worth: float) -> int:
        return round(worth)

    def collection(self) -> Collection:
        return self.kept


class Clumsy:
    """Level 1: never takes what wins."""

    name = "clumsy"

    def choose(self, view: View, legal: Sequence[Any], budget: Budget, rng: Source) -> Answer[Any]:
        good = view["stones"] % 4
        return Answer(rng.choose([move for move in legal if move != good]))


class Clever(Clumsy):
    name = "clever"

    def choose(self, view: View, legal: Sequence[Any], budget: Budget, rng: Source) -> Answer[Any]:
        good = view["stones"] % 4
        return Answer(good if good in legal else rng.choose(legal))


class Guessing(Clumsy):
    name = "guessing"

    def choose(self, view: View, legal: Sequence[Any], budget: Budget, rng: Source) -> Answer[Any]:
        return Answer(rng.choose(legal))


def skill(weakest: type[AnyPlayer] = Clumsy, strongest: type[AnyPlayer] = Clever) -> Skill:
    who = (weakest, Guessing, Guessing, Guessing, strongest)
    levels = {n: Level(one.__name__, "", one) for n, one in enumerate(who, 1)}
    return Skill(levels, puzzles=NimPuzzler)


@pytest.fixture
def nimble(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cli]:
    """Nim has puzzles, but none are shipped yet."""
    monkeypatch.setattr(players, "skill", lambda game: skill() if game == "nim" else Skill({}))
    puzzles.ratings.cache_clear()
    yield cli
    puzzles.ratings.cache_clear()


def mined(cli: Cli, path: Path, number: int = 6) -> Collection:
    answer = cli("mine", "nim", "--out", str(path), "-n", str(number), "--seed", "toys")
    assert answer.code == 0, answer.err
    return read(path.read_text(encoding="utf-8"))


# --- mining --------------------------------------------------------------------------------------


def test_mining_keeps_what_is_proven_missed_by_the_weakest_and_found_by_the_strongest(
    nimble: Cli, tmp_path: Path
) -> None:
    kept = mined(nimble, tmp_path / "nim.json")
    assert len(kept.puzzles) >= 6
    for one in kept.puzzles:
        state = nim.GAME.notation.load(one.position)
        assert one.answers == (f"take {state.stones % 4}",)
        assert one.found[0] == (0, 6)
        assert one.found[4] == (2, 2)
        assert one.seat == state.seat
    assert len({nim.GAME.notation.load(one.position).stones for one in kept.puzzles}) == len(kept.puzzles)


def test_mining_goes_on_and_gives_the_same(nimble: Cli, tmp_path: Path) -> None:
    whole = mined(nimble, tmp_path / "whole.json", 7)
    mined(nimble, tmp_path / "part.json", 2)
    assert mined(nimble, tmp_path / "part.json", 7) == whole


def test_what_the_weakest_finds_or_the_strongest_misses_is_no_puzzle(
    nimble: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "none.json"
    for declared in (skill(weakest=Clever), skill(strongest=Clumsy)):
        monkeypatch.setattr(players, "skill", lambda game, declared=declared: declared)
        answer = nimble("mine", "nim", "--out", str(path), "--seconds", "1", "--seed", "toys", "--json")
        told = json.loads(answer.out)
        assert told["puzzles"] == 0
        assert told["looked_at"] > 0
        path.unlink()


def test_records_of_people_are_mined(nimble: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    path = folder / "match.record"
    nimble(
        "play", "nim", "Ada", "Ben", "-o", "stones=6", "--save", str(path), lines="take 1\ntake 3\ntake 2\n"
    )
    running = folder / "running.record"
    nimble("play", "nim", "Ada", "Ben", "-o", "stones=21", "--save", str(running), lines="take 1\nquit\n")
    (folder / "notes.txt").write_text("no record")
    answer = nimble("mine", "nim", str(folder), "--out", str(tmp_path / "mined.json"))
    kept = read((tmp_path / "mined.json").read_text())
    assert [one.source for one in kept.puzzles] == ["match ply 1", "match ply 0"] or [
        one.source for one in kept.puzzles
    ] == ["match ply 0", "match ply 1"]
    assert kept.matches == 0
    assert "running.record" in answer.err
    assert "notes.txt" in answer.err


def test_mining_refuses_what_it_cannot_go_on_with(nimble: Cli, tmp_path: Path) -> None:
    path = tmp_path / "nim.json"
    mined(nimble, path, 1)
    other = nimble("mine", "nim", "--out", str(path), "--seed", "another")
    assert other.code == 2
    assert "another game, version or seed" in other.err
    none = nimble("mine", "pig")
    assert none.code == 2
    assert "Pig has no puzzles." in none.err


# --- solving -------------------------------------------------------------------------------------


@pytest.fixture
def stocked(nimble: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    monkeypatch.setattr(NimPuzzler, "kept", mined(nimble, tmp_path / "nim.json"))
    puzzles.ratings.cache_clear()
    return nimble


def test_a_puzzle_is_asked_answered_and_explained(stocked: Cli) -> None:
    answer = stocked(
        "puzzle", "nim", "--seed", "x", "-n", "1", lines="?\ntake 9\nwhy\nmoves\nscore take 1\nanswer\n"
    )
    assert answer.code == 0
    assert "Find the winning move." in answer.out
    assert "Nim, difficulty" in answer.out
    assert "(Type why to read the rule, NIM-2.)" in answer.out
    assert "take 1  take 2  take 3" in answer.out
    assert "This was it." in answer.out
    assert "Best: take" in answer.out
    assert "It wins by force." in answer.out
    assert "0 of 1 solved." in answer.out


def test_difficulty_follows_the_solver_and_the_seed_fixes_the_puzzles(stocked: Cli) -> None:
    def ratings(*lines: str) -> list[int]:
        said = stocked("puzzle", "nim", "--json", "--seed", "y", "-n", "3", lines="\n".join(lines) + "\n").out
        told = [json.loads(line) for line in said.splitlines()]
        assert all("answers" not in one and "best" not in one for one in told if "asks" in one)
        return [one["rating"] for one in told if "right" in one]

    first = ratings("answer", "answer", "answer")
    assert first == sorted(first, reverse=True)
    assert first[0] < 1200
    assert ratings("answer", "answer", "answer") == first


def test_solving_counts(stocked: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["nonsense", *(["take 1", "take 2", "take 3"] * 9)])
    monkeypatch.setattr("ludoteka.cli.terminal.Keyboard.ask", lambda *_: next(lines))
    answer = stocked("puzzle", "nim", "--json", "--seed", "z", "-n", "2")
    told = [json.loads(line) for line in answer.out.splitlines()]
    assert "refused" in told[1]
    verdicts = [one for one in told if "right" in one]
    assert len(verdicts) == 2
    for one in verdicts:
        assert (one["change"] > 0) == one["right"]
        assert (one["played"]["move"] == one["best"]["move"]) == one["right"]


def test_games_without_puzzles_say_so(stocked: Cli) -> None:
    answer = stocked("puzzle", "pig")
    assert answer.code == 2
    assert "There are no puzzles of this game." in answer.err
