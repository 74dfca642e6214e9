"""Finished matches, ratings, meetings and challenges"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Finished matches, ratings, meetings and challenges; a server enters the matches that ended before."""
    op.create_table(
        "finished",
        sa.Column("table", sa.String(length=24), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("pace", sa.String(length=8), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("how", sa.String(length=8), nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("lasted", sa.BigInteger(), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("table", name=op.f("pk_finished")),
    )
    op.create_index(op.f("ix_finished_game_pace_ended"), "finished", ["game", "pace", "ended"], unique=False)
    _seats()
    _ratings()
    _meetings()
    op.add_column("servers", sa.Column("here", sa.Text(), nullable=True))


def _seats() -> None:
    op.create_table(
        "finished_seats",
        sa.Column("table", sa.String(length=24), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("guest", sa.String(length=24), nullable=True),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("level", sa.Integer(), nullable=True),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.Column("rating", sa.Double(), nullable=True),
        sa.Column("deviation", sa.Double(), nullable=True),
        sa.Column("rated", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("table", "seat", name=op.f("pk_finished_seats")),
    )
    op.create_index(op.f("ix_finished_seats_guest"), "finished_seats", ["guest"], unique=False)


def _ratings() -> None:
    numbers = ("rating", "deviation", "volatility", "board", "board_deviation", "board_volatility")
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("pace", sa.String(length=8), nullable=False),
        sa.Column("guest", sa.String(length=24), nullable=False),
        *(sa.Column(name, sa.Double(), nullable=False) for name in numbers),
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("matches", "board_matches", "opponents")
        ),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("game", "pace", "guest", name=op.f("pk_ratings")),
    )
    op.create_index(op.f("ix_ratings_guest"), "ratings", ["guest"], unique=False)


def _meetings() -> None:
    op.create_table(
        "meetings",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("pace", sa.String(length=8), nullable=False),
        sa.Column("guest", sa.String(length=24), nullable=False),
        sa.Column("opponent", sa.String(length=24), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("month", "matches", "counted")),
        sa.PrimaryKeyConstraint("game", "pace", "guest", "opponent", "month", name=op.f("pk_meetings")),
    )
    op.create_index(op.f("ix_meetings_opponent"), "meetings", ["opponent"], unique=False)
    op.create_table(
        "challenges",
        sa.Column("table", sa.String(length=24), nullable=False),
        sa.Column("guest", sa.String(length=24), nullable=False),
        sa.Column("opponent", sa.String(length=24), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table", name=op.f("pk_challenges")),
    )
    for column in ("guest", "opponent"):
        op.create_index(op.f(f"ix_challenges_{column}"), "challenges", [column], unique=False)


def downgrade() -> None:
    """Everything here can be made again from the logs, except challenges."""
    op.drop_column("servers", "here")
    for name in ("challenges", "meetings", "ratings", "finished_seats", "finished"):
        op.drop_table(name)
