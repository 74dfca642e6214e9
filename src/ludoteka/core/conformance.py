"""A test kit that ships: `check_game(game)` holds any game to the laws of the protocol (conformance_laws.py).

    from ludoteka.core.conformance import check_game
    check_game(my_game)

Random matches are played from fixed seeds, and every law is checked in each state. A broken law raises
`Broken`, whose text has the law and the record up to that point, so that the failure can be replayed.
`machine(game)` makes a Hypothesis state machine of the same laws, where Hypothesis is installed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from typing import Any

from ludoteka.core import conformance_laws as laws
from ludoteka.core import conformance_secrets as secrets
from ludoteka.core import match as matches
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.conformance_looks import AnyMatch, Broken, Look, broken, play
from ludoteka.core.game import AnyGame, Draw, Drawn, Event, Over, Played, Ticked, Turn
from ludoteka.core.options import Option
from ludoteka.core.refusals import BadRequest, Refusal

__all__ = ["Broken", "Effort", "check_game", "check_info", "check_match", "machine", "random_event"]

TRAITS = frozenset({"chance", "hidden", "open", "simultaneous", "timed", "representative"})

OPENING_EVENTS = 20  # of a match that only has to show a secret
MOST_SEEN = 60  # texts of earlier moments that are kept for trying
MOST_ABOVE_LOWEST = 5  # numbers near the lowest: a match to 99 points takes many thousands of events


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to try."""

    matches: int = 6  # random matches, the first with the default options
    plies: int = 10_000  # a longer match counts as endless
    looks: int = 24  # states of each match in which every law is checked
    moves: int = 12  # legal moves of a state that are tried


USUAL = Effort()


def check_game(game: AnyGame, effort: Effort = USUAL, seed: str = "conformance") -> None:
    """Raises `Broken` if the game breaks a law."""
    check_info(game)
    played, seen = [], list[str]()  # moves of one match are tried in the next, which may not allow them yet
    for number in range(effort.matches):
        rng = Source(seed_from(f"{seed} {number}"))
        played.append(check_match(game, *table(game, rng, plain=number == 0), effort, rng, seen))
    if "hidden" in game.info.traits:
        check_hiding(game, played, effort)


def check_hiding(game: AnyGame, played: Sequence[AnyMatch], effort: Effort) -> None:
    """A game that says it has secrets keeps one at some moment: `tell` and `view` cannot both reveal all.

    Some games have secrets with some options only: each value of an option gets a match of its own.
    """
    rng = Source(seed_from("hiding"))
    values = [(option.key, value) for option in game.info.options for value in option.values]
    others = (_opened(game, {key: value}, rng) for key, value in values)
    for last in chain(played, (match for match in others if match is not None)):
        moments = (Look(match, rng, effort.moves) for match in last if not match.is_over)
        if any(secrets.hides_something(look) for look in moments):
            return
    raise broken("a hidden game hides something", played[0], "every seat sees and is told everything")


def _opened(game: AnyGame, options: Mapping[str, Any], rng: Source) -> AnyMatch | None:
    """The first events of a random match with these options, where they are enough for a match."""
    try:
        match = matches.new(game, max(2, game.info.seats[0]), options)
    except BadRequest:
        return None
    while match.ply < OPENING_EVENTS and not match.is_over:
        match = match.then(random_event(match, rng))
    return match


def check_info(game: AnyGame) -> None:
    """`GameInfo` is complete; every number of seats can start; what is wrong is refused."""
    info = game.info
    fewest, most = info.seats
    _need(1 <= fewest <= most, "seats are a range from 1 up", info.seats)
    _need(info.traits <= TRAITS, "traits are known", info.traits)
    _need(bool(info.traits & {"hidden", "open"}), "a game is hidden or open", info.traits)
    _need(len({option.key for option in info.options}) == len(info.options), "keys are unique", info.id)
    for seats in range(fewest, most + 1):
        matches.new(game, seats)
    for wrong in (partial(matches.new, game, n) for n in (fewest - 1, most + 1)):
        _need(_is_refused(wrong), "wrong numbers of seats are refused", info.seats)
    unknown = partial(matches.new, game, fewest, {"no such option": 1})
    _need(_is_refused(unknown), "unknown options are refused", info.id)


def check_match(
    game: AnyGame,
    seats: int,
    options: Mapping[str, Any],
    effort: Effort,
    rng: Source,
    seen: list[str] | None = None,
) -> AnyMatch:
    """Plays one random match, checking every law on the way; returns the finished match.

    `seen` holds texts of moves of other moments, and gets those of this match.
    """
    match = matches.new(game, seats, options)
    looks, seen = 0, [] if seen is None else seen
    while not isinstance(match.awaiting, Over):
        if match.ply >= effort.plies:
            raise broken("every match ends", match, f"it goes on after {match.ply} events")
        if looks < effort.looks and (match.ply < 8 or rng.below(3) == 0):
            looks += 1
            check_state(Look(match, rng, effort.moves, tuple(seen)))
            _remember(match, seen)
        match = match.then(random_event(match, rng))
    check_state(Look(match, rng, effort.moves))
    _check(laws.record_replays, Look(match, rng))
    return match


def _remember(match: AnyMatch, seen: list[str]) -> None:
    """The texts of some moves of this moment, to be tried where they may not be legal."""
    seat = match.seat
    moves = [] if seat is None else match.legal(seat)
    texts = [match.text(move, seat) for move in (*moves[:2], *moves[-2:])]
    seen += [text for text in dict.fromkeys(texts) if text not in seen]
    del seen[:-MOST_SEEN]


def check_state(look: Look) -> None:
    """Every law about one moment of a match."""
    for law in laws.LAWS:
        _check(law, look)


def _check(law: Callable[[Look], None], look: Look) -> None:
    """Whatever else goes wrong while a law is checked breaks it too."""
    try:
        law(look)
    except Broken:
        raise
    except Exception as error:
        raise broken(law.__name__.replace("_", " "), look.match, repr(error)) from error


# --- playing at random -----------------------------------------------------------------------


def random_event(match: AnyMatch, rng: Source) -> Event[Any]:
    """Something that can happen now: a draw, a move by an awaited seat, sometimes an expired limit."""
    awaited = match.awaiting
    if isinstance(awaited, Draw):
        return Drawn(awaited.chance.sample(rng), match.now)
    assert isinstance(awaited, Turn)
    if awaited.until is not None and rng.below(8) == 0:
        return Ticked(awaited.until + rng.below(1000))
    latest = awaited.until - 1 if awaited.until is not None else match.now + 60_000
    at = min(match.now + rng.below(5000), latest)
    seat = rng.choose(sorted(awaited.seats))
    moves = list(islice(match.game.legal(match.state, seat), 5000))
    return Played(seat, rng.choose(moves), at)


def table(game: AnyGame, rng: Source, *, plain: bool) -> tuple[int, dict[str, Any]]:
    """A number of seats and options that fit together: the defaults, or random ones."""
    fewest, most = game.info.seats
    while True:
        seats = fewest + rng.below(most - fewest + 1)
        options = {} if plain else {o.key: _value(o, rng) for o in game.info.options if rng.below(3) == 0}
        try:
            matches.new(game, seats, options)
        except BadRequest:
            continue  # options that do not fit together
        return seats, options


def _value(option: Option, rng: Source) -> Any:
    if option.low is not None and option.high is not None:
        return option.low + rng.below(min(option.high - option.low, MOST_ABOVE_LOWEST) + 1)
    return rng.choose(option.values) if option.values else option.default or ""


def _is_refused(work: partial[Any]) -> bool:
    try:
        work()
    except BadRequest:
        return True
    return False


def _need(holds: bool, law: str, found: object) -> None:
    if not holds:
        raise Broken(f"Law broken: {law}: {found!r}")


# --- hypothesis ------------------------------------------------------------------------------


def machine(game: AnyGame) -> Any:
    """A Hypothesis state machine for a game: `TestMine = machine(my_game).TestCase`."""
    from hypothesis import strategies
    from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

    class GameMachine(RuleBasedStateMachine):
        match: AnyMatch

        @initialize(seed=strategies.integers(0, 2**32))
        def begin(self, seed: int) -> None:
            rng = Source(seed_from(f"machine {seed}"))
            self.match = matches.new(game, *table(game, rng, plain=seed % 2 == 0))

        @precondition(lambda self: not isinstance(self.match.awaiting, Over))
        @rule(seed=strategies.integers(0, 2**32))
        def happen(self, seed: int) -> None:
            self.match = self.match.then(random_event(self.match, Source(seed_from(str(seed)))))

        @precondition(lambda self: isinstance(self.match.awaiting, Turn))
        @rule(seat=strategies.integers(0, 5), text=strategies.text(max_size=30))
        def try_text(self, seat: int, text: str) -> None:
            before = self.match
            try:
                before.admits(seat)
                self.match = play(before, seat, text)
            except Refusal:
                assert self.match is before

        @precondition(lambda self: isinstance(self.match.awaiting, Over))
        @rule()
        def stay_over(self) -> None:
            assert self.match.then(Ticked(self.match.now + 10**9)) is self.match

        @invariant()
        def laws_hold(self) -> None:
            look = Look(self.match, Source(seed_from("machine")), moves=3)
            laws.awaited_seats_have_moves(look)
            laws.positions_round_trip(look)
            secrets.views_are_json(look)
            laws.results_are_ranked(look)

    return GameMachine
