"""`make gen`: writes every generated file. Tests compare them with what would be written now.

TypeScript types are made by `python -m ludoteka.server.messages.schema`, which writes them where they belong.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.architecture import api, boards, cli_help, ladders, pictures, views
from tests.architecture.places import GOLDEN, ROOT, SOURCE

FILES: dict[Path, Callable[[], str]] = {
    GOLDEN / "api" / "core.txt": api.report,
    GOLDEN / "cli" / "help.txt": cli_help.pages,
    **views.files(),
    **pictures.files(),
    **boards.files(),
    **ladders.files(),
}
MODULES = ("ludoteka.server.messages.schema",)


def main() -> None:
    for path, make in FILES.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(make(), encoding="utf-8", newline="\n")
        print(path.relative_to(ROOT))
    for module in MODULES:
        if (SOURCE.parent / f"{module.replace('.', '/')}.py").is_file():
            subprocess.run([sys.executable, "-m", module], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
