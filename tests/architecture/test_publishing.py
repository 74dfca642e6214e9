"""What publishing needs: the site builds, fetches nothing from elsewhere, and the project says what it is."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.architecture.places import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REMOTE = re.compile(r"""(?:src|href)=["']?https?://[^"' >]+\.(?:js|css|woff2?|ttf)""")


def test_the_site_builds_and_fetches_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    pages = list(tmp_path.rglob("*.html"))
    assert tmp_path / "reference" / "core.html" in pages
    assert "ludoteka.core.match.Match.then" in (tmp_path / "reference" / "core.html").read_text("utf-8")
    fetched = {hit for page in pages for hit in REMOTE.findall(page.read_text("utf-8"))}
    assert fetched == set()


def test_licence_version_and_citation_agree() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {PROJECT['version']}" in citation
    assert f"license: {PROJECT['license']}" in citation
    assert "Apache License" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert PROJECT["authors"] == [{"name": "Ludoteka contributors"}]


def test_the_workflow_runs_the_versions_that_the_project_names() -> None:
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    listed = re.search(r"python: \[([^\]]+)\]", workflow)
    assert listed is not None
    names = re.findall(r'"(3\.\d+)"', listed[1])
    named = [one.rpartition(" ")[2] for one in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", one)]
    assert names == named
