"""Records on disk. While a match lasts, its seed is secret and is kept in a file beside the record."""

import os
import secrets
from pathlib import Path

from ludoteka import games
from ludoteka.cli import arguments
from ludoteka.core import record as records
from ludoteka.core.chance import SEED_BYTES, commitment
from ludoteka.core.record import Record


def seed_file(path: Path) -> Path:
    """Where the seed of an unfinished record is kept."""
    return path.with_name(path.name + ".seed")


def save(path: Path, record: Record) -> None:
    """Writes a record atomically; the seed goes beside it until the match is over."""
    replace_text(path, records.write(record))
    beside = seed_file(path)
    if record.is_closed or record.seed is None:
        beside.unlink(missing_ok=True)
    else:
        replace_text(beside, record.seed.hex() + "\n", private=True)


def resume(path: Path) -> Record:
    """The record of a file with its seed; a fresh seed if the secret one is gone."""
    text = arguments.read_text(path)
    record = records.read(text, games.get)
    seed = record.seed or _kept_seed(path, records.parse(text).get("commitment"))
    return Record(record.match, record.names, seed or secrets.token_bytes(SEED_BYTES), record.notes)


def _kept_seed(path: Path, committed: str) -> bytes | None:
    try:
        seed = bytes.fromhex(seed_file(path).read_text(encoding="ascii").strip())
    except (OSError, ValueError):
        return None
    return seed if len(seed) == SEED_BYTES and commitment(seed) == committed else None


def replace_text(path: Path, text: str, *, private: bool = False) -> None:
    """Writes a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600 if private else 0o666)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
