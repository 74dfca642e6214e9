"""Sentences: English text, plural forms, lists, JSON, and refusals made of them."""

import json
import pickle

from ludoteka.core.refusals import IllegalMove
from ludoteka.core.sentences import Sentence, counted, listed, quoted


def test_values_fill_the_named_holes() -> None:
    sentence = Sentence("There is a tile on {square} already.", square="H8")
    assert sentence.text == "There is a tile on H8 already."
    assert sentence.json() == {"template": "There is a tile on {square} already.", "values": {"square": "H8"}}


def test_what_somebody_typed_is_never_a_template() -> None:
    sentence = Sentence("{given} is no move.", given=quoted("{given} " * 40))
    assert sentence.text == f"{('{given} ' * 40)[:40]!r} is no move."
    assert Sentence("Nothing fits {this}.").text == "Nothing fits {this}."


def test_a_hole_without_a_value_stays_as_it_is() -> None:
    assert Sentence("{seat} lays {tile}.", seat="Ada").text == "Ada lays {tile}."


def test_plural_forms_share_one_template() -> None:
    one, two = (counted(n, "The bag holds only {n} tile.", "The bag holds only {n} tiles.") for n in (1, 2))
    assert (one.text, two.text) == ("The bag holds only 1 tile.", "The bag holds only 2 tiles.")
    assert one.template == two.template == "The bag holds only {n} tiles."
    assert one.json()["values"] == {"n": 1}
    assert one.json()["one"] == "The bag holds only {n} tile."  # English needs no catalogue for it
    assert "one" not in two.json()


def test_lists_and_words_are_translated_inside() -> None:
    pieces = listed((Sentence("soldier"), Sentence("druid"), "H8"), "or")
    sentence = Sentence("Which one: {pieces}?", pieces=pieces)
    assert sentence.text == "Which one: soldier, druid or H8?"
    assert json.loads(json.dumps(sentence.json()))["values"]["pieces"] == {
        "list": [{"template": "soldier", "values": {}}, {"template": "druid", "values": {}}, "H8"],
        "joint": "or",
    }
    assert [listed(items).text for items in ((), ("A",), ("A", "B"))] == ["", "A", "A and B"]


def test_equal_sentences_are_equal_and_hash_alike() -> None:
    one, other = (Sentence("On {square}.", square="A1") for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one != Sentence("On {square}.", square="A2")


def test_a_refusal_carries_its_sentence() -> None:
    refusal = IllegalMove("There is a tile on {square} already.", "X-1.1", ("H8",), square="H8")
    assert refusal.text == "There is a tile on H8 already."
    assert str(refusal) == "There is a tile on H8 already. (X-1.1)"
    assert refusal.sentence.template == "There is a tile on {square} already."
    assert IllegalMove(refusal.sentence).text == refusal.text
    assert pickle.loads(pickle.dumps(refusal)).text == refusal.text
