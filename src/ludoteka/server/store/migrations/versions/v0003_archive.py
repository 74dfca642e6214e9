"""An archive for tables that nobody has needed for a while"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """An archive for tables that nobody has needed for a while"""
    op.create_table(
        "archive",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("followed_by", sa.String(length=24), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("whole", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_archive")),
        sa.UniqueConstraint("code", name=op.f("uq_archive_code")),
    )
    op.create_table(
        "archived_seats",
        sa.Column("table", sa.String(length=24), nullable=False),
        sa.Column("guest", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("table", "guest", name=op.f("pk_archived_seats")),
    )
    op.create_index(op.f("ix_archived_seats_guest"), "archived_seats", ["guest"], unique=False)
    op.create_index(op.f("ix_tables_ended"), "tables", ["ended"], unique=False)


def downgrade() -> None:
    """Archived tables are lost to an older version: bring them back first."""
    op.drop_index(op.f("ix_tables_ended"), "tables")
    op.drop_table("archived_seats")
    op.drop_table("archive")
