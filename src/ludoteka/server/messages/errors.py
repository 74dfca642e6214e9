"""How the server says no, beside the three ways of the core."""

from typing import cast

from ludoteka.core.refusals import Refusal
from ludoteka.core.sentences import Sentence
from ludoteka.server.messages.models import sentence_fields
from ludoteka.server.messages.wire import Bye, Goodbye, Refused, Why


class Stale(Refusal):
    """The table moved on before this action came."""

    kind = "stale"


class Later(Refusal):
    """Not just now: `after` seconds later it may well work. Nobody should give up because of it."""

    after: float = 3


class TooFast(Later):
    """Too many requests."""

    kind = "too-fast"

    def __init__(self, after: float) -> None:
        super().__init__("That was too fast. Please wait a moment and try again.")
        self.after = after


class Closing(Later):
    """This process takes nobody in any more; the next one will."""

    after = 1

    def __init__(self) -> None:
        super().__init__("The server restarts. Your game goes on in a moment.")


class NotFound(Refusal):
    """There is no such thing, or it is not for you to know."""

    kind = "bad-request"


class NotYours(Refusal):
    """That is somebody else's to do."""

    kind = "bad-request"


class WhoAreYou(Refusal):
    """A name, a password or a token did not fit."""

    kind = "bad-request"


class Occupied(Refusal):
    """Somebody else was first."""

    kind = "bad-request"


def refused(refusal: Refusal, key: str | None = None, number: int | None = None) -> Refused:
    """A refusal on the wire."""
    return Refused(
        why=cast(Why, refusal.kind),
        rule=refusal.rule,
        where=list(refusal.where),
        key=key,
        id=number,
        **sentence_fields(refusal.sentence),
    )


def bye(why: Goodbye, sentence: Sentence, *, retry: bool, after: float = 0) -> Bye:
    """A farewell on the wire."""
    return Bye(why=why, retry=retry, after=after, **sentence_fields(sentence))
