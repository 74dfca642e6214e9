"""TypeScript types of what the games show: every TypedDict of `games/<id>/types.py`, views first of all.

`make gen` writes them to `web/src/games/<id>/types.ts`, and those of reviews to `web/src/api/review.ts`; a
test checks that they are fresh.
"""

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from inspect import cleandoc
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from tests.architecture.places import ROOT

from ludoteka import games
from ludoteka.analysis import shapes
from ludoteka.server.messages.schema import comment, declared

PAGE = ROOT / "web" / "src" / "games"
HEADER = "// Made by `make gen` from ludoteka/games/{game}/types.py; do not edit.\n"
REVIEWS = "// Made by `make gen` from ludoteka/analysis/shapes.py; do not edit.\n"
SCALARS = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown"}


def files() -> dict[Path, Callable[[], str]]:
    """The generated file of each game that the page draws by itself."""
    found = (game for game in games.GAMES if (PAGE / game / "index.ts").is_file())
    made = {PAGE / game / "types.ts": partial(typescript, game) for game in found}
    return {**made, PAGE.parent / "api" / "review.ts": reviews}


def reviews() -> str:
    """The types of a review."""
    return "\n".join([REVIEWS, *map(interface, dicts(shapes))])


def typescript(game: str) -> str:
    """The types of one game; what its `view` gives is among them."""
    returned = get_type_hints(type(games.get(game)).view)["return"]
    module = sys.modules[returned.__module__]
    return "\n".join([HEADER.format(game=game), *map(interface, dicts(module))])


def dicts(module: ModuleType) -> Iterator[Any]:
    """The TypedDicts that a module defines, in its order."""
    for value in vars(module).values():
        if is_typeddict(value) and value.__module__ == module.__name__:
            yield value


def interface(kind: Any) -> str:
    hints = get_type_hints(kind, include_extras=True)
    fields = (declared(f"  {name}{mark(hint)}:", spelled(hint)) + "\n" for name, hint in hints.items())
    own = vars(kind).get("__doc__")  # not what it would inherit from dict
    about = f"{comment(cleandoc(own))}\n" if own else ""
    return f"{about}export interface {kind.__name__} {{\n{''.join(fields)}}}\n"


def mark(hint: Any) -> str:
    return "?" if get_origin(hint) is NotRequired else ""


def spelled(hint: Any) -> str:
    """One type as TypeScript writes it."""
    origin, inner = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        return str(hint.__name__)
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in inner)
    if origin in {Union, UnionType}:
        return " | ".join(dict.fromkeys(spelled(one) for one in inner))
    if origin is NotRequired:
        return spelled(inner[0])
    if origin is list or (origin is tuple and inner[-1] is ...):
        return several(spelled(inner[0]))
    if origin is tuple:
        return f"[{', '.join(spelled(one) for one in inner)}]"
    if origin is dict:
        return f"Record<{spelled(inner[0])}, {spelled(inner[1])}>"
    return SCALARS[hint]


def several(kind: str) -> str:
    return f"({kind})[]" if " " in kind else f"{kind}[]"
