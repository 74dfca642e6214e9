"""Match time is wall time less the outages, both ways; a claim counts from its arrival."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.serving import serving, settings_for, until

from ludoteka.server.table.rows import Append
from ludoteka.server.table.timekeeping import Timekeeper, steady_clock

SPANS = st.lists(st.tuples(st.integers(0, 500), st.integers(1, 500)), max_size=5)


def timekeeper(spans: list[tuple[int, int]], now: int = 0) -> Timekeeper:
    """Outages that follow each other: a pause, then an outage, and so on."""
    outages, cursor = [], 1000
    for pause, length in spans:
        outages.append((cursor + pause, cursor + pause + length))
        cursor += pause + length
    return Timekeeper(lambda: now, outages)


def test_the_clock_starts_at_wall_time_and_follows_the_one_that_never_jumps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = {"wall": 1_700_000_000_123, "steady": 55_000}
    monkeypatch.setattr("time.time_ns", lambda: shown["wall"] * 1_000_000 + 999)
    monkeypatch.setattr("time.monotonic_ns", lambda: shown["steady"] * 1_000_000)
    clock = steady_clock()
    assert clock() == 1_700_000_000_123
    shown.update(wall=0, steady=58_500)  # somebody sets the machine's clock
    assert clock() == 1_700_000_003_623


@given(SPANS, st.integers(0, 5000), st.integers(0, 3000))
def test_wall_time_is_the_inverse_of_match_time(spans: list[tuple[int, int]], started: int, at: int) -> None:
    time = timekeeper(spans)
    if any(begin <= started < end for begin, end in time.outages):
        return  # nothing starts while no server is alive
    wall = time.wall_time(started, at)
    assert time.match_time(started, wall) == at


@given(SPANS, st.integers(0, 3000), st.integers(1000, 7000))
def test_a_branch_starts_so_that_its_time_goes_on(spans: list[tuple[int, int]], at: int, wall: int) -> None:
    time = timekeeper(spans)
    assert time.match_time(time.start_for(wall, at), wall) == at


def test_a_branch_leaves_out_every_outage_on_its_way_back() -> None:
    time = Timekeeper(lambda: 0, [(1000, 2000), (3000, 4000), (4000, 4500), (9000, 9500)])
    assert time.start_for(5000, 500) == 4500  # right after an outage
    assert time.start_for(5000, 501) == 2999
    assert time.start_for(5000, 1500) == 2000
    assert time.start_for(5000, 1600) == 900
    assert time.start_for(3500, 0) == 3500


def test_an_outage_does_not_count() -> None:
    time = Timekeeper(lambda: 10_000, [(3000, 8000)])
    assert time.match_time(2000) == 3000
    assert time.match_time(9000) == 1000
    assert time.match_time(11_000) == 0


def test_match_time_begins_with_nothing_and_is_never_less() -> None:
    time = Timekeeper(lambda: 5000, [(1000, 2000)])
    assert [time.match_time(5000), time.match_time(4999), time.match_time(6000)] == [0, 1, 0]
    assert time.match_time(1000, 2000) == 0
    assert time.match_time(500, 2001) == 501
    assert time.wall_time(1500, 0) == 2000  # it began in an outage: its first moment came after that


def test_the_clock_of_the_server_never_runs_back() -> None:
    now = steady_clock()
    readings = [now() for _ in range(1000)]
    assert readings == sorted(readings)


@pytest.mark.parametrize("seats", [1, 2])
def test_a_claim_over_a_socket_is_stamped_when_it_arrives(tmp_path: Path, seats: int) -> None:
    """The disk holds a greeting up until the time of the claim is long over; the claim came in time."""
    with serving(settings_for(tmp_path)) as served:
        ada = served.guest("Ada")
        table = ada.open("race", *["me"] * seats, options={"seconds": 2})["id"]
        gate = asyncio.Event()
        append = served.host.store.append

        async def slow(change: Append) -> None:
            if change.entries and change.entries[0].kind == "said":
                await gate.wait()
            await append(change)

        served.host.store.append = slow
        with ada.at(table) as a:
            number = a.position["views"][0]["view"]["open"]
            limit = a.position["awaiting"]["until"]
            a.say(do="say", phrase="hello", seen=a.seq, key="talk")
            a.say(do="hint", id=1, seat=0, step=1)
            a.say(do="play", seat=0, move=str(number), seen=a.seq, key="claim")
            until(lambda: served.host.rooms[table].at > limit + 500)
            served.host.scheduler._tasks[0].get_loop().call_soon_threadsafe(gate.set)
            assert a.wait_for("news", lambda m: m["key"] == "claim")["position"]["ply"] >= 1
            claim = next(e for e in a.entries if e["kind"] == "played")
            assert claim["at"] < limit
            assert not any(e["kind"] == "ticked" for e in a.entries if e["seq"] < claim["seq"])
