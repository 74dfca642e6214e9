"""Every command over toy games: what it prints, its exit codes, its suggestions."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from ludoteka import __version__, bench, games
from ludoteka.bench.timing import Figure


def test_games_are_listed_with_their_players(cli: Cli) -> None:
    answer = cli("games")
    assert answer.code == 0
    assert [line.split()[0] for line in answer.out.splitlines()[1:6]] == [
        "nim",
        "pig",
        "rummage",
        "duel",
        "race",
    ]
    assert "2 to 4" in answer.out


def test_one_game_shows_its_options(cli: Cli) -> None:
    answer = cli("games", "nim")
    assert answer.code == 0
    assert "stones" in answer.out
    assert "1 to 50" in answer.out
    assert "bot:0" in answer.out


def test_games_as_json_are_as_the_engine_protocol_shows_them(cli: Cli) -> None:
    sheets = json.loads(cli("games", "--json").out)
    nim = next(sheet for sheet in sheets if sheet["id"] == "nim")
    assert nim["seats"] == [2, 4]
    assert nim["options"]["properties"]["stones"]["default"] == 12


@pytest.mark.parametrize(
    ("arguments", "suggestion"),
    [
        (["gmaes"], "'games'"),
        (["nim"], "To play it: ludoteka play nim"),
        (["Nim", "Ada"], "To play it: ludoteka play nim"),
        (["how"], "The games are nim, pig"),
        (["games", "nmi"], "Did you mean nim?"),
        (["play", "rumage"], "Did you mean rummage"),
        (["new", "nim", "-o", "stnes=3"], "Did you mean stones?"),
        (["new", "nim", "-o", "stones=many"], "from 1 to 50"),
        (["new", "nim", "-o", "stones"], "KEY=VALUE"),
        (["new", "nim", "--sed", "x"], "--seed"),
        (["bench", "cor"], "Did you mean core"),
    ],
)
def test_a_slip_gets_a_suggestion_and_exit_code_2(cli: Cli, arguments: list[str], suggestion: str) -> None:
    answer = cli(*arguments)
    assert answer.code == 2
    assert suggestion in answer.err
    assert answer.out == ""
    assert "Traceback" not in answer.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "nim", "Ada", "Ben", "Cy", "Dee", "Eve"],
        ["play", "nim", "Ada", "bot:x"],
        ["play", "nim", "Ada", "bot:77"],
        ["play"],
        ["play", "--resume", "no such file"],
        ["replay", "no such file"],
        ["new", "nim", "--seats", "9"],
        ["arena", "nim", "5"],
        ["count", "nim", "--depth", "0"],
    ],
)
def test_wrong_calls_end_with_code_2_and_no_traceback(cli: Cli, arguments: list[str]) -> None:
    answer = cli(*arguments)
    assert answer.code == 2
    assert answer.err
    assert "Traceback" not in answer.err


def test_a_position_that_cannot_be_read_ends_with_code_1(cli: Cli) -> None:
    answer = cli("play", "nim", "--position", "rubbish")
    assert answer.code == 1
    assert answer.err.startswith("ludoteka: ")


def test_version_and_bare_call(cli: Cli) -> None:
    assert cli("--version").out == f"ludoteka {__version__}\n"
    assert "Usage: ludoteka" in cli().out


def test_a_file_that_is_a_near_miss_is_suggested(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "final.rec").write_text("ludoteka: 1\n")
    answer = cli("verify", str(tmp_path / "finale.rec"))
    assert answer.code == 2
    assert "Did you mean final.rec?" in answer.err


# --- records ---------------------------------------------------------------------------------


@pytest.fixture
def finished(cli: Cli, tmp_path: Path) -> Path:
    """The record of a finished match of Pig."""
    path = tmp_path / "pig.rec"
    assert cli("play", "pig", "bot:0", "bot:0", "--seed", "a", "--save", str(path)).code == 0
    return path


def test_a_finished_record_verifies_and_an_edited_one_does_not(cli: Cli, finished: Path) -> None:
    assert "All is well" in cli("verify", str(finished)).out
    assert not finished.with_name("pig.rec.seed").exists()
    lines = finished.read_text().splitlines()
    index = next(i for i, line in enumerate(lines) if "chance" in line)
    head, _, value = lines[index].rpartition(" ")
    lines[index] = f"{head} {'1-2' if value != '1-2' else '1-3'}"
    finished.write_text("\n".join(lines) + "\n")
    answer = cli("verify", str(finished), "--json")
    assert answer.code == 1
    report = json.loads(answer.out)
    assert not report["ok"]
    assert report["findings"][0]["line"] == index + 1


def test_replay_prints_every_event_and_the_result(cli: Cli, finished: Path) -> None:
    answer = cli("replay", str(finished))
    assert answer.code == 0
    events = [line for line in finished.read_text().partition("\n\n")[2].splitlines() if line]
    assert sum(
        line.startswith(("Chance: ", "Random (bot): ", "Random (bot) 2: "))
        for line in answer.out.splitlines()
    ) == len(events)
    assert "The match is over" in answer.out


def test_replay_shows_one_moment_and_json(cli: Cli, finished: Path) -> None:
    (step,) = json.loads(cli("replay", str(finished), "--at", "2", "--json").out)
    assert step["ply"] == 2
    assert step["event"].startswith("2 ")
    assert cli("replay", str(finished), "--at", "99999").code == 2
    assert cli("replay", str(finished), "--seat", "7").code == 2


def test_a_broken_record_is_refused_with_its_line(cli: Cli, finished: Path) -> None:
    finished.write_text(finished.read_text().replace("game: pig", "game: pog"))
    answer = cli("replay", str(finished))
    assert answer.code == 1
    assert "Line 2" in answer.err


def test_a_record_comes_from_standard_input(cli: Cli, finished: Path) -> None:
    assert cli("verify", "-", lines=finished.read_text()).code == 0


def test_new_writes_a_record_whose_seed_stays_secret(cli: Cli, tmp_path: Path) -> None:
    printed = cli("new", "rummage", "--seed", "s", "--name", "Ada", "--name", "Ben")
    assert printed.code == 0
    assert 'names: ["Ada", "Ben"]' in printed.out
    assert "seed:" not in printed.out
    path = tmp_path / "deep" / "new.rec"
    assert cli("new", "rummage", "--seed", "s", "--save", str(path)).code == 0
    assert "seed:" not in path.read_text()
    assert path.with_name("new.rec.seed").stat().st_mode & 0o077 == 0


# --- counts, arenas, speed -------------------------------------------------------------------


def test_count_counts_sequences_and_positions(cli: Cli) -> None:
    answer = cli("count", "nim", "--depth", "3", "--distinct", "--json")
    rows = json.loads(answer.out)["counts"]
    assert [row["sequences"] for row in rows] == [3, 9, 27]
    assert [row["positions"] for row in rows] == [3, 5, 7]


def test_count_follows_every_draw(cli: Cli) -> None:
    one = json.loads(cli("count", "pig", "--depth", "1", "--json").out)["counts"][0]["sequences"]
    every = json.loads(cli("count", "pig", "--depth", "1", "--every-draw", "--json").out)["counts"][0]
    assert every["sequences"] > one


def test_arena_seats_everybody_everywhere(cli: Cli) -> None:
    answer = cli("arena", "nim", "0", "0", "-n", "6", "--processes", "1", "--seed", "x", "--json")
    players = json.loads(answer.out)["players"]
    assert sum(player["wins"] for player in players) == 6
    assert [player["matches"] for player in players] == [6, 6]
    assert cli("arena", "nim", "0", "0", "-n", "6", "--processes", "1", "--seed", "x", "--json").code == 0


@pytest.mark.parametrize("word", ["all", "ladder"])
def test_arena_needs_two_levels_for_a_ladder(cli: Cli, word: str) -> None:
    answer = cli("arena", "nim", word, "-n", "1")
    assert answer.code == 2
    assert "one level only" in " ".join(answer.err.split())


def test_arena_plays_a_race_without_waiting(cli: Cli) -> None:
    answer = cli("arena", "race", "0", "0", "-n", "2", "--processes", "1", "--seed", "x")
    assert answer.code == 0
    assert "random (level 0)" in answer.out


def test_arena_stops_an_endless_match(cli: Cli) -> None:
    answer = cli("arena", "nim", "0", "0", "-n", "2", "--events", "1", "--processes", "1", "--json")
    assert json.loads(answer.out)["unfinished"] == 2


def test_arena_goes_on_where_it_was_stopped(cli: Cli, tmp_path: Path) -> None:
    call = ["arena", "nim", "0", "0", "0", "--pairs", "--processes", "1", "--out", str(tmp_path / "kept")]
    assert cli(*call, "-n", "2", "--records").code == 0
    first = (tmp_path / "kept" / "bouts.jsonl").read_text()
    answer = cli(*call, "-n", "3", "--json")
    assert json.loads(answer.out)["bouts"] == 3
    assert (tmp_path / "kept" / "bouts.jsonl").read_text().startswith(first)
    assert len(list((tmp_path / "kept" / "records").iterdir())) == 6
    assert (tmp_path / "kept" / "plot.svg").read_text().startswith("<svg")
    other = cli(*call, "--seed", "another")
    assert other.code == 2
    assert "another value of seed" in other.err


def test_arena_decides_a_question_early(cli: Cli) -> None:
    call = ["arena", "nim", "0", "0", "-n", "2000", "--processes", "1", "--seed", "x"]
    answer = cli(*call, "--sprt", "0.2,0.8")
    assert "Decided: the win rate is 0." in answer.out
    for wrong in ("0.6,0.5", "half", "0.5"):
        assert cli(*call, "--sprt", wrong).code == 2
    assert cli("arena", "nim", "0", "0", "0", "--sprt", "0.5,0.6").code == 2


def test_arena_refuses_what_it_cannot_do(cli: Cli) -> None:
    assert "no program 'no-such-bot" in cli("arena", "nim", "0", "no-such-bot --fast").err
    assert "name one with --out" in cli("arena", "nim", "0", "0", "--records").err
    assert cli("arena", "nim", "0", "0", "-o", "stones=99").code == 2


def test_bench_prints_figures_and_their_spread(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    measured = [Figure("toy.moves_per_s", 123456.0, 7.0), Figure("toy.legal.median_ms", 0.25, 0.0)]
    monkeypatch.setattr(bench, "figures", lambda name: iter(measured if name == "core" else []))
    figures = json.loads(cli("bench", "core", "--json").out)
    assert figures == {
        "toy.moves_per_s": 123456.0,
        "toy.moves_per_s.spread": 7.0,
        "toy.legal.median_ms": 0.25,
        "toy.legal.median_ms.spread": 0.0,
    }
    assert "123,456" in cli("bench").out


def test_the_help_of_bench_names_every_subject(cli: Cli) -> None:
    said = cli("bench", "--help").out
    ours = {folder.name for folder in Path(games.__path__[0]).iterdir()}
    subjects = sorted(name for name in bench.names() if name.split("_")[0] not in ours)
    assert [name for name in subjects if name not in said] == []


def test_bench_finds_its_subjects() -> None:
    assert "core" in bench.usual()
    assert "timing" not in bench.names()
    assert set(bench.usual()) <= set(bench.names())
