"""TypeScript types of everything on the wire, made from the pydantic models.

`python -m ludoteka.server.messages.schema` writes `web/src/api/types.ts`; a test checks that it is fresh.
"""

import sys
from collections.abc import Iterator, Mapping
from inspect import getdoc, isclass
from pathlib import Path
from textwrap import wrap
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from ludoteka.server.messages import bodies, mine, models, puzzles, series, sittings, wire
from ludoteka.server.messages.models import Incoming

TYPES = Path(__file__).parents[4] / "web" / "src" / "api" / "types.ts"
HEADER = (
    "// Made by `python -m ludoteka.server.messages.schema` from ludoteka/server/messages; do not edit.\n"
)
SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
ALIASES = {
    "Control": models.Control,
    "SeatWish": bodies.SeatWish,
    "Awaiting": models.Awaiting,
    "FromServer": wire.FromServer,
    "FromClient": wire.FromClient,
    "Phrase": models.Phrase,
    "Emote": models.Emote,
    "Proposal": models.Proposal,
    "EntryKind": models.EntryKind,
    "Pace": mine.Pace,
    "MyOutcome": mine.MyOutcome,
}
WIDTH = 120
BASES = (models.Outgoing, models.Incoming, wire.Action)


def every_model() -> list[type[BaseModel]]:
    """Every model of the modules, in the order of their definition."""
    return [
        value
        for module in (models, wire, bodies, series, sittings, mine, puzzles)
        for value in vars(module).values()
        if isclass(value)
        and issubclass(value, BaseModel)
        and value not in BASES
        and value.__module__ == module.__name__
    ]


def typescript() -> str:
    """The whole file."""
    schemas = definitions()
    parts = [HEADER, f"export const PROTOCOL = {models.PROTOCOL};\n"]
    parts += [
        interface(model, schemas[model.__name__]) for model in every_model() if model.__name__ in schemas
    ]
    parts += [declared(f"export type {name} =", members(alias)) + "\n" for name, alias in ALIASES.items()]
    return "\n".join(parts)


def definitions() -> Mapping[str, Mapping[str, Any]]:
    """JSON schema of each model: as it is read where clients send it, as it is written where we do."""
    modes: list[tuple[type[BaseModel], JsonSchemaMode]] = [
        (model, "validation" if issubclass(model, Incoming) else "serialization") for model in every_model()
    ]
    _, schema = models_json_schema(modes)
    found: Mapping[str, Mapping[str, Any]] = schema["$defs"]
    return {_plain(name): value for name, value in found.items() if not name.endswith("-Output")}


def interface(model: type[BaseModel], schema: Mapping[str, Any]) -> str:
    """One model as a TypeScript interface, with its docstring."""
    lines = [comment(getdoc(model) or ""), f"export interface {model.__name__} {{"]
    lines += fields(model, schema)
    return "\n".join([*lines, "}", ""])


def fields(model: type[BaseModel], schema: Mapping[str, Any]) -> Iterator[str]:
    """A field that may be left out is optional: by clients, and by the server where that is declared."""
    required = set(schema.get("required", ()))
    for name, field in schema.get("properties", {}).items():
        is_tag = "const" in field
        may_miss = issubclass(model, Incoming) or model.model_fields[name].exclude_if is not None
        mark = "" if name in required or is_tag or not may_miss else "?"
        yield declared(f"  {name}{mark}:", kind_of(field))


def comment(text: str) -> str:
    """A docstring as a comment, in lines that are not too wide."""
    words = " ".join(text.split())
    if len(words) <= WIDTH - len("/**  */"):
        return f"/** {words} */"
    return "\n".join(["/**", *wrap(words, WIDTH, initial_indent=" * ", subsequent_indent=" * "), " */"])


def declared(name: str, kind: str) -> str:
    """A name and its type; a long union has a line for each member."""
    line = f"{name} {kind};"
    if len(line) <= WIDTH:
        return line
    margin = " " * (len(name) - len(name.lstrip()) + 2)
    return name + "".join(f"\n{margin}| {member}" for member in kind.split(" | ")) + ";"


def kind_of(field: Mapping[str, Any]) -> str:
    """The TypeScript type of one JSON schema node."""
    if "$ref" in field:
        return _plain(field["$ref"].rpartition("/")[2])
    if "const" in field:
        return _literal(field["const"])
    if "enum" in field:
        return " | ".join(_literal(value) for value in field["enum"])
    for union in ("anyOf", "oneOf"):
        if union in field:
            return " | ".join(dict.fromkeys(kind_of(member) for member in field[union]))
    return _container(field)


def members(alias: object) -> str:
    """A union of models or of words, with or without a discriminator around it."""
    inner = get_args(alias)
    if inner and not all(isinstance(member, str) or isclass(member) for member in inner):
        inner = get_args(inner[0])
    return " | ".join(_literal(member) if isinstance(member, str) else member.__name__ for member in inner)


def _container(field: Mapping[str, Any]) -> str:
    kind = field.get("type")
    if kind == "array" and "prefixItems" in field:
        return "[" + ", ".join(kind_of(item) for item in field["prefixItems"]) + "]"
    if kind == "array":
        item = kind_of(field.get("items", {}))
        return f"({item})[]" if "|" in item else f"{item}[]"
    if kind == "object":
        value = field.get("additionalProperties", {})
        return f"Record<string, {kind_of(value if isinstance(value, Mapping) else {})}>"
    return SCALARS.get(str(kind), "unknown")


def _plain(name: str) -> str:
    return name.removesuffix("-Input").removesuffix("-Output")


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


if __name__ == "__main__":
    TYPES.parent.mkdir(parents=True, exist_ok=True)
    TYPES.write_text(typescript(), encoding="utf-8")
    sys.stdout.write(f"{TYPES}\n")
