"""Things move a little and briefly; not at all where somebody does not want it."""

from playwright.sync_api import Page
from tests.web.gestures import spot, study
from tests.web.visiting import DESK, Visitors

NUMBERS = "92943562/73286451/12673364/75892513/45381798/61972348/84176948/59814761"
# a board, and what settles, tumbles, turns or tints on it
MOVING = {
    "abaku": (f"{'/'.join(['.' * 15] * 15)} 24|1 - 0,0 0", ".laid.fresh"),
    "kakuro": (f"{NUMBERS} race 36 7 - DX5 DX3/DD5 0/0", ".sumTile.turn"),
    "abstrakto": ("......./......./......./......./......./......./....... 1,1,1|1,1,1 0", ".area"),
    "abak": ("s/-/-/-/-/S/-/-/-/-/-/-/-/-/N/-/-/-/-/-/-/-/-/S - 12,14 0 4-2", ".die"),
}  # fmt: skip
MOTION = (
    "(e) => { const s = getComputedStyle(e); return [s.animationName, parseFloat(s.animationDuration)]; }"
)


def motion(page: Page, what: str) -> tuple[str, float]:
    name, seconds = page.locator(what).first.evaluate(MOTION)
    return str(name), float(seconds)


def begin(page: Page, base: str, game: str) -> str:
    """A board on which something has just moved: what it is."""
    position, moving = MOVING[game]
    study(page, base, game, position)
    if game == "abaku":
        page.locator(spot("H8")).click()
        page.keyboard.press("2")
    if game == "abstrakto":
        page.locator(spot("d4")).click()
    page.locator(moving).first.wait_for()
    return moving


def test_motion_is_short_and_can_be_switched_off(visitors: Visitors) -> None:
    page = visitors.come(DESK)
    page.emulate_media(reduced_motion="no-preference")
    for game in MOVING:
        moving = begin(page, visitors.base, game)
        name, seconds = motion(page, moving)
        assert name != "none", moving
        assert 0.12 <= seconds <= 0.45, moving
    page.emulate_media(reduced_motion="reduce")
    assert motion(page, moving)[0] == "none"
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("() => localStorage.setItem('ludoteka.preferences', JSON.stringify({motion: 'off'}))")
    assert motion(page, begin(page, visitors.base, "kakuro"))[0] == "none"  # the switch of this device
