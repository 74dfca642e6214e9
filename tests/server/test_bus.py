"""What processes tell each other fits into PostgreSQL's notifications, whole."""

from hypothesis import given
from hypothesis import strategies as st

from ludoteka.server.live import bus

NAMES = st.lists(st.text("abcdefghijk23456789", min_size=12, max_size=12), max_size=2000, unique=True)


@given(NAMES)
def test_every_table_is_named_once_and_no_payload_is_too_long(tables: list[str]) -> None:
    lines = list(bus.payloads("process", tables))
    assert all(len(line.encode()) < 8000 for line in lines)
    assert [name for line in lines for name in line.split(" ")[1:]] == tables
    assert all(line.startswith("process ") for line in lines)
