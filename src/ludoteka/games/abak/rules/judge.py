"""A turn step by step, with a sentence for every refusal, in the order of AK-16.4 (d).

The functions of `steps` and `sequences` decide; this module only asks them in order and explains a refusal.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

import numpy as np

from ludoteka.core.refusals import BadNotation, IllegalMove
from ludoteka.core.sentences import Sentence, counted
from ludoteka.games.abak.rules import steps as law
from ludoteka.games.abak.rules.sequences import arrival, encode, has_two_kinds, has_won, make, opening_status
from ludoteka.games.abak.types import (
    BAR,
    BORNE_OFF,
    CLOSED,
    DRUID,
    EVEN,
    FULL,
    GENERAL,
    GUARDED,
    HELD,
    OFF,
    Sequence,
    Step,
)

CHECKER = Sentence("checker")
NAMES = (
    CHECKER,
    Sentence("soldier"),
    Sentence("guard"),
    Sentence("general"),
    Sentence("druid"),
    Sentence("even wounded"),
    Sentence("odd wounded"),
)


@dataclass(frozen=True, slots=True)
class Setting:
    """The conditions a turn is played under."""

    me: int
    high: int
    low: int
    limit: int
    exposed: int


class Unfolding:
    """A turn in the making: the board after the steps so far, and what may follow."""

    def __init__(self, board: bytes, setting: Setting) -> None:
        self.cells = np.frombuffer(board, np.int64).copy()
        self.setting = setting
        self.status = int(opening_status(self.cells, setting.me, setting.high, setting.low))
        self.codes: list[int] = []
        self.last: Step | None = None

    @property
    def board(self) -> bytes:
        return self.cells.tobytes()

    @property
    def open_point(self) -> int:
        """[AK-7.4] The point of a double hit that is waiting for its second half; 0: none."""
        return self.status >> 8 & 31

    @property
    def has_won(self) -> bool:
        return has_won(self.status)

    def follow(self, steps: Sequence) -> "Unfolding":
        """Makes all these steps; raises at the first that is refused."""
        for step in steps:
            self.take(step)
        return self

    def take(self, step: Step) -> None:
        """Makes one step, or says why not."""
        checker = self._checker(step)
        refusal = next(self._refusals(step, checker), None)
        if refusal is not None:
            raise refusal
        code = self._landed(step, checker)
        self.make(code)
        self.last = step

    def make(self, code: int) -> None:
        """Makes a step that the rules admit."""
        self.status = int(make(self.cells, self.setting.me, code, self.status, self.setting.high))
        self.codes.append(code)

    def after(self, code: int) -> "Unfolding":
        """A copy with one more step made."""
        copy = Unfolding.__new__(Unfolding)
        copy.cells, copy.setting, copy.status = self.cells.copy(), self.setting, self.status
        copy.codes, copy.last = list(self.codes), self.last
        copy.make(code)
        return copy

    def stack(self, point: int) -> int:
        """The stack of an own point, or the bar."""
        return int(self.cells[law.spot(point, self.setting.me)])

    def _checker(self, step: Step) -> int:
        """The class that steps; 0: there is none. [AK-14.4] On a mixed bar it must be named."""
        stack = self.stack(step.source)
        if step.source != BAR:
            return stack & 7 if law.is_own(stack, self.setting.me) else 0
        kinds = [n for n in range(1, 7) if stack >> (4 * n - 4) & 15]
        if step.checker:
            return step.checker if step.checker in kinds else 0
        if has_two_kinds(stack):
            names = reduce(_either, (NAMES[n] for n in kinds))
            raise BadNotation(
                "Which checker shall enter from the bar: {names}?", "AK-14.4", step.places, names=names
            )
        return kinds[0] if kinds else 0

    def _refusals(self, step: Step, checker: int) -> Iterator[IllegalMove]:
        """The rules that refuse a step before its landing, in the order of AK-16.4."""
        if self.open_point and step.target != self.open_point:
            yield IllegalMove(
                "Finish the double hit first: a second checker must land on point {point}.",
                "AK-7.4",
                step.places,
                point=str(self.open_point),
            )
        if step.source != BAR and law.must_enter(self.stack(BAR)):
            yield IllegalMove("Your checkers on the bar must enter first.", "AK-4.1", step.places)
        if not checker:
            yield self._no_source(step)
        if step.target >= step.source:
            yield from self._backward_refusals(step, checker)
        elif step.source != BAR and not law.may_advance(checker, self.status >> 6 & 3):
            yield _gone_backward(step)
        yield from self._die_refusals(step, checker)

    def _no_source(self, step: Step) -> IllegalMove:
        """[AK-3.2] There is no own checker to move; [AK-8.3] says so of a pinned one."""
        point = str(step.source)
        if step.source == BAR:
            kind = NAMES[step.checker]
            return IllegalMove("You have no {kind} on the bar.", "AK-3.2", step.places, kind=kind)
        if law.holds_own(self.stack(step.source), self.setting.me):
            text = Sentence("The druid holds your checker on point {point}: it cannot move.", point=point)
            return IllegalMove(text, "AK-8.3", step.places)
        return IllegalMove(
            "You have no checker to move on point {point}.", "AK-3.2", step.places, point=point
        )

    def _backward_refusals(self, step: Step, checker: int) -> Iterator[IllegalMove]:
        """[AK-9.1] The general alone may go backward, and only as [AK-9.2] and [AK-9.4] allow."""
        general = self.status >> 6 & 3
        if checker != GENERAL:
            yield IllegalMove(
                "Only the general may go backward: the {kind} moves to lower points.",
                "AK-3.3",
                step.places,
                kind=NAMES[checker],
            )
        if general == law.ADVANCED:
            yield IllegalMove(
                "The general has gone forward: it cannot go backward in the same turn.", "AK-9.2", step.places
            )
        if not law.is_free_to_retreat(general):
            yield _gone_backward(step)
        if law.others_are_home(self.status >> 13 & 15, step.source):
            yield IllegalMove(
                "The general cannot go backward while all your other checkers are home.",
                "AK-9.4",
                step.places,
            )

    def _die_refusals(self, step: Step, checker: int) -> Iterator[IllegalMove]:
        if step.target == OFF and self.status >> 13 & 15:
            yield IllegalMove(
                "You can bear off only when all your checkers are in your home.", "AK-4.4", step.places
            )
        die = self._die(step)
        if not die:
            yield IllegalMove("No die that you have left fits this step.", "AK-5.1", step.places)
        if step.target == OFF:
            if die > step.source and not law.is_highest(self.cells, self.setting.me, step.source):
                yield IllegalMove(
                    "A larger die bears off only your highest checker, and one stands higher.",
                    "AK-4.5",
                    step.places,
                )
        elif step.source != BAR and not law.can_walk(checker, die):
            yield _wrong_parity(step, checker)

    def _die(self, step: Step) -> int:
        """[AK-5.1] The unused die that the step uses; 0: none fits."""
        s, left = self.setting, self.status & 63
        if step.target == OFF:
            return law.die_for_off(step.source, s.high, s.low, left)
        die = abs(step.source - step.target)
        return die if law.has_die(die, s.high, s.low, left) else 0

    def _landed(self, step: Step, checker: int) -> int:
        """The code of the step with its outcome; raises if it cannot land (section 6 of the rules)."""
        s = self.setting
        code = encode(step.source, step.target, checker, self._die(step), 0, 0)
        if step.target == OFF:
            return code | BORNE_OFF << 16
        outcome = int(arrival(self.cells, s.me, code, s.high, s.low, self.status, s.limit, s.exposed))
        if outcome > 0:
            return code | outcome << 16
        raise self._half_refused(step, checker) if self.open_point else _forbidden(step, outcome)

    def _half_refused(self, step: Step, checker: int) -> IllegalMove:
        """[AK-7.4] The second half of a double hit by a checker that takes part in none."""
        if checker == DRUID:
            return IllegalMove(
                "Between the homes the druid pins: it cannot take part in a double hit there.",
                "AK-7.4",
                step.places,
            )
        return IllegalMove(
            "A guard hits alone: it cannot be the second half of a double hit.", "AK-7.4", step.places
        )


def _either(one: Sentence, other: Sentence) -> Sentence:
    return Sentence("{one} or {other}", one=one, other=other)


def _gone_backward(step: Step) -> IllegalMove:
    return IllegalMove(
        "The general has gone backward: it cannot move again in this turn.", "AK-9.2", step.places
    )


def _wrong_parity(step: Step, checker: int) -> IllegalMove:
    if checker == EVEN:
        return IllegalMove("The even wounded walks only with even dice.", "AK-10.1", step.places)
    return IllegalMove("The odd wounded walks only with odd dice.", "AK-10.1", step.places)


def _forbidden(step: Step, outcome: int) -> IllegalMove:
    """Why a checker cannot land: the rule of a negative outcome of `landing`."""
    point = str(step.target)
    if outcome == FULL:
        text, rule = Sentence("Point {point} is full: no more checkers fit on it.", point=point), "AK-1.6"
    elif outcome == CLOSED:
        text = Sentence("Point {point} is closed: two or more enemy checkers hold it.", point=point)
        rule = "AK-6.3"
    elif outcome == HELD:
        text = Sentence("The druid on point {point} holds its prisoner and cannot be hit.", point=point)
        rule = "AK-8.7"
    else:
        assert outcome == GUARDED
        text = Sentence(
            "A guard blocks point {point}: two checkers must hit it, one right after the other.", point=point
        )
        rule = "AK-7.1"
    return IllegalMove(text, rule, step.places)


# --- the turn as a whole: AK-16.4 (e) to (g) ---------------------------------------------------


def check_closed(unfolding: Unfolding) -> None:
    """[AK-7.5] A turn cannot end between the two landings of a double hit."""
    if unfolding.open_point:
        raise IllegalMove(
            "The double hit on point {point} is only half done: a second checker must follow.",
            "AK-7.4",
            unfolding.last.places if unfolding.last else (),
            point=str(unfolding.open_point),
        )


def has_used_enough(unfolding: Unfolding, most_dice: int) -> bool:
    """[AK-5.2] No sequence uses more dice, or [AK-5.5] the game is won."""
    return unfolding.has_won or len(unfolding.codes) == most_dice


def too_short(unfolding: Unfolding, most_dice: int) -> IllegalMove:
    """[AK-5.2] More dice could be used, or [AK-5.3] the larger one."""
    if len(unfolding.codes) == most_dice == 1:
        return IllegalMove("Only one die can be played, and it must be the larger one.", "AK-5.3")
    if most_dice == 2:
        text = Sentence("You must use as many dice as you can: both dice can be played here.")
    else:
        text = counted(
            most_dice,
            "You must use as many dice as you can: {n} die can be played here.",
            "You must use as many dice as you can: {n} dice can be played here.",
        )
    return IllegalMove(text, "AK-5.2")
