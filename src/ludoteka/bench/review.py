"""How long a review takes: a whole match of each game, and the first thing that is shown of it.

`<game>.review.s` is the CPU time of all parts, one after the other; two cores share them.
`<game>.review.first_s` is the curve, which comes first, and `.decision_ms` what a decision takes on average.
"""

from functools import partial

from ludoteka import games
from ludoteka.analysis.report import review, reviewer_of
from ludoteka.bench.timing import Figure, Figures, seconds
from ludoteka.cli.levelling import record_of
from ludoteka.core import record as records
from ludoteka.core.record import AnyMatch

ASKED_FOR = True
LEVELS = (4, 2)
REPEATS = 2


def figures() -> Figures:
    """A review of the same match for each game that has a reference."""
    for game in games.ids():
        text = record_of(games.get(game), LEVELS, 0, {})
        match = records.read(text, games.get).match
        number = max(1, _whole(match))  # compiles, fills caches
        curves, wholes = [], []
        for _ in range(REPEATS):
            curves.append(seconds(partial(_curve, match)))
            wholes.append(seconds(partial(_whole, match)))
        spread = max(wholes) - min(wholes)
        yield Figure(f"{game}.review.first_s", min(curves), max(curves) - min(curves))
        yield Figure(f"{game}.review.s", min(wholes), spread)
        yield Figure(f"{game}.review.decisions", number)
        yield Figure(f"{game}.review.decision_ms", 1000 * min(wholes) / number, 1000 * spread / number)


def _curve(match: AnyMatch) -> None:
    for _ in reviewer_of(match).curve():
        pass


def _whole(match: AnyMatch) -> int:
    """Reviews a match; how many decisions it has."""
    return len(review(reviewer_of(match))["decisions"])
