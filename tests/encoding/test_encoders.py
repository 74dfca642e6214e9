"""One protocol, five games: struct, action and small choices say the same, and say what `legal` says."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.encoding.played import IDS, WAYS, AnyMatch, begun, turns

from ludoteka import games
from ludoteka.core.chance import Source
from ludoteka.core.game import AnyGame, Imagines, Turn
from ludoteka.encoding.choices import Choices, Draft
from ludoteka.encoding.encoder import AnyEncoder, Encodes

Way = tuple[str, int, dict[str, object]]
SEED = bytes(32)


def asked(match: AnyMatch) -> list[int]:
    assert isinstance(match.awaiting, Turn)
    return sorted(match.awaiting.seats)


def encoder_of(match: AnyMatch) -> AnyEncoder:
    assert isinstance(match.game, Encodes)
    return match.game.encoder(match.state)


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one.keys() == other.keys() and all(one[key].tobytes() == other[key].tobytes() for key in one)


@pytest.mark.parametrize("way", WAYS, ids=IDS)
def test_actions_are_the_listed_moves(way: Way) -> None:
    for match in turns(*way, "listed", 25):
        encoder, state = encoder_of(match), match.state
        for seat in asked(match):
            moves = list(match.game.legal(state, seat))[:3000]
            every = encoder.actions(state, seat)
            numbers = [encoder.action_of(state, seat, move) for move in moves]
            assert every.dtype == np.int64
            assert (np.diff(every) > 0).all()
            assert set(numbers) <= set(every.tolist())
            assert len(moves) == 3000 or sorted(numbers) == every.tolist()
            assert [encoder.move_of(state, seat, number) for number in numbers] == moves
            assert 0 <= every[0] <= every[-1] < encoder.choices.actions < 2**63


@pytest.mark.parametrize("way", WAYS, ids=IDS)
def test_struct_action_and_choices_say_the_same(way: Way) -> None:
    for match in turns(*way, "forms", 12):
        encoder, state, seat = encoder_of(match), match.state, asked(match)[0]
        choices, every = encoder.choices, encoder.actions(state, seat)
        for action in every.tolist()[:: 1 + len(every) // 200]:
            struct = choices.struct(action)
            assert all(0 <= digit < size for digit, size in zip(struct, choices.sizes, strict=True))
            assert choices.action(struct) == action
            assert spelled_out(choices, every, action) == action
        if len(every) <= 400:
            assert sorted(reached(choices, every, ())) == every.tolist()


def spelled_out(choices: Choices, every: Any, action: int) -> int | None:
    """Chooses as the action is spelled, then 'no more', until the move is made."""
    draft = Draft(choices, every)
    for choice in choices.spelled(action):
        assert draft.mask()[choice] == 1
        made = draft.choose(choice)
        if made is not None:
            return made
    return draft.choose(choices.firsts[len(draft.chosen)])


def reached(choices: Choices, every: Any, chosen: tuple[int, ...]) -> Iterator[int]:
    """Every action that masks lead to."""
    for choice in choices.mask(every, chosen).nonzero()[0].tolist():
        draft = Draft(choices, every)
        made = [draft.choose(one) for one in (*chosen, choice)][-1]
        if made is None:
            yield from reached(choices, every, (*chosen, choice))
        else:
            yield made


@pytest.mark.parametrize("way", WAYS, ids=IDS)
def test_samples_are_legal_and_reach_everything(way: Way) -> None:
    for number, match in enumerate(turns(*way, "samples", 8)):
        encoder, state, seat = encoder_of(match), match.state, asked(match)[0]
        every = set(encoder.actions(state, seat).tolist())
        rng = Source(SEED, str(number).encode())
        drawn = {encoder.sample(state, seat, rng) for _ in range(40)}
        assert drawn <= every
        if len(every) < 4:
            assert drawn == every


class Scripted(Source):
    """Answers as it is told to, then 0, and keeps what it was asked."""

    def __init__(self, answers: tuple[int, ...]) -> None:
        self.answers, self.bounds = answers, list[int]()

    def below(self, bound: int) -> int:
        self.bounds.append(bound)
        return self.answers[len(self.bounds) - 1] if len(self.bounds) <= len(self.answers) else 0


def whatever_chance_says(encoder: AnyEncoder, state: Any, seat: int) -> Iterator[int]:
    """What the quick sampler gives for every series of numbers that it can draw."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        answers = waiting.pop()
        source = Scripted(answers)
        yield encoder.some(state, seat, source)
        told = answers + (0,) * (len(source.bounds) - len(answers))
        for place in range(len(answers), len(told)):
            waiting += [(*told[:place], other) for other in range(1, source.bounds[place])]


# In the modes of one alone the quick sampler is the other one, and their lists are slow to make.
QUICK = [way for way in WAYS if "mode" not in way[2]]


@pytest.mark.parametrize("way", QUICK, ids=[str(way) for way in QUICK])
def test_the_quick_sampler_gives_all_that_is_legal_and_nothing_else(way: Way) -> None:
    for match in turns(*way, "quick", 4):
        encoder, state, seat = encoder_of(match), match.state, asked(match)[0]
        every = encoder.actions(state, seat)
        if len(every) < 2000:
            assert set(whatever_chance_says(encoder, state, seat)) == set(every.tolist())


@pytest.mark.parametrize("way", WAYS, ids=IDS)
def test_observations_fit_their_boxes(way: Way) -> None:
    for match in turns(*way, "boxes", 25):
        encoder = encoder_of(match)
        for seat in range(way[1]):
            seen = encoder.observe(match.state, seat)
            assert list(seen) == list(encoder.boxes) == ["planes", "vector"]
            for name, box in encoder.boxes.items():
                assert seen[name].shape == box.shape
                assert seen[name].dtype == np.float32
                assert box.low <= seen[name].min() <= seen[name].max() <= box.high
                assert seen[name].flags.c_contiguous


@pytest.mark.parametrize("way", WAYS, ids=IDS)
def test_an_observation_shows_what_the_view_shows_and_no_more(way: Way) -> None:
    """Every state behind a view is observed alike, and has the same actions for the seat that looks."""
    rng = Random("behind")
    for match in turns(*way, "behind", 20):
        game: AnyGame = match.game
        assert isinstance(game, Imagines)
        encoder = encoder_of(match)
        for seat in range(way[1]):
            view = game.view(match.state, seat)
            other = game.imagine(view, Source(rng.randbytes(32)))
            assert same(encoder.observe(match.state, seat), encoder.observe(other, seat))
            if seat in asked(match):
                assert (encoder.actions(match.state, seat) == encoder.actions(other, seat)).all()


def test_every_game_of_ours_has_an_encoder() -> None:
    assert all(isinstance(games.get(game), Encodes) for game in games.GAMES)
    assert {game for game, _, _ in WAYS} == set(games.GAMES)


# --- numbers that must not change ----------------------------------------------------------------

STABLE = [
    ("abaku", {}, 1129 + 22, 1129 * 22**6),
    ("calculissimo", {}, 454 + 28, 454 * 28**7),
    ("kakuro", {}, 453 + 145, 453 * 145),
    ("abstrakto", {"size": 5}, 132, 132),
    ("abak", {}, 126, 126**4),
]


@pytest.mark.parametrize(("game", "options", "count", "actions"), STABLE, ids=[row[0] for row in STABLE])
def test_spaces_are_stable(game: str, options: dict[str, object], count: int, actions: int) -> None:
    _, match = begun(game, 2, options, "stable")
    choices = encoder_of(match).choices
    assert (choices.count, choices.actions) == (count, actions)


# --- choices alone -------------------------------------------------------------------------------


def test_a_choice_that_is_not_offered_is_refused() -> None:
    choices = Choices((3, 4), (0, 3))
    draft = Draft(choices, np.array([0, 5, 7]))
    assert draft.mask().tolist() == [1, 1, 0, 0, 0, 0, 0]
    with pytest.raises(ValueError, match="cannot be made"):
        draft.choose(2)
    assert draft.choose(1) is None
    assert draft.mask().tolist() == [0, 0, 0, 0, 1, 0, 1]
    assert draft.choose(6) == 7


@pytest.mark.parametrize("number", [-1, 12])
def test_a_number_that_is_no_action(number: int) -> None:
    with pytest.raises(ValueError, match="no action"):
        Choices((3, 4), (0, 3)).struct(number)
