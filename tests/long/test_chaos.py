"""A thousand kill -9 under load, half on PostgreSQL: nothing acknowledged is lost, doubled or changed."""

from pathlib import Path

import pytest

from ludoteka.bench import chaos

pytestmark = pytest.mark.long
KILLS = 500
ROUND = 50  # then a new evening begins: players remember every move


def clean(damage: chaos.Damage) -> bool:
    lost = (damage.wrong_boards, damage.doubled_moves, damage.lost_moves)
    return lost == (0, 0, 0) and not damage.faults


@pytest.mark.parametrize("number", range(KILLS // ROUND))
def test_killed_on_sqlite(tmp_path: Path, number: int) -> None:
    damage = chaos.restarting(f"sqlite:///{tmp_path / 'a.sqlite3'}", ROUND)
    assert clean(damage), damage
    assert damage.moves > 5 * ROUND


@pytest.mark.parametrize("number", range(KILLS // ROUND))
def test_killed_on_postgresql(tmp_path: Path, number: int) -> None:
    with chaos.a_postgres(tmp_path / "postgres") as database:
        damage = chaos.restarting(database, ROUND)
    assert clean(damage), damage
    assert damage.moves > 5 * ROUND
