"""Duplicate with one rack for all: everybody hands in a move, the best is laid, each scores their own."""

import asyncio
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests import toys
from tests.server.process import Process
from tests.server.serving import Guest, Served, serving, settings_for, until
from tests.server.test_daily import DAY, Clock
from tests.server.test_many_processes import elsewhere

from ludoteka.core import sitting as one_rack
from ludoteka.core.chance import commitment
from ludoteka.core.sitting import Handed
from ludoteka.server.store import sittings as stored

TURN = 60


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(settings_for(tmp_path_factory.mktemp("sittings"))) as served:
        yield served


@pytest.fixture
def clock(house: Served) -> Clock:
    return Clock(house)


def opened(guest: Guest, game: str = "rummage", **form: Any) -> dict[str, Any]:
    wish = {"game": game, "form": {"seconds": TURN} | form}
    answer = guest.http.post("/api/sittings", json=wish)
    assert answer.status_code == 201, answer.text
    sheet: dict[str, Any] = answer.json()
    return sheet


def do(guest: Guest, sitting: str, what: str, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = guest.http.post(f"/api/sittings/{sitting}/{what}", json=body)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


def hand(guest: Guest, sitting: str, turn: int, move: str, status: int = 200) -> dict[str, Any]:
    return do(guest, sitting, "move", status, turn=turn, move=move)


def seen(guest: Guest, sitting: str) -> dict[str, Any]:
    sheet: dict[str, Any] = guest.get(f"/api/sittings/{sitting}")
    return sheet


def rack(sheet: dict[str, Any]) -> str:
    tiles: str = sheet["view"]["racks"][0]
    return tiles


def begun(house: Served, *names: str, **form: Any) -> tuple[str, Guest, list[Guest]]:
    """A sitting in its first turn: its id, who opened it, who plays."""
    teacher = house.guest("Teacher")
    sitting = opened(teacher, **form)["id"]
    players = [house.guest(name) for name in names]
    for player in players:
        do(player, sitting, "join")
    do(teacher, sitting, "begin")
    return sitting, teacher, players


# --- among my games ------------------------------------------------------------------------------


def listed(guest: Guest) -> list[tuple[str, str, bool]]:
    """The sittings among somebody's games: which, what they are doing, whether they wait."""
    sheet = guest.get("/api/me/games")
    assert sheet["waiting"] == sum(one["waits"] for one in sheet["sittings"])
    return [(one["id"], one["state"], one["waits"]) for one in sheet["sittings"]]


def test_sittings_are_among_my_games_and_say_whom_they_wait_for(house: Served, clock: Clock) -> None:
    sitting, teacher, (ada, ben) = begun(house, "Ada", "Ben", pace="host", turns=2)
    assert listed(teacher) == [(sitting, "turn", False)]
    assert listed(ada) == listed(ben) == [(sitting, "turn", True)]
    tile = rack(seen(ada, sitting))[0]
    hand(ada, sitting, 1, f"play {tile}")
    assert listed(ada) == [(sitting, "turn", False)]
    hand(ben, sitting, 1, f"play {tile}")
    assert listed(teacher) == [(sitting, "between", True)]  # for the next turn, which only the host begins
    assert listed(ada) == [(sitting, "between", False)]
    later = opened(teacher)["id"]
    assert listed(teacher) == [(sitting, "between", True), (later, "waiting", False)]
    do(ben, sitting, "leave")
    assert listed(ben) == listed(house.guest()) == []
    do(teacher, sitting, "stop")
    assert listed(ada) == [], "it is over"
    clock.now += 8 * DAY
    assert listed(teacher) == [], "nobody begins that any more"


def test_when_the_time_is_over_a_list_waits_for_nobody_who_closed_the_page(
    house: Served, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting, teacher, (ada, ben) = begun(house, "Ada", "Ben", pace="host", turns=2)
    hand(ada, sitting, 1, f"play {rack(seen(ada, sitting))[0]}")
    clock.now += 1000 * TURN - 1
    assert listed(ben) == [(sitting, "turn", True)]
    clock.now += 1
    with monkeypatch.context() as unlooked:
        unlooked.setattr(house.host.sittings, "look", lambda _: None)
        assert listed(ben) == [(sitting, "between", False)]
        assert listed(teacher) == [(sitting, "between", True)]  # only the host begins the next one
    assert do(teacher, sitting, "begin")["turn"] == 2
    clock.now += 1000 * TURN
    assert listed(ada) == listed(teacher) == [], "that was the last one"


def test_a_list_that_finds_a_turn_over_has_it_ended(house: Served, clock: Clock) -> None:
    """Whoever handed in is waited for in the next turn, although nobody has the page open."""
    sitting, _, (ada, ben) = begun(house, "Ada", "Ben")
    hand(ada, sitting, 1, f"play {rack(seen(ada, sitting))[0]}")
    clock.now += 1000 * TURN
    assert listed(ben) == [(sitting, "turn", False)]
    until(lambda: listed(ada) == [(sitting, "turn", True)])
    assert house.host.sittings._kept[sitting].log.since == clock.now
    clock.now += 10 * DAY
    assert listed(ada) == [], "nobody played on"


def test_lists_do_not_decide_which_sittings_are_kept(
    house: Served, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludoteka.server.live.sittings.KEPT", 3)
    cold, teacher, (ada,) = begun(house, "Ada", seconds=3600)
    hand(ada, cold, 1, f"play {rack(seen(ada, cold))[0]}")
    others = [opened(teacher)["id"] for _ in range(3)]
    for other in others:
        seen(teacher, other)
    kept = list(house.host.sittings._kept)
    assert kept == others
    read: list[str] = []
    entries = stored.entries

    async def counted(store: Any, name: str, after: int) -> Any:
        read.append(name)
        return await entries(store, name, after)

    monkeypatch.setattr(stored, "entries", counted)
    for _ in range(3):
        assert listed(ada) == [(cold, "turn", True)]
        assert sorted(listed(teacher)) == sorted(
            [(cold, "turn", False), *((other, "waiting", False) for other in others)]
        )
    assert list(house.host.sittings._kept) == kept, "in the same order, too"
    assert read == [cold], "what has not grown is not read again"
    do(house.guest("Ben"), cold, "join")
    for other in others:
        seen(teacher, other)
    sheet = next(one for one in teacher.get("/api/me/games")["sittings"] if one["id"] == cold)
    assert sheet["players"] == 2, "what has grown is read"


# --- a whole sitting -----------------------------------------------------------------------------


def test_a_sitting_from_the_link_to_the_end(house: Served, clock: Clock) -> None:
    teacher, ada, ben = (house.guest(name) for name in ("Teacher", "Ada", "Ben"))
    sheet = opened(teacher, turns=3)
    sitting = sheet["id"]
    assert (sheet["state"], sheet["host"], sheet["mine"], sheet["players"]) == ("waiting", True, None, [])
    assert (sheet["seed"], sheet["turn"], sheet["last"]) == (None, 0, None)
    for guest in (ada, ben):
        assert do(guest, sitting, "join")["mine"]["handed"] is None
    assert do(ada, sitting, "join")["seq"] == 2  # who takes part already need not join again
    hand(ada, sitting, 1, "play 1", 409)
    assert do(teacher, sitting, "begin")["state"] == "turn"
    for turn in (1, 2, 3):
        here = seen(ada, sitting)
        assert rack(here) == rack(seen(ben, sitting)) == rack(seen(house.guest(), sitting))
        assert (here["turn"], here["until"]) == (turn, clock.now + 1000 * TURN)
        low, high = min(rack(here)), max(rack(here))
        mine = hand(ada, sitting, turn, f"play {low}")
        assert (mine["mine"]["handed"]["text"], mine["mine"]["handed"]["points"]) == (f"play {low}", int(low))
        assert [one["handed"] for one in seen(ben, sitting)["players"]] == [True, False]
        after = hand(ben, sitting, turn, f"play {high}")  # everybody has handed in: the turn is over
        last = after["last"]
        assert (last["number"], last["laid"]["text"], last["by"]) == (
            turn,
            f"play {high}",
            [0, 1] if low == high else [1],
        )
        assert (last["points"], last["best"]["points"]) == ([int(low), int(high)], int(high))
    assert (after["state"], after["rule"], after["until"]) == ("over", "DU-5.2", None)
    assert commitment(bytes.fromhex(after["seed"])) == sheet["commitment"]
    turns = house.guest().get(f"/api/sittings/{sitting}/turns")
    for number, player in enumerate(after["players"]):
        assert player["points"] == sum(turn["points"][number] for turn in turns)
    assert after["most"] == sum(turn["best"]["points"] for turn in turns)
    assert [one["percent"] for one in after["players"]] == [
        100 * one["points"] // after["most"] for one in after["players"]
    ]
    assert (after["players"][1]["tops"], after["players"][1]["percent"], after["players"][1]["rank"]) == (
        3,
        100,
        1,
    )
    whole = house.guest().get(f"/api/sittings/{sitting}/turns/2")
    assert [one["text"] for one in whole["found"]] == [f"play {n}" for n in turns[1]["points"]]
    assert set(rack(whole)) >= {str(n) for n in turns[1]["points"]}
    assert len(whole["after"]["racks"][0]) == len(rack(whole)) - 1
    house.guest().get(f"/api/sittings/{sitting}/turns/4", 404)
    do(ada, sitting, "begin", 403)
    do(house.guest(), sitting, "join", 400)


def test_what_is_laid_for_all_is_on_the_next_rack_no_more(house: Served, clock: Clock) -> None:
    sitting, _, (ada,) = begun(house, "Ada")
    first = rack(seen(ada, sitting))
    after = hand(ada, sitting, 1, f"play {first[-1]}")
    stays = sorted(first[:-1])
    assert after["turn"] == 2
    assert [tile for tile in stays if tile not in rack(after)] == []
    assert after["view"]["scores"] == [int(first[-1])]


def test_a_move_can_be_changed_until_the_turn_ends(house: Served, clock: Clock) -> None:
    sitting, _, (ada, ben) = begun(house, "Ada", "Ben")
    tiles = rack(seen(ada, sitting))
    hand(ada, sitting, 1, f"play {tiles[0]}")
    assert hand(ada, sitting, 1, f"PLAY   {tiles[-1]}")["mine"]["handed"]["text"] == f"play {tiles[-1]}"
    hand(ben, sitting, 1, f"swap {tiles[0]}")
    assert seen(ada, sitting)["last"]["points"] == [int(tiles[-1]), 0]


def test_when_the_time_is_over_whoever_has_nothing_gets_nothing(house: Served, clock: Clock) -> None:
    sitting, _, (ada, ben) = begun(house, "Ada", "Ben")
    tiles = rack(seen(ada, sitting))
    hand(ada, sitting, 1, f"play {tiles[0]}")
    clock.now += 1000 * TURN - 1
    assert seen(ben, sitting)["turn"] == 1
    clock.now += 1
    hand(ben, sitting, 1, f"play {tiles[0]}", 409)
    sheet = seen(ben, sitting)
    assert (sheet["turn"], sheet["last"]["points"]) == (2, [int(tiles[0]), None])
    assert [one["state"] for one in sheet["players"]] == ["here", "away"]
    assert sheet["until"] == clock.now + 1000 * TURN
    hand(ada, sitting, 2, f"swap {rack(sheet)[0]}")  # nobody waits for who let a turn pass
    assert seen(ada, sitting)["turn"] == 3


def test_turns_that_nobody_looked_at_ended_when_they_ended(house: Served, clock: Clock) -> None:
    sitting, _, (ada,) = begun(house, "Ada", seconds=86_400)
    began = clock.now
    clock.now += 10 * DAY
    sheet = seen(ada, sitting)
    assert (sheet["state"], sheet["rule"], sheet["last"]["number"]) == ("over", "DU-5.3", 3)
    log = house.host.sittings._kept[sitting].log
    assert log.since == began + 3 * DAY


def test_whoever_leaves_is_not_waited_for_and_may_come_back(house: Served, clock: Clock) -> None:
    sitting, _, (ada, ben) = begun(house, "Ada", "Ben")
    hand(ada, sitting, 1, f"play {rack(seen(ada, sitting))[0]}")
    sheet = do(ben, sitting, "leave")
    assert (sheet["turn"], sheet["mine"]["state"]) == (2, "left")
    hand(ben, sitting, 2, f"play {rack(sheet)[0]}", 400)
    do(ben, sitting, "leave", 400)
    back = do(ben, sitting, "join")
    assert (back["mine"]["player"], back["mine"]["state"], len(back["players"])) == (1, "here", 2)


def test_at_the_hosts_own_pace_the_next_turn_waits(house: Served, clock: Clock) -> None:
    sitting, teacher, (ada,) = begun(house, "Ada", pace="host")
    after = hand(ada, sitting, 1, f"play {rack(seen(ada, sitting))[0]}")
    assert (after["state"], after["until"], after["turn"]) == ("between", None, 1)
    assert len(rack(after)) == 2  # the next tiles are drawn with the next turn: nobody has more time for them
    clock.now += DAY
    assert seen(ada, sitting)["state"] == "between"
    do(ada, sitting, "begin", 403)
    assert do(teacher, sitting, "begin")["turn"] == 2
    assert do(teacher, sitting, "begin")["turn"] == 2
    over = do(teacher, sitting, "stop")
    assert (over["state"], over["rule"], over["last"]["number"]) == ("over", "DU-5.4", 1)
    do(ada, sitting, "stop", 403)


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "status", "rule"),
    [
        ({"game": "nim"}, 400, "DU-1.1"),
        ({"game": "chess"}, 404, None),
        ({"options": {"each": 99}}, 400, None),
        ({"form": {"turns": 100}}, 400, "DU-1.4"),
        ({"form": {"seconds": 1}}, 400, "DU-1.4"),
        ({"form": {"speed": 1}}, 400, "DU-1.4"),
        ({"form": {"pace": ["clock"]}}, 422, None),
        ({"form": {"turns": True}}, 422, None),
        ({"form": {"turns": 1.0}}, 422, None),
        ({"form": {"turns": "1"}}, 400, "DU-1.4"),
        ({"options": {"each": True}}, 422, None),
        ({"form": {str(n): n for n in range(9)}}, 422, None),
        ({"seats": 2}, 422, None),
    ],
)
def test_what_cannot_be_opened(house: Served, wish: dict[str, Any], status: int, rule: str | None) -> None:
    answer = house.guest().http.post("/api/sittings", json={"game": "rummage"} | wish)
    assert answer.status_code == status
    assert answer.json()["error"]["rule"] == rule


def test_what_cannot_be_handed_in_changes_nothing(house: Served, clock: Clock) -> None:
    sitting, _, (ada, _) = begun(house, "Ada", "Ben")
    before = seen(ada, sitting)
    missing = next(tile for tile in "123456789" if tile not in rack(before))
    assert hand(ada, sitting, 1, f"play {missing}", 400)["error"]["rule"] == "RUM-3"
    assert hand(ada, sitting, 1, "nonsense", 400)["error"]["rule"] == "RUM-1"
    assert hand(ada, sitting, 2, f"play {rack(before)[0]}", 409)["error"]["rule"] == "DU-2.4"
    assert hand(house.guest(), sitting, 1, f"play {rack(before)[0]}", 403)["error"]["rule"] == "DU-1.3"
    for body in (
        {"turn": 1},
        {"turn": "1", "move": "x"},
        {"turn": 1, "move": "x" * 3000},
        {"turn": 0, "move": "x"},
    ):
        do(ada, sitting, "move", 422, **body)
    assert seen(ada, sitting) == before


def test_a_sitting_that_nobody_opened_is_not_there(house: Served) -> None:
    ada = house.guest("Ada")
    for path in ("", "/turns", "/turns/1"):
        ada.get(f"/api/sittings/nobody{path}", 404)
    for what in ("join", "leave", "begin", "stop"):
        do(ada, "nobody", what, 404)


def test_previews_are_for_players_and_moves_are_not_listed(house: Served, clock: Clock) -> None:
    sitting, _, (ada, _) = begun(house, "Ada", "Ben")
    tile = rack(seen(ada, sitting))[0]
    asked = do(ada, sitting, "ask", score=f"play {tile}", legal=100)
    assert asked["score"]["points"] == int(tile)
    assert asked["legal"]["kind"] == "refused"
    do(house.guest(), sitting, "ask", 403, score=f"play {tile}")


def test_whoever_has_left_gets_no_previews_nor_anybody_after_the_end(house: Served, clock: Clock) -> None:
    sitting, teacher, (ada, ben) = begun(house, "Ada", "Ben")
    asked: dict[str, Any] = {"score": f"play {rack(seen(ada, sitting))[0]}"}
    do(ada, sitting, "leave")
    assert do(ada, sitting, "ask", 400, **asked)["error"]["rule"] == "DU-1.3"
    assert do(ben, sitting, "ask", **asked)["score"]["points"]
    do(teacher, sitting, "stop")
    assert do(ben, sitting, "ask", 400, **asked)["error"]["rule"] == "DU-5.4"


def test_nobody_opens_more_than_they_can_play(house: Served, clock: Clock) -> None:
    host = house.guest("Host")
    most = house.host.settings.tables_held
    last = [opened(host)["id"] for _ in range(most)][-1]
    assert host.http.post("/api/sittings", json={"game": "rummage"}).status_code == 400
    do(host, last, "stop")
    opened(host)


def test_whoever_plays_gets_no_analysis(house: Served, clock: Clock) -> None:
    sitting, teacher, (ada,) = begun(house, "Ada")
    wish = {
        "game": "rummage",
        "position": toys.get("rummage").notation.dump(
            toys.get("rummage").start(toys.get("rummage").options(2), 2)
        ),
    }
    refused = ada.http.post("/api/analyse", json=wish)
    assert refused.status_code == 400, refused.text
    assert "playing this game" in refused.text
    do(teacher, sitting, "stop")
    assert "playing this game" not in ada.http.post("/api/analyse", json=wish).text


def test_whoever_sits_gets_no_list_of_moves_from_a_study_board(house: Served, clock: Clock) -> None:
    sitting, teacher, (ada,) = begun(house, "Ada")
    wish = {"game": "rummage", "seed": "00" * 32}
    for asked in ({"legal": 1000}, {"steps": ""}, {"legal": 0, "score": "play 1"}):
        refused = ada.http.post("/api/study", json=wish | asked)
        assert refused.status_code == 400, refused.text
        assert "playing this game" in refused.text
    assert ada.http.post("/api/study", json=wish | {"score": "play 1"}).status_code == 200
    assert ada.http.post("/api/study", json={"game": "nim", "legal": 9}).json()["legal"]["moves"]
    assert house.guest().http.post("/api/study", json=wish | {"legal": 9}).json()["legal"]["moves"]
    do(ada, sitting, "leave")
    assert ada.http.post("/api/study", json=wish | {"legal": 9}).status_code == 400
    do(teacher, sitting, "stop")
    assert ada.http.post("/api/study", json=wish | {"legal": 9}).json()["legal"]["moves"]


def may_study(guest: Guest) -> bool:
    wish = {"game": "rummage", "seed": "00" * 32, "legal": 9}
    return guest.http.post("/api/study", json=wish).status_code == 200


def test_a_sitting_that_was_never_begun_keeps_nobody_from_studying(house: Served, clock: Clock) -> None:
    teacher, ada = house.guest("Teacher"), house.guest("Ada")
    sitting = opened(teacher)["id"]
    do(ada, sitting, "join")
    assert may_study(ada)
    do(teacher, sitting, "begin")
    assert not may_study(ada)


def test_a_sitting_that_nobody_ends_keeps_nobody_from_studying_for_ever(house: Served, clock: Clock) -> None:
    sitting, teacher, (ada,) = begun(house, "Ada", pace="host")
    hand(ada, sitting, 1, f"play {rack(seen(ada, sitting))[0]}")
    clock.now += DAY + 1000 * TURN
    assert not may_study(ada)
    do(ada, sitting, "leave")
    assert not may_study(ada)
    clock.now += 1
    assert may_study(ada)
    do(teacher, sitting, "begin")  # and on it goes, with or without them
    assert not may_study(ada)


def test_a_turn_that_goes_on_while_no_server_is_there_still_counts(house: Served, clock: Clock) -> None:
    _, _, (ada,) = begun(house, "Ada")
    before = house.host.time.outages
    try:
        house.host.time.learn([(clock.now, clock.now + 3 * DAY)])
        clock.now += 3 * DAY + 1000
        assert not may_study(ada)
    finally:
        house.host.time.outages = before


# --- secrets -------------------------------------------------------------------------------------


def doors(guest: Guest, sitting: str) -> list[bytes]:
    """Everything that somebody can hear of a sitting, byte for byte."""
    paths = ("", "/turns", "/turns/1", "/turns/2")
    heard = [guest.http.get(f"/api/sittings/{sitting}{path}").content for path in paths]
    tile = rack(json.loads(heard[0]))[0]
    asked = {"score": f"play {tile}", "legal": 9, "examine": f"play {tile}", "steps": ""}
    heard.append(guest.http.post(f"/api/sittings/{sitting}/ask", json=asked).content)
    heard.append(guest.http.post(f"/api/sittings/{sitting}/join", json={}).content)
    heard.append(guest.http.post(f"/api/sittings/{sitting}/move", json={"turn": 9, "move": "x"}).content)
    heard.append(guest.http.get("/api/games").content)
    return heard


def test_moves_and_coming_draws_reach_nobody_before_the_turn_ends(house: Served, clock: Clock) -> None:
    """Worlds that differ only in what another handed in, and in all draws to come, give the same bytes."""
    sitting, teacher, (ada, ben, cleo) = begun(house, "Ada", "Ben", "Cleo")
    for guest in (ada, ben, cleo):
        hand(guest, sitting, 1, f"play {rack(seen(guest, sitting))[0]}")
    here = seen(ada, sitting)
    assert here["turn"] == 2
    hand(ada, sitting, 2, f"play {rack(here)[0]}")
    kept = house.host.sittings._kept[sitting]
    kept.row = replace(kept.row, seed=bytes(32))
    worlds: dict[str, list[list[bytes]]] = {"ada": [], "teacher": [], "cleo": []}
    game = kept.log.sitting.match.game
    base = kept.log
    for number, move in enumerate(game.legal(base.sitting.match.state, 0)):
        planted = one_rack.apply(base.sitting, Handed(1, move))
        kept.log = replace(base, sitting=planted, seq=base.seq + 1)
        kept.row = replace(kept.row, seed=bytes([number]) * 32)
        for name, guest in (("ada", ada), ("teacher", teacher), ("cleo", cleo)):
            worlds[name].append(doors(guest, sitting) if name != "teacher" else doors(guest, sitting)[:5])
    assert len(worlds["ada"]) > 2
    for name, heard in worlds.items():
        assert all(world == heard[0] for world in heard), name
    assert any(one["handed"] for one in json.loads(worlds["cleo"][0][0])["players"])


# --- waiting for news ----------------------------------------------------------------------------


def test_news_comes_when_there_is_some(house: Served) -> None:
    sitting, _, (ada, ben) = begun(house, "Ada", "Ben", seconds=3600)
    before = seen(ada, sitting)
    answers: list[dict[str, Any]] = []
    waits = threading.Thread(
        target=lambda: answers.append(ada.get(f"/api/sittings/{sitting}?seen={before['seq']}"))
    )
    waits.start()
    hand(ben, sitting, 1, f"play {rack(before)[0]}")
    waits.join(60)
    assert answers[0]["seq"] == before["seq"] + 1
    assert [one["handed"] for one in answers[0]["players"]] == [False, True]
    assert ada.get(f"/api/sittings/{sitting}?seen={before['seq']}")["seq"] > before["seq"]  # at once


def test_a_turn_that_runs_out_is_news(house: Served, clock: Clock) -> None:
    sitting, _, (ada, _) = begun(house, "Ada", "Ben", seconds=10)
    before = seen(ada, sitting)
    kept = house.host.sittings._kept[sitting]
    kept.log = replace(kept.log, since=clock.now - 9_500)
    with ThreadPoolExecutor(1) as threads:
        waits = threads.submit(ada.get, f"/api/sittings/{sitting}?seen={before['seq']}")
        until(lambda: kept.waiting == 1)
        clock.now += 500
        assert waits.result()["turn"] == 2


def test_news_comes_however_many_sittings_are_looked_at(
    house: Served, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludoteka.server.live.sittings.KEPT", 2)
    sitting, teacher, (ada, ben) = begun(house, "Ada", "Ben", seconds=3600)
    others = [opened(teacher)["id"] for _ in range(4)]
    before = seen(ada, sitting)
    kept = house.host.sittings._kept[sitting]
    with ThreadPoolExecutor(1) as threads:
        waits = threads.submit(ada.get, f"/api/sittings/{sitting}?seen={before['seq']}")
        until(lambda: kept.waiting == 1)
        for other in others:
            seen(teacher, other)
        assert house.host.sittings._kept[sitting] is kept
        hand(ben, sitting, 1, f"play {rack(before)[0]}")
        assert waits.result()["seq"] == before["seq"] + 1
    seen(teacher, others[0])
    seen(teacher, others[1])
    assert list(house.host.sittings._kept) == others[:2]  # nobody waits any more


def test_a_sitting_put_aside_while_somebody_acts_in_it_is_still_one(
    house: Served, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two move at once, and between them the sitting is put aside and found again by a third."""
    sitting, teacher, (ada, ben, _) = begun(house, "Ada", "Ben", "Cleo", seconds=3600)
    tile = rack(seen(ada, sitting))[0]
    free, append = threading.Event(), stored.append

    async def held(*given: Any, **named: Any) -> None:
        await asyncio.to_thread(free.wait, 60)
        await append(*given, **named)

    monkeypatch.setattr(stored, "append", held)
    kept = house.host.sittings._kept[sitting]
    with ThreadPoolExecutor(2) as threads:
        moves = [threads.submit(hand, guest, sitting, 1, f"play {tile}") for guest in (ada, ben)]
        try:
            until(lambda: bool(kept.acting._waiters))
            del house.host.sittings._kept[sitting]
            assert not any(one["handed"] for one in seen(teacher, sitting)["players"])
        finally:
            free.set()
        assert [move.result()["turn"] for move in moves] == [1, 1]
    assert house.host.sittings._kept[sitting] is not kept
    assert [one["handed"] for one in seen(teacher, sitting)["players"]] == [True, True, False]


def test_whoever_hands_in_last_does_not_wait_for_workers(
    house: Served, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is durable and answered; the turn ends when the best move is known."""
    free = threading.Event()

    async def busy(owner: str, errand: Any) -> Any:
        await asyncio.to_thread(free.wait, 60)
        return errand.work(house.host.catalogue)

    monkeypatch.setattr(house.host.bots, "ask", busy)
    monkeypatch.setattr("ludoteka.server.live.sitting_turns.MOMENT_S", 0.05)
    sitting, _, (ada,) = begun(house, "Ada")
    try:
        answer = hand(ada, sitting, 1, f"play {rack(seen(ada, sitting))[0]}")
        assert (answer["turn"], answer["mine"]["handed"]["text"][:4]) == (1, "play")
        assert seen(ada, sitting)["turn"] == 1
    finally:
        free.set()
    until(lambda: seen(ada, sitting)["turn"] == 2)


def test_a_sitting_begins_when_its_game_is_compiled(house: Served, clock: Clock) -> None:
    teacher = house.guest("Teacher")
    sitting = opened(teacher)["id"]
    house.host.preparation.game = "rummage"
    try:
        answer = teacher.http.post(f"/api/sittings/{sitting}/begin", json={})
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "4")
        assert seen(teacher, sitting)["state"] == "waiting"
    finally:
        house.host.preparation.game = None
    assert do(teacher, sitting, "begin")["state"] == "turn"


# --- the log is the truth ------------------------------------------------------------------------


KILLS = 2


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    with Process(f"sqlite:///{tmp_path / 'kill.sqlite3'}") as process:
        teacher, ada, ben = guests = [process.guest() for _ in range(3)]
        sitting = opened(teacher, seconds=3600)["id"]
        for guest in (ada, ben):
            do(guest, sitting, "join")
        do(teacher, sitting, "begin")
        for turn in range(1, KILLS + 1):
            here = seen(ada, sitting)
            assert here["turn"] == turn
            heard = hand(ada, sitting, turn, f"play {rack(here)[0]}")
            process.kill()
            process.start()
            again = seen(ada, sitting)
            for key in ("turn", "view", "players", "mine", "last", "seq", "commitment"):
                assert again[key] == heard[key], key
            hand(ben, sitting, turn, f"play {rack(here)[-1]}")
        assert [one["points"] > 0 for one in seen(ben, sitting)["players"]] == [True, True]
        for guest in guests:
            guest.http.close()


def test_two_processes_play_one_sitting(database: str, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, database=database)
    with serving(settings) as here, serving(settings) as there:
        teacher = here.guest("Teacher")
        sitting = opened(teacher, turns=4, seconds=3600)["id"]
        guests = [(here if n % 2 else there).guest(f"G{n}") for n in range(6)]
        with ThreadPoolExecutor(6) as threads:
            list(threads.map(lambda guest: do(guest, sitting, "join"), guests))
            do(teacher, sitting, "begin")
            for turn in range(1, 5):
                tiles = rack(seen(guests[0], sitting))
                moves = [f"play {tiles[n % len(tiles)]}" for n in range(6)]
                done = [
                    threads.submit(hand, guest, sitting, turn, move)
                    for guest, move in zip(guests, moves, strict=True)
                ]
                assert all(one.result()["seq"] for one in done)
        sheets = [seen(elsewhere(teacher, served), sitting) for served in (here, there)]
        assert [sheet["state"] for sheet in sheets] == ["over", "over"]
        for key in ("players", "last", "seed", "seq", "view"):
            assert sheets[0][key] == sheets[1][key]
        assert sorted(one["name"] for one in sheets[0]["players"]) == [f"G{n}" for n in range(6)]
        turns = teacher.get(f"/api/sittings/{sitting}/turns")
        assert [len([p for p in turn["points"] if p is not None]) for turn in turns] == [6] * 4


# --- everything about me -------------------------------------------------------------------------


def test_whoever_is_forgotten_is_nameless_in_their_sittings(house: Served, clock: Clock) -> None:
    sitting, _, (ada, ben) = begun(house, "Ada", "Ben")
    hand(ada, sitting, 1, f"play {rack(seen(ada, sitting))[0]}")
    hand(ben, sitting, 1, f"play {rack(seen(ben, sitting))[0]}")
    answer = ada.http.post("/api/me/forget", json={"name": "Ada"})
    assert answer.status_code == 200, answer.text
    sheet = seen(ben, sitting)
    assert [one["name"] for one in sheet["players"]] == ["—", "Ben"]
    assert "Ada" not in json.dumps(sheet)


def forgotten(guest: Guest, name: str) -> None:
    answer = guest.http.post("/api/me/forget", json={"name": name})
    assert answer.status_code == 200, answer.text


def test_nobody_waits_for_whoever_is_forgotten(house: Served, clock: Clock) -> None:
    sitting, _, (ada, ben) = begun(house, "Ada", "Ben")
    hand(ben, sitting, 1, f"play {rack(seen(ben, sitting))[0]}")
    forgotten(ada, "Ada")
    sheet = seen(ben, sitting)
    assert ([one["state"] for one in sheet["players"]], sheet["turn"]) == (["left", "here"], 2)


def test_sittings_end_with_the_account_of_their_host(house: Served, clock: Clock) -> None:
    sitting, teacher, (ada,) = begun(house, "Ada", pace="host")
    waiting, left, over = (opened(teacher)["id"] for _ in range(3))
    do(teacher, waiting, "join")
    do(teacher, left, "join")
    do(teacher, left, "leave")
    do(teacher, over, "stop")
    others, _, (ben,) = begun(house, "Ben")
    do(teacher, others, "join")
    do(teacher, others, "leave")
    forgotten(teacher, "Teacher")
    for name in (sitting, waiting, left, over):
        sheet = seen(ada, name)
        assert (sheet["state"], sheet["rule"]) == ("over", "DU-5.4")
        assert sheet["seed"] is not None
    assert seen(ben, others)["state"] == "turn"
