"""Reviews of finished matches, kept"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Reviews of finished matches, kept"""
    op.create_table(
        "reviews",
        sa.Column("table", sa.String(length=24), nullable=False),
        sa.Column("identity", sa.String(length=80), nullable=False),
        sa.Column("whole", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table", name=op.f("pk_reviews")),
    )


def downgrade() -> None:
    """Reviews can be made again."""
    op.drop_table("reviews")
