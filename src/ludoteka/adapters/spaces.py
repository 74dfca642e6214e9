"""What environments declare, as Gymnasium's spaces; and boards as pictures."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ludoteka.adapters.desk import Desk, Race
from ludoteka.core.game import Drawable, Seat
from ludoteka.drawing.matches import of_match, titled
from ludoteka.drawing.raster import rgb_array
from ludoteka.encoding.choices import Choices
from ludoteka.encoding.encoder import Box
from ludoteka.vector.spaces import box_space

RENDER_MODES = ["ansi", "human", "rgb_array"]
WIDTH = 640  # of a picture, in pixels
LONGEST_CLOCK = 3600.0


def action_space(table: Desk | Race) -> spaces.Discrete:
    """The small choices; in a race also to wait."""
    return spaces.Discrete(table.encoder.choices.count + isinstance(table, Race))


def observation_space(table: Desk | Race) -> spaces.Dict:
    """`observation` with the encoder's arrays and what has been chosen, and `action_mask`."""
    encoder = table.encoder
    seen: dict[str, spaces.Space[Any]] = {name: box_space(box) for name, box in encoder.boxes.items()}
    seen["chosen"] = box_space(_chosen(encoder.choices))
    if isinstance(table, Race):
        seen["clock"] = box_space(Box((1,), -1, LONGEST_CLOCK))
    size = int(action_space(table).n)
    return spaces.Dict({"observation": spaces.Dict(seen), "action_mask": spaces.Box(0, 1, (size,), np.int8)})


def _chosen(choices: Choices) -> Box:
    return Box((max(1, len(choices.sizes) - 1),), -1, choices.count)


def observe(table: Desk | Race, seat: Seat) -> dict[str, Any]:
    """What a seat sees and what it can choose."""
    return {"observation": table.observe(seat), "action_mask": table.mask(seat)}


# --- pictures ----------------------------------------------------------------------------------


def rendered(table: Desk | Race, mode: str | None, seat: Seat | None) -> str | NDArray[np.uint8] | None:
    """The board as a seat (None: a spectator) sees it."""
    if mode is None:
        return None
    game = table.game
    if mode == "rgb_array":
        return rgb_array(titled(game, of_match(table.match, seat)), WIDTH)
    text = game.text(game.view(table.match.state, seat)) if isinstance(game, Drawable) else repr(table.match)
    if mode == "ansi":
        return text
    print(text)  # noqa: T201 - for people, who asked for it
    return None
