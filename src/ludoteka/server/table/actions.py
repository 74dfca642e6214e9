"""What people do at a table: each action as a draft of what it adds to the log, or a refusal."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludoteka.core.game import Left, Millis, Played, Seat, Ticked
from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.server.messages import wire
from ludoteka.server.messages.errors import NotYours, Stale
from ludoteka.server.table.branching import check_takeback, rematch, takeback
from ludoteka.server.table.draft import Draft
from ludoteka.server.table.ledger import AnyMatch, Ledger, PendingOffer, Standing
from ludoteka.server.table.naming import new_id

AnyAction = wire.AnyAction
OFFERS = 30  # of one seat at one table
LOG_FULL = 20_000  # entries; talk stops here, so that no log grows forever


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: a guest with a name."""

    guest: str
    name: str
    is_bot: bool = False  # a bot account, run by somebody


def key_of(guest: str, key: str) -> str:
    """The idempotency key in the log: nobody can use up another's keys."""
    return f"{guest}:{key}"


def own_key_of(actor: Actor) -> str:
    """A key for what nobody sends twice: the log knows whose entry it is, so that it can be forgotten."""
    return key_of(actor.guest, new_id())


def own_key(key: str) -> str:
    """The key as its guest knows it."""
    return key.partition(":")[2]


def act(draft: Draft, actor: Actor, action: AnyAction) -> None:
    """Adds an action to a draft; raises a `Refusal`."""
    handler: Callable[[Draft, Actor, Any], None] = _HANDLERS[type(action)]
    handler(draft, actor, action)


def _own(ledger: Ledger, actor: Actor, seat: Seat) -> None:
    if seat not in ledger.seats_of(actor.guest):
        raise NotYours("That is not your seat.")


def running(standing: Standing) -> AnyMatch:
    """The match that is being played; refuses where there is none."""
    if standing.match is None:
        raise BadRequest("The match has not started yet: a seat is still open.")
    if standing.is_over:
        raise BadRequest("The match is over.")
    return standing.match


def _play(draft: Draft, actor: Actor, action: wire.Play) -> None:
    _own(draft.ledger, actor, action.seat)
    play(draft, action.seat, action.move, action.seen)


def play(draft: Draft, seat: Seat, text: str, seen: int) -> None:
    """A move of a seat, by a person or a bot that saw the table at `seen`."""
    match = running(draft.standing)
    if not draft.ledger.is_fresh(seat, seen):
        raise Stale("The table has moved on since you looked. Here is how it stands now.")
    match.admits(seat)
    move = match.game.notation.read(match.state, seat, text)
    draft.happen(Played(seat, move, draft.at))


def _leave(draft: Draft, actor: Actor, action: wire.Leave) -> None:
    _own(draft.ledger, actor, action.seat)
    leave(draft, action.seat)


def leave(draft: Draft, seat: Seat, at: Millis | None = None, **more: Any) -> None:
    """A seat resigns, or its time is up."""
    running(draft.standing)
    if seat in draft.standing.left:
        raise BadRequest("That seat has left already.")
    draft.happen(Left(seat, draft.at if at is None else at), **more)


def tick(draft: Draft) -> None:
    """A limit of the game has passed and nobody has acted."""
    running(draft.standing)
    draft.happen(Ticked(draft.at))


def flag(draft: Draft) -> None:
    """The host's clock: a seat whose time is up has left."""
    clock = draft.standing.clock
    while clock is not None and clock.flag is not None and clock.flag[0] <= draft.at:
        leave(draft, clock.flag[1], draft.at, what="time")
        clock = None if draft.standing.is_over else draft.standing.clock


# --- talk ----------------------------------------------------------------------------------------


def _say(draft: Draft, actor: Actor, action: wire.Say) -> None:
    said = [part for part in (action.phrase, action.emote, action.text) if part is not None]
    if len(said) != 1:
        raise BadRequest("Say one thing: a phrase, an emote or a text.")
    if draft.ledger.seq >= LOG_FULL:
        raise BadRequest("Enough has been said at this table.")
    if action.text is not None and not draft.ledger.frame.allows.free_chat:
        raise BadRequest("At this table people talk in phrases.")
    if action.seat is not None:
        _own(draft.ledger, actor, action.seat)
    seats = draft.ledger.seats_of(actor.guest)
    seat = action.seat if action.seat is not None or not seats else seats[0]
    more = {"phrase": action.phrase, "emote": action.emote, "name": actor.name if seat is None else None}
    draft.add("said", seat, _plain(action.text), **{k: v for k, v in more.items() if v is not None})


def _plain(text: str | None) -> str | None:
    """Text is text: no control characters, no line breaks, no tricks with writing direction."""
    if text is None:
        return None
    cleaned = "".join(c for c in text if c.isprintable()).strip()
    if not cleaned:
        raise BadRequest("There is nothing to read in that text.")
    return cleaned


# --- agreements ----------------------------------------------------------------------------------


def _propose(draft: Draft, actor: Actor, action: wire.Propose) -> None:
    _own(draft.ledger, actor, action.seat)
    _check_offer(draft, action)
    if any(offer.what == action.what for offer in draft.standing.offers):
        raise BadRequest("That has been offered already: answer it first.")
    offered = [line.row for line in draft.ledger.lines if line.row.kind == "offered"]
    if sum(row.seat == action.seat for row in offered) >= OFFERS:
        raise BadRequest("Enough has been offered at this table.")
    more: dict[str, Any] = {"what": action.what} | ({"ply": action.ply} if action.ply is not None else {})
    draft.add("offered", action.seat, **more)
    _conclude(draft, draft.standing.offers[-1])


def _check_offer(draft: Draft, action: wire.Propose) -> None:
    if action.what == "rematch":
        if not draft.standing.is_over or draft.standing.followed is not None:
            raise BadRequest("A rematch comes after the match, once.")
        return
    match = running(draft.standing)
    if draft.ledger.table.is_try:
        raise BadRequest("Others play with the same draws: here a match is played to its end, or left.")
    if action.seat in draft.standing.left:
        raise BadRequest("You have left this match.")
    has_bots = any(row.kind == "bot" for row in draft.everyone())
    if action.what in ("draw", "abort") and draft.ledger.frame.allows.rated and has_bots:
        raise BadRequest("A bot agrees to nothing in a rated match: play on, or leave.")
    if action.what == "takeback":
        if not draft.ledger.frame.allows.takeback:
            raise BadRequest("At this table moves stand as they are played.")
        check_takeback(match, action.seat, action.ply)


def _respond(draft: Draft, actor: Actor, action: wire.Respond) -> None:
    _own(draft.ledger, actor, action.seat)
    offer = next((o for o in draft.standing.offers if o.seq == action.ref), None)
    if offer is None:
        raise Stale("That offer does not stand any more.")
    draft.add("answered", action.seat, ref=action.ref, accept=action.accept, what=offer.what)
    if action.accept:
        _conclude(draft, next(o for o in draft.standing.offers if o.seq == action.ref))


def _conclude(draft: Draft, offer: PendingOffer) -> None:
    """Does what everybody agreed to; bots agree with the people."""
    if not voters(draft) <= offer.accepted:
        return
    if offer.what in ("draw", "abort"):
        draft.add("ended", what=offer.what)
    elif offer.what == "takeback":
        assert offer.ply is not None
        takeback(draft, offer.ply)
    else:
        rematch(draft)


def brings_rematch(ledger: Ledger, action: AnyAction) -> bool:
    """Whether an action asks for one more match, or agrees to it."""
    if isinstance(action, wire.Respond):
        asked = {offer.seq for offer in ledger.standing.offers if offer.what == "rematch"}
        return action.accept and action.ref in asked
    return isinstance(action, wire.Propose) and action.what == "rematch"


def voters(draft: Draft) -> frozenset[Seat]:
    """Who must agree: the people who are still in the match. A bot that stands in agrees to nothing."""
    over = draft.standing.is_over
    return frozenset(
        row.seat
        for row in draft.everyone()
        if row.kind == "person" and (over or row.seat not in draft.standing.left)
    )


_HANDLERS: dict[type, Callable[[Draft, Actor, Any], None]] = {
    wire.Play: _play,
    wire.Leave: _leave,
    wire.Say: _say,
    wire.Propose: _propose,
    wire.Respond: _respond,
}

__all__ = ["Actor", "AnyAction", "Refusal", "act", "flag", "key_of", "leave", "play", "running", "tick"]
