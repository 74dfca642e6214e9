"""An hour of noise on each door of the server: HTTP by its OpenAPI, and the socket of a table."""

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed
from hypothesis import settings as hypothesis_settings
from tests.long.clocks import rounds
from tests.server import test_fuzz as short
from tests.server.serving import serving, settings_for
from websockets.exceptions import ConnectionClosed

pytestmark = pytest.mark.long


def checked(operation: Any, number: int) -> None:
    @seed(number)
    @hypothesis_settings(
        max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        case.call_and_validate(checks=short.CHECKS, timeout=90)

    check()


def test_http_hears_noise_for_an_hour(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path)) as served:
        operations = short.operations_of(served)
        for number in rounds():
            checked(operations[number % len(operations)], number)
        assert served.guest().open("nim", "me", "me")["id"]


def test_a_socket_hears_noise_for_an_hour(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path)) as served:
        ada = served.guest()
        before = None
        for number in rounds():
            table = ada.open("nim", "me", "me", options={"stones": 50})["id"]
            rng = random.Random(number)
            for _ in range(20):
                with ada.at(table) as a:
                    try:
                        for _ in range(18):
                            a.socket.send(short.message(rng))
                        short.drained(a)
                    except ConnectionClosed:
                        continue
            with ada.at(table) as a:
                assert [e["seq"] for e in a.entries] == list(range(1, a.seq + 1))
                a.act("leave", seat=0)
            before = before or short.resident()
        assert before is not None
        assert short.resident() - before < 60, "megabytes"
