"""Generated files are fresh: `make gen` would change nothing."""

from pathlib import Path

import pytest
from tests.architecture.generate import FILES


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_generated_file_is_fresh(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == FILES[path](), "make gen, and look at what changes"
