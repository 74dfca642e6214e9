"""People at the page: opening tables, looking, pressing; by pointer, or by keyboard alone."""

from pathlib import Path
from typing import Any

from playwright.sync_api import APIResponse, Browser, BrowserContext, Page

ROOT = Path(__file__).resolve().parent.parent.parent
SHOTS = ROOT / "build" / "screenshots"
PHONE, TABLET, DESK = (360, 740), (820, 1180), (1440, 900)
GAMES = ("abaku", "calculissimo", "kakuro", "abstrakto", "abak")
PATIENCE = 40_000
RETRIES = 2
# The page tells everybody who listens which table it shows; the tests look at it through this name.
LISTEN = "addEventListener('ludoteka:table', (event) => { globalThis.ludotekaTable = event.detail; })"


class Visitors:
    """Opens browsers with cookies of their own and remembers what went wrong in them."""

    def __init__(self, browser: Browser, base: str) -> None:
        self.browser = browser
        self.base = base
        self.contexts: list[BrowserContext] = []
        self.troubles: list[str] = []

    def come(
        self,
        size: tuple[int, int] = DESK,
        *,
        dark: bool = False,
        language: str = "en",
        zoom: float = 1,
        **more: Any,
    ) -> Page:
        """A new person with an empty browser; `more` goes to the browser as it is."""
        usual: dict[str, Any] = {
            "viewport": {"width": size[0], "height": size[1]},
            "color_scheme": "dark" if dark else "light",
            "locale": language,
            "reduced_motion": "reduce",
            "has_touch": size == PHONE,
            "device_scale_factor": zoom,
            "service_workers": "block",
        }
        context = self.browser.new_context(**usual | more)
        context.add_init_script(LISTEN)
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        return page

    def go(self, page: Page, path: str) -> None:
        page.goto(self.base + path)

    def leave(self) -> None:
        for context in self.contexts:
            context.close()
        assert not self.troubles, self.troubles

    def open_table(self, page: Page, game: str, seats: list[dict[str, Any]], **more: Any) -> str:
        """A table with these seats, opened by this person."""
        return str(self.post(page, "/api/tables", {"game": game, "seats": seats, **more}).json()["id"])

    def sit_down(self, page: Page, table: str) -> None:
        self.post(page, f"/api/tables/{table}/seats", {})

    def get(self, page: Page, path: str) -> APIResponse:
        """As this person's browser would: a connection that was closed just then is opened anew."""
        answer = page.request.get(self.base + path, max_retries=RETRIES)
        assert answer.ok, answer.text()
        return answer

    def post(self, page: Page, path: str, body: dict[str, Any]) -> APIResponse:
        answer = page.request.post(
            self.base + path, data=body, headers={"Origin": self.base}, max_retries=RETRIES
        )
        assert answer.ok, answer.text()
        return answer


def at_table(page: Page) -> None:
    """Until the board of the table is there."""
    page.wait_for_selector(".table [data-spot]")


def position(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("() => ludotekaTable.position")
    return found


MY_SEAT = """() => {
  const {table, position, line} = ludotekaTable;
  if (line !== "live" || position?.awaiting?.kind !== "turn") return null;
  const mine = table.seats.filter((seat) => seat.mine).map((seat) => seat.seat);
  return position.awaiting.seats.find((seat) => mine.includes(seat)) ?? null;
}"""


def my_seat(page: Page) -> int | None:
    """The seat of this person that is awaited, if one is."""
    seat: int | None = page.evaluate(MY_SEAT)
    return seat


def wait_seat(page: Page) -> int:
    """The seat of this person, once it is awaited: a line that was cut comes back first."""
    page.wait_for_function(f"() => ({MY_SEAT})() !== null")
    seat = my_seat(page)
    assert seat is not None
    return seat


def legal(page: Page, seat: int, limit: int = 300) -> list[str]:
    """What the server lists as legal; the page has no list of its own."""
    answer: dict[str, Any] = page.evaluate(
        "([seat, limit]) => ludotekaTable.desk(seat).legal(limit)", [seat, limit]
    )
    return list(answer.get("moves", []))


def steps(page: Page, seat: int, prefix: str) -> dict[str, Any]:
    answer: dict[str, Any] = page.evaluate(
        "([seat, prefix]) => ludotekaTable.desk(seat).steps(prefix)", [seat, prefix]
    )
    return answer


def wait_turn(pages: list[Page]) -> Page | None:
    """Somebody of these who may act now; None once the game is over."""
    for _ in range(int(PATIENCE / 40)):
        for page in pages:
            if position(page)["state"] == "over":
                return None
            if my_seat(page) is not None:
                return page
        pages[0].wait_for_timeout(40)
    raise AssertionError(f"nobody came to act: {position(pages[0])['awaiting']}")


def wait_ply(page: Page, ply: int) -> None:
    """Until more than `ply` events have happened here."""
    page.wait_for_function("(ply) => ludotekaTable.position.ply > ply", arg=ply)


def other_way(page: Page, game: str, way: str) -> None:
    """Opens the box of a game, where it is closed, and chooses one of the ways behind its "⋯"."""
    box = page.locator(".games li", has=page.get_by_role("heading", name=game, exact=True))
    if (opens := box.get_by_role("button", name=f"More about {game}")).is_visible():
        opens.click()
    box.get_by_role("button", name=f"Other ways to play {game}").click()
    box.get_by_role("link", name=way).click()
