"""Who is named in archived tables without a seat there"""

import json
import zlib
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

AT_ONCE = 200  # archived tables that are looked into together
_archive = sa.table("archive", sa.column("id"), sa.column("whole"))


def upgrade() -> None:
    """Who is named in archived tables without a seat there"""
    others = op.create_table(
        "archived_others",
        sa.Column("table", sa.String(length=24), nullable=False),
        sa.Column("guest", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("table", "guest", name=op.f("pk_archived_others")),
    )
    op.create_index(op.f("ix_archived_others_guest"), "archived_others", ["guest"])
    for rows in _packed():
        found = [{"table": row.id, "guest": guest} for row in rows for guest in sorted(_others(row.whole))]
        if found:
            op.bulk_insert(others, found)


def _packed() -> Iterator[Any]:
    last, query = "", sa.select(_archive).order_by(_archive.c.id).limit(AT_ONCE)
    while rows := op.get_bind().execute(query.where(_archive.c.id > last)).all():
        yield rows
        last = rows[-1].id


def _others(packed: bytes) -> set[str]:
    whole = json.loads(zlib.decompress(packed))
    spoke = {row["key"].partition(":")[0] for row in whole["entries"] if ":" in row.get("key", "")}
    return ({whole["table"]["host"]} | spoke) - {row["guest"] for row in whole["seats"]}


def downgrade() -> None:
    """It follows from the archived tables."""
    op.drop_index(op.f("ix_archived_others_guest"), table_name="archived_others")
    op.drop_table("archived_others")
