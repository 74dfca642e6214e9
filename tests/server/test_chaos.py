"""A short form of `bench server` and `bench chaos`: the long ones measure, these must be clean every time."""

from pathlib import Path

from ludoteka.bench import chaos, server
from ludoteka.bench.stubborn import STEPS

FIGURES = {"p50_ms", "p99_ms", "rss_mb", "full_p99_ms", "school_p99_ms", "saturated_moves_per_s"}


def _is_clean(damage: chaos.Damage) -> None:
    assert damage.faults == []
    assert (damage.wrong_boards, damage.doubled_moves, damage.lost_moves) == (0, 0, 0)


def test_cut_off_at_every_step(tmp_path: Path) -> None:
    damage = chaos.disconnecting(f"sqlite:///{tmp_path / 'a.sqlite3'}", 150, 6)
    _is_clean(damage)
    assert damage.disconnects >= 150
    assert damage.moves > 50
    assert set(damage.steps) == set(STEPS)


def test_killed_under_load_on_sqlite(tmp_path: Path) -> None:
    damage = chaos.restarting(f"sqlite:///{tmp_path / 'b.sqlite3'}", 4, 6)
    _is_clean(damage)
    assert damage.restarts == 4
    assert damage.moves > 20


def test_killed_under_load_on_postgresql(database: str) -> None:
    damage = chaos.restarting(database, 3, 6)
    _is_clean(damage)
    assert damage.restarts == 3
    assert damage.moves > 10


def test_killed_under_load_on_postgresql_with_two_processes(database: str) -> None:
    damage = chaos.restarting(database, 4, 6, processes=2)
    _is_clean(damage)
    assert damage.restarts == 4
    assert damage.moves > 20


def _counts_once(damage: chaos.Damage) -> None:
    assert damage.faults == []
    assert (damage.doubled_tries, damage.lost_tries) == (0, 0)
    assert damage.tries == 8
    assert damage.restarts == 3


def test_no_try_is_lost_or_counted_twice_on_sqlite(tmp_path: Path) -> None:
    _counts_once(chaos.trying(f"sqlite:///{tmp_path / 'f.sqlite3'}", 8, 3))


def test_no_try_is_lost_or_counted_twice_on_postgresql_with_two_processes(database: str) -> None:
    _counts_once(chaos.trying(database, 8, 3, processes=2))


def test_the_bench_measures(tmp_path: Path) -> None:
    found = {f.name: f.value for f in server.busy_evening(f"sqlite:///{tmp_path / 'c.sqlite3'}", 4, 1.5)}
    found |= {f.name: f.value for f in server.saturated(f"sqlite:///{tmp_path / 'd.sqlite3'}", 4, 1)}
    found |= {f.name: f.value for f in server.full_house(f"sqlite:///{tmp_path / 'e.sqlite3'}", 4, 6, 1.5)}
    found |= {f.name: f.value for f in server.school(f"sqlite:///{tmp_path / 'g.sqlite3'}", 4, 6, 1.5)}
    assert found.keys() == {f"server.{name}" for name in FIGURES}
    assert found["server.school_p99_ms"] > 0
    assert found["server.full_p99_ms"] > 0
    assert 0 < found["server.p50_ms"] <= found["server.p99_ms"]
    assert found["server.saturated_moves_per_s"] > 10
