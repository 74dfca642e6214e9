"""The engine over a stream survives any input and prints nothing but answers."""

import json
import random
import subprocess
import sys
from io import BytesIO
from typing import Any

from tests.toys import get, ids

from ludoteka.engine import Engine
from ludoteka.engine.stream import LONGEST_LINE, serve


def talk(*lines: bytes) -> list[dict[str, Any]]:
    out = BytesIO()
    serve(Engine(get, ids), BytesIO(b"".join(line + b"\n" for line in lines)), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def _request(**fields: Any) -> bytes:
    return json.dumps(fields).encode()


def test_one_answer_a_line_in_order() -> None:
    answers = talk(_request(id=1, do="games"), b"rubbish", _request(id="x", do="new", game="nim", seats=2))
    assert [answer["id"] for answer in answers] == [1, None, "x"]
    assert [answer["ok"] for answer in answers] == [True, False, True]


def test_strange_lines() -> None:
    strange = [
        b"",
        b"\xff\xfe\x00",
        b"null",
        b"[]",
        b"7",
        b'"text"',
        b'{"id": NaN, "do": "games"}',
        b'{"id": 1e999, "do": "games"}',
        b"9" * 5000,
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"id": 1, "do": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"id": "\\ud800", "do": "games"}',
    ]
    answers = talk(*strange, _request(id=9, do="new", game="nim", seats=2))
    assert len(answers) == len(strange) + 1
    assert all(not answer["ok"] for answer in answers[:-2])
    assert all(answer["error"]["kind"] == "bad-request" for answer in answers[:-2])
    assert answers[-1]["ok"]


def test_a_line_that_is_too_long() -> None:
    long = b'{"id": 1, "do": "' + b"x" * (LONGEST_LINE + 2_000_000) + b'"}'
    answers = talk(long, _request(id=2, do="games"))
    assert [answer["ok"] for answer in answers] == [False, True]
    assert "longer than" in answers[0]["error"]["text"]
    assert len(json.dumps(answers[0])) < 1000


def test_an_id_that_is_too_deep_is_given_back_as_null() -> None:
    deep = b'{"id": ' + b"[" * 900 + b"]" * 900 + b', "do": "games"}'
    (answer,) = talk(deep)
    assert answer["ok"] or answer["id"] is None


def test_ten_thousand_random_lines() -> None:
    rng = random.Random(1)
    lines = [rng.randbytes(rng.randrange(60)).replace(b"\n", b" ") for _ in range(10_000)]
    answers = talk(*lines, _request(id=1, do="games"))
    assert len(answers) == 10_001
    assert not any(answer["ok"] for answer in answers[:-1])
    assert answers[-1]["ok"]


def test_ten_thousand_mutated_requests() -> None:
    rng = random.Random(2)
    answers = talk(*(_mutated(rng) for _ in range(10_000)), _request(id=1, do="games"))
    assert len(answers) == 10_001
    assert answers[-1]["ok"]
    assert not any(answer.get("error", {}).get("kind") == "internal" for answer in answers)
    assert sum(answer["ok"] for answer in answers) > 500  # the mutants are near enough to real requests


WORDS: list[Any] = [None, True, -1, 0, 1, 2, 3, 10**30, 1.5, "", "m1", "m2", "take 1", "nim", "race", [], {}]
VERBS = [
    *("games", "new", "load", "legal", "score", "play", "draw", "tick"),
    *("leave", "view", "position", "record", "replay", "best", "close"),
]
KEYS = ["game", "seats", "seed", "match", "seat", "move", "at", "limit", "outcome", "options", "level"]


def _mutated(rng: random.Random) -> bytes:
    likely = {"game": rng.choice(ids()), "seats": 2, "match": f"m{rng.randrange(1, 9)}", "seat": 0, "at": 5}
    request = {"id": rng.randrange(99), "do": rng.choice(VERBS), **likely}
    if request["do"] == "new" and rng.random() < 0.9:
        request["do"] = "position"
    for _ in range(rng.randrange(4)):
        request[rng.choice(KEYS)] = rng.choice(WORDS)
    text = bytearray(json.dumps(request).encode())
    if rng.random() < 0.2:
        text[rng.randrange(len(text))] = rng.randrange(32, 256)
    return bytes(text)


def test_as_a_program() -> None:
    """`ludoteka engine` flushes each answer, ends with its input and leaves standard output clean."""
    with subprocess.Popen(
        [sys.executable, "-m", "ludoteka.cli", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in (b"\x80rubbish\n", b'{"id": 3, "do": "position", "match": "m1"}\n'):
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"] is False
        process.stdin.close()
        assert process.wait(timeout=20) == 0
        assert process.stdout.read() == b""
