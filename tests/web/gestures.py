"""Fingers and mice: dragging, drawing, pinching; and boards that stand as a test wants them."""

import json
from typing import Any

from playwright.sync_api import CDPSession, Page, Route
from tests.web.visiting import DESK, PHONE, Visitors, at_table, wait_turn

RISE = 28  # a dragged piece hangs above the finger


def place(page: Page, target: str) -> tuple[float, float]:
    """The middle of what a selector finds, as it lies on the screen."""
    box = page.locator(target).first.bounding_box()
    assert box is not None, f"{target} is not to be seen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def spot(name: str) -> str:
    """The selector of a place on the board."""
    return f'[data-spot="{name}"]'


def drag(page: Page, source: str, target: str | tuple[float, float]) -> None:
    """With the mouse, in a few steps as a hand would."""
    x, y = place(page, source)
    to_x, to_y = place(page, target) if isinstance(target, str) else target
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=3)
    page.mouse.move(to_x, to_y, steps=3)
    page.mouse.up()


class Fingers:
    """Real touches: the browser makes pointer events, scrolls and cancels of them as on a phone."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wire: CDPSession = page.context.new_cdp_session(page)

    def say(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, source: str, target: str | tuple[float, float], *, rise: float = 0) -> None:
        """One finger; `rise` where a piece hangs above it."""
        x, y = place(self.page, source)
        to_x, to_y = place(self.page, target) if isinstance(target, str) else target
        self.say("touchStart", (x, y))
        for part in (0.1, 0.4, 0.7, 1.0):
            self.say("touchMove", (x + (to_x - x) * part, y + (to_y + rise - y) * part))
        self.say("touchEnd")

    def tap(self, target: str) -> None:
        """One finger, down and up."""
        self.page.locator(target).first.scroll_into_view_if_needed()
        self.say("touchStart", place(self.page, target))
        self.say("touchEnd")

    def pinch(self, middle: tuple[float, float], narrow: float, wide: float) -> None:
        """Two fingers, from so far apart to so far apart."""
        x, y = middle
        gaps = [narrow + (wide - narrow) * part for part in (0, 0.25, 0.5, 0.75, 1)]
        for i, gap in enumerate(gaps):
            self.say("touchMove" if i else "touchStart", (x - gap / 2, y), (x + gap / 2, y))
        self.say("touchEnd")


def shown(page: Page) -> list[float]:
    """The part of the board that is drawn: x, y, width, height."""
    text = page.locator("svg[role=grid]").first.get_attribute("viewBox")
    assert text is not None
    return [float(word) for word in text.split()]


def study(page: Page, base: str, game: str, position: str, **more: Any) -> None:
    """A study board of the learning page in a position of ours: the real board, the real engine."""

    def ours(route: Route) -> None:
        body = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps(body | {"position": position, "options": {}} | more))

    page.unroute("**/api/study")
    page.route("**/api/study", ours)
    page.goto(f"{base}/learn/{game}")
    page.wait_for_selector("[data-spot]")


def two_people(visitors: Visitors, game: str, **options: str | int) -> tuple[Page, Page]:
    """Who is to move, and who waits."""
    ada, ben = visitors.come(DESK), visitors.come(PHONE, dark=True)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    table = visitors.open_table(ada, game, seats, options=options)
    visitors.go(ben, f"/t/{table}")
    ben.get_by_role("button", name="Sit down").click()
    visitors.go(ada, f"/t/{table}")
    at_table(ada)
    at_table(ben)
    mover = wait_turn([ada, ben])
    assert mover is not None
    return mover, ben if mover is ada else ada
