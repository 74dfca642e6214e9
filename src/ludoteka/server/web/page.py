"""The page: files of the built web client, with `index.html` for every address the client knows."""

import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, HTMLResponse, Response

from ludoteka.server.messages.errors import NotFound
from ludoteka.server.web.links import tags_for

NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>ludoteka</title></head>
<body><h1>ludoteka is running</h1>
<p>The server works, but the page has not been built yet. Run <code>make play</code>, or build the package:
the page is built with it.</p>
<p>Programs can play already: see <a href="/api/openapi.json">the API</a> and
<a href="/api/games">the games</a>.</p></body></html>
"""
router = APIRouter(include_in_schema=False)
MANIFEST = "application/manifest+json"
TEXTS = frozenset({".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt"})
HEAD = "</head>"
FOR_EVER = "public, max-age=31536000, immutable"  # the build puts a hash into the names of these files


@router.get("/{path:path}")
async def page(path: str, request: Request) -> Response:
    """A file of the build, or the page itself, which routes by the address."""
    if path.startswith(("api/", "ws/")):
        raise NotFound("There is nothing at this address.")
    folder: Path = request.app.state.context.settings.static
    index = folder / "index.html"
    if not index.is_file():
        return HTMLResponse(NOT_BUILT, headers={"Cache-Control": "no-store"})
    found = _inside(folder, path)
    if found is None:
        if "." in path.rpartition("/")[2]:
            raise NotFound("There is no such file.")
        return await _page(path, request, index)
    return _file(request, found, FOR_EVER if path.startswith("assets/") else "no-cache")


async def _page(path: str, request: Request, index: Path) -> Response:
    """The page; for a table's address with what readers of links are told."""
    tags = await tags_for(path, request)
    if not tags:
        return _file(request, index, "no-cache")
    html = index.read_text(encoding="utf-8").replace(HEAD, tags + HEAD, 1)
    return HTMLResponse(html, headers={"Cache-Control": "no-cache"})


def _file(request: Request, file: Path, caching: str) -> Response:
    """A file, compressed where that helps and the browser can read it."""
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding"}
    if file.suffix not in TEXTS or "gzip" not in request.headers.get("accept-encoding", ""):
        return FileResponse(file, headers=headers)
    kind = MANIFEST if file.suffix == ".webmanifest" else mimetypes.guess_type(file.name)[0]
    body = _compressed(file, file.stat().st_mtime_ns)
    return Response(body, headers=headers | {"Content-Encoding": "gzip"}, media_type=kind)


@lru_cache(maxsize=256)
def _compressed(file: Path, _changed: int) -> bytes:
    """The compressed bytes; a changed file is compressed again."""
    return gzip.compress(file.read_bytes(), 9)


def _inside(folder: Path, path: str) -> Path | None:
    """The file, if it is inside the folder: no path leads out of it."""
    if not path or "\0" in path:
        return None
    root = folder.resolve()
    try:
        found = (root / path).resolve()
        return found if found.is_relative_to(root) and found.is_file() else None
    except OSError:  # a name longer than any file has
        return None
