"""Plain UCT: a yardstick that finds what is obvious, and that loses to level 5."""

from ludoteka.bench.abstrakto_uct import PlainUct, duel
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Played
from ludoteka.core.player import Budget, ask
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.players.abstrakto.solved import empty_board


def test_it_finds_the_only_winning_move_of_the_smallest_board() -> None:
    """The one Cross of 2 x 2 cells lies in the middle."""
    state = empty_board(2, (1, 1, 1), "off")
    answer = ask(PlainUct(2000), GAME, state, 0, Budget(), Source(seed_from("uct")))
    assert GAME.notation.write(state, 0, answer.move) == "c3"


def test_a_seat_with_few_moves_has_room_for_the_others_many() -> None:
    """Blue holds a Cross alone, orange all types: the tree is wider below than above."""
    empty = "/".join(["." * 11] * 5)
    state = GAME.notation.load(f"{empty}/.....b...../{empty} 0,0,1|3,3,3 0")
    for _ in range(3):
        if state.turn is None:
            break
        seat = state.turn
        answer = ask(PlainUct(1000), GAME, state, seat, Budget(), Source(seed_from("room")))
        assert answer.move in list(GAME.legal(state, seat))
        state = GAME.apply(state, Played(seat, answer.move))


def test_level_5_beats_it_with_as_many_playouts() -> None:
    found = duel(5, 1000, 8, nodes=1000)
    assert not found["faults"]
    assert found["players"][1]["wins"] >= 6
