"""Events in people's words: rows with their sums and action tiles, and why a row was wrong."""

from collections import Counter
from collections.abc import Iterator

from ludoteka.core.chance import Groups
from ludoteka.core.description import Description, Item
from ludoteka.core.game import Drawn, Event, IllegalMove, Left, Played, Seat
from ludoteka.core.sentences import Sentence, Value, counted, several
from ludoteka.games.kakuro import turns
from ludoteka.games.kakuro.rules.board import NAMES, digits_of, named, squares_of
from ludoteka.games.kakuro.rules.claims import changed_by, duplications_due, judge, points_for
from ludoteka.games.kakuro.rules.rounds import is_solo, staying
from ludoteka.games.kakuro.types import DUPLICATION, EXCHANGE, Claim, Move, Phase, Row, State, Word

REPEATED = "KA-4.7"


def describe(state: State, event: Event[Move], _seat: Seat | None) -> Description:
    """[KA-11.3] An event in words; nothing is hidden."""
    if isinstance(event, Played) and isinstance(event.move, Claim):
        return _claimed(state, event.seat, event.move, event.at)
    after = turns.apply(state, event)
    come = tuple(_come_of(state, after))
    if isinstance(event, Drawn):
        return _drawn(state, event)
    if isinstance(event, Left):
        return Description(Sentence("leaves the match"), come, seat=event.seat)
    if isinstance(event, Played):
        assert isinstance(event.move, Word)
        return Description(_said(state, event.move), come, seat=event.seat)
    if state.phase is Phase.CLAIM:
        return Description(Sentence("no row in time, out until the next sum"), come, seat=state.buzzer)
    return Description(Sentence("The sand has run out."), come)


def _said(state: State, word: Word) -> Sentence:
    if word is Word.IMPOSSIBLE and is_solo(state):
        return Sentence("giving this sum up")
    return {
        Word.FLIP: Sentence("turning over the next sum"),
        Word.KAKURO: Sentence("“Kakuro!”"),
        Word.IMPOSSIBLE: Sentence("“Impossible!”"),
        Word.POSSIBLE: Sentence("“Possible after all.”"),
        Word.RETRACT: Sentence("taking “Kakuro!” back, out until the next sum"),
    }[word]


def _come_of(state: State, after: State) -> Iterator[Item]:
    """[KA-7.6] What an event brings about for all: a sum that failed, the hourglass."""
    if len(after.aside) > len(state.aside):
        assert state.open is not None
        yield Item(said=Sentence("The sum {sum} is put aside.", sum=state.open))
    elif after.phase is state.phase is Phase.RACE and state.until is None and after.until is not None:
        yield Item(said=Sentence("The hourglass runs."))


# --- claims ----------------------------------------------------------------------------------


def _claimed(state: State, seat: Seat, claim: Claim, at: int) -> Description:
    """[KA-6.1] A right claim with its sum; [KA-6.3] a wrong one with what is wrong with it."""
    assert state.open is not None
    row, squares = claim.row, named(squares_of(claim.row))
    try:
        changed = judge(state.board, state.open, claim)
    except IllegalMove as refusal:
        after = turns.apply(state, Played(seat, claim, at))
        why = Item(said=_why(state, claim, refusal), where=refusal.where)
        said = Sentence("row {first} to {last}, wrong", first=squares[0], last=squares[-1])
        return Description(said, (why, *_come_of(state, after)), None, squares, seat)
    points = points_for(row.length)
    made = Item(_sum(changed, row), None, points, tuple(_notes(claim)), squares)
    said = Sentence("row {first} to {last}", first=squares[0], last=squares[-1])
    return Description(said, (made,), points, squares, seat)


def _sum(board: bytes, row: Row) -> str:
    digits = digits_of(board, row)
    return f"{' + '.join(map(str, digits))} = {sum(digits)}"


def _notes(claim: Claim) -> Iterator[Sentence]:
    """[KA-6.2] A point for each square; [KA-5.7] the action tiles that were used."""
    yield counted(claim.row.length, "{n} square", "{n} squares")
    for one, other in claim.exchanges:
        yield Sentence("{one} and {other} exchanged", one=NAMES[one], other=NAMES[other])
    for square, digit in claim.digit_tiles:
        yield Sentence("digit tile {digit} on {square}", digit=str(digit), square=NAMES[square])
    for square, _ in claim.sum_squares:
        yield Sentence("dark square on {square}", square=NAMES[square])
    if claim.duplications:
        yield counted(claim.duplications, "{n} duplication tile", "{n} duplication tiles")


def _why(state: State, claim: Claim, refusal: IllegalMove) -> Sentence:
    """[KA-4] What is wrong with a row: the refusal, without the words that are meant for the claimant."""
    if refusal.rule != REPEATED:
        return refusal.sentence
    digits = digits_of(bytes(changed_by(state.board, claim)), claim.row)
    due = duplications_due(len(digits), len(set(digits)))
    if due < claim.duplications:
        return Sentence("More duplication tiles are paid than there are repeated digits.")
    twice = [str(digit) for digit, number in sorted(Counter(digits).items()) if number > 1]
    return counted(
        due - claim.duplications,
        "Repeated: {digits}. {n} duplication tile is missing.",
        "Repeated: {digits}. {n} duplication tiles are missing.",
        digits=several(twice),
    )


# --- chance ----------------------------------------------------------------------------------


def _drawn(state: State, event: Drawn) -> Description:
    if isinstance(event.outcome, str):
        return Description(Sentence("The sum is {sum}.", sum=int(event.outcome)))
    if state.phase is Phase.LAYOUT:
        return Description(Sentence("The numbers are laid out."))
    groups: Groups = tuple(group for group in event.outcome if isinstance(group, tuple))
    pairs = zip(staying(state), groups, strict=True)
    took = tuple(Item(said=Sentence("takes {tiles}", tiles=_tiles(group)), seat=s) for s, group in pairs)
    return Description(Sentence("New action tiles."), took)


def _tiles(faces: tuple[str, ...]) -> Value:
    return several([_tile(face) for face in faces])


def _tile(face: str) -> Sentence:
    if face == DUPLICATION:
        return Sentence("a duplication tile")
    if face == EXCHANGE:
        return Sentence("an exchange tile")
    return Sentence("a digit tile {digit}", digit=face)
