"""Any position looked at: in every game, harder and harder, by what the seat sees."""

import pytest

import ludoteka
from ludoteka import games
from ludoteka.analysis.analyse import look, looks
from ludoteka.core.game import Turn
from ludoteka.core.record import AnyMatch
from ludoteka.core.refusals import BadRequest


def opened(game: str, moves: int = 2) -> AnyMatch:
    """Some turns into a match, at a position as somebody would paste it."""
    match = ludoteka.new(game, seed="analysis")
    for _ in range(moves):
        if isinstance(match.awaiting, Turn) and not match.awaiting.live:
            match = match.play(match.legal()[0])
    return ludoteka.load(game, match.game.notation.dump(match.state))


@pytest.mark.parametrize("game", games.ids())
def test_a_look_names_moves_that_can_be_made(game: str) -> None:
    match = opened(game)
    seen = look(match)
    assert isinstance(match.awaiting, Turn)
    assert seen.seat == min(match.awaiting.seats)
    assert sum(one.win for one in seen.values) == pytest.approx(1.0, abs=0.01)
    for one in seen.moves:
        move = match.game.notation.read(match.state, seen.seat, one.move)
        assert move in list(match.game.legal(match.state, seen.seat)) or match.awaiting.live
    told = seen.json()
    assert [one["move"] for one in told["moves"]] == [one.move for one in seen.moves]
    assert look(match).json() == told, "the same position, the same look"


def test_harder_looks_are_surer() -> None:
    """Sampled games get smaller errors; where the network is all there is, it ends when nothing changes."""
    some = [look(opened("abstrakto"), effort=effort) for effort in (1, 4)]
    assert some[1].moves[0].error < some[0].moves[0].error
    last = list(looks(opened("abak", 1)))
    assert [one.effort for one in last] == [1, 2, 4]
    assert last[1].moves == last[2].moves


def test_a_position_that_is_over_has_no_moves() -> None:
    over = opened("abak", 1).leave(0)
    (seen,) = looks(over)
    assert seen.moves == ()
    assert seen.is_final
    assert [one.win for one in seen.values] == [0.0, 1.0]


def test_what_others_hold_changes_no_move() -> None:
    """Two positions that differ only in the other rack look the same to whoever is to move."""
    match = opened("abaku", 1)
    seat = look(match).seat
    assert seat is not None
    text = match.game.notation.dump(match.state)
    board, racks, *rest = text.split(" ")
    hands = racks.split("|")
    bag, held = rest[0], hands[1 - seat]
    hands[1 - seat] = bag[0] + held[1:]
    other = ludoteka.load("abaku", " ".join([board, "|".join(hands), held[0] + bag[1:], *rest[1:]]))
    assert other.state != match.state
    assert other.game.view(other.state, seat) == match.game.view(match.state, seat)
    assert look(other).json()["moves"] == look(match).json()["moves"]


def test_wrong_seats_and_games_get_a_sentence() -> None:
    with pytest.raises(BadRequest, match="no such seat"):
        look(opened("abak", 1), seat=5)
