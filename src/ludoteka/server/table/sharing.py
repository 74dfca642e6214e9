"""A table as one of many with the same draws and the same bots."""

from dataclasses import dataclass, field, replace

from ludoteka.core.game import Millis
from ludoteka.server.table.rows import Loaded, TryRow


@dataclass(frozen=True, slots=True)
class Shared:
    """What the tables of a series have in common."""

    series: str
    seed: bytes = field(repr=False)
    sealed_until: Millis  # others may still be playing

    def joined(self, fresh: Loaded) -> Loaded:
        """A new table as the try of whoever opened it."""
        own = fresh.table
        table = replace(own, seed=self.seed, series=self.series, sealed_until=self.sealed_until)
        name = next(row.name for row in fresh.seats if row.guest == own.host)
        one_try = TryRow(self.series, own.host, own.id, name, own.created)
        return Loaded(table, fresh.seats, fresh.entries, one_try=one_try)
