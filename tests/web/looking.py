"""Looking at a screen as a person would: is there a picture, does anything stick out, is any text cut off?"""

import base64
from typing import Any

from playwright.sync_api import Page
from tests.web.visiting import SHOTS

# Colours of a part of a screenshot, in steps of 16: how many, and how much of it is not the commonest one.
COLOURS = """async ([text, box]) => {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
  const scale = picture.width / innerWidth;
  const [x, y, w, h] = box.map((side) => Math.round(side * scale));
  const canvas = new OffscreenCanvas(w, h);
  const pen = canvas.getContext("2d");
  pen.drawImage(picture, -x, -y);
  const {data} = pen.getImageData(0, 0, w, h);
  const seen = new Map();
  for (let i = 0; i < data.length; i += 4) {
    const colour = (data[i] >> 4) * 256 + (data[i + 1] >> 4) * 16 + (data[i + 2] >> 4);
    seen.set(colour, (seen.get(colour) ?? 0) + 1);
  }
  return {colours: seen.size, drawn: 1 - Math.max(...seen.values()) / (w * h)};
}"""
# What sticks out sideways, and words that do not fit into their own box. What scrolls by itself may be wide.
ASTRAY = """() => {
  const wide = document.documentElement.scrollWidth;
  const astray = wide > innerWidth + 1 ? [`the page is ${wide} wide on ${innerWidth}`] : [];
  const wanders = (e) => e && (/auto|scroll/.test(getComputedStyle(e).overflowX) || wanders(e.parentElement));
  for (const e of document.body.querySelectorAll("*")) {
    if (e.closest("svg, .unseen, .skip, [hidden]") || !e.checkVisibility()) continue;
    const box = e.getBoundingClientRect();
    if (!box.width || wanders(e)) continue;
    const name = `<${e.localName} class="${e.className}"> ${e.textContent.trim().slice(0, 40)}`;
    if (box.left < -1 || box.right > innerWidth + 1) astray.push(`outside: ${name}`);
    const words = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (words && e.clientWidth && e.scrollWidth > e.clientWidth + 1) astray.push(`cut off: ${name}`);
  }
  return astray;
}"""
SCROLLS = """() => ["html", ".table .tray"].filter((name) => {
  const e = document.querySelector(name);
  return e && e.scrollHeight > e.clientHeight + 1;
})"""
LEAST_COLOURS = 12
LEAST_DRAWN = {"body": 0.03}  # pages of words are mostly paper; boards are not
BOARD_DRAWN = 0.1


def keep(page: Page, name: str) -> bytes:
    """A picture of the screen, kept as a build artefact."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    return page.screenshot(path=SHOTS / f"{name}.png")


def empty(page: Page, picture: bytes, name: str, part: str = "body") -> list[str]:
    """Complaints where nothing much is to be seen: few colours, or nearly all of it one."""
    box = page.locator(part).first.bounding_box()
    view = page.viewport_size
    assert box is not None, f"{name} has no {part}"
    assert view is not None
    left, top = max(0, box["x"]), max(0, box["y"])
    sides = [left, top, min(box["width"], view["width"] - left), min(box["height"], view["height"] - top)]
    found: dict[str, Any] = page.evaluate(COLOURS, [base64.b64encode(picture).decode(), sides])
    few = found["colours"] < LEAST_COLOURS or found["drawn"] < LEAST_DRAWN.get(part, BOARD_DRAWN)
    return [f"{name} looks empty: {found}"] if few else []


def astray(page: Page, name: str) -> list[str]:
    """Complaints about sideways scrolling, things outside the screen, and text that is cut off."""
    return [f"{name}: {one}" for one in page.evaluate(ASTRAY)]


def out_of_sight(page: Page, name: str) -> list[str]:
    """Complaints where something has to be scrolled to play."""
    return [f"{name}: {one} must be scrolled" for one in page.evaluate(SCROLLS)]
