"""What axe finds on a screen, and the score that Lighthouse would give it for accessibility.

The score is computed as Lighthouse computes it: every rule that applies to the screen is one audit, and it
passes if axe finds no violation of it; the score is the weight of the audits that pass, in percent of the
weight of all that apply. The weights are Lighthouse's; a rule that it does not know has that of its impact.

    python -m tests.web.axe http://127.0.0.1:8000        the score of every screen of a server that runs
"""

import sys
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.web.visiting import GAMES, ROOT, Visitors, at_table

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LEAST = 95
TEN = (
    "aria-allowed-attr aria-hidden-body aria-required-attr aria-required-children aria-required-parent"
    " aria-valid-attr aria-valid-attr-value button-name duplicate-id-aria image-alt input-button-name"
    " input-image-alt meta-refresh meta-viewport video-caption"
)
THREE = "form-field-multiple-labels heading-order skip-link"
WEIGHTS = dict.fromkeys(TEN.split(), 10) | dict.fromkeys(THREE.split(), 3)
IMPACTS = {"minor": 1, "moderate": 3, "serious": 7, "critical": 10}
ORDINARY = 7
LIGHTHOUSE = ["wcag2a", "wcag2aa", "best-practice"]
# Rules that pass are told as well, but not at how many places: that takes axe five times as long.
RUN = """([tags, within]) => axe.run(within ?? document, {
  runOnly: {type: "tag", values: tags}, resultTypes: ["violations"]})"""
Finding = dict[str, Any]


def load(page: Page) -> None:
    """Brings axe into the page, past the page's own script policy."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8") + "\n;0")


def look(page: Page, within: str | None = None) -> tuple[float, list[Finding]]:
    """The score of the screen as it stands (or of a part of it), and what is serious."""
    load(page)
    found: dict[str, list[Finding]] = page.evaluate(RUN, [LIGHTHOUSE, within])
    failed = sum(weight(one) for one in found["violations"])
    passed = sum(weight(one) for one in found["passes"])
    serious = [one for one in found["violations"] if one["impact"] in {"serious", "critical"}]
    return 100 * passed / max(1, passed + failed), serious


def weight(rule: Finding) -> int:
    return WEIGHTS.get(rule["id"], IMPACTS.get(rule["impact"] or "", ORDINARY))


def contrast(page: Page, within: str | None = None) -> list[Finding]:
    """What is hard to read: the one rule that depends on light and dark."""
    load(page)
    found: list[Finding] = page.evaluate(
        "(within) => axe.run(within ?? document, {runOnly: ['color-contrast']}).then((a) => a.violations)",
        within,
    )
    return found


def check(page: Page, name: str, within: str | None = None) -> float:
    """Nothing serious in the light and in the dark, and a score that is high enough."""
    score, serious = look(page, within)
    page.emulate_media(color_scheme="dark")
    serious += contrast(page, within)
    page.emulate_media(color_scheme="light")
    told = [(one["id"], [node["html"][:200] for node in one["nodes"][:3]]) for one in serious]
    assert not told, f"{name}: {told}"
    assert score >= LEAST, f"{name}: {score:.1f}"
    return score


# --- a script --------------------------------------------------------------------------------


def screens(visitors: Visitors, page: Page) -> dict[str, str]:
    """Addresses of every kind of screen that needs nothing but a visitor."""
    found = {"home": "/", "lobby": "/lobby", "settings": "/settings"}
    for game in GAMES:
        found |= {f"{what} {game}": f"/{what}/{game}" for what in ("new", "learn", "rules")}
        table = visitors.open_table(page, game, [{"kind": "me"}, {"kind": "bot", "level": 0}])
        found[f"table {game}"] = f"/t/{table}"
    return found


def report(browser: Browser, address: str) -> float:
    """Prints the score of each screen; the lowest is the answer."""
    visitors = Visitors(browser, address)
    page = visitors.come()
    scores = {}
    for name, path in screens(visitors, page).items():
        visitors.go(page, path)
        page.wait_for_selector("main h1, main h2")
        if path.startswith("/t/"):
            at_table(page)
        scores[name], serious = look(page)
        print(f"{scores[name]:6.1f}  {name}  {' '.join(one['id'] for one in serious)}")
    visitors.leave()
    return min(scores.values())


if __name__ == "__main__":
    from tests.web.conftest import SWITCHES, chromium

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=SWITCHES)
        lowest = report(started, sys.argv[1])
    print(f"{lowest:6.1f}  lowest ({LEAST} is enough)")
    sys.exit(lowest < LEAST)
