"""A turn step by step, with a sentence for every refusal, in the order of AK-16.4 (d).

The questions are the functions of `rules`; this module only asks them in order and says why not.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ludoteka.core.refusals import BadNotation, IllegalMove
from ludoteka.games.abak import rules
from ludoteka.games.abak.kernels import (
    arrival,
    encode,
    has_two_kinds,
    has_won,
    make,
    next_steps,
    opening_status,
)
from ludoteka.games.abak.types import BAR, DRUID, EVEN, GENERAL, OFF, Sequence, Step

NAMES = ("", "soldier", "guard", "general", "druid", "even wounded", "odd wounded")
FORBIDDEN = {  # what a landing can be refused for
    rules.FULL: ("AK-1.6", "Point {0} is full: no more checkers fit on it."),
    rules.CLOSED: ("AK-6.3", "Point {0} is closed: two or more enemy checkers hold it."),
    rules.HELD: ("AK-8.7", "The druid on point {0} holds its prisoner and cannot be hit."),
    rules.GUARDED: (
        "AK-7.1",
        "A guard blocks point {0}: two checkers must hit it, one right after the other.",
    ),
}


def place_name(point: int) -> str:
    """A source or target as it is written."""
    return {BAR: "bar", OFF: "off"}.get(point, str(point))


def where(step: Step) -> tuple[str, str]:
    """[AK-16.4] Source and target of a step, as written."""
    return place_name(step.source), place_name(step.target)


@dataclass(frozen=True, slots=True)
class Setting:
    """What a turn is played under."""

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
        """[AK-7.4] The point of a double hit that waits for its second half; 0: none."""
        return self.status >> 8 & 31

    @property
    def has_won(self) -> bool:
        return bool(has_won(self.status))

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
            raise IllegalMove(refusal[1], refusal[0], where(step))
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

    def next_codes(self) -> list[int]:
        """[AK-14.6] The steps that can be made now, in order."""
        s = self.setting
        out = np.empty(32, np.int64)
        count = next_steps(self.cells, s.me, s.high, s.low, self.status, s.limit, s.exposed, out)
        return [int(code) for code in out[:count]]

    def stack(self, point: int) -> int:
        """The stack of an own point, or the bar."""
        return int(self.cells[rules.spot(point, self.setting.me)])

    def _checker(self, step: Step) -> int:
        """The class that steps; 0: there is none. [AK-14.4] On a mixed bar it must be said."""
        stack = self.stack(step.source)
        if step.source != BAR:
            return stack & 7 if rules.is_own(stack, self.setting.me) else 0
        kinds = [n for n in range(1, 7) if stack >> (4 * n - 4) & 15]
        if step.checker:
            return step.checker if step.checker in kinds else 0
        if has_two_kinds(stack):
            names = " or ".join(NAMES[n] for n in kinds)
            raise BadNotation(f"Which checker shall enter from the bar: {names}?", "AK-14.4", where(step))
        return kinds[0] if kinds else 0

    def _refusals(self, step: Step, checker: int) -> Iterator[tuple[str, str]]:
        """The rules that refuse a step before its landing, in the order of AK-16.4."""
        if self.open_point and step.target != self.open_point:
            yield (
                "AK-7.4",
                f"Finish the double hit first: a second checker must land on point {self.open_point}.",
            )
        if step.source != BAR and rules.must_enter(self.stack(BAR)):
            yield "AK-4.1", "Your checkers on the bar must enter first."
        yield from self._source_refusals(step, checker)
        if step.target >= step.source:
            yield from self._backward_refusals(step, checker)
        elif step.source != BAR and not rules.may_advance(checker, self.status >> 6 & 3):
            yield "AK-9.2", "The general has gone backward: it cannot move again in this turn."
        yield from self._die_refusals(step, checker)

    def _source_refusals(self, step: Step, checker: int) -> Iterator[tuple[str, str]]:
        if checker:
            return
        if step.source == BAR:
            kind = NAMES[step.checker] if step.checker else "checker"
            yield "AK-3.2", f"You have no {kind} on the bar."
        elif rules.holds_own(self.stack(step.source), self.setting.me):
            yield "AK-8.3", f"The druid holds your checker on point {step.source}: it cannot move."
        yield "AK-3.2", f"You have no checker to move on point {step.source}."

    def _backward_refusals(self, step: Step, checker: int) -> Iterator[tuple[str, str]]:
        """[AK-9.1] The general alone may go backward, and only as [AK-9.2] and [AK-9.4] allow."""
        general = self.status >> 6 & 3
        if checker != GENERAL:
            yield "AK-3.3", f"Only the general may go backward: the {NAMES[checker]} moves to lower points."
        if general == rules.ADVANCED:
            yield "AK-9.2", "The general has gone forward: it cannot go backward in the same turn."
        if not rules.is_free_to_retreat(general):
            yield "AK-9.2", "The general has gone backward: it cannot move again in this turn."
        if rules.others_are_home(self.status >> 13 & 15, step.source):
            yield "AK-9.4", "The general cannot go backward while all your other checkers are home."

    def _die_refusals(self, step: Step, checker: int) -> Iterator[tuple[str, str]]:
        if step.target == OFF and self.status >> 13 & 15:
            yield "AK-4.4", "You can bear off only when all your checkers are in your home."
        die = self._die(step)
        if not die:
            yield "AK-5.1", "No die that you have left fits this step."
        if step.target == OFF:
            if die > step.source and not rules.is_highest(self.cells, self.setting.me, step.source):
                yield "AK-4.5", "A larger die bears off only your highest checker, and one stands higher."
        elif step.source != BAR and not rules.can_walk(checker, die):
            kind = "even" if checker == EVEN else "odd"
            yield "AK-10.1", f"The {NAMES[checker]} walks only with {kind} dice."

    def _die(self, step: Step) -> int:
        """[AK-5.1] The unused die that the step uses; 0: none fits."""
        s, left = self.setting, self.status & 63
        if step.target == OFF:
            return int(rules.die_for_off(step.source, s.high, s.low, left))
        die = abs(step.source - step.target)
        return die if rules.has_die(die, s.high, s.low, left) else 0

    def _landed(self, step: Step, checker: int) -> int:
        """The code of the step with its outcome; raises if it cannot land (section 6 of the rules)."""
        s = self.setting
        spelled = int(step.source == BAR and has_two_kinds(self.stack(BAR)))
        code = int(encode(step.source, step.target, checker, self._die(step), 0, spelled))
        if step.target == OFF:
            return code | rules.BORNE_OFF << 16
        outcome = int(arrival(self.cells, s.me, code, s.high, s.low, self.status, s.limit, s.exposed))
        if outcome > 0:
            return code | outcome << 16
        rule, text = self._forbidden(outcome, checker)
        raise IllegalMove(text.format(step.target), rule, where(step))

    def _forbidden(self, outcome: int, checker: int) -> tuple[str, str]:
        if not self.open_point:
            return FORBIDDEN[outcome]
        if checker == DRUID:
            return "AK-7.4", "Between the homes the druid pins: it cannot take part in a double hit there."
        return "AK-7.4", "A guard hits alone: it cannot be the second half of a double hit."
