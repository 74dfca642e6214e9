"""The engine protocol, verb by verb, over the toys."""

import json
from fractions import Fraction
from typing import Any

import pytest
from tests.toys import get, ids

from ludoteka.core.refusals import Refusal
from ludoteka.engine import Engine

PIG_START = "goal=30 scores=0,0 seat=0 dice=- left=-"


@pytest.fixture
def engine() -> Engine:
    return Engine(get, ids)


def ask(engine: Engine, do: str, **fields: Any) -> dict[str, Any]:
    answer = engine.answer({"id": 5, "do": do, **fields})
    assert answer["id"] == 5
    json.dumps(answer)
    return answer


def ok(engine: Engine, do: str, **fields: Any) -> dict[str, Any]:
    answer = ask(engine, do, **fields)
    assert answer["ok"], answer
    return answer


def refused(engine: Engine, do: str, **fields: Any) -> tuple[str, str | None]:
    answer = ask(engine, do, **fields)
    assert not answer["ok"], answer
    error = answer["error"]
    assert set(error) == {"kind", "rule", "text", "where"}
    assert error["text"]
    return error["kind"], error["rule"]


def test_games(engine: Engine) -> None:
    games = ok(engine, "games")["games"]
    assert [game["id"] for game in games] == ids()
    sheet = games[0]
    assert set(sheet) == {"id", "title", "seats", "traits", "options", "rules"}
    assert sheet["seats"] == [2, 4]
    assert sheet["options"]["properties"]["stones"] == {
        "type": "integer",
        "description": "How many stones lie on the table.",
        "default": 12,
        "minimum": 1,
        "maximum": 50,
    }


def test_a_whole_answer(engine: Engine) -> None:
    assert ok(engine, "new", game="nim", seats=2) == {
        "id": 5,
        "ok": True,
        "match": "m1",
        "ply": 0,
        "awaiting": {"kind": "turn", "seats": [0], "until": None},
    }
    assert ok(engine, "play", match="m1", move="take 1") == {
        "id": 5,
        "ok": True,
        "ply": 1,
        "awaiting": {"kind": "turn", "seats": [1], "until": None},
    }
    assert ok(engine, "leave", match="m1", seat=0)["awaiting"] == {
        "kind": "over",
        "scores": [0, 0],
        "ranks": [2, 1],
        "rule": "left",
    }


def test_legal_with_a_limit(engine: Engine) -> None:
    ok(engine, "new", game="nim", seats=2)
    assert ok(engine, "legal", match="m1")["moves"] == ["take 1", "take 2", "take 3"]
    limited = ok(engine, "legal", match="m1", limit=1, seat=0)
    assert (limited["moves"], limited["count"]) == (["take 1"], 3)
    assert ok(engine, "legal", match="m1", limit=0)["moves"] == []
    assert refused(engine, "legal", match="m1", limit=-1) == ("bad-request", None)


def test_score_and_refusals(engine: Engine) -> None:
    ok(engine, "new", game="nim", seats=2, options={"stones": 2})
    assert ok(engine, "score", match="m1", move="TAKE  2") | {"id": 0} == {
        "id": 0,
        "ok": True,
        "points": 1,
        "detail": [{"left": 0}],
    }
    assert refused(engine, "score", match="m1", move="take 3") == ("illegal-move", "NIM-2")
    assert refused(engine, "play", match="m1", move="take 3") == ("illegal-move", "NIM-2")
    assert refused(engine, "play", match="m1", move="grab") == ("bad-notation", "NIM-1")
    assert refused(engine, "play", match="m1", seat=1, move="grab") == ("bad-request", None)
    assert ok(engine, "position", match="m1")["position"] == "seats=2 stones=2 seat=0 left=-"


def test_chance_is_sampled_after_new_and_waits_after_load(engine: Engine) -> None:
    auto = ok(engine, "new", game="pig", seats=2, seed="x")
    assert auto["awaiting"]["kind"] == "turn"
    assert auto["ply"] >= 1
    manual = ok(engine, "new", game="pig", seats=2, seed="x", auto=False)
    assert manual["awaiting"] == {"kind": "draw", "what": {"event": "roll", "seat": 0}}
    loaded = ok(engine, "load", game="pig", position=PIG_START)
    assert loaded["awaiting"]["kind"] == "draw"
    forced = ok(engine, "draw", match=loaded["match"], outcome="1-4")
    assert forced["awaiting"] == {"kind": "turn", "seats": [0], "until": None}  # the pass waits too
    assert ok(engine, "legal", match=loaded["match"])["moves"] == ["pass"]
    after = ok(engine, "play", match=loaded["match"], move="pass")
    assert after["awaiting"]["kind"] == "draw"
    assert ok(engine, "draw", match=loaded["match"])["ply"] == 3


def test_the_seed_decides(engine: Engine) -> None:
    texts = []
    for _ in range(2):
        handle = ok(engine, "new", game="rummage", seats=3, seed="the same")["match"]
        texts.append(ok(engine, "position", match=handle)["position"])
    assert texts[0] == texts[1]
    fresh = ok(engine, "new", game="rummage", seats=3)["match"]
    assert ok(engine, "position", match=fresh)["position"] != texts[0]


def test_forced_moves_are_played_by_who_samples(engine: Engine) -> None:
    for seed in range(30):
        handle = ok(engine, "new", game="pig", seats=2, seed=str(seed))["match"]
        assert ok(engine, "legal", match=handle)["moves"] == ["first", "both"]
    records = [ok(engine, "record", match=f"m{n}")["record"] for n in range(1, 31)]
    assert any(" pass\n" in record for record in records)


def test_outcomes(engine: Engine) -> None:
    handle = ok(engine, "load", game="pig", position=PIG_START)["match"]
    assert refused(engine, "draw", match=handle, outcome="7-1") == ("bad-notation", "PIG-2")
    bag = "bag=12 racks=1|2 scores=0,0 seat=0 due=refill aside=- left=-"
    rummage = ok(engine, "load", game="rummage", position=bag)["match"]
    assert refused(engine, "draw", match=rummage, outcome="9") == ("illegal-move", "RUM-2")
    assert refused(engine, "draw", match=rummage, outcome="1", at=-1) == ("bad-request", None)
    ok(engine, "draw", match=rummage, outcome="1")
    assert refused(engine, "draw", match=rummage) == ("bad-request", None)


def test_time(engine: Engine) -> None:
    position = "rounds=2 seconds=10 scores=0,0 open=7 now=5000 until=15000 left=-"
    handle = ok(engine, "load", game="race", position=position)["match"]
    assert ok(engine, "legal", match=handle, seat=1)["moves"] == ["7", "14", "21"]
    assert refused(engine, "legal", match=handle) == ("bad-request", None)  # which seat?
    assert refused(engine, "play", match=handle, seat=0, move="8", at=4999) == ("bad-request", None)
    assert refused(engine, "play", match=handle, seat=0, move="x", at=15000) == ("bad-notation", "RAC-1")
    assert refused(engine, "play", match=handle, seat=0, move="8", at=15000) == ("illegal-move", "RAC-4")
    assert refused(engine, "play", match=handle, seat=0, move="8") == ("illegal-move", "RAC-3")
    assert ok(engine, "tick", match=handle, at=14999)["ply"] == 0
    assert ok(engine, "score", match=handle, seat=0, move="700")["points"] == 1
    assert ok(engine, "tick", match=handle, at=15000)["ply"] == 1
    assert refused(engine, "tick", match=handle, at=14999) == ("bad-request", None)
    assert refused(engine, "tick", match=handle) == ("bad-request", None)
    drawn = ok(engine, "draw", match=handle, outcome="7", at=99_999)
    assert drawn["awaiting"]["until"] == 25_000
    assert refused(engine, "play", match=handle, seat=0, move="7", at=1.5) == ("bad-request", None)
    assert refused(engine, "play", match=handle, seat=0, move="7", at=True) == ("bad-request", None)


def test_views(engine: Engine) -> None:
    handle = ok(engine, "new", game="rummage", seats=2, seed="v")["match"]
    own = ok(engine, "view", match=handle, seat=1)["view"]
    assert own["racks"][0] is None
    assert len(own["racks"][1]) == 3
    assert ok(engine, "view", match=handle, seat=None)["view"]["racks"] == [None, None]
    assert refused(engine, "view", match=handle) == ("bad-request", None)
    assert refused(engine, "view", match=handle, seat=2) == ("bad-request", None)
    assert refused(engine, "view", match=handle, seat="0") == ("bad-request", None)


def test_records(engine: Engine) -> None:
    handle = ok(engine, "new", game="pig", seats=2, seed="r", names=["Ada", "Ben"])["match"]
    ok(engine, "play", match=handle, move="both", at=1234)
    text = ok(engine, "record", match=handle)["record"]
    assert 'names: ["Ada", "Ben"]' in text
    again = ok(engine, "replay", record=text)
    assert ok(engine, "record", match=again["match"])["record"].split("\n\n")[1] == text.split("\n\n")[1]
    assert again["ply"] == ok(engine, "tick", match=handle, at=10**9)["ply"]
    assert refused(engine, "replay", record="rubbish") == ("bad-notation", None)
    assert refused(engine, "replay", record=text + f"{again['ply'] + 1} 0 0 x\n")[0] == "bad-notation"
    over = text.replace("goal", "goal") + f"{again['ply'] + 1} 99999 1 leave\n"
    assert ok(engine, "replay", record=over)["awaiting"]["rule"] == "left"


def test_best(engine: Engine) -> None:
    handle = ok(engine, "new", game="nim", seats=2)["match"]
    first = ok(engine, "best", match=handle, level=0, seed="s")
    assert first["move"] in ("take 1", "take 2", "take 3")
    assert ok(engine, "best", match=handle, level=0, seed="s")["move"] == first["move"]
    assert first["value"] == 0
    assert refused(engine, "best", match=handle, level=77) == ("bad-request", None)
    assert refused(engine, "best", match=handle, seat=1) == ("bad-request", None)


def test_requests_that_are_wrong(engine: Engine) -> None:
    ok(engine, "new", game="nim", seats=2)
    for do, fields in (
        ("fly", {}),
        ("new", {"game": "chess", "seats": 2}),
        ("new", {"game": "nim"}),
        ("new", {"game": "nim", "seats": "2"}),
        ("new", {"game": "nim", "seats": 2, "seed": 7}),
        ("new", {"game": "nim", "seats": 2, "options": []}),
        ("new", {"game": "nim", "seats": 2, "auto": "no"}),
        ("new", {"game": "nim", "seats": 2, "names": [1]}),
        ("load", {"game": "nim", "position": 3}),
        ("play", {"match": "m9", "move": "take 1"}),
        ("play", {"match": "m1"}),
        ("play", {"match": 1, "move": "take 1"}),
        ("leave", {"match": "m1", "seat": 5}),
        ("leave", {"match": "m1"}),
        ("draw", {"match": "m1"}),
        ("close", {"match": "m2"}),
    ):
        assert refused(engine, do, **fields) == ("bad-request", None), (do, fields)
    assert refused(engine, "new", game="nim", seats=9) == ("bad-request", "NIM-0")
    assert refused(engine, "load", game="nim", position="x") == ("bad-notation", "TOY-9")
    assert engine.answer([1, 2]) | {"error": 0} == {"id": None, "ok": False, "error": 0}
    assert engine.answer({"id": "q"})["id"] == "q"
    assert ok(engine, "position", match="m1")["position"] == "seats=2 stones=12 seat=0 left=-"


def test_open_matches_are_limited() -> None:
    engine = Engine(get, ids, limit=3)
    for _ in range(3):
        ok(engine, "new", game="nim", seats=2)
    assert refused(engine, "new", game="nim", seats=2) == ("bad-request", None)
    ok(engine, "close", match="m2")
    assert ok(engine, "new", game="nim", seats=2)["match"] == "m4"
    assert refused(engine, "position", match="m2") == ("bad-request", None)


def test_an_error_inside_a_game_is_told_without_its_words(capsys: pytest.CaptureFixture[str]) -> None:
    def broken(_: str) -> Any:
        raise ZeroDivisionError(f"the rack is {2 * 617}")

    engine = Engine(broken, ids)
    answer = ask(engine, "new", game="nim", seats=2)
    assert answer["error"]["kind"] == "internal"
    assert "1234" not in json.dumps(answer)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "ZeroDivisionError" in printed.err
    assert "1234" not in printed.err


def test_every_kind_of_refusal_has_its_name() -> None:
    core = [kind for kind in Refusal.__subclasses__() if kind.__module__ == Refusal.__module__]
    assert {kind.kind for kind in core} == {"illegal-move", "bad-notation", "bad-request"}


# --- what chance can bring ---------------------------------------------------------------------


def test_outcomes_come_with_their_chances(engine: Engine) -> None:
    match = ok(engine, "load", game="pig", position=PIG_START)["match"]
    told = ok(engine, "outcomes", match=match)
    assert told["complete"] is True
    assert sum(Fraction(one["chance"]) for one in told["outcomes"]) == 1
    some = ok(engine, "outcomes", match=match, limit=2)
    assert some["outcomes"] == told["outcomes"][:2]
    assert some["complete"] is False
    assert refused(engine, "outcomes", match=match, limit=-1) == ("bad-request", None)
    ok(engine, "draw", match=match, outcome=told["outcomes"][3]["outcome"])
    assert refused(engine, "outcomes", match=match) == ("bad-request", None)
