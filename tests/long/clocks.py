"""How long a door is fuzzed."""

import os
import time
from collections.abc import Iterator


def rounds() -> Iterator[int]:
    """0, 1, 2 ... until the time is over; each number seeds its round, so that a failure can be repeated."""
    end = time.monotonic() + 60 * float(os.environ.get("LONG_MINUTES", "60"))
    number = int(os.environ.get("LONG_FIRST", "0"))
    while time.monotonic() < end:
        yield number
        number += 1
