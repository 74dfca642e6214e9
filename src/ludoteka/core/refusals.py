"""The three ways to say no. Each carries a sentence for the player and, where there is one, the rule."""

from ludoteka.core.sentences import Sentence, Value


class Refusal(Exception):
    """Something was refused; nothing has changed.

    The template is written where it is raised, with named holes: `IllegalMove("There is a tile on {square}
    already.", RULE, (square,), square=square)`. `text` is the English sentence.
    """

    kind = "internal"

    def __init__(
        self, template: str | Sentence, rule: str | None = None, where: tuple[str, ...] = (), **values: Value
    ) -> None:
        self.sentence = template if isinstance(template, Sentence) else Sentence(template, **values)
        self.rule = rule
        self.where = where
        super().__init__(self.sentence)

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.sentence.text

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


class IllegalMove(Refusal):
    """A well-formed move or outcome that the rules refuse; `where` names the squares to light up."""

    kind = "illegal-move"


class BadNotation(Refusal, ValueError):
    """Not a move, outcome or position of this game at all."""

    kind = "bad-notation"


class BadRequest(Refusal, ValueError):
    """The request itself is wrong: another seat's turn, time running backwards, an unknown option."""

    kind = "bad-request"
