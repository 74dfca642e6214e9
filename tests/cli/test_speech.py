"""The terminal's language: the page's catalogues and its own, plurals, terminals without Unicode."""

import io
import json
from pathlib import Path
from typing import Any

import hatch_build
import pytest
from rich.console import Console
from tests.architecture.templates import templates

from ludoteka import games
from ludoteka.cli import speech, texts
from ludoteka.cli.app import call
from ludoteka.cli.speech import Speech
from ludoteka.cli.terminal import Screen
from ludoteka.core import match as matches
from ludoteka.core.chance import seed_from
from ludoteka.core.description import Description, Item
from ludoteka.core.game import Ticked, Turn
from ludoteka.core.sentences import Sentence, counted, listed

ENGLISH_ONLY = {"cli/serving.py", "cli/solving.py"}  # for those who run a server or study a position


@pytest.mark.parametrize("language", ["cs", "de", "es", "fr"])
def test_everything_at_the_table_has_words(language: str) -> None:
    said = {one.text for one in templates() if one.place.startswith("cli/") and one.is_key} - {
        one.text for one in templates() if one.place.rpartition(":")[0] in ENGLISH_ONLY
    }
    known = speech.own(language)["sentences"]
    assert len(said) > 40
    assert said - known.keys() == set()
    assert known.keys() - said == set(), "nobody says these any more"


def test_sentences_are_said_in_the_language_of_the_terminal() -> None:
    czech, english = Speech("cs", "abaku"), Speech("en", "abaku")
    drawn = counted(3, "draws {n} tile", "draws {n} tiles")
    assert (english.say(drawn), czech.say(drawn)) == ("draws 3 tiles", "bere si 3 kameny")
    assert czech.say(counted(1, "draws {n} tile", "draws {n} tiles")) == "bere si 1 kámen"
    both = listed(["2", Sentence("the Joker as {digit}", digit="7")])
    joker = counted(2, "tile {tiles}", "tiles {tiles}", tiles=both)
    assert czech.say(joker) == "kameny 2 a žolík jako 7"
    assert (english.bot("beginner"), czech.bot("beginner")) == ("Beginner (bot)", "Začátečník (bot)")
    assert english.bot("unheard of") == "Unheard of (bot)", "a game from elsewhere has no catalogue"
    assert czech.say(Sentence("Nobody translated {this}.", this=5)) == "Nobody translated 5."
    assert czech.word("end.AB-10.1") == "Všechny kameny jsou položeny a sáček je prázdný."
    assert english.word("end.AB-10.1") == "All tiles are laid and the bag is empty."
    assert Speech("xx", "no such game").word("end.X", "as given") == "as given"


@pytest.mark.parametrize(
    ("environment", "language"),
    [({"LANG": "cs_CZ.UTF-8"}, "cs"), ({"LC_ALL": "C.UTF-8", "LANG": "cs_CZ"}, "en"), ({}, "en")],
)
def test_the_locale_names_the_language(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert texts.spoken() == language


def test_a_package_carries_every_catalogue() -> None:
    packed = hatch_build.catalogues()
    assert {Path(path).name for path in packed} >= {"cs.json", "en.json"}
    games = {place.split("/")[3] for place in packed.values() if place.count("/") == 4}
    assert {"abaku", "calculissimo", "kakuro", "abstrakto", "abak"} <= games
    assert all(json.loads(Path(path).read_text(encoding="utf-8"))["words"] for path in packed)


# --- terminals ---------------------------------------------------------------------------------

WORDS = Description(
    counted(1, "tile {tiles}", "tiles {tiles}", tiles="8"),
    (Item("√9 − 1 = 2", points=-3, notes=(Sentence("is not a calculation"),)), Item("1 + 1 = 2", points=0)),
    1200,
    ("H8",),
    seat=0,
)


def shown(encoding: str, **console: object) -> str:
    file = io.BytesIO()
    stream = io.TextIOWrapper(file, encoding=encoding)
    screen = Screen(["Ada"], Console(file=stream, highlight=False, **console), Speech("en", "abaku"))  # type: ignore[arg-type]
    screen.description(WORDS)
    stream.flush()
    return file.getvalue().decode(encoding)


def test_colours_only_where_a_terminal_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = "Ada: tile 8  1200 points\n    √9 − 1 = 2  (is not a calculation)  −3\n    1 + 1 = 2\n"
    assert shown("utf-8") == plain
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[" in shown("utf-8", force_terminal=True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in shown("utf-8", force_terminal=True)
    monkeypatch.setenv("TERM", "dumb")
    assert shown("utf-8", force_terminal=True) == plain


def test_lines_break_between_words_only_where_people_read() -> None:
    long = "The player holds the tiles he lays; a Joker that he replaces in this placement counts as held."

    def said(**console: object) -> list[str]:
        file = io.StringIO()
        given: dict[str, Any] = {"file": file, "width": 40, "soft_wrap": True} | console
        Screen(console=Console(**given)).say(long)
        return file.getvalue().splitlines()

    assert said() == [long]
    lines = said(force_terminal=True)
    assert max(map(len, lines)) <= 40
    assert " ".join(lines) == long


def test_a_long_move_breaks_between_words_too() -> None:
    ways = [Sentence("{checker} {way}", checker="soldier", way=f"{n} → {n - 3}") for n in (13, 12, 11, 10)]
    moved = Description(Sentence("{paths}", paths=listed(list(ways))), seat=0)

    def said(**console: Any) -> list[str]:
        file = io.StringIO()
        Screen(["Ada"], Console(file=file, width=40, soft_wrap=True, **console)).description(moved)
        return file.getvalue().splitlines()

    (whole,) = said()
    lines = said(force_terminal=True, no_color=True, color_system=None)
    assert max(map(len, lines)) <= 40
    assert " ".join(line.strip() for line in lines) == whole


def test_steps_and_dice_are_not_torn_at_their_hyphens() -> None:
    file = io.StringIO()
    screen = Screen(console=Console(file=file, width=20, soft_wrap=True, force_terminal=True))
    screen.say("These are the dice 6-4, the 13/7 and 13/9.")
    assert file.getvalue().splitlines()[0] == "These are the dice"


def test_a_turn_that_is_missed_is_said_like_a_move() -> None:
    """Neither has a verb: a colon stands after the name."""
    file = io.StringIO()
    abaku = games.get("abaku")
    match = matches.settle(matches.new(abaku, 2, {"turn_seconds": 20}), seed_from("late"))
    assert isinstance(match.awaiting, Turn)
    assert match.awaiting.until is not None
    late = match.then(Ticked(match.awaiting.until))
    screen = Screen(["Ada", "Ben"], Console(file=file, highlight=False), Speech("en", "abaku"))
    screen.event(late, 0)
    assert file.getvalue().splitlines()[0] in (
        "Ada: out of time, turn skipped",
        "Ben: out of time, turn skipped",
    )


def test_mathematics_is_spelled_where_there_is_no_unicode() -> None:
    assert (
        shown("ascii")
        == "Ada: tile 8  1200 points\n    sqrt 9 - 1 = 2  (is not a calculation)  -3\n    1 + 1 = 2\n"
    )


# --- a real game at the terminal ---------------------------------------------------------------


def sitting(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: str, *arguments: str
) -> str:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    assert call(["play", *arguments]) == 0
    return capsys.readouterr().out


BLANK = "/".join(["." * 15] * 7 + ["." * 7 + "24" + "." * 6] + ["." * 15] * 7)
ABAKU = ("abaku", "Ada", "Ben", "--position", f"{BLANK} 4|35* - 3,0 0 board=blank")


def test_a_move_is_told_with_its_equations_and_the_final_count(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    out = sitting(monkeypatch, capsys, "\n9H 4\n", *ABAKU)
    told = out.partition("Ada: tile 4")[2]
    assert told.startswith(
        "  5 points\n    2² = 4  +2\n    Ben still holds 3, 5 and the Joker  −12\n"
        "    gets points for the tiles of the others  +3\n"
    )
    assert "All tiles are laid and the bag is empty." in told


def test_whoever_names_nobody_meets_the_easiest_bot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("USER", "ada")
    out = sitting(monkeypatch, capsys, "quit\n", "abaku")
    assert "Ada  " in out
    assert "Beginner (bot)" in out


def test_what_is_no_move_needs_an_example_and_no_rule(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = sitting(monkeypatch, capsys, "nonsense\nquit\n", "abaku", "Ada", "bot:1")
    assert "'nonsense' is not a move." in out
    assert "A move looks like this:" in out
    assert "Type why to read the rule" not in out


def test_the_same_in_czech(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    out = sitting(monkeypatch, capsys, "\n9A 4\nwhy\n9H 4\n", *ABAKU)
    assert "Tvoje kameny: 4" in out
    assert "Všechny nové kameny musí patřit do jednoho příkladu." in out
    assert "AB-5.5  " in out
    assert "Ada: kámen 4  5 bodů" in out
    assert "Ben ještě má: 3, 5 a žolík  −12" in out
    assert "Hra skončila" in out


def test_how_and_rules_open_their_texts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    out = sitting(monkeypatch, capsys, "how\nrules\nquit\n", "abstrakto", "Ada", "Ben", "-o", "size=3")
    assert texts.how_to_play("abstrakto").strip() in out
    assert "**AS-3.3**" in out


def test_moves_are_listed_with_what_they_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    out = sitting(monkeypatch, capsys, "moves b\nscore b2\nquit\n", "abstrakto", "Ada", "Ben", "-o", "size=3")
    assert "  b2                    Solid on b2\n" in out
    assert "Solid on b2  1 point\n    wins the area at C1: 1 to 0  +1\n" in out


def test_names_alike_are_told_apart() -> None:
    assert speech.numbered(["Ada", "Beginner (bot)", "Beginner (bot)", "Ada"]) == [
        "Ada",
        "Beginner (bot)",
        "Beginner (bot) 2",
        "Ada 2",
    ]
    assert Speech("de").recorded(["Ada", "random (bot)"]) == ["Ada", "Zufall (bot)"]


def test_a_rule_of_several_lines_is_told_to_its_end() -> None:
    told = texts.rule("abaku", "AB-14.2")
    assert "a 1 replacing a Joker" in told
    assert told.endswith("8I:2^2=4.")


def test_a_text_read_page_by_page_keeps_its_colours_and_says_how_to_leave_it() -> None:
    settings = Screen(speech=Speech("cs")).paging()
    assert settings["LESS"] == r"-FRX -Psmezernik\: dal, q\: zpet ke hre$"
    assert settings["LESSCHARSET"] == "utf-8"
