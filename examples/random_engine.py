"""A random agent on the engine protocol: lines of JSON, so it could be written in any language."""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from typing import IO, Any

Ask = Callable[..., dict[str, Any]]


def asking(out: IO[str], back: IO[str]) -> Ask:
    """A request is a line, and so is its answer."""

    def ask(**request: object) -> dict[str, Any]:
        print(json.dumps(request), file=out, flush=True)
        answer: dict[str, Any] = json.loads(back.readline())
        return answer

    return ask


def play(ask: Ask, rng: random.Random) -> dict[str, Any]:
    """Legal moves as texts, one of them played, until the match is over."""
    status = ask(do="new", game="abstrakto", seats=2, seed="example", options={"size": 4})
    match = status["match"]
    while status["awaiting"]["kind"] == "turn":
        seat = status["awaiting"]["seats"][0]
        moves = ask(do="legal", match=match, seat=seat)["moves"]
        status = ask(do="play", match=match, seat=seat, move=rng.choice(moves))
    result: dict[str, Any] = status["awaiting"]
    return result


def main() -> None:
    """Starts the engine and plays one match of Abstrakto."""
    command = [sys.executable, "-m", "ludoteka", "engine"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        print(play(asking(engine.stdin, engine.stdout), random.Random(1)))


if __name__ == "__main__":
    main()
