"""The command line as a process of its own: signals, pipes, completion."""

import os
import signal
import subprocess
import sys
from pathlib import Path

COMMAND = [sys.executable, "-m", "ludoteka"]


def _listen_to_ctrl_c() -> None:
    """Where the tests run in the background, a shell has told every process to ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_ends_a_sitting_without_a_traceback(tmp_path: Path) -> None:
    path = tmp_path / "match.rec"
    command = [*COMMAND, "play", "abstrakto", "Ada", "Ben", "--save", str(path)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_listen_to_ctrl_c,
    ) as process:
        assert process.stdout is not None
        while "help" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in out + err
    assert "Stopped." in err


def test_a_reader_that_stops_early_is_left_in_peace() -> None:
    with subprocess.Popen(
        [*COMMAND, "games", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) in (0, 1)  # 1 where the reader was gone before the first word


def test_the_shell_completes_games() -> None:
    asked = {"_LUDOTEKA_COMPLETE": "complete_bash", "COMP_WORDS": "ludoteka play ab", "COMP_CWORD": "2"}
    done = subprocess.run(
        COMMAND, env={**os.environ, **asked}, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["abaku", "abstrakto", "abak"]


def test_the_engine_speaks_json_lines() -> None:
    lines = b'{"id": 1, "do": "games"}\nrubbish\n{"id": 2, "do": "nothing"}\n'
    done = subprocess.run([*COMMAND, "engine"], input=lines, capture_output=True, check=True, timeout=60)
    answers = done.stdout.decode().splitlines()
    assert len(answers) == 3
    assert answers[0].startswith('{"id": 1, "ok": true')
    assert answers[1].startswith('{"id": null, "ok": false')
