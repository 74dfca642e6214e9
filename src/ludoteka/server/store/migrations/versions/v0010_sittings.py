"""Sittings: duplicate with one rack for all, its players and its log"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Sittings: duplicate with one rack for all, its players and its log"""
    op.create_table(
        "sittings",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("host", sa.String(length=24), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("form", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(length=32), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sittings")),
    )
    op.create_index(op.f("ix_sittings_host"), "sittings", ["host"])
    op.create_table(
        "sitting_players",
        sa.Column("sitting", sa.String(length=24), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("guest", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(["sitting"], ["sittings.id"], name=op.f("fk_sitting_players_sitting")),
        sa.PrimaryKeyConstraint("sitting", "player", name=op.f("pk_sitting_players")),
        sa.UniqueConstraint("sitting", "guest", name=op.f("uq_sitting_players_sitting_guest")),
    )
    op.create_index(op.f("ix_sitting_players_guest"), "sitting_players", ["guest"])
    op.create_table(
        "sitting_entries",
        sa.Column("sitting", sa.String(length=24), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("player", sa.Integer()),
        sa.Column("text", sa.Text()),
        sa.ForeignKeyConstraint(["sitting"], ["sittings.id"], name=op.f("fk_sitting_entries_sitting")),
        sa.PrimaryKeyConstraint("sitting", "seq", name=op.f("pk_sitting_entries")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Sittings are lost."""
    for name in ("sitting_entries", "sitting_players", "sittings"):
        op.drop_table(name)
