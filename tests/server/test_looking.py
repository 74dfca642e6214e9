"""Spectators, delay, replay, records, verification, hints, what else was there, study boards."""

import json
import time
from typing import Any

import pytest
from tests.server.serving import Guest, Served, until
from tests.toys import get, stones
from websockets.sync.client import connect

from ludoteka.core import record
from ludoteka.core.match import new
from ludoteka.server.live import host as hosting
from ludoteka.server.table import visibility


def _finished(ada: Guest, game: str = "rummage") -> str:
    """A match of two people on one device, played to its end."""
    table: str = ada.open(game, "me", "me")["id"]
    with ada.at(table) as a:
        while a.position["state"] == "running":
            seat = a.awaited()[0]
            a.play(seat, a.ask("legal", seat=seat)["moves"][0])
    return table


def test_a_spectator_sees_the_spectators_view_and_may_not_play(served: Served) -> None:
    ada, eva = served.guest(), served.guest()
    table = ada.open("rummage", "me", "me")["id"]
    with ada.at(table) as a, eva.at(table) as e:
        assert [view["seat"] for view in e.position["views"]] == [None]
        assert e.position["views"][0]["view"]["racks"] == [None, None]
        tile = a.position["views"][0]["view"]["racks"][0][0]
        assert e.play(0, f"play {tile}")["why"] == "bad-request"
        a.play(0, f"swap {tile}")
        assert e.wait_for("news")["entries"][0]["text"] == "swap #1"
        assert e.heard[-1]["key"] is None
        assert e.ask("legal", seat=0)["why"] == "bad-request"


def test_a_table_can_be_for_its_players_only(served: Served) -> None:
    ada, eva = served.guest(), served.guest()
    table = ada.open("nim", "me", "me", allows={"spectators": False})["id"]
    eva.get(f"/api/tables/{table}/log", 403)
    eva.get(f"/api/tables/{table}/at/0", 403)
    with ada.at(table) as a:
        a.play(0, "take 1")


def test_a_delayed_spectator_sees_everything_later(served: Served) -> None:
    ada, eva = served.guest(), served.guest()
    table = ada.open("nim", "me", "me", options={"stones": 20}, allows={"delay": 1})["id"]
    time.sleep(1.1)
    with ada.at(table) as a, eva.at(table) as e:
        a.play(0, "take 1")
        start = time.monotonic()
        assert [x["text"] for x in eva.get(f"/api/tables/{table}/log")["entries"] if x["ply"]] == []
        assert eva.get(f"/api/tables/{table}")["ply"] == 0
        eva.get(f"/api/tables/{table}/at/1", 404)
        e.wait_for("news")
        assert time.monotonic() - start > 0.8
        assert eva.get(f"/api/tables/{table}/at/1")["view"]["stones"] == 19
        a.act("leave", seat=1)
        sheet = eva.get(f"/api/tables/{table}")
        assert (sheet["state"], sheet["result"], sheet["seed"]) == ("running", None, None)
        eva.get(f"/api/tables/{table}/at/1?seat=0", 403)
        eva.get(f"/api/tables/{table}/record", 400)
        e.wait_until(lambda e: e.position["state"] == "over")
        assert eva.get(f"/api/tables/{table}/at/1?seat=0")["seat"] == 0


def test_no_answer_tells_a_delayed_spectator_more(served: Served) -> None:
    """Whatever they do or ask: what has just happened is in no answer, lobby and presence included."""
    ada, eva = served.guest(), served.guest("Eva")
    table = ada.open("nim", "me", "me", public=True, options={"stones": 20}, allows={"delay": 60})["id"]
    body = {"do": "say", "phrase": "hello", "seen": 0, "key": "k1"}
    with ada.at(table) as a, eva.at(table) as e:
        known = e.position["seq"]
        a.play(0, "take 1")
        for _ in range(2):  # the second is done already
            answer = eva.http.post(f"/api/tables/{table}/actions", json=body).json()
            assert (answer["kind"], answer["seq"]) == ("done", known)
        answer = e.act("say", emote="clap")
        assert (answer["kind"], answer["seq"]) == ("done", known)
        served.host.rooms[table].thinking.add(1)
        a.act("say", phrase="thanks")
        with eva.at(table) as again:
            again.wait_for("presence", lambda m: m["thinking"] == [])
        a.wait_for("presence", lambda m: m["thinking"] == [1])
        until(lambda: [one["ply"] for one in ada.get("/api/lobby")["running"] if one["id"] == table] == [1])
        assert not any(one["ply"] for one in eva.get("/api/lobby")["running"] if one["id"] == table)
        assert not any(message["kind"] == "news" for message in e.heard)


def test_a_delayed_spectator_is_refused_in_the_same_words_whatever_has_happened(served: Served) -> None:
    ada, eva = served.guest(), served.guest("Eva")
    table = ada.open("nim", "me", "me", options={"stones": 20}, allows={"delay": 60})["id"]
    actions: list[dict[str, Any]] = [
        {"do": "play", "seat": 0, "move": "take 1"},
        {"do": "leave", "seat": 1},
        {"do": "propose", "seat": 0, "what": "takeback", "ply": 0},
        {"do": "propose", "seat": 0, "what": "rematch"},
        {"do": "respond", "seat": 0, "ref": 4, "accept": True},
    ]

    def said() -> list[str]:
        bodies = [action | {"seen": 3, "key": f"k{number}"} for number, action in enumerate(actions)]
        answers = [eva.http.post(f"/api/tables/{table}/actions", json=body) for body in bodies]
        return [f"{answer.status_code} {answer.text}" for answer in answers]

    with ada.at(table) as a:
        told = [said()]
        a.play(0, "take 1")
        told.append(said())
        a.act("leave", seat=1)
        assert a.position["state"] == "over"
        told.append(said())
    assert told[0] == told[1] == told[2]
    assert all(text.startswith("403 ") for text in told[0])


def test_replay_at_any_ply_shows_own_views_during_and_all_after(served: Served) -> None:
    ada, ben = served.guest(), served.guest()
    table = ada.open("rummage", "me", "open")["id"]
    ben.sit(table)
    mine = ada.get(f"/api/tables/{table}/at/1")
    assert mine["seat"] == 0
    assert mine["view"]["racks"][0]
    assert mine["view"]["racks"][1] is None
    ada.get(f"/api/tables/{table}/at/1?seat=1", 403)
    ada.get(f"/api/tables/{table}/at/99", 404)
    over = _finished(ada)
    everything = [ada.get(f"/api/tables/{over}/at/1?seat={seat}")["view"]["racks"][seat] for seat in (0, 1)]
    assert all(everything)
    last = ada.get(f"/api/tables/{over}/at/1")["last"]
    assert ada.get(f"/api/tables/{over}/at/{last}")["awaiting"]["kind"] == "over"


def test_the_record_and_the_draws_can_be_checked_at_home(served: Served) -> None:
    ada = served.guest("Ada")
    running = ada.open("rummage", "me", "me")
    assert running["commitment"]
    assert running["seed"] is None
    ada.get(f"/api/tables/{running['id']}/record", 400)
    ada.get(f"/api/tables/{running['id']}/verify", 400)
    table = _finished(ada)
    answer = ada.http.get(f"/api/tables/{table}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    assert "attachment" in answer.headers["content-disposition"]
    read = record.read(answer.text, get)
    assert read.names == ("Ada", "Ada")
    assert record.verify(answer.text, get).is_clean
    check = ada.get(f"/api/tables/{table}/verify")
    assert check["clean"]
    assert check["draws"] > 3
    sheet = ada.get(f"/api/tables/{table}")
    assert (sheet["seed"], sheet["commitment"]) == (check["seed"], check["commitment"])


def test_an_earlier_ply_says_what_its_move_brought_to_who_knows_the_move(served: Served) -> None:
    ada, ben = served.guest(), served.guest()
    table = ada.open("nim", "me", "open", options={"stones": 3})["id"]
    ben.sit(table)
    with ada.at(table) as a:
        a.play(0, "take 3")
    at = ben.get(f"/api/tables/{table}/at/1")
    assert (at["scored"]["points"], at["scored"]["detail"]) == (1, [{"left": 0}])
    assert ben.get(f"/api/tables/{table}/at/0")["scored"] is None
    secret = ada.open("duel", "me", "open")["id"]
    ben.sit(secret)
    with ada.at(secret) as a:
        a.play(0, "1")
    assert ada.get(f"/api/tables/{secret}/at/1")["scored"]["points"] == 0
    assert ben.get(f"/api/tables/{secret}/at/1")["scored"] is None


def test_hints_come_in_three_steps_where_the_table_allows_them(served: Served) -> None:
    ada = served.guest()
    table = ada.open("nim", "me", "me")["id"]
    with ada.at(table) as a:
        steps = [a.ask("hint", seat=0, step=1)]
        thought = served.host.rooms[table].hinted[0]
        steps += [a.ask("hint", seat=0, step=step) for step in (2, 3)]
        assert served.host.rooms[table].hinted[0] is thought  # thought out once
        assert [step["move"] for step in steps] == [None, None, "1"]
        assert steps[1]["where"] == ["A1"]
        assert a.ask("hint", seat=1, step=1)["why"] == "bad-request"  # not its turn
    strict = ada.open("nim", "me", "me", allows={"hints": False, "alternatives": False})["id"]
    with ada.at(strict) as a:
        assert a.ask("hint", seat=0, step=1)["why"] == "bad-request"
        a.play(0, "take 1")
        assert a.ask("alternatives", ply=0)["why"] == "bad-request"


def test_what_else_was_there_shows_no_hand_and_no_open_race(served: Served) -> None:
    ada, ben = served.guest(), served.guest()
    table = ada.open("rummage", "me", "open")["id"]
    ben.sit(table)
    with ada.at(table) as a, ben.at(table) as b:
        tile = a.position["views"][0]["view"]["racks"][0][0]
        a.play(0, f"play {tile}")
        assert f"swap {tile}" in [m["move"] for m in a.ask("alternatives", ply=1)["moves"]]
        assert b.ask("alternatives", ply=1)["why"] == "bad-request"
        assert a.ask("alternatives", ply=99)["why"] == "bad-request"
    race = ada.open("race", "me", "me", options={"rounds": 2, "seconds": 60})["id"]
    with ada.at(race) as a:
        number = a.position["views"][0]["view"]["open"]
        a.play(0, str(number))
        assert len(a.ask("alternatives", ply=1)["moves"]) == 3
    over = _finished(ada)
    last = ben.get(f"/api/tables/{over}")["ply"]
    assert ben.get(f"/api/tables/{over}/alternatives/1")["moves"]
    ben.get(f"/api/tables/{over}/alternatives/{last}", 400)


# --- study boards --------------------------------------------------------------------------------


def _study(served: Served, **wish: Any) -> Any:
    answer = served.guest().http.post("/api/study", json=wish)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_study_board_plays_positions_and_answers_questions(served: Served) -> None:
    start = _study(served, game="nim", options={"stones": 9}, legal=2, score="take 3", steps="")
    assert start["legal"]["count"] == 3
    assert start["score"]["kind"] == "scored"
    assert start["steps"]["kind"] == "refused"
    after = _study(served, game="nim", position=start["position"], events=[{"move": "take 3"}, {"move": "x"}])
    assert (after["ply"], after["failed"]) == (1, 1)
    assert after["refused"]["rule"] == "NIM-1"
    assert after["told"] == ["take 3"]


def test_chance_on_a_study_board_is_given_or_sampled(served: Served) -> None:
    waiting = _study(served, game="rummage")
    assert waiting["awaiting"]["kind"] == "draw"
    given = _study(served, game="rummage", events=[{"outcome": "123|456"}], seat=0)
    assert given["view"]["racks"] == ["123", None]
    sampled = _study(served, game="rummage", seed="any")
    assert sampled["awaiting"]["kind"] == "turn"
    assert sampled == _study(served, game="rummage", seed="any")
    for wrong in ({"game": "nim", "position": "nonsense"}, {"game": "rummage", "seed": "any", "seat": 2}):
        assert served.guest().http.post("/api/study", json=wrong).status_code == 400


def test_the_lobby_socket_tells_of_new_tables(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "LOBBY_S", 600.0)  # it is told, not found out after a while
    ada = served.guest()
    with connect(f"ws://127.0.0.1:{served.port}/ws/lobby", compression=None) as socket:
        first = json.loads(socket.recv(5))
        assert first["kind"] == "lobby"
        table = ada.open("pig", "me", "open", public=True)["id"]
        with ada.at(table):
            until(lambda: table in {one["id"] for one in json.loads(socket.recv(60))["open"]}, 60)


def test_a_sentence_comes_with_its_template_and_values(served: Served) -> None:
    ada = served.guest("Ada")
    table = ada.open("nim", "me", "me")["id"]
    with ada.at(table) as a:
        refused = a.play(1, "take 1")
        assert refused["template"] == "It is not the turn of seat {seat}, but of {others}."
        assert refused["values"] == {
            "seat": 1,
            "others": {"template": "seat {seats}", "values": {"seats": "0"}},
        }
        assert refused["text"] == "It is not the turn of seat 1, but of seat 0."
        hint = a.ask("hint", seat=0, step=2)
        assert (hint["text"], hint["template"], hint["values"]) == (
            "Look at A1.",
            "Look at {square}.",
            {"square": "A1"},
        )
    error = ada.http.get("/api/tables/nowhere").json()["error"]
    assert error["text"] == error["template"] == "There is no such table."
    error = ada.http.post("/api/tables", json={"game": "ch'ess", "seats": [{"kind": "me"}]}).json()["error"]
    assert error["template"] == "There is no game {game} here."
    assert error["text"] == f"There is no game {error['values']['game']} here."
    with connect(f"{served.address.replace('http', 'ws')}/ws/tables/nowhere") as socket:
        bye = json.loads(socket.recv(60))
    assert (bye["why"], bye["template"], bye["values"]) == ("gone", "There is no such table.", {})


def test_games_go_out_with_what_they_declare(served: Served) -> None:
    (nim,) = [game for game in served.guest().get("/api/games") if game["id"] == "nim"]
    assert nim["presets"] == []
    assert nim["example"] == ""
    assert nim["levels"][1] == {
        "level": 1,
        "name": "first",
        "about": "Takes what comes first.",
        "face": "☝",
        "rating": 1500,
    }
    assert nim["can"] == [
        "score",
        "alternatives",
        "analyse",
        "review",
        "puzzles",
    ]  # a game that cannot imagine gives no hints


# --- plain text ----------------------------------------------------------------------------------


def test_a_view_is_drawn_as_plain_text_by_its_own_game() -> None:
    assert visibility.plain(new(stones.GAME, 2, {"stones": 3}), 0) == (
        "o o o \n3 lie there; seat 0 takes some."
    )
    assert visibility.plain(new(get("nim"), 2), None) is None


def test_plain_text_is_told_where_it_is_asked_for(served: Served) -> None:
    ada = served.guest()
    table = ada.open("nim", "me", "me")["id"]
    assert ada.get(f"/api/tables/{table}/at/0?plain=true")["plain"] is None
    assert _study(served, game="nim", plain=True)["plain"] is None


# --- races ---------------------------------------------------------------------------------------


def test_in_a_race_without_hints_nobody_lists_what_all_look_for(served: Served) -> None:
    ada = served.guest()
    for hints in (True, False):
        table = ada.open("race", "me", "me", allows={"hints": hints})["id"]
        with ada.at(table) as a:
            a.wait_until(lambda a: a.awaited() != [])
            answer = a.ask("legal", seat=a.awaited()[0], limit=5)
            assert ("moves" in answer) == hints
        asked = ada.http.get(f"/api/tables/{table}/position?legal=5&seat=0")
        assert (asked.status_code == 200) == hints


def test_who_came_before_a_private_match_began_does_not_stay(served: Served) -> None:
    ada, ben, eva = served.guest(), served.guest(), served.guest()
    table = ada.open("nim", "me", "open", options={"stones": 20}, allows={"spectators": False})["id"]
    with eva.at(table) as e:
        ben.sit(table)
        bye = e.wait_for("bye")
        assert (bye["why"], bye["retry"]) == ("gone", False)
        assert bye["text"] == "This table is for its players only."
        assert not any("started" in str(message) for message in e.heard)
    with ada.at(table) as a:
        a.play(0, "take 1")
