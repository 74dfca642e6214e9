"""The three ways to say no. Each carries a sentence for the player and, where there is one, the rule."""


class Refusal(Exception):
    """Something was refused; nothing has changed."""

    kind = "internal"

    def __init__(self, text: str, rule: str | None = None, where: tuple[str, ...] = ()) -> None:
        super().__init__(text)
        self.text = text
        self.rule = rule
        self.where = where

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


class IllegalMove(Refusal):
    """A well-formed move or outcome that the rules refuse; `where` names the squares to light up."""

    kind = "illegal-move"


class BadNotation(Refusal, ValueError):
    """Not a move, outcome or position of this game at all."""

    kind = "bad-notation"


class BadRequest(Refusal, ValueError):
    """The request itself is wrong: another seat's turn, time running back, an unknown option."""

    kind = "bad-request"
