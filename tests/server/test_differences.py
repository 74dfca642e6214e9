"""Differences between JSON values: made and applied here, applied in the page by the same examples."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.web.visiting import ROOT

from ludoteka.server.messages.differences import changed, difference

EXAMPLES = json.loads((ROOT / "web" / "tests" / "differences.json").read_text(encoding="utf-8"))

scalars = st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab.", max_size=3)
KEYS = st.sampled_from(["a", "b", "0", "1"])
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


def written(value: Any) -> str:
    """In JSON `true` is not 1, and the order of keys says nothing."""
    return json.dumps(value, sort_keys=True)


@given(values, values)
def test_what_changed_leads_from_the_old_to_the_new(old: Any, new: Any) -> None:
    kept = deepcopy(old)
    by = json.loads(json.dumps(difference(old, new)))
    assert written(changed(old, by)) == written(new)
    assert written(old) == written(kept), "the old value is somebody else's"


@given(values)
def test_nothing_changed_is_an_empty_difference(value: Any) -> None:
    assert difference(value, deepcopy(value)) == {}
    assert changed(value, {}) is value


@pytest.mark.parametrize("example", EXAMPLES, ids=[one["what"] for one in EXAMPLES])
def test_the_examples_that_the_page_reads(example: dict[str, Any]) -> None:
    by = difference(example["old"], example["new"])
    assert written(by) == written(example["difference"])
    assert written(changed(example["old"], by)) == written(example["new"])
