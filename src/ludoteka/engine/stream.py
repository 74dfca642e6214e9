"""The engine protocol over a stream: one JSON object per line each way, whatever comes in."""

import json
from collections.abc import Iterator
from typing import BinaryIO

from ludoteka.core.refusals import BadRequest
from ludoteka.engine.engine import Answer, Engine, error_object

LONGEST_LINE = 8 * 1024 * 1024


def serve(engine: Engine, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answers every line until the input ends."""
    for line in _lines(requests):
        try:
            answers.write(_encoded(_answer_line(engine, line)))
            answers.flush()
        except BrokenPipeError:
            return


def _lines(requests: BinaryIO) -> Iterator[bytes | None]:
    """Each line; None for one that is too long, the rest of which is skipped."""
    while line := requests.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line
            continue
        while (rest := requests.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
            pass
        yield None


def _answer_line(engine: Engine, line: bytes | None) -> Answer:
    """Reads a line; a request is answered, anything else refused."""
    if line is None:
        return _refused(BadRequest("The line is longer than {most} bytes.", most=str(LONGEST_LINE)))
    try:
        request = json.loads(line.decode("utf-8"), parse_constant=_no_number, parse_float=_finite)
    except UnicodeDecodeError:
        return _refused(BadRequest("The line is not UTF-8 text."))
    except (ValueError, RecursionError):
        return _refused(BadRequest("The line is not JSON."))
    return engine.answer(request)


def _encoded(answer: Answer) -> bytes:
    """One line of ASCII; an `id` nested too deeply to be written back is returned as null."""
    try:
        return json.dumps(answer, allow_nan=False).encode("ascii") + b"\n"
    except RecursionError:
        return json.dumps(answer | {"id": None}, allow_nan=False).encode("ascii") + b"\n"


def _refused(refusal: BadRequest) -> Answer:
    return {"id": None, "ok": False, "error": error_object(refusal)}


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no JSON number")


def _finite(text: str) -> float:
    number = float(text)
    return number if abs(number) < float("inf") else _no_number(text)
