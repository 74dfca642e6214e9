"""The engine protocol (docs/guide/engine.md): `Engine.answer` takes one request and returns one answer."""

import secrets
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from ludoteka import games, players
from ludoteka.core import match as matches
from ludoteka.core import options as optionlib
from ludoteka.core import record as records
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import (
    AnyGame,
    Draw,
    Drawn,
    Json,
    Left,
    Played,
    Scores,
    StepWise,
    Ticked,
    Turn,
    awaited,
)
from ludoteka.core.match import Match
from ludoteka.core.player import AnyPlayer, Budget, ask
from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.core.sentences import quoted
from ludoteka.engine import fields
from ludoteka.engine.fields import Request

OPEN_MATCHES = 10_000

Answer = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Sitting:
    """An open match and how its chance is handled."""

    match: Match[Any, Any]
    seed: bytes
    auto: bool
    names: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


class Engine:
    """Open matches and the verbs of the protocol."""

    def __init__(
        self,
        get_game: Callable[[str], AnyGame] = games.get,
        game_ids: Callable[[], list[str]] = games.ids,
        get_player: Callable[[AnyGame, int | None], AnyPlayer] = players.player_for,
        limit: int = OPEN_MATCHES,
    ) -> None:
        self._get_game = get_game
        self._game_ids = game_ids
        self._get_player = get_player
        self._limit = limit
        self._open: dict[str, Sitting] = {}
        self._made = 0

    # --- requests ----------------------------------------------------------------------------

    def answer(self, request: object) -> Answer:
        """The answer to one request, never an exception."""
        known = request.get("id") if isinstance(request, dict) else None
        try:
            return {"id": known, "ok": True, **self._do(request)}
        except Refusal as refusal:
            return {"id": known, "ok": False, "error": error_object(refusal)}
        except Exception as error:  # noqa: BLE001 - the engine must keep going, whatever a game does
            _log(error)
            text = "Something went wrong inside the engine; nothing was changed."
            return {"id": known, "ok": False, "error": error_object(Refusal(text))}

    def _do(self, request: object) -> Answer:
        if not isinstance(request, dict):
            raise BadRequest('A request is a JSON object like {"id": 1, "do": "games"}.')
        verb = fields.text(request, "do")
        if verb not in _VERBS:
            known = ", ".join(_VERBS)
            raise BadRequest("There is no verb {verb}, only {known}.", verb=quoted(verb), known=known)
        return _VERBS[verb](self, request)

    # --- verbs -------------------------------------------------------------------------------

    def games(self, request: Request) -> Answer:
        return {"games": [_sheet(self._get_game(name)) for name in self._game_ids()]}

    def new(self, request: Request) -> Answer:
        game = self._get_game(fields.text(request, "game"))
        seats = fields.whole(request, "seats")
        given = fields.optional(request, "options", dict, {})
        auto = fields.optional(request, "auto", bool, default=True)
        seed = self._seed(request)
        match = matches.new(game, seats, given)
        return self._admit(Sitting(match, seed, auto, fields.names(request)))

    def load(self, request: Request) -> Answer:
        game = self._get_game(fields.text(request, "game"))
        position = fields.text(request, "position")
        seed = self._seed(request)
        return self._admit(Sitting(matches.load(game, position), seed, auto=False))

    def replay(self, request: Request) -> Answer:
        text = fields.text(request, "record")
        given = fields.optional(request, "seed", str)
        record = records.read(text, self._get_game)
        seed = seed_from(given) if given is not None else record.seed or secrets.token_bytes(32)
        notes = tuple(record.notes.items())
        return self._admit(Sitting(record.match, seed, auto=False, names=record.names, notes=notes))

    def legal(self, request: Request) -> Answer:
        match = self._sitting(request).match
        seat = self._seat(match, request)
        match.admits(seat)
        limit = self._limit_of(request)
        prefix = fields.optional(request, "prefix", str)
        if prefix is not None and isinstance(match.game, StepWise):
            found = match.game.steps(match.state, seat, prefix)
            more = {"steps": list(found.steps), "complete": found.complete, "board": found.board}
            return {**_listed(match, seat, iter(found.moves), limit), **more}
        return _listed(match, seat, iter(match.game.legal(match.state, seat)), limit)

    def score(self, request: Request) -> Answer:
        match = self._sitting(request).match
        seat = self._seat(match, request)
        text = fields.text(request, "move")
        match.admits(seat)
        if not isinstance(match.game, Scores):
            raise BadRequest("{game} does not score moves.", game=match.game.info.title)
        move = match.game.notation.read(match.state, seat, text)
        score = match.game.score(match.state, seat, move)
        return {"points": score.points, "detail": list(score.detail)}

    def play(self, request: Request) -> Answer:
        sitting = self._sitting(request)
        match = sitting.match
        seat = self._seat(match, request)
        text = fields.text(request, "move")
        at = fields.at(request, match)
        match.admits(seat, at)
        move = match.game.notation.read(match.state, seat, text)
        return self._go_on(request, sitting, match.then(Played(seat, move, at)))

    def draw(self, request: Request) -> Answer:
        sitting = self._sitting(request)
        match = sitting.match
        text = fields.optional(request, "outcome", str)
        at = fields.at(request, match)
        if not isinstance(match.awaiting, Draw):
            raise BadRequest("No draw is awaited now.")
        if at < match.now:
            text = "Time runs forward: {at} ms is before {now} ms."
            raise BadRequest(text, at=str(at), now=str(match.now))
        if text is None:
            return self._go_on(request, sitting, matches.sample(match, sitting.seed))
        outcome = match.game.notation.read_outcome(match.state, text)
        return self._go_on(request, sitting, match.then(Drawn(outcome)))

    def outcomes(self, request: Request) -> Answer:
        match = self._sitting(request).match
        limit = self._limit_of(request)
        if not isinstance(match.awaiting, Draw):
            raise BadRequest("No draw is awaited now.")
        write, found = match.game.notation.write_outcome, islice(match.outcomes(), limit)
        told = [{"outcome": write(match.state, outcome), "chance": str(chance)} for outcome, chance in found]
        return {"outcomes": told, "complete": limit is None or len(told) < limit}

    def tick(self, request: Request) -> Answer:
        sitting = self._sitting(request)
        at = fields.whole(request, "at", fields.LATEST)
        return self._go_on(request, sitting, sitting.match.then(Ticked(at)))

    def leave(self, request: Request) -> Answer:
        sitting = self._sitting(request)
        seat = fields.whole(request, "seat")
        at = fields.at(request, sitting.match)
        return self._go_on(request, sitting, sitting.match.then(Left(seat, at)))

    def view(self, request: Request) -> Answer:
        match = self._sitting(request).match
        if "seat" not in request:
            raise BadRequest("'seat' is missing: a number, or null for a spectator.")
        seat = None if request["seat"] is None else fields.whole(request, "seat")
        if seat is not None and not 0 <= seat < match.opening.seats:
            raise BadRequest("There is no seat {seat} at this table.", seat=seat)
        return {"view": match.game.view(match.state, seat)}

    def position(self, request: Request) -> Answer:
        match = self._sitting(request).match
        return {"position": match.game.notation.dump(match.state)}

    def record(self, request: Request) -> Answer:
        sitting = self._sitting(request)
        record = records.Record(sitting.match, sitting.names, sitting.seed, dict(sitting.notes))
        return {"record": records.write(record)}

    def best(self, request: Request) -> Answer:
        match = self._sitting(request).match
        seat = self._seat(match, request)
        level = fields.optional(request, "level", int)
        budget = Budget(fields.optional(request, "ms", int), fields.some(request, "nodes"))
        seed = self._seed(request)
        match.admits(seat)
        player = self._get_player(match.game, level)
        answer = ask(player, match.game, match.state, seat, budget, Source(seed))
        move = match.game.notation.write(match.state, seat, answer.move)
        more = {"pv": list(answer.pv) or None, "detail": answer.detail, "wait": answer.wait}
        return {"move": move, "value": answer.value} | {k: v for k, v in more.items() if v is not None}

    def close(self, request: Request) -> Answer:
        self._sitting(request)
        del self._open[request["match"]]
        return {}

    # --- matches -----------------------------------------------------------------------------

    def _admit(self, sitting: Sitting) -> Answer:
        if len(self._open) >= self._limit:
            text = "{limit} matches are open, no more are possible: close some first."
            raise BadRequest(text, limit=self._limit)
        sitting = _settled(sitting)
        self._made += 1
        handle = f"m{self._made}"
        self._open[handle] = sitting
        return {"match": handle, **status(sitting.match)}

    def _go_on(self, request: Request, sitting: Sitting, match: Match[Any, Any]) -> Answer:
        sitting = _settled(replace(sitting, match=match))
        self._open[request["match"]] = sitting
        return status(sitting.match)

    def _sitting(self, request: Request) -> Sitting:
        handle = fields.text(request, "match")
        if handle not in self._open:
            raise BadRequest("There is no open match {match}.", match=quoted(handle))
        return self._open[handle]

    @staticmethod
    def _seat(match: Match[Any, Any], request: Request) -> int:
        if request.get("seat") is not None:
            return fields.whole(request, "seat")
        if not isinstance(match.awaiting, Turn):
            raise BadRequest("Nobody is to act now.")
        if len(match.awaiting.seats) > 1:
            raise BadRequest("Several seats may act: say which one with 'seat'.")
        return min(match.awaiting.seats)

    @staticmethod
    def _limit_of(request: Request) -> int | None:
        limit: int | None = fields.optional(request, "limit", int)
        if limit is not None and limit < 0:
            raise BadRequest("'limit' is a whole number, 0 or more.")
        return limit

    @staticmethod
    def _seed(request: Request) -> bytes:
        text = fields.optional(request, "seed", str)
        return secrets.token_bytes(32) if text is None else seed_from(text)


_VERBS: dict[str, Callable[[Engine, Request], Answer]] = {
    "games": Engine.games,
    "new": Engine.new,
    "load": Engine.load,
    "legal": Engine.legal,
    "score": Engine.score,
    "play": Engine.play,
    "draw": Engine.draw,
    "outcomes": Engine.outcomes,
    "tick": Engine.tick,
    "leave": Engine.leave,
    "view": Engine.view,
    "position": Engine.position,
    "record": Engine.record,
    "replay": Engine.replay,
    "best": Engine.best,
    "close": Engine.close,
}


def status(match: Match[Any, Any]) -> Answer:
    """`ply` and `awaiting`, as the protocol says."""
    return {"ply": match.ply, "awaiting": awaited(match.awaiting)}


def _settled(sitting: Sitting) -> Sitting:
    if not sitting.auto:
        return sitting
    return replace(sitting, match=matches.settle(sitting.match, sitting.seed))


def _listed(match: Match[Any, Any], seat: int, moves: Iterator[Any], limit: int | None) -> Answer:
    """Canonical texts, at most `limit` of them, and how many moves there are in all."""
    write = match.game.notation.write
    texts = []
    count = 0
    for move in moves:
        count += 1
        if limit is None or count <= limit:
            texts.append(write(match.state, seat, move))
    return {"moves": texts, "count": count}


def _sheet(game: AnyGame) -> Answer:
    info = game.info
    return {
        "id": info.id,
        "title": info.title,
        "seats": list(info.seats),
        "traits": sorted(info.traits),
        "options": optionlib.schema(info.options),
        "rules": info.rules,
    }


def error_object(refusal: Refusal) -> Answer:
    """What an answer says about a refusal."""
    return {
        "kind": refusal.kind,
        "rule": refusal.rule,
        "text": refusal.text,
        "where": list(refusal.where),
    }


def _log(error: Exception) -> None:
    """Logs where it happened to standard error; not the message, which may reveal what is hidden."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    sys.stderr.write(f"{frames}{type(error).__name__}\n")
