"""Programs of others: they play, and every way to fail is a loss with a line that says why."""

import sys
from pathlib import Path

import pytest
from tests.architecture.places import ROOT
from tests.arena.contests import contest, results

from ludoteka.arena import outside
from ludoteka.arena.contest import Contest
from ludoteka.arena.matches import stage
from ludoteka.arena.summary import summary
from ludoteka.core.refusals import BadRequest

NODE = Path(sys.executable).parent / "node"
READ = "import sys, json\nfor line in sys.stdin:\n    asked = json.loads(line)\n"


def program(folder: Path, body: str) -> str:
    path = folder / "bot.py"
    path.write_text(READ + "".join(f"    {line}\n" for line in body.splitlines()))
    return f"{sys.executable} {path}"


def test_an_outside_engine_plays(tmp_path: Path) -> None:
    command = program(tmp_path, 'print(json.dumps({"move": asked["legal"][0]}), flush=True)')
    # 14 stones: whoever always takes one leaves the other seat a won game, from either side
    one = contest(command, "2", options=(("stones", 14),))
    found = summary(one, results(one, 3))
    assert found["players"][0]["player"].endswith("bot.py")
    assert found["players"][0]["matches"] == 6
    assert (
        found["players"][1]["wins"] >= 4
    )  # whoever begins can force it; from the other seat luck may decide
    assert found["faults"] == []
    stage.cache_clear()


def test_it_is_told_what_a_player_may_know(tmp_path: Path) -> None:
    told = tmp_path / "told"
    body = f'open({str(told)!r}, "w").write(line)\nprint(json.dumps({{"move": "take 1"}}), flush=True)'
    one = contest(program(tmp_path, body), "0", options=(("stones", 1),), ms=5000, pairs=False)
    results(one, 1)
    assert told.read_text() == (
        '{"id": 1, "do": "choose", "game": "nim", "options": {"stones": 1}, "seat": 0, '
        '"view": {"stones": 1, "seat": 0, "left": []}, "legal": ["take 1"], "ms": 5000}\n'
    )
    stage.cache_clear()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("sys.exit(3)", "ended, with exit code 3"),
        ('print("hello", flush=True)', "answered 'hello', which is not JSON"),
        ("print(7, flush=True)", "answered '7', which is no object"),
        ('print(json.dumps({"error": "lost"}), flush=True)', 'named no move: {"error": "lost"}'),
        ('print(json.dumps({"move": "e4"}), flush=True)', "answered 'e4', which is no move"),
        ('print(json.dumps({"move": "take 9"}), flush=True)', "made a move that is refused: Take one"),
        ('print(json.dumps({"move": "take 1", "wait": "long"}), flush=True)', 'wants to wait "long"'),
    ],
)
def test_a_fault_is_a_loss_with_a_line(tmp_path: Path, body: str, said: str) -> None:
    one = contest(program(tmp_path, body), "0")
    found = summary(one, results(one, 1))
    assert found["players"][0]["wins"] == 0
    assert found["players"][1]["wins"] == 2
    assert len(found["faults"]) == 1
    assert said in found["faults"][0]
    stage.cache_clear()


def test_one_that_is_late_has_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "STARTING", 0.0)
    one = contest(program(tmp_path, "import time\ntime.sleep(60)"), "0", ms=50, pairs=False)
    found = summary(one, results(one, 1))
    assert found["players"][0]["wins"] == 0
    assert "did not answer within 0.3 s" in found["faults"][0]
    stage.cache_clear()


def test_a_program_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadRequest, match="no program 'no-such-program-here'"):
        stage(contest("no-such-program-here", "0"))


def test_the_example_of_the_guide_plays_a_real_game() -> None:
    command = f"{NODE} {ROOT / 'docs' / 'guide' / 'choosing_bot.js'}"
    one = Contest("abak", (command, "0"), ((0, 1),), "docs")
    found = summary(one, results(one, 1))
    assert found["faults"] == []
    assert found["players"][0]["matches"] == 2
    stage.cache_clear()
