"""Ids, codes and names."""

import secrets
import unicodedata

_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"  # no I, L, O: they are read as something else
_ALPHABET = "abcdefghijkmnopqrstuvwxyz23456789"
_ANIMALS = (
    "Otter", "Heron", "Badger", "Lynx", "Robin", "Beaver", "Fox", "Owl", "Hare", "Marten", "Finch", "Stork",
    "Newt", "Swift", "Mole", "Bison", "Crane", "Wren", "Seal", "Toad", "Viper", "Carp", "Moth", "Raven",
)  # fmt: skip
_WORDS = (
    "Quick", "Calm", "Bright", "Merry", "Quiet", "Brave", "Sly", "Happy", "Gentle", "Bold", "Clever", "Lucky",
    "Sunny", "Swift", "Kind", "Wise", "Jolly", "Keen", "Proud", "Cosy", "Noble", "Witty", "Fair", "Neat",
)  # fmt: skip


def new_id() -> str:
    """An id that nobody guesses: 12 characters of 33, about 60 bits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(12))


def new_code() -> str:
    """Six letters to read out to a friend."""
    return "".join(secrets.choice(_LETTERS) for _ in range(6))


def new_name() -> str:
    """A friendly name for a guest who has none yet."""
    return f"{secrets.choice(_WORDS)} {secrets.choice(_ANIMALS)}"


def plain_name(name: str) -> str:
    """A name as it is shown: printable, one space between words, no look-alike forms."""
    folded = unicodedata.normalize("NFKC", name)
    return " ".join("".join(c if c.isprintable() else " " for c in folded).split())[:24]


def name_key(name: str) -> str:
    """Two names with the same key are the same name."""
    return plain_name(name).casefold()
