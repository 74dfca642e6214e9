"""Days of a server: when each begins and ends, what it is called, and the seed of its boards.

A day is the server's own, in the time zone of its settings. Its seed follows from the server's secret, so
that nobody can know it before, and everybody can check it afterwards against the commitment that was there
the day before.
"""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from ludoteka.core.game import Millis
from ludoteka.core.sentences import quoted
from ludoteka.server.messages.errors import NotFound

DAILY = "daily"
ONE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days of a time zone."""

    zone: str = "UTC"

    @property
    def _zone(self) -> tzinfo:
        return UTC if self.zone == "UTC" else ZoneInfo(self.zone)  # UTC needs no data of the machine

    def day_at(self, now: Millis) -> date:
        """The day on which this moment falls."""
        return datetime.fromtimestamp(now / 1000, self._zone).date()

    def begins(self, day: date) -> Millis:
        """Midnight; where the clocks leave it out, the first moment after it."""
        midnight = datetime.combine(day, time(), self._zone)
        return round(midnight.timestamp() * 1000)

    def ends(self, day: date) -> Millis:
        """The first moment of the next day."""
        return self.begins(day + ONE)

    def named(self, text: str, now: Millis) -> date:
        """The day that an address names: `today`, or year, month and day."""
        if text == "today":
            return self.day_at(now)
        try:
            return date.fromisoformat(text)
        except ValueError:
            raise NotFound("There is no day {day}.", day=quoted(text)) from None


def series_of(game: str, day: date) -> str:
    """The series of a game's board of a day."""
    return f"{DAILY}/{game}/{day.isoformat()}"


def day_of(series: str) -> date:
    """The day of a series of that kind."""
    return date.fromisoformat(series.rpartition("/")[2])


def key_of(stored: str, setting: str) -> bytes:
    """The secret of all days: what the database keeps, together with what only the settings say."""
    return hashlib.sha256(f"ludoteka days|{stored}|{setting}".encode()).digest()


def seed_of(key: bytes, game: str, day: date) -> bytes:
    """The seed of a game's board of a day."""
    return hmac.digest(key, f"ludoteka daily|{game}|{day.isoformat()}".encode(), "sha256")


def streak(played: set[date], today: date) -> int:
    """How many days in a row were played up to today, or up to yesterday while today is still to come."""
    day = today if today in played else today - ONE
    length = 0
    while day in played:
        length, day = length + 1, day - ONE
    return length
