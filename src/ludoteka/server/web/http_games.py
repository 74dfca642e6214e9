"""HTTP: the games that can be played here, with everything the page needs to offer them."""

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Depends

from ludoteka.core.game import AnyGame, Examines, Imagines, Pictured, Preset, Scores, StepWise
from ludoteka.core.options import Option
from ludoteka.core.sitting import SharesRack
from ludoteka.server.catalogue import BotLevel, Catalogue
from ludoteka.server.live.ratings import has_own_limits
from ludoteka.server.messages.bodies import Preparing
from ludoteka.server.messages.models import GameSheet, Level, OptionSheet, PresetSheet
from ludoteka.server.web.context import Context
from ludoteka.server.web.http_shared import PROBLEMS, context_of

router = APIRouter(prefix="/api", tags=["games"], responses=PROBLEMS)


@router.get("/games")
async def games(context: Annotated[Context, Depends(context_of)]) -> list[GameSheet]:
    """Every game, with its options in words and its bots."""
    catalogue = context.host.catalogue
    return [game_sheet(catalogue, name) for name in catalogue.ids()]


@router.get("/preparing")
async def preparing(context: Annotated[Context, Depends(context_of)]) -> Preparing:
    """Which game is being prepared for this machine."""
    now = context.host.preparation
    return Preparing(game=now.game, share=now.share, waiting=now.waiting)


def game_sheet(catalogue: Catalogue, name: str) -> GameSheet:
    """A game as it describes itself, and the bots and services that the catalogue has for it."""
    game = catalogue.game(name)
    info = game.info
    return GameSheet(
        id=info.id,
        title=info.title,
        summary=info.summary,
        seats=info.seats,
        minutes=info.minutes,
        rules=info.rules,
        traits=sorted(info.traits),
        options=[_option(option) for option in info.options],
        presets=[_preset(preset) for preset in info.presets],
        example=info.example,
        levels=[_level(level) for level in catalogue.levels(name)],
        can=_can(catalogue, game),
        limits=_limits(catalogue, name),
    )


@lru_cache(maxsize=256)
def _limits(catalogue: Catalogue, name: str) -> bool:
    game = catalogue.game(name)
    return has_own_limits(game, game.info.seats[0], {})


def _can(catalogue: Catalogue, game: AnyGame) -> list[str]:
    """Which questions a client may ask about this game."""
    known = {
        "score": isinstance(game, Scores),
        "examine": isinstance(game, Examines),
        "steps": isinstance(game, StepWise),
        "picture": isinstance(game, Pictured),
        "duplicate": isinstance(game, SharesRack),
        "hint": catalogue.hints is not None and isinstance(game, Imagines),
        "alternatives": catalogue.alternatives is not None,
        "analyse": catalogue.analyse is not None and _is_judged(catalogue, game.info.id),
        "review": _is_judged(catalogue, game.info.id),
    }
    known["puzzles"] = catalogue.puzzles is not None and bool(catalogue.puzzles.ratings(game.info.id))
    return [name for name, is_known in known.items() if is_known]


def _is_judged(catalogue: Catalogue, game: str) -> bool:
    return catalogue.reviews is not None and bool(catalogue.reviews.identity(game))


def _option(option: Option) -> OptionSheet:
    return OptionSheet(
        key=option.key,
        text=option.text,
        default=option.default,
        values=list(option.values),
        labels=dict(option.labels or {}),
        low=option.low,
        high=option.high,
        free=option.free,
    )


def _preset(preset: Preset) -> PresetSheet:
    return PresetSheet(key=preset.key, text=preset.text, options=dict(preset.options))


def _level(level: BotLevel) -> Level:
    rating = None if level.rating is None else round(level.rating[0])
    return Level(level=level.level, name=level.name, about=level.about, face=level.face, rating=rating)
