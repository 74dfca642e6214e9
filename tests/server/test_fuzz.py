"""Anything may come in; nothing breaks: schemathesis on the OpenAPI, and a fuzzer on the socket."""

import json
import os
import random
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from tests.server.serving import Seated, Served
from websockets.exceptions import ConnectionClosed

from ludoteka.server.messages.schema import definitions
from ludoteka.server.messages.wire import FROM_CLIENT

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the package warns about its own imports
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.core.result import Ok
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 8
MESSAGES = 1500


def test_every_operation_answers_as_it_says(served: Served) -> None:
    operations = operations_of(served)
    assert len(operations) >= 20
    for operation in operations:
        check_operation(operation)


def operations_of(served: Served) -> list[Any]:
    api = schemathesis.openapi.from_url(f"{served.address}/api/openapi.json")
    return [found.ok() for found in api.get_all_operations() if isinstance(found, Ok)]


def check_operation(operation: Any) -> None:
    @hypothesis_settings(
        max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        case.call_and_validate(checks=CHECKS, timeout=90)

    check()


# --- the socket ----------------------------------------------------------------------------------

VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2**53, 2**80, 1.5, "", "0", "take 1", "\0", "\ud83d", "é" * 300, "x" * 3000,
    [], {}, [[[]]], {"a": {}}, "rematch", "takeback", "hello", "clap",
]  # fmt: skip
TYPES = [
    "play",
    "leave",
    "say",
    "propose",
    "respond",
    "score",
    "examine",
    "legal",
    "steps",
    "hint",
    "alternatives",
    "listen",
    "ping",
]
FIELDS = [
    "seat",
    "move",
    "seen",
    "key",
    "id",
    "what",
    "ply",
    "ref",
    "accept",
    "phrase",
    "emote",
    "text",
    "step",
    "scored",
]


def message(rng: random.Random) -> str | bytes:
    """Something between a proper message and noise."""
    kind = rng.random()
    if kind < 0.05:
        return rng.randbytes(rng.randint(0, 200))
    if kind < 0.15:
        return rng.choice(["", "{", "[]", "null", "0", '"', "{" * 900, "[" * 3000, '{"do":', "\x00"])
    said: dict[str, Any] = {"do": rng.choice(TYPES), "seat": rng.randint(0, 2), "id": rng.randint(0, 9)}
    if said["do"] in ("play", "leave", "say", "propose", "respond"):
        said |= {"seen": rng.randint(0, 50), "key": f"k{rng.randint(0, 999)}"}
        said.pop("id")
    if said["do"] in ("say", "ping", "alternatives", "listen"):
        said.pop("seat")
    if said["do"] == "listen":
        said = {"do": "listen", "scored": rng.random() < 0.5}
    for field in rng.sample(FIELDS, rng.randint(0, 3)):
        said[field] = rng.choice(VALUES)
    if said["do"] in ("play", "score", "examine") and rng.random() < 0.7:
        said["move"] = rng.choice(["take 1", "take 2", "take 9", "take", "1", "TAKE 1"])
    return json.dumps(said)


def test_noise_on_a_socket_breaks_nothing_and_fills_no_memory(served: Served) -> None:
    rng, ada = random.Random(8), served.guest()
    table = ada.open("nim", "me", "me", options={"stones": 50})["id"]
    before = resident()
    sent = refused = 0
    while sent < MESSAGES:
        with ada.at(table) as a:
            try:
                for _ in range(18):
                    a.socket.send(message(rng))
                    sent += 1
                refused += drained(a)
            except ConnectionClosed:
                continue
    assert refused > 100
    assert resident() - before < 60, "megabytes"
    with ada.at(table) as a:  # it still plays
        assert a.ask("ping")["kind"] == "pong"
        assert [e["seq"] for e in a.entries] == list(range(1, a.seq + 1))
        assert not [m for m in a.heard if m.get("why") == "internal"]


def drained(socket: Seated) -> int:
    """Reads everything up to the answer to a ping; how much of it was refused."""
    socket.ask("ping")
    refused = [one for one in socket.heard if one["kind"] == "refused"]
    assert not [one for one in refused if one["why"] == "internal"]
    return len(refused)


def resident() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.mark.parametrize("kind", TYPES)
def test_the_fuzzer_knows_every_message(kind: str) -> None:
    known = {
        schema["properties"]["do"]["const"] for schema in definitions().values() if "do" in _names(schema)
    }
    assert kind in known
    assert known == set(TYPES)
    assert FROM_CLIENT.json_schema()["discriminator"]["mapping"].keys() == known


def _names(schema: Any) -> set[str]:
    return set(schema.get("properties", {}))
