"""An hour of noise on the engine, all five games: never `internal`, and a refused request changes nothing."""

import json
import random
from typing import Any

import pytest
from tests.long.clocks import rounds

from ludoteka.engine import Engine
from ludoteka.games import ids

pytestmark = pytest.mark.long
STEPS = 60
VALUES: list[Any] = [
    None, True, 0, 1, -1, 7, 2**63, 1.5, "", "0", "x" * 300, "\0", "\ud83d", [], [1], {}, {"a": []},
]  # fmt: skip
ALPHABET = "0123456789+-x:*=/#>.,|@()[]{} \n\tABCabcXYZ_?!\0é"


def changed(rng: random.Random, text: str) -> str:
    """A text with one to three of its characters left out, doubled, swapped or replaced."""
    letters = list(text)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(letters) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            letters[at : at + 1] = []
        elif kind == 1:
            letters.insert(at, rng.choice(ALPHABET))
        elif kind == 2 and letters:
            letters[at : at + 1] = [rng.choice(letters)]
        else:
            letters[at : at + 2] = letters[at : at + 2][::-1]
    return "".join(letters)


class Talk:
    """One match, spoken to by somebody who types badly."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.engine = Engine()
        game = self.rng.choice(list(ids()))
        (about,) = [one for one in self.ask(do="games")["games"] if one["id"] == game]
        seats = self.rng.randint(*about["seats"])
        opened = self.ask(do="new", game=game, seats=seats, seed=str(seed))
        self.match, self.game = opened["match"], game

    def ask(self, **request: Any) -> dict[str, Any]:
        answer = self.engine.answer({"id": 1, **request})
        json.dumps(answer, allow_nan=False)
        assert answer["ok"] or answer["error"]["kind"] != "internal", (request, answer)
        assert answer["ok"] or answer["error"]["text"], request
        return answer

    def position(self) -> str:
        return str(self.ask(do="position", match=self.match)["position"])

    def step(self) -> None:
        before = self.position()
        answer = self.ask(**self.request())
        if not answer["ok"]:
            assert self.position() == before

    def request(self) -> dict[str, Any]:
        kind = self.rng.random()
        if kind < 0.35:
            return self.move("play", 0.4)
        if kind < 0.5:
            return self.move("score", 0.7)
        if kind < 0.7:
            return self.text()
        return self.noise()

    def move(self, verb: str, spoilt: float) -> dict[str, Any]:
        seat = self.rng.randint(0, 1)
        legal = self.engine.answer({"do": "legal", "match": self.match, "seat": seat, "limit": 40})
        move = self.rng.choice(legal.get("moves") or ["pass"])
        move = changed(self.rng, move) if self.rng.random() < spoilt else move
        return {"do": verb, "match": self.match, "seat": seat, "move": move}

    def text(self) -> dict[str, Any]:
        if self.rng.random() < 0.5:
            return {"do": "load", "game": self.game, "position": changed(self.rng, self.position())}
        record = str(self.ask(do="record", match=self.match)["record"])
        return {"do": "replay", "record": changed(self.rng, record)}

    def noise(self) -> dict[str, Any]:
        verbs = ["legal", "score", "play", "draw", "outcomes", "tick", "leave", "view", "new", "load", "best"]
        said: dict[str, Any] = {"do": self.rng.choice(verbs), "match": self.match, "level": 0, "limit": 3}
        fields = [
            "match",
            "seat",
            "move",
            "at",
            "game",
            "seats",
            "seed",
            "options",
            "position",
            "level",
        ]
        for field in self.rng.sample(fields, self.rng.randint(1, 3)):
            said[field] = self.rng.choice(VALUES)
        if said["do"] == "leave" and self.rng.random() < 0.8:
            said["seat"] = 9  # most matches go on
        return said


def test_the_engine_hears_noise_for_an_hour() -> None:
    for number in rounds():
        talk = Talk(number)
        for _ in range(STEPS):
            talk.step()
