"""What people found and missed, by skill"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What people found and missed, by skill"""
    op.create_table(
        "skills",
        sa.Column("table", sa.String(length=24), nullable=False),
        sa.Column("guest", sa.String(length=24), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("skill", sa.String(length=60), nullable=False),
        sa.Column("found", sa.Integer(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table", "guest", "skill", name=op.f("pk_skills")),
    )
    op.create_index(op.f("ix_skills_guest_game"), "skills", ["guest", "game"])


def downgrade() -> None:
    """It comes back with the next review of each match."""
    op.drop_index(op.f("ix_skills_guest_game"), table_name="skills")
    op.drop_table("skills")
