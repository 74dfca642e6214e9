"""A table of a server in this terminal: asks over HTTP, shows views and words, plays what is typed."""

import json
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPException
from http.cookiejar import LoadError, MozillaCookieJar
from pathlib import Path
from time import sleep
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from ludoteka.cli.terminal import Keyboard, Screen
from ludoteka.core.description import Description, Item
from ludoteka.core.game import AnyGame, Seat
from ludoteka.core.refusals import BadRequest
from ludoteka.core.sentences import Listed, Sentence, Value

PATIENCE_S = 30.0
LOOK_S = 0.4  # between two looks while others are to move
GLANCE_S = 1.0  # between two looks while time runs
SHOWN = 24  # moves shown at once
SAID_OF_NOBODY = ("played", "ticked")  # what has no verb follows a colon


class Visit:
    """A server that knows this terminal again by its cookie, which lies in a file of its own."""

    def __init__(self, address: str, folder: Path, name: str = "") -> None:
        self.address = address.rstrip("/")
        place = urlsplit(self.address)
        if place.scheme not in ("http", "https") or not place.netloc:
            raise BadRequest("{address} is no address of a server: it begins with http.", address=address)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        called = name or place.netloc.replace(":", "-")
        self._jar = MozillaCookieJar(folder / f"cookies-{called}.txt")
        with suppress(OSError, LoadError):  # on the first visit there are none
            self._jar.load(ignore_discard=True)
        self._opener = build_opener(HTTPCookieProcessor(self._jar))

    def get(self, path: str) -> Any:
        """The answer to a question."""
        return self._ask(Request(self.address + path))  # noqa: S310  # checked above

    def post(self, path: str, body: Mapping[str, Any]) -> Any:
        """The answer to something that is done."""
        headers = {"Content-Type": "application/json"}
        found = self._ask(Request(self.address + path, json.dumps(body).encode(), headers))  # noqa: S310
        self._keep()
        return found

    def _ask(self, request: Request) -> Any:
        try:
            with self._opener.open(request, timeout=PATIENCE_S) as answer:
                return json.load(answer)
        except HTTPError as error:
            raise _refusal(error) from error
        except (OSError, HTTPException, ValueError) as error:  # nobody there, or somebody else: no JSON
            raise BadRequest("There is no server at {address}.", address=self.address) from error

    def _keep(self) -> None:
        file = Path(str(self._jar.filename))
        file.touch(mode=0o600)
        self._jar.save(ignore_discard=True)


def _refusal(error: HTTPError) -> BadRequest:
    try:
        told = json.load(error)["error"]
        return BadRequest(_sentence(told), told.get("rule"))
    except (ValueError, KeyError, TypeError):
        return BadRequest("The server answered {code}.", code=error.code)


# --- words as the server sends them --------------------------------------------------------------


def _value(found: Any) -> Value:
    if isinstance(found, dict):
        if "list" in found:
            return Listed(tuple(_value(one) for one in found["list"]), found.get("joint", "and"))
        return _sentence(found)
    return found if isinstance(found, int) else str(found)


def _sentence(told: Mapping[str, Any]) -> Sentence:
    return Sentence(told["template"], **{key: _value(value) for key, value in told["values"].items()})


def description(told: Mapping[str, Any]) -> Description:
    """An event in words, as the terminal says it."""
    items = tuple(
        Item(
            maths=one["maths"],
            said=_sentence(one["said"]) if one["said"] else None,
            points=one["points"],
            notes=tuple(_sentence(note) for note in one["notes"]),
            where=tuple(one["where"]),
            seat=one["seat"],
        )
        for one in told["items"]
    )
    return Description(_sentence(told["said"]), items, told["points"], tuple(told["where"]), told["seat"])


# --- the table -----------------------------------------------------------------------------------


class Stopped(Exception):
    """Somebody has had enough for now; the table stays."""


class RemoteTable:
    """My seat at a table of a server."""

    def __init__(
        self, server: Visit, table: str, game: AnyGame, screen: Screen, keyboard: Keyboard | None = None
    ) -> None:
        self._server = server
        self._path = f"/api/tables/{table}"
        self._game = game
        self._screen = screen
        self._keyboard = keyboard or Keyboard()
        self._seq = 0
        self._shown = -1
        self._keys = 0
        sheet = server.get(self._path)
        self.seat: Seat = next(one["seat"] for one in sheet["seats"] if one["mine"])
        screen.names = tuple(
            screen.speech.bot(one["name"]) if one["kind"] == "bot" else one["name"] for one in sheet["seats"]
        )

    def run(self) -> None:
        """Plays until the match is over or somebody stops."""
        while True:
            self._tell()  # before the position: an action never claims to have seen more than is shown
            position = self._server.get(f"{self._path}/position")["position"]
            if position["state"] == "over":
                self._show(position)
                return
            awaiting = position["awaiting"]
            if awaiting["kind"] == "turn" and self.seat in awaiting["seats"]:
                self._ask(position, is_timed=awaiting["live"] or awaiting["until"] is not None)
            else:
                sleep(LOOK_S)

    def _tell(self) -> None:
        """What has happened since I looked."""
        page = self._server.get(f"{self._path}/log?since={self._seq}")
        self._seq = page["seq"]
        for entry in page["entries"]:
            if entry["described"] is not None:
                self._screen.description(
                    description(entry["described"]), is_move=entry["kind"] in SAID_OF_NOBODY
                )
            elif entry["kind"] == "played" and entry["text"]:
                self._screen.say(f"{self._screen.name(entry['seat'])}: {entry['text']}")

    def _show(self, position: Mapping[str, Any]) -> None:
        if self._shown == position["seq"]:
            return
        self._shown = position["seq"]
        awaiting = position["awaiting"]
        acting = frozenset(awaiting.get("seats", ()))
        self._screen.sight(self._game, position["views"][0]["view"], self.seat, acting)

    def _ask(self, position: Mapping[str, Any], is_timed: bool) -> None:
        prompt = f"{self._screen.name(self.seat)}> " if self._shown != position["seq"] else ""
        self._show(position)
        line = self._keyboard.ask(prompt, GLANCE_S if is_timed else None)
        if line is None:
            if not is_timed:
                raise Stopped
            return
        try:
            self._obey(line.strip())
        except BadRequest as refusal:
            self._screen.refusal(refusal)

    def _obey(self, line: str) -> None:
        word, _, rest = line.removeprefix(":").partition(" ")
        if word in ("", "?", "help"):
            self._screen.say(Sentence("Type a move, or one of: board, moves START, leave, quit."))
        elif word == "board":
            self._shown = -1
        elif word == "moves":
            self._moves(rest)
        elif word == "quit":
            raise Stopped
        elif word == "leave":
            self._act(do="leave")
        else:
            self._act(do="play", move=line)

    def _moves(self, start: str) -> None:
        found = self._server.get(f"{self._path}/position?seat={self.seat}&legal=1000")["legal"]["moves"]
        fitting = [move for move in found if move.lower().startswith(start.lower())]
        self._screen.say("   ".join(fitting[:SHOWN]) or Sentence("There is none."))

    def _act(self, **action: Any) -> None:
        self._keys += 1
        key = f"terminal-{self._seq}-{self._keys}"
        body = {"seat": self.seat, "seen": self._seq, "key": key} | action
        self._server.post(f"{self._path}/actions", body)
