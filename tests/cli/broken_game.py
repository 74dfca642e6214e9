"""A game that breaks a law, for `ludoteka check`."""

from tests.core.test_conformance import ListsIllegal

GAME = ListsIllegal()
