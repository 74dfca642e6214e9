"""Pixels: PNG, arrays and animations. These need the extra `pictures` (resvg and Pillow); SVG does not.

The widths that can be asked for are bounded.
"""

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ludoteka.core.refusals import BadRequest
from ludoteka.drawing.layout import Sheet
from ludoteka.drawing.pieces import GHOST, GOLD, PAPER

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

LEAST, MOST = 64, 4096  # widths in pixels
MOST_ANIMATED = 1024  # the width of an animation
FRAME_MS, END_MS = 900, 4000
COLOURS = 192  # of an animation: boards have few, and every doubling costs


def png(sheet: Sheet, width: int) -> bytes:
    """The picture as PNG; raises `BadRequest` where it cannot be."""
    if not LEAST <= width <= MOST:
        raise BadRequest("A picture is {least} to {most} pixels wide.", least=LEAST, most=MOST)
    with _needed():
        import resvg_py
    # no text is left in our SVG, so no font is ever looked for
    return bytes(resvg_py.svg_to_bytes(svg_string=sheet.svg(), width=width, skip_system_fonts=True))


def rgb_array(sheet: Sheet, width: int) -> "np.ndarray[Any, np.dtype[np.uint8]]":
    """The picture as an array of shape (height, width, 3)."""
    import numpy as np

    return np.asarray(_image(sheet, width), dtype=np.uint8)


def gif(sheets: Iterable[Sheet], width: int) -> bytes:
    """An animation that plays once, frame by frame, and stays on the last."""
    if width > MOST_ANIMATED:
        raise BadRequest("An animation is at most {most} pixels wide.", most=MOST_ANIMATED)
    frames = _quantized(sheets, width)
    first = next(frames)
    rest = list(frames)
    out = io.BytesIO()
    times = [FRAME_MS] * len(rest) + [END_MS]
    first.save(out, "GIF", save_all=True, append_images=rest, duration=times, optimize=False, disposal=1)
    return out.getvalue()


def _image(sheet: Sheet, width: int) -> "Image":
    with _needed():
        from PIL import Image
    with Image.open(io.BytesIO(png(sheet, width))) as image:
        return image.convert("RGB")


def _quantized(sheets: Iterable[Sheet], width: int) -> "Iterator[Image]":
    """All frames with one palette, so that nothing flickers."""
    from PIL.Image import Dither

    images = _levelled([_image(sheet, width) for sheet in sheets])
    palette = _samples(images).quantize(COLOURS)
    return (image.quantize(palette=palette, dither=Dither.NONE) for image in images)


def _levelled(images: "list[Image]") -> "list[Image]":
    """All frames as high as the highest: a rack may be shown for a part of the match only."""
    from PIL import Image

    width, height = images[0].width, max(image.height for image in images)
    found = []
    for image in images:
        page = Image.new("RGB", (width, height), PAPER)
        page.paste(image, (0, 0))
        found.append(page)
    return found


def _samples(images: "list[Image]") -> "Image":
    """Four frames side by side, and the colours of thin lines, which would not count by their few pixels."""
    from PIL import Image

    width, height = images[0].size
    last = len(images) - 1
    chosen = [images[at] for at in (last // 4, last // 2, max(0, last - 1), last)]
    strip = Image.new("RGB", (width * (len(chosen) + 1), height), GOLD)
    strip.paste(GHOST, (width * len(chosen), 0, strip.width, height // 2))
    for at, image in enumerate(chosen):
        strip.paste(image, (at * width, 0))
    return strip


@contextmanager
def _needed() -> Iterator[None]:
    """Says how to get what is missing."""
    try:
        yield
    except ImportError as error:
        text = "Pixels need more packages ({name}): pip install 'ludoteka[pictures]'"
        raise BadRequest(text, name=str(error.name)) from error
