"""Worked examples: every `tests/examples/<id>/*.toml`, played through the engine protocol."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludoteka.engine import Engine

HERE = Path(__file__).parent


def _examples() -> Iterator[Any]:
    for path in sorted(HERE.glob("*/*.toml")):
        for number, example in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["example"]):
            name = f"{path.parent.name}/{path.stem}/{number}: {example['name']}"
            yield pytest.param(example, id=name)


@pytest.mark.parametrize("example", list(_examples()))
def test_example(example: dict[str, Any]) -> None:
    engine = Engine()
    handle: str | None = None
    assert example["step"], "an example without steps shows nothing"
    for step in example["step"]:
        ask = dict(step["ask"]) if handle is None else {"match": handle, **step["ask"]}
        answer = engine.answer({"id": 1, **_nulls(ask)})
        handle = answer.get("match", handle)
        problem = differs(_nulls(step.get("answer", {"ok": True})), answer)
        assert problem is None, f"{ask}: {problem}\nanswer: {answer}"
        if "position" in step:
            found = engine.answer({"id": 2, "do": "position", "match": handle})
            assert found["position"] == step["position"]


def differs(expected: Any, found: Any, path: str = "answer") -> str | None:
    """The first difference: objects are compared by subset, everything else must be equal."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            if key not in found:
                return f"{path}.{key} is missing"
            if problem := differs(value, found[key], f"{path}.{key}"):
                return problem
        return None
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return next((p for i, (e, f) in pairs if (p := differs(e, f, f"{path}[{i}]"))), None)
    return None if expected == found else f"{path} should be {expected!r}, not {found!r}"


def _nulls(value: Any) -> Any:
    """TOML has no null: the text "null" stands for it."""
    if isinstance(value, dict):
        return {key: _nulls(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_nulls(item) for item in value]
    return None if value == "null" else value
