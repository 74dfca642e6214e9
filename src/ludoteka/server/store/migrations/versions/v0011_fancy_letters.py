"""Keys of claimed names that know fancy letters"""

from alembic import op

from ludoteka.server.store.migrations.versions.v0002_sessions import fold_names

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Keys of claimed names that know fancy letters"""
    fold_names(op.get_bind())


def downgrade() -> None:
    """The keys of names stay: older versions read them as they are."""
