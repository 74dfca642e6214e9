"""Playing over the wire: moves, refusals, questions, what others see."""

from tests.server.serving import Served


def test_two_people_play_a_whole_match(served: Served) -> None:
    ada, ben = served.guest("Ada"), served.guest("Ben")
    table = ada.open("nim", "me", "open", options={"stones": 7})
    assert table["state"] == "open"
    with ada.at(table["id"]) as a:
        assert ben.sit(table["id"])["state"] == "running"
        with ben.at(table["id"]) as b:
            a.wait_until(lambda a: a.position["state"] == "running")
            assert a.play(0, "take 3")["entries"][0]["text"] == "take 3"
            assert b.wait_for("news")["entries"][0]["text"] == "take 3"
            b.play(1, "take 3")
            a.wait_until(lambda a: a.awaited() == [0])
            over = a.play(0, "take 1")
            assert over["position"]["awaiting"]["kind"] == "over"
            assert over["table"]["result"]["how"] == "game"
            b.wait_until(lambda b: b.position["state"] == "over")
    assert ada.get(f"/api/tables/{table['id']}")["seed"] is not None


def test_the_toys_can_be_listed(served: Served) -> None:
    found = served.guest().get("/api/games")
    assert [game["id"] for game in found] == ["nim", "pig", "rummage", "duel", "race"]
