"""`ludoteka review`: what a finished match teaches, in words, with a curve and the sums."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteka import games
from ludoteka.cli import arguments
from ludoteka.cli.arguments import AsJson, RecordFile
from ludoteka.core import record as records
from ludoteka.core.game import Json, Played, Seat, described
from ludoteka.core.refusals import BadRequest
from ludoteka.core.sentences import Sentence

if TYPE_CHECKING:
    from ludoteka.analysis.review import Finding
    from ludoteka.cli.terminal import Screen

BLOCKS = " ▁▂▃▄▅▆▇█"
WORTH_SAYING = 0.0005  # of the chance to win
HEIGHT, WIDTH = 6, 72  # of the curve, in characters
NAMES = {  # the classes as headings
    "best": Sentence("best"),
    "good": Sentence("good"),
    "inaccuracy": Sentence("inaccuracies"),
    "mistake": Sentence("mistakes"),
    "blunder": Sentence("blunders"),
}
CALLED = {
    "inaccuracy": Sentence("an inaccuracy"),
    "mistake": Sentence("a mistake"),
    "blunder": Sentence("a blunder"),
}


def review(
    file: RecordFile,
    show_all: Annotated[bool, typer.Option("--all", help="Show every decision, good ones too.")] = False,
    samples: Annotated[
        int, typer.Option("--samples", min=2, max=1000, help="How many draws stand for a bag.")
    ] = 24,
    as_json: AsJson = False,
) -> None:
    """Say what each move of a finished match cost, and why.

    A match that is not over yet is not reviewed: that would be help from outside.
    """
    from ludoteka.analysis import report
    from ludoteka.analysis.review import Depth

    record = records.read(arguments.read_text(file), games.get)
    if not record.is_closed:
        raise BadRequest("The match is not over yet: only finished matches are reviewed.")
    reviewer = report.reviewer_of(record.match, Depth(samples))
    with _progress(record.match.ply) as progress:
        made = report.review(reviewer, progress)
    if as_json:
        print(json.dumps(made, ensure_ascii=False))
        return
    from ludoteka.cli.speech import Speech
    from ludoteka.cli.terminal import Screen

    speech = Speech(game=record.match.game.info.id)
    screen = Screen(speech.recorded(record.names), speech=speech)
    _show(screen, record.match, made, show_all=show_all)


@contextmanager
def _progress(events: int) -> "Iterator[Callable[[Finding], None] | None]":
    """A bar on standard error, where somebody looks at it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    from ludoteka.analysis.review import SecondThought

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=events)
        yield lambda finding: bar.advance(task) if isinstance(finding, SecondThought) else None


# --- for people --------------------------------------------------------------------------------


def _show(screen: "Screen", match: records.AnyMatch, made: Json, *, show_all: bool) -> None:
    if len(made["seats"]) > 1:
        for line in curve([point["win"][0] for point in made["curve"]]):
            screen.say(line)
        screen.say(Sentence("The chances of {name} from the first move to the last", name=screen.name(0)))
    for one in made["decisions"]:
        if one["class"] in CALLED or one["great"] or (show_all and not one["forced"]):
            _decision(screen, match, one)
    screen.say()
    _table(screen, made)


def curve(chances: Sequence[float], height: int = HEIGHT, width: int = WIDTH) -> list[str]:
    """A picture of chances over time: the higher, the better for the first seat."""
    columns = min(width, len(chances))
    picked = [chances[round(n * (len(chances) - 1) / max(1, columns - 1))] for n in range(columns)]
    full = len(BLOCKS) - 1
    lines = []
    for row in range(height - 1, -1, -1):
        filled = (round(chance * height * full) - row * full for chance in picked)
        lines.append("".join(BLOCKS[min(max(0, part), full)] for part in filled))
    return lines


def _decision(screen: "Screen", match: records.AnyMatch, one: Json) -> None:
    """What was played, what it cost, what was better, and why."""
    screen.say()
    screen.event(match.at(one["ply"]), one["seat"])
    if one["great"]:
        screen.say(Sentence("A great find: the only good move."), "green")
    if one["class"] in CALLED and one["best"]:
        screen.say(
            _verdict(one, _in_words(match.at(one["ply"] - 1), one["seat"], one["best"][0]["move"])), "yellow"
        )
    for fact in one["why"]:
        screen.say("  " + screen.speech.say(_sentence(fact)))


def _verdict(one: Json, better: Sentence | str) -> Sentence:
    """The class, the cost where the chance to win says it, and what was better."""
    what, ply = CALLED[one["class"]], one["ply"]
    if one["loss_win"] < WORTH_SAYING:
        return Sentence("Move {n}: {what}. Better: {move}.", n=ply, what=what, move=better)
    cost = f"{100 * one['loss_win']:.1f}"
    text = "Move {n}: {what}; it cost {loss} %. Better: {move}."
    return Sentence(text, n=ply, what=what, loss=cost, move=better)


def _sentence(told: Json) -> Sentence:
    """A sentence as it came over the wire; its values are numbers and texts."""
    return Sentence(told["template"], **told["values"])


def _in_words(before: records.AnyMatch, seat: Seat, text: str) -> Sentence | str:
    """A move in words, or as text where the game has none."""
    move = before.game.notation.read(before.state, seat, text)
    words = described(before.game, before.state, Played(seat, move, before.now), seat)
    return text if words is None else Sentence("{said} ({text})", said=words.said, text=text)


def _table(screen: "Screen", made: Json) -> None:
    """Where each result came from."""
    from rich.table import Table

    say = screen.speech.say
    table = Table(box=None, title=say(Sentence("Where the result came from")))
    table.add_column("")
    seats = range(len(made["seats"]))
    for seat in seats:
        table.add_column(screen.name(seat), justify="right")
    judged = [one for one in made["decisions"] if one["judged"] and not one["forced"]]
    own = [[one for one in judged if one["seat"] == seat] for seat in seats]
    for grade, name in NAMES.items():
        table.add_row(say(name), *(str(sum(one["class"] == grade for one in ones)) for ones in own))
    for key, name in ROWS.items():
        if key == "result" and not made["over"]:
            name = Sentence("value when it was ended")
        values = made[key] if key in ENDS else [sums[key] for sums in made["seats"]]
        table.add_row(say(name), *map(_number, values))
    if any(sums["level"] for sums in made["seats"]):
        table.add_row(say(Sentence("played like level")), *(_level(sums, say) for sums in made["seats"]))
    screen.console.print(table)
    _skills(screen, made)


def _level(sums: Json, say: "Callable[[Sentence], str]") -> str:
    """The level somebody played like, with its range."""
    like = sums["level"]
    if like is None:
        return say(Sentence("too few to tell"))
    low, high = like["low"], like["high"]
    return str(like["estimate"]) if low == high else f"{like['estimate']} ({low}-{high})"


def _skills(screen: "Screen", made: Json) -> None:
    """What plays needed, and how often each seat found it."""
    from rich.table import Table

    known = sorted({skill for sums in made["seats"] for skill in sums["skills"]})
    if not known:
        return
    say = screen.speech.say
    table = Table(box=None, title=say(Sentence("Found, of what was there")))
    table.add_column("")
    for sums in made["seats"]:
        table.add_column(screen.name(sums["seat"]), justify="right")
    for skill in known:
        table.add_row(
            say(_sentence({"template": skill, "values": {}})),
            *(_found(sums["skills"].get(skill)) for sums in made["seats"]),
        )
    screen.console.print(table)


def _found(counts: Json) -> str:
    return "" if counts is None else f"{counts['found']}/{counts['found'] + counts['missed']}"


def _number(value: float) -> str:
    return f"{value:+.2f}".replace("-", "\N{MINUS SIGN}")


ENDS = ("start", "result")  # of the whole, beside the sums
ROWS = {
    "start": Sentence("at the start"),
    "skill": Sentence("own mistakes"),
    "gifts": Sentence("mistakes of others"),
    "luck": Sentence("luck"),
    "unknown": Sentence("what could not be known"),
    "thoughts": Sentence("second thoughts"),
    "result": Sentence("result"),
    "adjusted": Sentence("result without luck"),
    "loss_per_decision": Sentence("cost of a decision"),
}
