"""The tables of the database. The log (`entries`) only grows; everything else is about finding things."""

from dataclasses import fields
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    exists,
    or_,
)

from ludoteka.core.game import Millis

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("name_key", String(100), unique=True),  # a claimed name, folded; null: not claimed
    Column("password", Text),
    Column("token", String(64), unique=True),  # sha-256 of a bot account's token
    Column("owner", String(24), index=True),  # who opened the bot account
    Column("created", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("game", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("control", Text, nullable=False),  # JSON
    Column("allows", Text, nullable=False),  # JSON
    Column("public", Boolean, nullable=False),
    Column("seed", LargeBinary(32), nullable=False),
    Column("host", String(24), nullable=False),
    Column("state", String(8), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),  # wall time of match time 0
    Column("ended", BigInteger),
    Column("follows", String(24)),
    Column("followed_by", String(24)),
    Column("result", Text),  # JSON
    Column("due", BigInteger),  # when the host must act next; null: never
    Column("leased_by", String(24)),
    Column("leased_until", BigInteger),
    Column("series", String(60)),
    Column("sealed_until", BigInteger),
    Index(None, "state", "public", "created"),
    Index(None, "due"),
    Index(None, "ended"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", String(24), ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("guest", String(24)),
    Column("name", String(24), nullable=False),
    Column("level", Integer),
    Column("stand_in", Integer),
    Column("process", String(24)),  # the server process that holds the person's socket
    Column("away", BigInteger),  # wall time since when no socket is there
    PrimaryKeyConstraint("table", "seat"),
    Index(None, "guest"),
)

entries = Table(
    "entries",
    metadata,
    Column("table", String(24), ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("wrote", BigInteger, nullable=False),
    Column("ply", Integer),
    Column("seat", Integer),
    Column("text", Text),
    Column("more", Text),  # JSON: what else an entry of this kind says
    Column("key", String(100)),  # whose action, and its idempotency key
    PrimaryKeyConstraint("table", "seq"),
    UniqueConstraint("table", "key"),
    sqlite_with_rowid=False,
)

archive = Table(
    "archive",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("followed_by", String(24)),
    Column("result", Text),  # JSON
    Column("whole", LargeBinary, nullable=False),  # the table, its seats and its log: see `archive.pack`
)

reviews = Table(  # what a finished match teaches; it can always be made again
    "reviews",
    metadata,
    Column("table", String(24), primary_key=True),
    Column("identity", String(80), nullable=False),  # of the reference play
    Column("whole", LargeBinary, nullable=False),  # JSON, compressed
)

skills = Table(  # what people found and missed in reviewed matches; it comes and goes with the review
    "skills",
    metadata,
    Column("table", String(24), nullable=False),
    Column("guest", String(24), nullable=False),
    Column("game", String(40), nullable=False),
    Column("skill", String(60), nullable=False),
    Column("found", Integer, nullable=False),
    Column("missed", Integer, nullable=False),
    PrimaryKeyConstraint("table", "guest", "skill"),
    Index(None, "guest", "game"),
)

puzzle_solvers = Table(  # how well somebody solves the puzzles of a game
    "puzzle_solvers",
    metadata,
    Column("guest", String(24), nullable=False),
    Column("game", String(40), nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    PrimaryKeyConstraint("guest", "game"),
)

puzzle_tries = Table(  # each puzzle counts once for everybody
    "puzzle_tries",
    metadata,
    Column("guest", String(24), nullable=False),
    Column("game", String(40), nullable=False),
    Column("puzzle", String(16), nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("guest", "game", "puzzle"),
)

puzzle_ratings = Table(  # how hard puzzles turned out to be; without a row, as hard as they came
    "puzzle_ratings",
    metadata,
    Column("game", String(40), nullable=False),
    Column("puzzle", String(16), nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    PrimaryKeyConstraint("game", "puzzle"),
)

archived_seats = Table(  # whose archived tables
    "archived_seats",
    metadata,
    Column("table", String(24), nullable=False),
    Column("guest", String(24), nullable=False),
    PrimaryKeyConstraint("table", "guest"),
    Index(None, "guest"),
)

archived_others = Table(  # who opened an archived table or spoke there, without a seat in it
    "archived_others",
    metadata,
    Column("table", String(24), nullable=False),
    Column("guest", String(24), nullable=False),
    PrimaryKeyConstraint("table", "guest"),
    Index(None, "guest"),
)

series = Table(  # what many play with the same draws: a day's board, or a group
    "series",
    metadata,
    Column("id", String(60), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("host", String(24)),  # who opened a group; null: a day's board
    Column("wish", Text, nullable=False),  # JSON: seats and options of its tables
    Column("seed", LargeBinary(32)),  # of a group; a day's seed is stored nowhere
    Column("commitment", String(64), nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("closes", BigInteger, nullable=False),
)

tries = Table(  # one for each guest and series: that is what makes a try count once
    "tries",
    metadata,
    Column("series", String(60), ForeignKey("series.id"), nullable=False),
    Column("guest", String(24), nullable=False),
    Column("table", String(24), nullable=False, unique=True),
    Column("name", String(24), nullable=False),
    Column("begun", BigInteger, nullable=False),
    Column("ended", BigInteger),  # in time; null: not (yet)
    Column("score", Integer),
    PrimaryKeyConstraint("series", "guest"),
    Index(None, "guest"),
    Index(None, "series", "score"),
)

daily_secrets = Table(  # one row: what the seeds of all days are made from, with the setting `daily_secret`
    "daily_secrets",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("secret", String(64), nullable=False),
)

finished = Table(  # matches that have ended: one row each, so that none counts twice
    "finished",
    metadata,
    Column("table", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("pace", String(8), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("how", String(8), nullable=False),
    Column("plies", Integer, nullable=False),
    Column("lasted", BigInteger, nullable=False),  # match time
    Column("counts", Boolean, nullable=False),  # for ratings
    Index(None, "game", "pace", "ended"),
)

finished_seats = Table(  # who sat there, and what it did to their ratings
    "finished_seats",
    metadata,
    Column("table", String(24), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("guest", String(24)),
    Column("name", String(24), nullable=False),
    Column("level", Integer),
    Column("rank", Integer, nullable=False),
    Column("score", Integer),
    Column("rating", Double),  # before the match; of a bot: as measured then
    Column("deviation", Double),
    Column("rated", Double),  # after the match
    PrimaryKeyConstraint("table", "seat"),
    Index(None, "guest"),
)

ratings = Table(  # the fold of `finished`, kept up to date with it
    "ratings",
    metadata,
    Column("game", String(40), nullable=False),
    Column("pace", String(8), nullable=False),
    Column("guest", String(24), nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("board", Double, nullable=False),
    Column("board_deviation", Double, nullable=False),
    Column("board_volatility", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("board_matches", Integer, nullable=False),
    Column("opponents", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("last", String(24), nullable=False),
    PrimaryKeyConstraint("game", "pace", "guest"),
    Index(None, "guest"),
)

meetings = Table(  # how often two people met in rated matches, and how often it counted for the leaderboard
    "meetings",
    metadata,
    Column("game", String(40), nullable=False),
    Column("pace", String(8), nullable=False),
    Column("guest", String(24), nullable=False),
    Column("opponent", String(24), nullable=False),
    Column("month", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("counted", Integer, nullable=False),
    PrimaryKeyConstraint("game", "pace", "guest", "opponent", "month"),
    Index(None, "opponent"),
)

challenges = Table(  # whom a table was opened for; whoever has its link or code may sit down, too
    "challenges",
    metadata,
    Column("table", String(24), primary_key=True),
    Column("guest", String(24), nullable=False),  # who asks
    Column("opponent", String(24), nullable=False),  # who is asked
    Column("created", BigInteger, nullable=False),
    Index(None, "guest"),
    Index(None, "opponent"),
)

sittings = Table(  # duplicate with one rack for all
    "sittings",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("host", String(24), nullable=False, index=True),
    Column("options", Text, nullable=False),  # JSON, of the game
    Column("form", Text, nullable=False),  # JSON, of the sitting
    Column("seed", LargeBinary(32), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("ended", BigInteger),
)

sitting_players = Table(
    "sitting_players",
    metadata,
    Column("sitting", String(24), ForeignKey("sittings.id"), nullable=False),
    Column("player", Integer, nullable=False),
    Column("guest", String(24), nullable=False, index=True),
    Column("name", String(24), nullable=False),
    PrimaryKeyConstraint("sitting", "player"),
    UniqueConstraint("sitting", "guest"),
)

sitting_entries = Table(  # the log of a sitting: it only grows
    "sitting_entries",
    metadata,
    Column("sitting", String(24), ForeignKey("sittings.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("player", Integer),
    Column("text", Text),  # what was handed in or drawn; of an end, the best move
    PrimaryKeyConstraint("sitting", "seq"),
    sqlite_with_rowid=False,
)

secrets = Table(
    "secrets",
    metadata,
    Column("created", BigInteger, primary_key=True, autoincrement=False),
    Column("secret", String(64), nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("guest", String(24), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("device", String(80), nullable=False),  # what the browser says it is
)

servers = Table(
    "servers",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("started", BigInteger, nullable=False),
    Column("alive", BigInteger, nullable=False),
    Column("here", Text),  # guests with a socket there, by id
)

outages = Table(
    "outages",
    metadata,
    Column("begin", BigInteger, primary_key=True, autoincrement=False),
    Column("end", BigInteger, nullable=False),
)


def columns(row: object) -> dict[str, Any]:
    """A row as the parameters of an insert."""
    return {item.name: getattr(row, item.name) for item in fields(row)}  # type: ignore[arg-type]  # a row


def somebody_at(table: Any, recent: Millis | None = None) -> Any:
    """Whether a person has a socket at a table, or had one since a wall time."""
    here = seats.c.process.is_not(None)
    there = here if recent is None else or_(here, seats.c.away >= recent)
    return exists().where(seats.c.table == table, seats.c.kind == "person", there)
