"""What was played, kept in a folder: a contest that was stopped resumes where it was.

`contest.json` says what is played, `bouts.jsonl` has a line for each bout, `records/` the records if they
were asked for; `result.json` and `plot.svg` are made of these.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteka.arena.contest import Contest, PlayedBout, read_played
from ludoteka.core.refusals import BadRequest


@dataclass(frozen=True, slots=True)
class Folder:
    """The results of one contest on disk."""

    path: Path

    def kept_seed(self) -> str | None:
        """The seed of the contest that is here, if one is."""
        header = self._header()
        return None if header is None else str(header["seed"])

    def open(self, contest: Contest) -> list[PlayedBout]:
        """What was played before; raises `BadRequest` where the folder holds another contest."""
        header = self._header()
        if header is None:
            self.path.mkdir(parents=True, exist_ok=True)
            self._contest.write_text(json.dumps(contest.header(), indent=1) + "\n", encoding="utf-8")
            return []
        differing = [key for key, value in contest.header().items() if header.get(key) != value]
        if differing:
            text = "{folder} holds a contest with another value of {keys}."
            raise BadRequest(text, folder=str(self.path), keys=", ".join(differing))
        return self._read()

    def keep(self, played: PlayedBout) -> None:
        """Writes a bout; a stop right after it loses nothing."""
        with self._bouts.open("a", encoding="utf-8") as file:
            file.write(json.dumps(played.json()) + "\n")
        for turned, match in enumerate(played.matches):
            if match.record:
                who = "-".join(map(str, played.bout.pairing))
                name = f"{who}.{played.bout.index:05}.{turned}.record"
                (self.path / "records").mkdir(exist_ok=True)
                (self.path / "records" / name).write_text(match.record, encoding="utf-8", newline="\n")

    def write(self, name: str, text: str) -> None:
        """A file made of the results."""
        (self.path / name).write_text(text, encoding="utf-8", newline="\n")

    def _read(self) -> list[PlayedBout]:
        """Whole lines only: the last one may have been cut by a stop, and is then cut off."""
        if not self._bouts.is_file():
            return []
        text = self._bouts.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self._bouts.write_text(whole, encoding="utf-8", newline="\n")
        return [read_played(json.loads(line)) for line in whole.splitlines()]

    def _header(self) -> dict[str, Any] | None:
        if not self._contest.is_file():
            return None
        header: dict[str, Any] = json.loads(self._contest.read_text(encoding="utf-8"))
        return header

    @property
    def _contest(self) -> Path:
        return self.path / "contest.json"

    @property
    def _bouts(self) -> Path:
        return self.path / "bouts.jsonl"
