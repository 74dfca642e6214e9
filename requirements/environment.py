"""Makes `.venv` with everything pinned in `dev.txt`, by uv. Needs nothing but Python's standard library.

A stamp in `.venv` says what it was made from, so a second call has nothing to do.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PINS = ROOT / "requirements" / "dev.txt"
UV_PINS = ROOT / "requirements" / "uv.txt"
VENV = ROOT / ".venv"
UV_HOME = ROOT / ".venv-uv"  # where uv goes when the machine has none
STAMP = VENV / "made-from.txt"
WINDOWS = os.name == "nt"
SCRIPTS = "Scripts" if WINDOWS else "bin"

# pip's settings that uv does not read by itself, and what uv calls them
SETTINGS = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "trusted-host": "UV_INSECURE_HOST",
    "cert": "SSL_CERT_FILE",
}


def main(arguments: list[str]) -> int:
    """Makes the environment where it is missing or old; `--pin` chooses the versions anew."""
    if arguments == ["--pin"]:
        return pin()
    if STAMP.is_file() and STAMP.read_text(encoding="utf-8") == wanted() and venv_python().exists():
        return 0
    print("Making the environment in .venv (the first time this takes a minute or two) ...", flush=True)
    try:
        build(uv())
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"The environment could not be made: {error}", file=sys.stderr)
        print("Is the network there? Then `make setup` can simply be run again.", file=sys.stderr)
        return 1
    STAMP.write_text(wanted(), encoding="utf-8")
    return 0


def wanted() -> str:
    """What the environment depends on: the pins, our project file, this Python, and where we are."""
    digest = hashlib.sha256()
    for path in (PINS, UV_PINS, ROOT / "pyproject.toml"):
        digest.update(path.read_bytes())
    return f"{digest.hexdigest()} {sys.version_info[:2]} {ROOT}"


def venv_python() -> Path:
    """The Python inside the environment."""
    return VENV / SCRIPTS / ("python.exe" if WINDOWS else "python")


# --- uv --------------------------------------------------------------------------------------


def uv() -> str:
    """The uv of this machine, or one of our own that pip fetches."""
    for place in (shutil.which("uv"), str(UV_HOME / SCRIPTS / "uv")):
        if place and runs(place, "--version"):
            return place
    print("Fetching uv ...", flush=True)
    fetch_uv()
    return str(UV_HOME / SCRIPTS / "uv")


def fetch_uv() -> None:
    """Into an environment of its own, or into a plain folder where Python cannot make one."""
    wants = ["install", "--quiet", "--disable-pip-version-check", "--require-hashes", "-r", str(UV_PINS)]
    shutil.rmtree(UV_HOME, ignore_errors=True)
    if runs(sys.executable, "-m", "venv", str(UV_HOME)):
        call([str(UV_HOME / SCRIPTS / "python"), "-m", "pip", *wants])
    elif runs(sys.executable, "-m", "pip", "--version"):
        shutil.rmtree(UV_HOME, ignore_errors=True)
        call([sys.executable, "-m", "pip", *wants, "--target", str(UV_HOME)])
    else:
        raise OSError("this Python has neither venv nor pip; install python3-venv, or uv.")


# --- the environment -------------------------------------------------------------------------


def build(program: str) -> None:
    """`.venv`, the pinned packages, and ourselves in editable form."""
    STAMP.unlink(missing_ok=True)
    if not is_sound():
        shutil.rmtree(VENV, ignore_errors=True)
        call([program, "venv", "--quiet", "--python", sys.executable, str(VENV)])
    into = ["--quiet", "--python", str(venv_python())]
    install = [program, "pip", "install", *into, "--require-hashes", "-r", str(PINS)]
    if not runs(*install):
        print("Trying again with the certificates of this machine and the settings of pip ...", flush=True)
        call(install, pip_settings())
    call(
        [program, "pip", "install", *into, "--no-deps", "--no-build-isolation", "--offline", "-e", str(ROOT)]
    )


def is_sound() -> bool:
    """Whether `.venv` is an environment of this Python version that works."""
    version = f"import sys; sys.exit(sys.version_info[:2] != {tuple(sys.version_info[:2])})"
    return venv_python().exists() and runs(str(venv_python()), "-c", version)


def pip_settings() -> dict[str, str]:
    """How pip reaches its packages here, as uv wants to hear it."""
    asked = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    )
    # every package is pinned with its hash, so it does not matter which place it comes from
    found = {"UV_SYSTEM_CERTS": "1", "UV_NATIVE_TLS": "1", "UV_INDEX_STRATEGY": "unsafe-best-match"}
    for line in asked.stdout.splitlines():
        key, _, value = line.partition("=")
        name = SETTINGS.get(key.rpartition(".")[2])
        if name and name not in os.environ:
            found[name] = value.strip().strip("'").replace("\\n", " ").strip()
    return found


def pin() -> int:
    """Chooses the newest versions and writes them, with hashes and without addresses."""
    options = ["--quiet", "--upgrade", "--generate-hashes", "--universal", "--python-version", "3.11"]
    compile_pins = [uv(), "pip", "compile", *options, "--no-emit-index-url", "--no-annotate"]
    try:
        call([*compile_pins, "--all-extras", "-o", "requirements/dev.txt", "pyproject.toml"])
        served = [
            "--extra",
            "server",
            "--extra",
            "fast",
            "--extra",
            "pictures",
            "--constraints",
            "requirements/dev.txt",
        ]
        call([*compile_pins, *served, "-o", "requirements/server.txt", "pyproject.toml"])
        call([*compile_pins, "-o", "requirements/uv.txt", "requirements/uv.in"])
    except subprocess.CalledProcessError as error:
        print(f"The versions could not be pinned: {error}", file=sys.stderr)
        return 1
    return 0


# --- processes -------------------------------------------------------------------------------


def call(command: list[str], settings: Mapping[str, str] | None = None) -> None:
    """Runs a command that must work."""
    subprocess.run(command, cwd=ROOT, env={**os.environ, **(settings or {})}, check=True)


def runs(*command: str) -> bool:
    """Whether a command works; what it says is not for people."""
    try:
        return subprocess.run(command, capture_output=True, cwd=ROOT, check=False).returncode == 0
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
