"""A guest and a session as values."""

from dataclasses import dataclass

from ludoteka.core.game import Millis


@dataclass(frozen=True, slots=True)
class GuestRow:
    """A person without an account, a person with a claimed name, or a bot account."""

    id: str
    name: str
    created: Millis
    name_key: str | None = None
    password: str | None = None
    token: str | None = None
    owner: str | None = None

    @property
    def is_bot(self) -> bool:
        return self.owner is not None


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A device that knows a guest, until it says goodbye."""

    id: str
    guest: str
    created: Millis
    seen: Millis
    device: str
