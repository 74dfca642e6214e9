"""Hand-made positions: whatever `load` accepts can be played to the end, and what it refuses has a rule."""

from random import Random

from tests.games.kakuro.positions import KakuroMatch, random_event, worked

from ludoteka.core import match as matches
from ludoteka.core.game import Over
from ludoteka.core.refusals import BadNotation
from ludoteka.games.kakuro.engine import GAME

PHASES = ["layout", "deal", "ready", "sum", "race", "race", "race", "claim", "claim", "tiles", "over"]
BOARDS = sorted({text.split()[0] for text in worked().values()})


def some_seats(dice: Random, seats: int) -> str:
    return ",".join(map(str, dice.sample(range(seats), dice.randint(1, seats))))


def handmade(dice: Random) -> str:
    """A position text with fields that often, but not always, go together."""
    seats, phase = dice.randint(1, 4), dice.choice(PHASES)
    racing = phase in ("race", "claim")
    pools = ["D" if phase in ("layout", "deal") else dice.choice(["-", "D", "X3", "D"]) for _ in range(seats)]
    words = [
        "-" if phase == "layout" else dice.choice(BOARDS),
        phase,
        str(dice.choice([5, 9, 20, 36])) if racing else "-",
        dice.choice(["-", "7", "3,8,12"]),
        dice.choice(["-", "-", "38", "38,39"]),
        dice.choice(["-", "X", "DX57", "DDXX1234"]),
        "/".join(pools),
        "/".join("0" if phase in ("layout", "deal") else str(dice.randint(0, 9)) for _ in range(seats)),
    ]
    keys = {
        "out": (some_seats(dice, seats), 0.2 * racing),
        "votes": (some_seats(dice, seats), 0.3 * racing),
        "buzzer": (str(dice.randrange(seats)), 1.0 * (phase == "claim")),
        "now": ("1000", 0.3),
        "until": (str(dice.choice([1001, 5000, 60000])), 0.9 if phase == "claim" else 0.4 * racing),
        "sand": ("4000", 0.4 * (phase == "claim")),
        "solo_timer": ("off", 0.3),
        "flip": ("ready", 0.8 if phase == "ready" else 0.2),
        "failures": (str(dice.choice([1, 2, 3])), 0.2),
        "wrong": ("refuse", 0.2),
        "left": (some_seats(dice, seats), 0.15),
    }
    return " ".join(words + [f"{k}={v}" for k, (v, chance) in keys.items() if dice.random() < chance])


def played_out(match: KakuroMatch, dice: Random) -> KakuroMatch:
    while not isinstance(match.awaiting, Over):
        match = match.then(random_event(match, dice))
        assert GAME.notation.load(GAME.notation.dump(match.state)) == match.state
    return match


def test_accepted_positions_can_be_played_out() -> None:
    dice, accepted, rules = Random(1), 0, set()
    for _ in range(700):
        text = handmade(dice)
        try:
            match = matches.load(GAME, text)
        except BadNotation as refusal:
            rules.add(refusal.rule)
            continue
        accepted += 1
        played_out(match, dice)
    assert accepted > 100
    assert rules == {f"KA-12.{n}" for n in (4, 5, 6, 7, 8)}
