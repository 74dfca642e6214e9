"""Five small games that between them need every feature of the protocol."""

from tests.toys import duel, nim, pig, race, rummage

from ludoteka.core.game import AnyGame
from ludoteka.core.refusals import BadRequest

TOYS: dict[str, AnyGame] = {
    game.info.id: game for game in (nim.GAME, pig.GAME, rummage.GAME, duel.GAME, race.GAME)
}


def get(name: str) -> AnyGame:
    if name not in TOYS:
        raise BadRequest(f"There is no toy {name[:40]!r}.")
    return TOYS[name]


def ids() -> list[str]:
    return list(TOYS)
