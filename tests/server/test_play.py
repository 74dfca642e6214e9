"""Playing over the wire: moves, refusals, questions, what others see."""

import pytest
from tests.server.serving import Guest, Seated, Served

from ludoteka.server.table import actions


@pytest.fixture
def ada(served: Served) -> Guest:
    return served.guest("Ada")


@pytest.fixture
def ben(served: Served) -> Guest:
    return served.guest("Ben")


def test_two_people_play_a_whole_match(ada: Guest, ben: Guest) -> None:
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


def test_games_are_listed_with_options_levels_and_what_they_can(ada: Guest) -> None:
    found = {game["id"]: game for game in ada.get("/api/games")}
    assert list(found) == ["nim", "pig", "rummage", "duel", "race"]
    assert found["nim"]["options"][0]["key"] == "stones"
    assert [level["level"] for level in found["nim"]["levels"]] == [0, 1, 8, 9]
    assert "score" in found["nim"]["can"]
    assert "steps" not in found["nim"]["can"]


def test_refusals_carry_rule_text_and_squares_and_go_to_their_seat_alone(ada: Guest, ben: Guest) -> None:
    table = ada.open("rummage", "me", "open")["id"]
    ben.sit(table)
    with ada.at(table) as a, ben.at(table) as b:
        held = a.position["views"][0]["view"]["racks"][0]
        missing = next(tile for tile in "123456789" if tile not in held)
        refused = a.play(0, f"play {missing}")
        assert refused["why"] == "illegal-move"
        assert refused["rule"] == "RUM-3"
        assert refused["where"] == [missing]
        assert a.play(0, "fly away")["why"] == "bad-notation"
        assert b.play(1, f"play {held[0]}")["why"] == "bad-request"  # not its turn
        assert b.play(0, f"play {held[0]}")["why"] == "bad-request"  # not its seat
        assert not any(m["kind"] == "refused" and m["rule"] for m in b.heard)


def test_a_half_entered_move_is_scored_and_moves_are_listed(ada: Guest) -> None:
    table = ada.open("nim", "me", {"kind": "me", "name": "Other"}, options={"stones": 2})["id"]
    with ada.at(table) as a:
        assert a.ask("score", seat=0, move="take 2")["kind"] == "scored"
        assert a.ask("score", seat=0, move="take 3")["rule"] is not None
        assert a.ask("legal", seat=0, limit=1)["moves"] == ["take 1"]
        assert a.ask("legal", seat=0, limit=1)["count"] == 2
        assert a.ask("steps", seat=0, prefix="")["kind"] == "refused"
        assert a.ask("ping")["kind"] == "pong"


def test_several_people_on_one_device(ada: Guest) -> None:
    table = ada.open("duel", "me", {"kind": "me", "name": "Eva"})
    assert [seat["name"] for seat in table["seats"]] == ["Ada", "Eva"]
    with ada.at(table["id"]) as a:
        assert [view["seat"] for view in a.position["views"]] == [0, 1]
        a.play(0, "3")
        a.play(1, "2")
        assert a.entries[-1]["seat"] == 1


def test_others_are_told_less_than_the_mover(ada: Guest, ben: Guest) -> None:
    table = ada.open("rummage", "me", "open")["id"]
    ben.sit(table)
    with ada.at(table) as a, ben.at(table) as b:
        tile = a.position["views"][0]["view"]["racks"][0][0]
        mine = a.play(0, f"swap {tile}")["entries"]
        theirs = b.wait_for("news")["entries"]
        assert mine[0]["text"] == f"swap {tile}"
        assert theirs[0]["text"] == "swap #1"
        assert mine[1]["text"] != theirs[1]["text"] == "#1"
        assert b.position["views"][0]["view"]["racks"][0] is None


def test_resigning_is_a_leaving(ada: Guest, ben: Guest) -> None:
    table = ada.open("nim", "me", "open")["id"]
    ben.sit(table)
    with ada.at(table) as a, ben.at(table) as b:
        assert b.act("leave", seat=1)["entries"][0]["kind"] == "left"
        a.wait_until(lambda a: a.position["state"] == "over")
        assert a.position["awaiting"]["rule"] == "left"
        assert a.position["awaiting"]["ranks"] == [1, 2]
        assert b.act("leave", seat=1)["why"] == "bad-request"


# --- talk ----------------------------------------------------------------------------------------


def test_people_talk_in_phrases_unless_the_table_has_free_chat(ada: Guest) -> None:
    table = ada.open("nim", "me", "open")["id"]
    with ada.at(table) as a:
        assert a.act("say", phrase="hello")["entries"][0]["phrase"] == "hello"
        assert a.act("say", emote="clap")["entries"][0]["emote"] == "clap"
        assert a.act("say", text="hi there")["why"] == "bad-request"
        assert a.act("say", phrase="hello", emote="clap")["why"] == "bad-request"
    free = ada.open("nim", "me", "open", allows={"free_chat": True})["id"]
    with ada.at(free) as a:
        said = a.act("say", text="<b>hi</b>\u202e you")["entries"][0]["text"]
        assert said == "<b>hi</b> you"  # text is text; what turns the writing direction is dropped


def test_no_log_grows_without_end(ada: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ada.open("nim", "me", "me")["id"]
    monkeypatch.setattr(actions, "LOG_FULL", 5)
    with ada.at(table) as a:
        kinds = [a.act("say", phrase="hello")["kind"] for _ in range(4)]
        assert kinds == ["news", "news", "refused", "refused"]
        assert a.play(0, "take 1")["kind"] == "news"


def test_a_spectator_talks_under_a_name(ada: Guest, ben: Guest) -> None:
    table = ada.open("nim", "me", "open")["id"]
    with ben.at(table) as b:
        entry = b.act("say", phrase="hello")["entries"][0]
        assert (entry["seat"], entry["name"]) == (None, "Ben")


# --- agreements ----------------------------------------------------------------------------------


def _pair(ada: Guest, ben: Guest, game: str, **more: object) -> str:
    table: str = ada.open(game, "me", "open", **more)["id"]
    ben.sit(table)
    return table


def _agree(a: Seated, b: Seated, what: str, **fields: object) -> None:
    offer = a.act("propose", seat=0, what=what, **fields)["entries"][0]["seq"]
    b.wait_until(lambda b: b.position["offers"])
    b.act("respond", seat=1, ref=offer, accept=True)


@pytest.mark.parametrize("what", ["draw", "abort"])
def test_a_match_ends_by_agreement_and_the_record_says_so(ada: Guest, ben: Guest, what: str) -> None:
    table = _pair(ada, ben, "nim")
    with ada.at(table) as a, ben.at(table) as b:
        _agree(a, b, what)
        a.wait_until(lambda a: a.position["state"] == "over")
        assert a.table["result"]["how"] == what
        assert b.play(1, "take 1")["why"] == "bad-request"
    text = ada.http.get(f"/api/tables/{table}/record").text
    assert "ended: " + {"draw": "drawn by agreement", "abort": "aborted"}[what] in text


def test_an_offer_can_be_declined_and_withdrawn(ada: Guest, ben: Guest) -> None:
    table = _pair(ada, ben, "nim")
    with ada.at(table) as a, ben.at(table) as b:
        offer = a.act("propose", seat=0, what="draw")["entries"][0]["seq"]
        assert a.act("propose", seat=0, what="draw")["why"] == "bad-request"
        assert b.act("respond", seat=1, ref=offer, accept=False)["position"]["offers"] == []
        assert b.act("respond", seat=1, ref=offer, accept=True)["why"] == "stale"
        again = a.act("propose", seat=0, what="draw")["entries"][0]["seq"]
        assert a.act("respond", seat=0, ref=again, accept=False)["position"]["offers"] == []
        assert a.position["state"] == "running"


def test_a_takeback_opens_a_branch_and_the_old_log_stands(ada: Guest, ben: Guest) -> None:
    table = _pair(ada, ben, "nim", options={"stones": 20})
    with ada.at(table) as a, ben.at(table) as b:
        assert a.position["takeback"] is None
        a.play(0, "take 3")
        assert a.position["takeback"] == {"ply": 0, "why": None}
        assert b.position["takeback"] is None
        _agree(a, b, "takeback", ply=0)
        moved = a.wait_for("news", lambda m: any(e["kind"] == "followed" for e in m["entries"]))
        branch = next(e["table"] for e in moved["entries"] if e["kind"] == "followed")
        assert [e["text"] for e in a.entries if e["kind"] == "played"] == ["take 3"]
    with ada.at(branch) as a:
        assert a.table["follows"] == table
        assert a.position["ply"] == 0
        assert a.awaited() == [0]
        assert a.play(0, "take 1")["kind"] == "news"
    assert ada.get(f"/api/tables/{table}")["seed"] is None  # it gives the draws that are still to come
    assert "seed:" not in ada.http.get(f"/api/tables/{table}/record").text


def test_nothing_is_taken_back_past_chance_or_a_reveal(ada: Guest, ben: Guest) -> None:
    table = _pair(ada, ben, "rummage")
    with ada.at(table) as a:
        tile = a.position["views"][0]["view"]["racks"][0][0]
        a.play(0, f"play {tile}")
        assert "chance" in a.position["takeback"]["why"]["template"]  # said before anybody asks
        refused = a.act("propose", seat=0, what="takeback", ply=1)
        assert refused["why"] == "bad-request"
        assert "chance" in refused["text"]
    secret = _pair(ada, ben, "duel")
    with ada.at(secret) as a, ben.at(secret) as b:
        a.play(0, "1")
        b.play(1, "2")
        assert "unseen" in b.position["takeback"]["why"]["template"]
        assert "unseen" in b.act("propose", seat=1, what="takeback", ply=1)["text"]


def test_a_rematch_swaps_the_seats(ada: Guest, ben: Guest) -> None:
    table = _pair(ada, ben, "nim")
    with ada.at(table) as a, ben.at(table) as b:
        assert a.act("propose", seat=0, what="rematch")["why"] == "bad-request"  # not over yet
        a.act("leave", seat=0)
        b.wait_until(lambda b: b.position["state"] == "over")
        _agree(a, b, "rematch")
        a.wait_until(lambda a: a.entries[-1]["kind"] == "followed")
        again = a.entries[-1]["table"]
    sheet = ada.get(f"/api/tables/{again}")
    assert [seat["name"] for seat in sheet["seats"]] == ["Ben", "Ada"]
    assert sheet["state"] == "running"
    assert sheet["commitment"] != ada.get(f"/api/tables/{table}")["commitment"]


def test_a_person_alone_with_bots_decides_alone(ada: Guest) -> None:
    table = ada.open("nim", "me", {"kind": "bot", "level": 1}, options={"stones": 20})["id"]
    with ada.at(table) as a:
        a.act("propose", seat=0, what="abort")
        a.wait_until(lambda a: a.position["state"] == "over")
        assert a.table["result"]["how"] == "abort"
