"""Who sits where: people by their names, `bot` and `bot:LEVEL` for the computer."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from ludoteka import players
from ludoteka.cli.speech import Speech
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import AnyGame, Seat
from ludoteka.core.player import Answer, AnyPlayer, Budget, ask
from ludoteka.core.record import AnyMatch
from ludoteka.core.refusals import BadRequest
from ludoteka.core.sentences import Sentence, quoted


@dataclass(frozen=True, slots=True)
class Sitter:
    """A person or, with `player`, a bot."""

    name: str  # as it stands in the record
    player: AnyPlayer | None = None
    level: str = ""  # of a bot: what its strength is called

    def shown(self, speech: Speech) -> str:
        """The name as the terminal says it: a bot's is translated."""
        return speech.bot(self.level) if self.level else self.name


Seating = tuple[Sitter, ...]


def seat_players(game: AnyGame, words: Sequence[str], seats: int | None = None) -> Seating:
    """Everybody who was named, and bots in the remaining seats."""
    named = list(words) or [_own_name()]
    wanted = seats or max(len(named), game.info.seats[0], 2 if not words and game.info.seats[1] > 1 else 1)
    if len(named) > wanted:
        text = "There are {seats} seats, but {players} players were named."
        raise BadRequest(text, seats=wanted, players=len(named))
    easiest = min((level for level in players.levels(game.info.id) if level), default=0)  # 0 is chance
    named += [f"bot:{easiest}"] * (wanted - len(named))
    return tuple(_sitter(game, word) for word in named)


def _own_name() -> str:
    """What the computer calls whoever sits before it."""
    known = os.environ.get("USER") or os.environ.get("USERNAME") or ""
    return known.title() if known not in ("", "root") else Speech().say(Sentence("Guest"))


def _sitter(game: AnyGame, word: str) -> Sitter:
    kind, colon, level = word.partition(":")
    if kind.lower() != "bot":
        return Sitter(word[:60])
    if colon and not (level.isascii() and level.isdigit() and len(level) < 4):
        raise BadRequest("A bot is 'bot' or 'bot:LEVEL', not {given}.", given=quoted(word))
    player = players.player_for(game, int(level) if colon else None)
    there = players.levels(game.info.id)
    return Sitter(f"{player.name} (bot)", player, there[int(level) if colon else max(there)].name)


def reseat(game: AnyGame, names: Sequence[str], seats: int) -> Seating:
    """The sitters of a resumed record: a name that ends with `(bot)` is the bot of that name again."""
    bots = [(level.player(), level.name) for level in players.levels(game.info.id).values()]
    known = {f"{player.name} (bot)": Sitter(f"{player.name} (bot)", player, level) for player, level in bots}
    given = [*names, *(f"Seat {seat}" for seat in range(len(names), seats))][:seats]
    return tuple(known.get(name) or Sitter(name) for name in given)


def think(match: AnyMatch, seat: Seat, player: AnyPlayer, seed: bytes, ms: int | None) -> Answer[object]:
    """What the player would do. It sees the seat's view and has a random source of its own."""
    rng = Source(seed_from(f"{seed.hex()} seat {seat} ply {match.ply}"))
    return ask(player, match.game, match.state, seat, Budget(ms), rng)
