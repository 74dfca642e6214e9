"""Sessions that can be ended, and keys of claimed names that know look-alikes"""

import sqlalchemy as sa
from alembic import op

from ludoteka.server.table.naming import name_key

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Sessions that can be ended, and keys of claimed names that know look-alikes"""
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("guest", sa.String(length=24), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("device", sa.String(length=80), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_guest"), "sessions", ["guest"], unique=False)
    fold_names(op.get_bind())


def fold_names(connection: sa.Connection) -> None:
    """Two names that were claimed before and look alike keep the keys they have."""
    guests = sa.table("guests", sa.column("id"), sa.column("name"), sa.column("name_key"))
    rows = connection.execute(sa.select(guests).where(guests.c.name_key.is_not(None))).all()
    taken = {row.name_key for row in rows}
    for row in rows:
        key = name_key(row.name)
        if key and key not in taken:
            taken.add(key)
            connection.execute(sa.update(guests).where(guests.c.id == row.id).values(name_key=key))


def downgrade() -> None:
    """The keys of names stay: older versions read them as they are."""
    op.drop_table("sessions")
