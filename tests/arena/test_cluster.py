"""The same contest on a Dask cluster of two workers."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from tests.arena.contests import contest, lines, results

from ludoteka.arena.running import ContestLimits, run
from ludoteka.arena.workers import workers


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    distributed: Any = import_module("distributed")  # untyped
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster:
        yield cluster.scheduler_address


@pytest.mark.filterwarnings("default")  # of Dask's own
def test_a_cluster_gives_the_same_results(address: str) -> None:
    one = contest("0", "2")
    with workers(one, 2, address) as executor:
        assert lines(run(one, ContestLimits(10), executor, 4)) == lines(results(one, 10))
