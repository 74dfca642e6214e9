"""Nothing in the repository names a machine's paths or a package registry."""

import re

import pytest
from tests.architecture.places import ROOT, kept_files

# written in pieces, so that this file does not find itself
HOSTS = [
    "pypi" + ".org",
    "python" + "hosted.org",
    "registry." + "npmjs",
    "registry." + "yarnpkg",
    "npm" + "mirror",
]
PATHS = ["/" + name + "/" for name in ("work", "root", "tmp")]
FOUND = re.compile(
    "|".join([*map(re.escape, HOSTS), *(rf"(?<![\w.~}}]){re.escape(path)}" for path in PATHS)])
)


def leftovers(text: str) -> list[str]:
    return [match.group() for match in FOUND.finditer(text)]


def test_no_file_names_a_registry_or_a_machine() -> None:
    found = []
    for path in kept_files():
        text = path.read_bytes().decode("utf-8", "ignore")
        found += [f"{path.relative_to(ROOT)}: {hit}" for hit in leftovers(text)]
    assert found == []


@pytest.mark.parametrize(
    "text", [f"see {PATHS[0]}main", f'"{HOSTS[2]}"', f"cd {PATHS[1]}x", f"https://{HOSTS[0]}/simple"]
)
def test_a_leftover_is_noticed(text: str) -> None:
    assert leftovers(text)


@pytest.mark.parametrize("text", ["src/work/x", "a/tmp/b", "~/root/", "the network is down"])
def test_other_paths_are_fine(text: str) -> None:
    assert leftovers(text) == []


# --- pinned packages -----------------------------------------------------------------------------


def pins(name: str) -> dict[str, tuple[str, set[str]]]:
    """Package by package: the version, and the hashes it may have."""
    found: dict[str, tuple[str, set[str]]] = {}
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    for block in re.split(r"\n(?=\w)", text):
        if named := re.match(r"([\w.-]+)==(\S+)", block):
            found[named[1]] = (named[2], set(re.findall(r"--hash=(\S+)", block)))
    return found


def test_a_server_is_installed_from_the_same_pins_and_nothing_without_a_hash() -> None:
    served, known = pins("server.txt"), pins("dev.txt")
    assert len(served) > 20
    assert {name: pin for name, pin in served.items() if known.get(name) != pin} == {}
    assert all(hashes for _, hashes in served.values())
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    fetching = re.findall(r"pip install [^&\n]*", image)
    assert fetching
    assert all("--require-hashes" in one or "--no-index" in one for one in fetching)


# --- stopwatches ---------------------------------------------------------------------------------

STOPWATCH = re.compile(r"^\s*(?:from time import .*|.*\btime\.)(?:process_time|perf_counter)\b", re.MULTILINE)


def test_no_test_looks_at_a_stopwatch() -> None:
    """How fast something is, `bench` says: a test that measures fails on a busy machine, for no reason."""
    tests = [path for path in kept_files() if path.name.startswith("test_") and path.suffix == ".py"]
    assert len(tests) > 100
    timed = [path.name for path in tests if STOPWATCH.search(path.read_text(encoding="utf-8"))]
    assert timed == []


def test_a_stopwatch_is_noticed() -> None:
    assert STOPWATCH.search("from time import " + "perf_counter")
    assert STOPWATCH.search("    began = time." + "process_time()")
    assert not STOPWATCH.search('monkeypatch.setattr(answers, "process_time", clock)')
