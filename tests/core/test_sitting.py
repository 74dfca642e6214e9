"""One rack for all: the examples of its rules, what it refuses, and that its rules are cited and shown."""

import re
from typing import Any

import pytest
from tests.architecture.places import ROOT, RULES, SOURCE
from tests.architecture.test_citations import definitions

from ludoteka import games
from ludoteka.core import sitting as one_rack
from ludoteka.core.game import Drawn
from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.core.sitting import (
    Begun,
    CalledOff,
    Departed,
    DuplicateSitting,
    Found,
    Handed,
    Joined,
    Terms,
    TurnEnded,
)

DOCUMENT = (RULES / "duplicate.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```sitting\n(.*?)^```$", DOCUMENT, re.DOTALL | re.MULTILINE)
FORM = {option.key for option in one_rack.OPTIONS}


def number(text: str) -> str | int:
    return int(text) if text.isdigit() else text


def begun(line: str) -> DuplicateSitting:
    name, *words = line.split(" ")
    given = {key: number(value) for key, value in (word.split("=") for word in words)}
    form = one_rack.form_of({key: value for key, value in given.items() if key in FORM})
    return one_rack.new(games.get(name), form, {k: v for k, v in given.items() if k not in FORM})


def event_of(sitting: DuplicateSitting, line: str) -> one_rack.SittingEvent:
    word, _, rest = line.partition(" ")
    match = sitting.match
    if word == "draw":
        return Drawn(match.game.notation.read_outcome(match.state, rest))
    if word == "hand":
        player, _, text = rest.partition(" ")
        return Handed(int(player), match.game.notation.read(match.state, 0, text))
    if word == "end":
        return TurnEnded(one_rack.best_of(match))
    if word in ("join", "quit"):
        return Joined(int(rest)) if word == "join" else Departed(int(rest))
    assert word in ("begin", "stop")
    return Begun() if word == "begin" else CalledOff()


def told(found: Found | None) -> str:
    return "none" if found is None else f"{found.text} for {found.points}"


def facts(sitting: DuplicateSitting) -> dict[str, str]:
    """Everything that an example may say of a sitting."""
    everybody = range(len(sitting.players))
    found = {
        "points": " ".join(str(sitting.points(player)) for player in everybody),
        "most": str(sitting.most),
        "percent": " ".join(str(sitting.percent(player)).lower() for player in everybody),
        "places": " ".join(map(str, sitting.places)),
        "over": str(sitting.over),
        "complete": "yes" if sitting.is_complete else "no",
        "rack": str(sitting.match.view(0).get("rack")),
    }
    if sitting.past:
        found |= {"laid": told(sitting.past[-1].laid), "best": told(sitting.past[-1].best)}
    return found


def claims(line: str) -> dict[str, str]:
    words = (part.partition(" ") for part in line.removeprefix("> ").split(", "))
    return {key: value for key, _, value in words}


def play(example: str) -> tuple[int, DuplicateSitting | None]:
    """Plays an example; the number of claims that were checked, and where it ended."""
    sitting: DuplicateSitting | None = None
    refused, checked = "", 0
    for line in example.splitlines():
        if line.startswith("> refused "):
            assert refused == line.removeprefix("> refused "), line
            refused, checked = "", checked + 1
        elif line.startswith("> "):
            assert sitting is not None
            known = facts(sitting)
            assert {key: known[key] for key in claims(line)} == claims(line)
            checked += 1
        else:
            assert refused == "", f"refused by {refused} before: {line}"
            try:
                sitting = begun(line) if sitting is None else one_rack.apply(sitting, event_of(sitting, line))
            except Refusal as refusal:
                refused = refusal.rule or "no rule"
    assert refused == ""
    return checked, sitting


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_examples_of_the_rules(number: int) -> None:
    checked, _ = play(EXAMPLES[number])
    assert checked > 0


def test_the_document_has_its_examples() -> None:
    assert len(EXAMPLES) == 7


def test_every_rule_is_cited_and_shown() -> None:
    rules = definitions(DOCUMENT)
    assert len(rules) == 20
    files = [SOURCE / "core" / "sitting.py", *(SOURCE / "server").rglob("*.py")]
    files += (SOURCE / "games").glob("*/common.py")
    cited = set(re.findall(r"DU-\d\.\d", "".join(path.read_text(encoding="utf-8") for path in files)))
    assert cited == rules
    shown = {
        rule
        for text in re.findall(r"\(DU-([\d., ]+)\)\.$", DOCUMENT, re.MULTILINE)
        for rule in text.split(", ")
    }
    assert {f"DU-{rule}" for rule in shown} == rules


def test_every_option_is_in_the_document() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (\S+) \|", DOCUMENT, re.MULTILINE)
    assert [(key, default.strip("`")) for key, _, default in rows] == [
        (option.key, str(option.default)) for option in one_rack.OPTIONS
    ]
    for option, (_, values, _) in zip(one_rack.OPTIONS, rows, strict=True):
        said = ", ".join(f"`{value}`" for value in option.values) or f"{option.low} to {option.high}"
        assert values == said


def test_the_guide_tells_games_how_to_be_played_so() -> None:
    guide = (ROOT / "docs" / "guide" / "add-a-game.md").read_text(encoding="utf-8")
    for door in ("alone(options)", "changed(state)", "most(state)"):
        assert door in guide


# --- what cannot happen --------------------------------------------------------------------------


@pytest.fixture
def sitting() -> DuplicateSitting:
    made = one_rack.new(games.get("abaku"), one_rack.form_of({}))
    made = one_rack.apply(made, Joined(0))
    return one_rack.apply(made, event_of(made, "draw 24699"))


def refused(sitting: DuplicateSitting, event: Any) -> str | None:
    with pytest.raises(BadRequest) as caught:
        one_rack.apply(sitting, event)
    return caught.value.rule


def test_a_turn_comes_after_the_draw_and_once(sitting: DuplicateSitting) -> None:
    fresh = one_rack.new(games.get("abaku"), one_rack.form_of({}))
    assert refused(fresh, Begun()) is None
    assert refused(sitting, event_of(sitting, "hand 0 8G 24")) == "DU-2.1"
    assert refused(sitting, TurnEnded(None)) == "DU-2.1"
    assert refused(one_rack.apply(sitting, Begun()), Begun()) == "DU-2.1"


def test_only_players_hand_in_and_nobody_joins_twice(sitting: DuplicateSitting) -> None:
    opened = one_rack.apply(sitting, Begun())
    for player in (-1, 1, 99):
        assert refused(opened, event_of(opened, f"hand {player} 8G 24")) == "DU-1.3"
        assert refused(opened, Departed(player)) == "DU-1.3"
    for player in (-1, 0, 2):
        assert refused(opened, Joined(player)) == "DU-1.3"
    gone = one_rack.apply(opened, Departed(0))
    assert refused(gone, Departed(0)) == "DU-1.3"
    back = one_rack.apply(gone, Joined(0))
    assert len(back.players) == 1
    assert not back.players[0].has_left


def test_the_best_move_is_no_worse_than_what_was_found(sitting: DuplicateSitting) -> None:
    opened = one_rack.apply(sitting, Begun())
    opened = one_rack.apply(opened, event_of(opened, "hand 0 8G 24"))
    assert refused(opened, TurnEnded(None)) == "DU-4.1"


def test_an_event_changes_nothing_that_was(sitting: DuplicateSitting) -> None:
    opened = one_rack.apply(sitting, Begun())
    before = opened.players
    handed = one_rack.apply(opened, event_of(opened, "hand 0 8G 24"))
    assert opened.players == before
    assert handed.players != before
    assert opened.past == one_rack.apply(handed, TurnEnded(one_rack.best_of(handed.match))).past[:0]


@pytest.mark.parametrize(
    "given", [{"turns": -1}, {"turns": 100}, {"seconds": 9}, {"pace": "slow"}, {"seats": 2}, {"turns": True}]
)
def test_options_that_do_not_exist_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadRequest) as caught:
        one_rack.form_of(given)
    assert caught.value.rule == "DU-1.4"
    assert one_rack.form_of({}) == Terms(0, 180, "clock")


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("abaku", {"mode": "cover"}),
        ("abaku", {"declare": "manual"}),
        ("abaku", {"turn_seconds": 60}),
        ("calculissimo", {"referee": "dispute"}),
        ("calculissimo", {"turn_seconds": 60}),
    ],
)
def test_what_needs_opponents_or_time_is_refused(game: str, options: dict[str, Any]) -> None:
    with pytest.raises(BadRequest) as caught:
        one_rack.new(games.get(game), one_rack.form_of({}), options)
    assert caught.value.rule == "DU-1.2"
