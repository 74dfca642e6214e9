"""Series of tables with the same draws: days and groups, and everybody's one try"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Series of tables with the same draws: days and groups, and everybody's one try"""
    op.add_column("tables", sa.Column("series", sa.String(length=60)))
    op.add_column("tables", sa.Column("sealed_until", sa.BigInteger()))
    op.create_table(
        "series",
        sa.Column("id", sa.String(length=60), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("host", sa.String(length=24)),
        sa.Column("wish", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(length=32)),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("closes", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_series")),
    )
    op.create_table(
        "tries",
        sa.Column("series", sa.String(length=60), nullable=False),
        sa.Column("guest", sa.String(length=24), nullable=False),
        sa.Column("table", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("begun", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger()),
        sa.Column("score", sa.Integer()),
        sa.ForeignKeyConstraint(["series"], ["series.id"], name=op.f("fk_tries_series")),
        sa.PrimaryKeyConstraint("series", "guest", name=op.f("pk_tries")),
        sa.UniqueConstraint("table", name=op.f("uq_tries_table")),
    )
    op.create_index(op.f("ix_tries_guest"), "tries", ["guest"])
    op.create_index(op.f("ix_tries_series_score"), "tries", ["series", "score"])
    op.create_table(
        "daily_secrets",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_daily_secrets")),
    )


def downgrade() -> None:
    """Tries and groups are lost."""
    for name in ("daily_secrets", "tries", "series"):
        op.drop_table(name)
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("sealed_until")
        tables.drop_column("series")
