"""What is compiled first on a new machine."""

from ludoteka.server.live.preparation import Preparation


def test_what_somebody_opened_is_prepared_next() -> None:
    preparation = Preparation(["chess", "go", "whist"])
    assert preparation.next() == "chess"
    assert [preparation.is_ready(game) for game in ("chess", "go", "ludo")] == [False, False, True]
    preparation.want("whist")
    assert preparation.waiting == ["whist", "go"]
    preparation.want("chess")  # under way: there is nothing to hurry
    assert [preparation.next(), preparation.next(), preparation.next()] == ["whist", "go", None]
    assert preparation.game is None
    assert preparation.is_ready("chess")


def test_after_the_end_nothing_waits() -> None:
    preparation = Preparation(["chess", "go"])
    preparation.next()
    preparation.end()
    assert (preparation.game, preparation.waiting) == (None, [])
