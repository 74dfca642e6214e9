"""Rate limits: token buckets by name, in memory, bounded."""

from collections import OrderedDict
from collections.abc import Callable

from ludoteka.server.messages.errors import TooFast

NAMES = 50_000


class Bucket:
    """Fills with `rate` tokens per second up to `burst`; each request takes one."""

    __slots__ = ("_burst", "_rate", "_stamp", "_tokens")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = float(burst)
        self._stamp = now

    def take(self, now: float) -> float:
        """Seconds to wait; 0: go ahead."""
        self._tokens = min(self._burst, self._tokens + (now - self._stamp) * self._rate)
        self._stamp = now
        if self._tokens >= 1:
            self._tokens -= 1
            return 0.0
        return (1 - self._tokens) / self._rate


class Limits:
    """Buckets for everybody who came recently; the longest unused are forgotten."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def now(self) -> float:
        return self._now_ms() / 1000

    def bucket(self, rate: tuple[float, int]) -> Bucket:
        """A separate bucket, for a socket."""
        return Bucket(*rate, self.now())

    def check(self, kind: str, name: str, rate: tuple[float, int]) -> None:
        """Takes a token; raises `TooFast`."""
        bucket = self._buckets.pop((kind, name), None) or self.bucket(rate)
        self._buckets[kind, name] = bucket
        if len(self._buckets) > NAMES:
            self._buckets.popitem(last=False)
        wait = bucket.take(self.now())
        if wait:
            raise TooFast(wait)
