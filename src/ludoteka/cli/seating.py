"""Who sits where: people by their names, `bot` and `bot:LEVEL` for the computer."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteka import players
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import AnyGame, Seat
from ludoteka.core.player import Answer, AnyPlayer, Budget, ask
from ludoteka.core.record import AnyMatch
from ludoteka.core.refusals import BadRequest
from ludoteka.core.sentences import quoted


@dataclass(frozen=True, slots=True)
class Sitter:
    """A person or, with `player`, a bot."""

    name: str
    player: AnyPlayer | None = None


Seating = tuple[Sitter, ...]


def seat_players(game: AnyGame, words: Sequence[str], seats: int | None = None) -> Seating:
    """Everybody who was named, and bots in the remaining seats."""
    named = list(words) or ["You"]
    wanted = seats or max(len(named), game.info.seats[0], 2 if not words and game.info.seats[1] > 1 else 1)
    if len(named) > wanted:
        text = "There are {seats} seats, but {players} players were named."
        raise BadRequest(text, seats=wanted, players=len(named))
    named += ["bot"] * (wanted - len(named))
    return tuple(_sitter(game, word) for word in named)


def _sitter(game: AnyGame, word: str) -> Sitter:
    kind, colon, level = word.partition(":")
    if kind.lower() != "bot":
        return Sitter(word[:60])
    if colon and not (level.isascii() and level.isdigit() and len(level) < 4):
        raise BadRequest("A bot is 'bot' or 'bot:LEVEL', not {given}.", given=quoted(word))
    player = players.player_for(game, int(level) if colon else None)
    return Sitter(f"{player.name} (bot)", player)


def reseat(game: AnyGame, names: Sequence[str], seats: int) -> Seating:
    """The sitters of a resumed record: a name that ends with `(bot)` is the bot of that name again."""
    known = {f"{(one := level.player()).name} (bot)": one for level in players.levels(game.info.id).values()}
    given = [*names, *(f"Seat {seat}" for seat in range(len(names), seats))][:seats]
    return tuple(Sitter(name, known.get(name)) for name in given)


def think(match: AnyMatch, seat: Seat, player: AnyPlayer, seed: bytes, ms: int | None) -> Answer[object]:
    """What the player would do. It sees the seat's view and has a random source of its own."""
    rng = Source(seed_from(f"{seed.hex()} seat {seat} ply {match.ply}"))
    return ask(player, match.game, match.state, seat, Budget(ms), rng)
