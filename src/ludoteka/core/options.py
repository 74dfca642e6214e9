"""Options of a game, declared once: checked on `new`, shown as JSON schema, written in records."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ludoteka.core.refusals import BadRequest
from ludoteka.core.sentences import Sentence, quoted

Value = str | int


@dataclass(frozen=True, slots=True)
class Option:
    """One option: one of the words in `values`, a whole number in `low..high`, or free text (`values` empty).

    `default` None means that the default follows from the other options (`derived` says how).
    Free text is checked by the game's `start`, which knows its rule.
    """

    key: str
    default: Value | None
    text: str  # one plain sentence for people
    values: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    free: bool = False  # texts beyond `values` are possible; the game checks them
    derived: str = ""
    labels: Mapping[str, str] | None = None  # plain words for the values

    @property
    def is_integer(self) -> bool:
        return self.low is not None

    def schema(self) -> dict[str, object]:
        """The option as a JSON schema property."""
        kind = "integer" if self.is_integer else "string"
        schema: dict[str, object] = {"type": kind, "description": self.text + self.derived}
        if self.default is not None:
            schema["default"] = self.default
        if self.is_integer:
            schema |= {"minimum": self.low, "maximum": self.high}
        elif self.free:
            schema["examples"] = list(self.values)
        elif self.values:
            schema["enum"] = list(self.values)
        return schema

    def admits(self, value: object) -> bool:
        """Whether the value has the right type and lies in the declared range."""
        if self.is_integer:
            return is_whole(value) and self.low <= value <= self.high  # type: ignore[operator]
        return isinstance(value, str) and (self.free or value in self.values)

    def read(self, text: str) -> Value:
        """The value that a text stands for, as in `key=value`; raises ValueError."""
        if not self.is_integer:
            return text
        if not text.isascii() or not text.isdigit() or len(text) > 15 or str(int(text)) != text:
            raise ValueError(text)
        return int(text)


def is_whole(value: object) -> bool:
    """An int that is not a bool: JSON's true is not a number."""
    return isinstance(value, int) and not isinstance(value, bool)


def schema(options: Iterable[Option]) -> dict[str, object]:
    """All options as one JSON schema object."""
    properties = {option.key: option.schema() for option in options}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def check(options: tuple[Option, ...], given: object, rule: str | None) -> dict[str, Value | None]:
    """Every option with its given or default value; refuses unknown keys and wrong values."""
    if not isinstance(given, Mapping):
        raise BadRequest("The options must be an object of names and values.", rule)
    known = {option.key: option for option in options}
    for key in given:
        if key not in known:
            raise BadRequest(
                "There is no option {key} here. {known}", rule, key=quoted(str(key)), known=_names(known)
            )
    for key, value in given.items():
        if not known[key].admits(value):
            raise BadRequest(_wrong(known[key], value), rule)
    return {key: given.get(key, option.default) for key, option in known.items()}


def write(options: tuple[Option, ...], given: Mapping[str, Value | None]) -> str:
    """The options that differ from their defaults, as `key=value` words in declared order."""
    pairs = ((o, given.get(o.key)) for o in options)
    return " ".join(f"{o.key}={v}" for o, v in pairs if v is not None and v != o.default)


def read(options: tuple[Option, ...], text: str) -> dict[str, Value]:
    """The inverse of `write`; raises `BadRequest`."""
    known = {option.key: option for option in options}
    found: dict[str, Value] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals or key not in known or key in found:
            text = "{word} is not an option of this game, or comes twice."
            raise BadRequest(text, word=quoted(word, 60))
        try:
            found[key] = known[key].read(value)
        except ValueError:
            text = "Option {key} needs a whole number, not {given}."
            raise BadRequest(text, key=key, given=quoted(value)) from None
    return found


def _names(known: Mapping[str, Option]) -> Sentence:
    if not known:
        return Sentence("This game has no options.")
    return Sentence("The options are {names}.", names=", ".join(known))


def _wrong(option: Option, value: object) -> Sentence:
    key, given = option.key, repr(value)[:40]
    if option.low is not None and option.high is not None:
        template = "Option {key} is a whole number from {low} to {high}, not {given}."
        return Sentence(template, key=key, low=option.low, high=option.high, given=given)
    if option.free:
        return Sentence("Option {key} is a text, not {given}.", key=key, given=given)
    values = ", ".join(option.values)
    return Sentence("Option {key} is one of {values}, not {given}.", key=key, values=values, given=given)
