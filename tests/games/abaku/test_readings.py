"""Readings as players declare them: every form that is understood, and what is none."""

import pytest

from ludoteka.games.abaku.rules.equations import Reading, understand

UNDERSTOOD = [
    ("12-4=8", "12-4=8", "1248"),
    ("2*3=6", "2x3=6", "236"),
    ("2x3=6", "2x3=6", "236"),
    ("6/3=2", "6/3=2", "632"),
    ("2^2=4", "2^2=4", "24"),
    ("2^3=8", "2^3=8", "28"),
    ("sqrt(9)=3", "sqrt(9)=3", "93"),
    ("cbrt(8)=2", "cbrt(8)=2", "82"),
    ("17=23-6", "17=23-6", "17236"),
    ("4=2^2", "4=2^2", "42"),
    ("3=sqrt(9)", "3=sqrt(9)", "39"),
    ("<4+8=12", "<4+8=12", "2184"),
    ("9+9=1", "9+9=1", "991"),  # whether it is true is another question
]
NOT_UNDERSTOOD = [
    "",
    "12",
    "1+2",
    "1+2=",
    "=3",
    "1+2=3=3",
    "1+2+3=6",
    "<12=4+8",
    "x=2",
    "a+b=c",
    "1=2",
    "sqrt(9)=sqrt(9)",
]


@pytest.mark.parametrize(("said", "text", "digits"), UNDERSTOOD)
def test_every_form_of_a_reading_is_understood(said: str, text: str, digits: str) -> None:
    assert understand(said) == Reading(text, digits)


@pytest.mark.parametrize("said", NOT_UNDERSTOOD)
def test_what_is_no_reading_is_not_understood(said: str) -> None:
    assert understand(said) is None
