"""Pixels: right sizes, bounded, the same every time, and a sentence where packages are missing."""

import io
import sys

import numpy as np
import pytest
from PIL import Image
from tests.drawing.playing import random_match

from ludoteka import games
from ludoteka.core.refusals import BadRequest
from ludoteka.drawing import raster
from ludoteka.drawing.letters import fitted, font, width
from ludoteka.drawing.matches import film, linked, moments, of_match, of_state, titled

EVERY_GAME = pytest.mark.parametrize("name", games.GAMES)


@EVERY_GAME
def test_a_board_in_pixels(name: str) -> None:
    game = games.get(name)
    sheet = titled(game, of_state(game, game.notation.load(game.info.example), None))
    data = raster.png(sheet, 480)
    assert data == raster.png(sheet, 480)
    pixels = raster.rgb_array(sheet, 480)
    assert pixels.dtype == np.uint8
    assert pixels.shape == (Image.open(io.BytesIO(data)).height, 480, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 100, "it is not blank"


def test_a_link_has_the_size_that_readers_of_links_expect() -> None:
    match = random_match("abstrakto", 0, plies=12)
    names = ("Ada", "Žofie <script>&\"' 名前 " + "x" * 500)
    sheet = linked(match.game, of_match(match, None), names)
    assert Image.open(io.BytesIO(raster.png(sheet, 1200))).size == (1200, 630)
    assert "script" not in sheet.svg(), "names are outlines"


def test_an_animation_of_a_match() -> None:
    match = random_match("abstrakto", 0)
    shown = moments(match)
    with Image.open(io.BytesIO(raster.gif(film(match, None), 240))) as animation:
        assert animation.n_frames == len(shown)  # type: ignore[attr-defined]  # of an image that is animated
        assert animation.width == 240
        assert "loop" not in animation.info, "it plays once"


def test_the_last_move_keeps_its_colour_in_an_animation() -> None:
    """Its line is thin, and a palette that counts pixels would not have it."""
    match = random_match("abstrakto", 0)
    with Image.open(io.BytesIO(raster.gif(film(match, None), 400))) as animation:
        animation.seek(3)
        pixels = np.asarray(animation.convert("RGB"), dtype=int).reshape(-1, 3)
    gold = np.array([0xFF, 0xC9, 0x4D])
    assert (np.abs(pixels - gold).max(axis=1) < 24).sum() > 20


def test_frames_of_different_heights_become_one_animation() -> None:
    match = random_match("calculissimo", 0, plies=8)
    low, high = of_match(match, None), of_match(match, 0)
    assert low.height < high.height
    sheets = [titled(match.game, picture) for picture in (low, high, low)]
    with Image.open(io.BytesIO(raster.gif(sheets, 200))) as animation:
        assert animation.height == raster.rgb_array(sheets[1], 200).shape[0]


def test_a_long_match_has_not_more_frames_than_may_be() -> None:
    match = random_match("abstrakto", 0)
    assert [one.ply for one in moments(match, most=5)][::4] == [0, match.ply]
    assert len(moments(match, most=5)) == 5
    assert len(moments(match)) > 20


@pytest.mark.parametrize("size", [0, 10, 100_000])
def test_sizes_are_bounded(size: int) -> None:
    game = games.get("abak")
    sheet = titled(game, of_state(game, game.notation.load(game.info.example), None))
    with pytest.raises(BadRequest, match="pixels wide"):
        raster.png(sheet, size)
    if size > raster.MOST_ANIMATED:
        with pytest.raises(BadRequest, match="at most"):
            raster.gif([sheet], size)


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    sheet = titled(games.get("abak"), of_match(random_match("abak", 0, plies=2), None))
    assert sheet.svg().startswith("<svg")
    with pytest.raises(BadRequest, match=r"pip install 'ludoteka\[pictures\]'"):
        raster.png(sheet, 200)


def test_names_fit_and_czech_has_letters() -> None:
    czech = "Příliš žluťoučký kůň úpěl ďábelské ódy"
    assert set(czech) <= set(font("words"))
    assert set("0123456789×÷−²³") <= set(font("digits"))
    short = fitted(czech, "words", 20, 120)
    assert short.endswith("…")
    assert width(short, "words", 20) <= 120
