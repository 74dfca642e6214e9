"""Random sittings of every game that can be played with one rack, against a book and naive games."""

import random
from typing import Any

import pytest
from tests.oracles import abaku as naive_abaku
from tests.oracles import calculissimo as naive_calculissimo
from tests.oracles.duplicate import Book

from ludoteka import games
from ludoteka.core import sitting as one_rack
from ludoteka.core.chance import Source
from ludoteka.core.game import Draw, Drawn, Played
from ludoteka.core.sitting import Begun, Departed, DuplicateSitting, Handed, Joined, SharesRack, TurnEnded

SITTINGS = 40  # of each game
LISTED = 12  # turns of each game in which every move is scored by the naive game
CAN = [game for game in games.GAMES if isinstance(games.get(game), SharesRack)]
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "abaku": [{}, {"scoring": "values"}, {"operations": "add-sub"}, {"joker": "off", "idle_rounds": 2}],
    "calculissimo": [
        {},
        {"board": "mini", "chips": "mini"},
        {"swap": "stuck", "board": "mini", "chips": "mini"},
        {"end": "bag-empty"},
    ],
}


class NaiveAbaku:
    """The game as its oracle plays it."""

    def __init__(self, text: str) -> None:
        self.table = naive_abaku.Table(text)

    def points(self, move: str) -> int:
        attempt = naive_abaku.judge(self.table, 0, move)
        return 0 if attempt is None else attempt.points()

    def play(self, move: str) -> None:
        naive_abaku.play(self.table, 0, move, 0)

    def draw(self, outcome: str) -> None:
        naive_abaku.draw(self.table, outcome)

    @property
    def text(self) -> str:
        return self.table.text()

    @property
    def is_over(self) -> bool:
        return bool(self.table.over)

    def exchange(self) -> str:
        rack = self.table.racks[0]
        return f"change {''.join(rack)}" if len(self.table.bag) >= len(rack) else "skip"


class NaiveCalculissimo:
    """The game as its oracle plays it."""

    def __init__(self, text: str) -> None:
        self.pos = naive_calculissimo.Pos(text)

    def points(self, move: str) -> int:
        return naive_calculissimo.score(self.pos, 0, move)[0]

    def play(self, move: str) -> None:
        self.pos = naive_calculissimo.play(self.pos, 0, move)

    def draw(self, outcome: str) -> None:
        self.pos = naive_calculissimo.draw(self.pos, outcome)

    @property
    def text(self) -> str:
        return self.pos.text()

    @property
    def is_over(self) -> bool:
        return self.pos.is_over

    def exchange(self) -> str:
        whole = f"swap {self.pos.racks[0]}"
        try:
            naive_calculissimo.score(self.pos, 0, whole)
        except naive_calculissimo.Refused:
            return "pass"
        return whole if self.pos.racks[0] else "pass"


NAIVE: dict[str, type[NaiveAbaku] | type[NaiveCalculissimo]] = {
    "abaku": NaiveAbaku,
    "calculissimo": NaiveCalculissimo,
}


def test_the_tile_games_can() -> None:
    assert sorted(NAIVE) == CAN


class Both:
    """A sitting of ours, and the arbiter's book beside it."""

    def __init__(self, game: str, options: dict[str, Any], turns: int, seed: bytes) -> None:
        self.game, self.seed = games.get(game), seed
        self.ours: DuplicateSitting = one_rack.new(self.game, one_rack.form_of({"turns": turns}), options)
        self.naive = NAIVE[game](self.game.notation.dump(self.ours.match.state))
        self.book = Book(turns)

    def do(self, event: one_rack.SittingEvent) -> None:
        self.ours = one_rack.apply(self.ours, event)

    def draw(self) -> None:
        match = self.ours.match
        assert isinstance(match.awaiting, Draw)
        outcome = match.awaiting.chance.sample(Source.for_draw(self.seed, match.ply + 1))
        self.naive.draw(self.game.notation.write_outcome(match.state, outcome))
        self.do(Drawn(outcome))
        self.book.check_end(self.naive.is_over)

    def hand(self, player: int, move: Any) -> None:
        text = self.game.notation.write(self.ours.match.state, 0, move)
        self.do(Handed(player, move))
        self.book.hand(player, text, self.naive.points(text))

    def end(self) -> None:
        best = one_rack.best_of(self.ours.match)
        text = "" if best is None else self.game.notation.write(self.ours.match.state, 0, best)
        most = self.naive.points(text) if text else 0
        self.book.close(self.naive.exchange, most)
        self.do(TurnEnded(best))
        self.naive.play(self.book.turns[-1].laid)
        self.book.check_end(self.naive.is_over)

    def compare(self) -> None:
        ours, book = self.ours, self.book
        assert self.game.notation.dump(ours.match.state) == self.naive.text
        everybody = sorted(book.present)
        assert [ours.points(player) for player in everybody] == [book.total(player) for player in everybody]
        assert [ours.percent(player) for player in everybody] == [book.share(player) for player in everybody]
        assert list(ours.places) == [book.place(player) for player in everybody]
        assert ours.over == book.end
        if ours.is_open:
            assert ours.is_complete != book.waits()
        if ours.past:
            closed = book.turns[: len(ours.past)]
            assert [turn.laid.text for turn in ours.past] == [turn.laid for turn in closed]
            assert [turn.most for turn in ours.past] == [turn.most for turn in closed]


def come_and_go(both: Both, rng: random.Random) -> None:
    for player, is_there in list(both.book.present.items()):
        if rng.random() < 0.04:
            both.do(Departed(player) if is_there else Joined(player))
            both.book.quit(player) if is_there else both.book.join(player)
    if not both.book.present or (len(both.book.present) < 6 and rng.random() < 0.15):
        player = len(both.book.present)
        both.do(Joined(player))
        both.book.join(player)


def everybody_hands_in(both: Both, rng: random.Random) -> None:
    moves = list(both.game.legal(both.ours.match.state, 0))
    is_barren = rng.random() < 0.15
    for player, is_there in both.book.present.items():
        for _ in range(rng.choice((0, 1, 1, 1, 2))):
            if is_there:
                both.hand(player, moves[-1] if is_barren else rng.choice(moves))
                both.compare()


def sit(game: str, number: int) -> Both:
    rng = random.Random(f"one rack {game} {number}")
    options = OPTIONS[game][number % len(OPTIONS[game])]
    both = Both(game, options, rng.choice((0, 0, 3, 12)), rng.randbytes(32))
    while both.ours.over is None:
        come_and_go(both, rng)
        if isinstance(both.ours.match.awaiting, Draw):
            both.draw()
        else:
            both.do(Begun())
            both.book.begin()
            everybody_hands_in(both, rng)
            both.end()
        both.compare()
    return both


@pytest.mark.parametrize("game", CAN)
def test_sittings_go_as_in_the_arbiters_book(game: str) -> None:
    ends = {sit(game, number).ours.over for number in range(SITTINGS)}
    assert ends == {"DU-5.1", "DU-5.2", "DU-5.3"}


@pytest.mark.parametrize("game", CAN)
def test_no_move_brings_more_than_the_best(game: str) -> None:
    rng = random.Random(f"best {game}")
    listed = 0
    while listed < LISTED:
        both = sit(game, rng.randrange(1000))
        for turn in rng.sample(both.ours.past, min(3, len(both.ours.past))):
            naive = NAIVE[game](both.game.notation.dump(turn.before.state))
            texts = [both.game.notation.write(turn.before.state, 0, m) for m in turn.before.legal(0)]
            points = {text: naive.points(text) for text in texts}
            most = max(points.values())
            assert turn.most == max(0, most)
            if turn.best is not None:
                assert turn.best.text == min(text for text, brought in points.items() if brought == most)
            listed += 1


@pytest.mark.parametrize("game", CAN)
def test_the_exchange_is_a_move_of_the_game(game: str) -> None:
    for number in range(5):
        for turn in sit(game, number).ours.past:
            move = one_rack.sharing(turn.before.game).changed(turn.before.state)
            assert turn.before.then(Played(0, move)).ply == turn.before.ply + 1
