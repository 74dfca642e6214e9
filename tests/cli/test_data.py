"""`ludoteka --data FOLDER`: boards of one's own, for every command."""

import json
import subprocess
import sys
from pathlib import Path

ASK = b'{"id": 1, "do": "new", "game": "abaku", "seats": 2, "options": {"board": "house"}}\n'


def _ask(*arguments: str) -> dict[str, object]:
    command = [sys.executable, "-m", "ludoteka.cli", *arguments, "engine"]
    found = subprocess.run(command, input=ASK, capture_output=True, check=True)
    answer: dict[str, object] = json.loads(found.stdout)
    return answer


def test_boards_of_ones_own(tmp_path: Path) -> None:
    board = tmp_path / "abaku" / "house.board"
    board.parent.mkdir()
    board.write_text("\n".join(["." * 15] * 15))
    assert _ask("--data", str(tmp_path))["ok"] is True
    assert _ask()["ok"] is False


def test_a_broken_board_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "house.board").write_text("\n".join([*["." * 15] * 14, "." * 14 + "q"]))
    assert "15" in json.dumps(_ask("--data", str(tmp_path))["error"])
