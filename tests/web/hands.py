"""How a person works the page: with a pointer, or with nothing but keys."""

from typing import Protocol

from playwright.sync_api import Page

FOCUSED = "() => document.activeElement?.getAttribute('data-spot')"
CENTRES = """(wanted) => [
  document.activeElement, document.querySelector(`.table [data-spot="${wanted}"]`),
].map((e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })"""
NAMED = """([name, exact]) => { const e = document.activeElement; if (!e || e.disabled) return false;
  const text = (e.getAttribute("aria-label") ?? e.textContent ?? "").trim();
  return exact ? text === name : text.startsWith(name); }"""


class Hands(Protocol):
    """Two things are enough for every game: going to a square, and pressing a button."""

    def square(self, page: Page, spot: str) -> None: ...

    def button(self, page: Page, name: str) -> None: ...


class Pointer:
    """Clicks."""

    def square(self, page: Page, spot: str) -> None:
        page.locator(f'.table [data-spot="{spot}"]').click()

    def button(self, page: Page, name: str) -> None:
        page.locator(".table").get_by_role("button", name=name).first.click()


class Keys:
    """Tab, arrows, Enter: the pointer is never touched."""

    def square(self, page: Page, spot: str) -> None:
        self.go(page, spot)
        page.keyboard.press("Enter")

    def go(self, page: Page, spot: str) -> None:
        """By arrows, from wherever the board was left."""
        self.enter_board(page)
        for _ in range(80):
            here = page.evaluate(FOCUSED)
            if here == spot:
                return
            self.nearer(page, spot, here)
        raise AssertionError(f"the arrows do not lead to {spot}: {page.evaluate(FOCUSED)}")

    def nearer(self, page: Page, spot: str, here: str) -> None:
        (x, y), (wanted_x, wanted_y) = page.evaluate(CENTRES, spot)
        dx, dy = wanted_x - x, wanted_y - y
        ways = [
            ("ArrowRight" if dx > 0 else "ArrowLeft", abs(dx)),
            ("ArrowDown" if dy > 0 else "ArrowUp", abs(dy)),
        ]
        for key, _ in sorted(ways, key=lambda way: -way[1]):
            page.keyboard.press(key)
            if page.evaluate(FOCUSED) != here:
                return

    def enter_board(self, page: Page) -> None:
        if page.evaluate(FOCUSED):
            return
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate(FOCUSED):
                return
        raise AssertionError("Tab does not lead to the board")

    def button(self, page: Page, name: str) -> None:
        for _ in range(90):
            if page.evaluate(NAMED, [name, False]):
                page.keyboard.press("Enter")
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {name!r}")
