"""Settings of a server: environment variables `LUDOTEKA_*`, or arguments of `ludoteka serve`."""

import os
import re
from pathlib import Path
from typing import Any, Literal, TypeAlias
from zoneinfo import available_timezones

from pydantic import (
    Field,
    NonNegativeFloat,
    NonNegativeInt,
    PositiveFloat,
    PositiveInt,
    ValidationError,
    field_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from ludoteka.server.store.faults import Fault

STATIC = Path(__file__).parent / "static"
Rate: TypeAlias = tuple[PositiveFloat, PositiveInt]  # per second, and at once


def default_database() -> str:
    """A separate file for each user of the machine; no configuration needed."""
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ludoteka"
    return f"sqlite:///{folder / 'ludoteka.sqlite3'}"


class Rates(BaseSettings):
    """Token buckets: (per second, burst). An address may be a whole class behind one router."""

    model_config = SettingsConfigDict(env_prefix="LUDOTEKA_RATE_")

    guest: Rate = (10, 60)
    address: Rate = (200, 1000)
    newcomers: Rate = (1, 60)  # new guests of one address
    passwords: Rate = (0.1, 8)  # tries for one name, and of one address
    socket: Rate = (20, 80)  # messages on one socket
    sockets: Rate = (40, 200)  # new sockets of one address
    study: Rate = (10, 80)  # study boards of one guest
    visitors: Rate = (50, 500)  # study boards of everybody without a cookie at one address
    puzzles: Rate = (1, 30)  # answers to puzzles of one guest
    pictures: Rate = (5, 60)  # pictures for links of one address
    chat: Rate = (0.5, 8)
    tables: Rate = (0.5, 20)  # new tables of one guest


class Settings(BaseSettings):
    """How to run; the defaults suit one machine at home."""

    model_config = SettingsConfigDict(env_prefix="LUDOTEKA_")

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    database: str = Field(default_factory=default_database, repr=False)  # may hold a password
    # behind a pooler (PgBouncer): where to LISTEN, which needs a connection to PostgreSQL itself
    listen: str = Field(default="", repr=False)
    migrate: bool | None = None  # None: at start for SQLite, by command for PostgreSQL
    https: bool = False  # cookies are Secure; set it behind a proxy that speaks HTTPS
    origins: list[str] = []  # further origins whose pages may use this server
    proxies: str = "127.0.0.1"  # whose X-Forwarded-For is trusted
    secrets: list[str] = Field(default=[], repr=False)  # newest first; none: kept in the database
    timezone: str = "UTC"  # whose midnight ends a day of this server, such as Europe/Prague
    daily_secret: str = Field(default="", repr=False)  # without it the database alone tells tomorrow's boards
    session_days: PositiveInt = 180
    secret_days: PositiveInt = 30  # after this many days a new secret signs
    metrics: Literal["local", "private", "all", "off"] = "local"  # whose addresses may read them
    traces: str = ""  # where a collector of OpenTelemetry takes traces (OTLP over HTTP); none: off
    rates: Rates = Field(default_factory=Rates)
    static: Path = STATIC
    log: Literal["json", "console", "off"] = "console"

    bot_workers: int = Field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1), ge=0, le=64)
    bot_limit_ms: PositiveInt = 30_000  # a bot that thinks longer is stopped
    bot_pause_ms: NonNegativeInt = 350  # people should see what a bot answers to
    warm: bool = True  # compile kernels before the first player comes

    outbox: PositiveInt = 256  # how many messages wait for a slow reader before it is dropped
    pending: PositiveInt = 20_000  # appends that wait for the disk
    room_idle_s: NonNegativeFloat = 60
    rooms: PositiveInt = 20_000
    sockets: NonNegativeInt = 20_000
    spectators: NonNegativeInt = 500  # at one table
    lease_ms: PositiveInt = 10_000
    heartbeat_ms: PositiveInt = 1_000
    open_hours: PositiveInt = 24  # an open table that nobody has joined is closed after this
    seek_days: int = Field(default=7, ge=1)  # the same where moves take days
    archive_hours: int = Field(
        default=72, ge=0
    )  # a table that nobody needed for this long is archived; 0: never
    tables_held: PositiveInt = 100  # tables of one guest, opened within a day, that are not over
    abandoned_s: NonNegativeInt = 120  # an open public table is closed so long after its last person has gone
    stand_in_level: int | None = None  # None: the middle of the levels
    drain_s: NonNegativeFloat = 2  # how long a server that stops waits for sockets to hear it

    @field_validator("timezone")
    @classmethod
    def _is_known(cls, name: str) -> str:
        """A name that nobody knows is noticed when the server starts, not at midnight."""
        if name != "UTC" and name not in available_timezones():
            raise ValueError(f"There is no time zone {name[:40]!r}: say one like Europe/Prague, or UTC.")
        return name

    @field_validator("traces")
    @classmethod
    def _is_address(cls, address: str) -> str:
        """Spans that go nowhere would be missed by nobody."""
        if address and not address.startswith(("http://", "https://")):
            raise ValueError("write an address like http://collector:4318/v1/traces")
        return address

    @property
    def is_sqlite(self) -> bool:
        return self.database.startswith("sqlite")


def settings_of(**given: Any) -> Settings:
    """The settings as the command line and the environment say them; raises `Fault`."""
    try:
        return Settings(**given)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        model = Rates if error.title == Rates.__name__ else Settings
        what = first["msg"].removeprefix("Value error, ").rstrip(".")
        raise Fault(f"{_variable(model, str(first['loc'][0]))} cannot be used: {what}.") from error
    except SettingsError as error:  # a list that is no JSON
        found = re.search(r'field "(\w+)"', str(error))
        name = found[1] if found else ""
        variable = _variable(Rates if name in Rates.model_fields else Settings, name)
        raise Fault(f"{variable} cannot be read: write it as JSON, as docs/guide/hosting.md does.") from error


def _variable(model: type[BaseSettings], name: str) -> str:
    return f"{model.model_config['env_prefix']}{name}".upper()
