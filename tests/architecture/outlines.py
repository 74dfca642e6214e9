"""Makes `src/ludoteka/drawing/data/*.json` again: the outlines of the letters that pictures are written with.

Run it by hand (`python -m tests.architecture.outlines`) after `make page`, which fetches the fonts, and only
when another letter or a newer font is wanted.
"""

import json
from pathlib import Path
from typing import Any

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from tests.architecture.places import ROOT, SOURCE

FONTS = ROOT / "web" / "node_modules"
TARGET = SOURCE / "drawing" / "data"
ASCII = "".join(map(chr, range(0x20, 0x7F)))
SIGNS = "×÷−²³·…\u2013\u2019\u201c\u201d"  # names may have typographic dashes and quotes
LATIN = "".join(map(chr, [*range(0xA1, 0xAD), *range(0xAE, 0x180)]))
EM = 1000  # every outline is in thousandths of the size


def main() -> None:
    """Both fonts."""
    besley = FONTS / "@fontsource" / "besley" / "files"
    figtree = FONTS / "@fontsource-variable" / "figtree" / "files"
    _write("digits", [besley / f"besley-{part}-700-normal.woff2" for part in ("latin", "latin-ext")], "")
    _write("words", [figtree / f"figtree-{part}-wght-normal.woff2" for part in ("latin", "latin-ext")], LATIN)


def _write(name: str, files: list[Path], more: str) -> None:
    glyphs: dict[str, list[Any]] = {}
    for file in files:
        font = TTFont(file)
        if "fvar" in font:
            font = instantiateVariableFont(font, {"wght": 600})
        glyphs |= {sign: found for sign, found in _outlines(font, ASCII + SIGNS + more) if sign not in glyphs}
    text = json.dumps(dict(sorted(glyphs.items())), ensure_ascii=False, separators=(",", ":"), indent=0)
    (TARGET / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def _outlines(font: Any, wanted: str) -> list[tuple[str, list[Any]]]:
    """For every letter that the font has: how wide it is, and its outline with y downwards."""
    names, glyphs, unit = font.getBestCmap(), font.getGlyphSet(), EM / font["head"].unitsPerEm
    found = []
    for sign in dict.fromkeys(wanted):
        if ord(sign) in names:
            glyph = glyphs[names[ord(sign)]]
            pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
            glyph.draw(TransformPen(pen, (unit, 0, 0, -unit, 0, 0)))
            found.append((sign, [round(glyph.width * unit), pen.getCommands()]))
    return found


if __name__ == "__main__":
    main()
