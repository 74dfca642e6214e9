"""Match time is wall time less the outages, both ways."""

from hypothesis import given
from hypothesis import strategies as st

from ludoteka.server.table.timekeeping import Timekeeper, steady_clock

SPANS = st.lists(st.tuples(st.integers(1, 500), st.integers(1, 500)), max_size=5)


def timekeeper(spans: list[tuple[int, int]], now: int = 0) -> Timekeeper:
    """Outages that follow each other: a pause, then an outage, and so on."""
    outages, cursor = [], 1000
    for pause, length in spans:
        outages.append((cursor + pause, cursor + pause + length))
        cursor += pause + length
    return Timekeeper(lambda: now, outages)


@given(SPANS, st.integers(0, 5000), st.integers(0, 3000))
def test_wall_time_is_the_inverse_of_match_time(spans: list[tuple[int, int]], started: int, at: int) -> None:
    time = timekeeper(spans)
    if any(begin <= started < end for begin, end in time.outages):
        return  # nothing starts while no server is alive
    wall = time.wall_time(started, at)
    assert time.match_time(started, wall) == at


@given(SPANS, st.integers(0, 3000))
def test_a_branch_starts_so_that_its_time_goes_on(spans: list[tuple[int, int]], at: int) -> None:
    time = timekeeper(spans)
    wall = 20_000
    assert time.match_time(time.start_for(wall, at), wall) == at


def test_an_outage_does_not_count() -> None:
    time = Timekeeper(lambda: 10_000, [(3000, 8000)])
    assert time.match_time(2000) == 3000
    assert time.match_time(9000) == 1000
    assert time.match_time(11_000) == 0


def test_the_clock_of_the_server_never_runs_back() -> None:
    now = steady_clock()
    readings = [now() for _ in range(1000)]
    assert readings == sorted(readings)
