"""What changed from one JSON value to another, small enough to be sent after every move.

A difference is a tree. In brackets stands a new value (`[5]`; `[]`: the key is gone), in braces what changed
inside, by key or by number: `{"board": {"7": ["..12..."]}, "rack": ["135"]}`. `{}`: nothing changed. Lists of
the same length differ item by item, and one that only grew by its new items; any other list is sent anew.
"""

from typing import Any, TypeAlias

Difference: TypeAlias = dict[str, Any] | list[Any]

NOTHING: Difference = {}


def difference(old: Any, new: Any) -> Difference:
    """What `changed` needs to make `new` of `old`. Both are JSON: texts as keys, lists, scalars."""
    if isinstance(old, dict) and isinstance(new, dict):
        return _by_key(old, new)
    if isinstance(old, list) and isinstance(new, list):
        return _by_number(old, new)
    return NOTHING if type(old) is type(new) and old == new else [new]  # in Python True equals 1, in JSON not


def _by_key(old: dict[str, Any], new: dict[str, Any]) -> Difference:
    found: dict[str, Any] = {key: [] for key in old if key not in new}
    for key, value in new.items():
        inside = difference(old[key], value) if key in old else [value]
        if inside != NOTHING:
            found[key] = inside
    return found


def _by_number(old: list[Any], new: list[Any]) -> Difference:
    found: dict[str, Any] = {}
    for number, (one, other) in enumerate(zip(old, new, strict=False)):
        inside = difference(one, other)
        if inside != NOTHING:
            found[str(number)] = inside
    if len(new) < len(old) or (len(new) > len(old) and found):
        return [new]  # something was taken out or put in between: by numbers everything after it would differ
    return found | {str(number): [new[number]] for number in range(len(old), len(new))}


def changed(old: Any, by: Difference) -> Any:
    """The new value; `old` stays as it is, and what did not change is shared with it."""
    if isinstance(by, list):
        return by[0]
    if by == NOTHING:
        return old
    if isinstance(old, list):
        return _items(old, by)
    found = {key: value for key, value in old.items() if by.get(key) != []}
    for key, inside in by.items():
        if inside != []:
            found[key] = changed(old.get(key), inside)
    return found


def _items(old: list[Any], by: dict[str, Any]) -> list[Any]:
    found = list(old)
    for key, inside in by.items():
        number = int(key)
        found[number : number + 1] = [changed(old[number] if number < len(old) else None, inside)]
    return found
