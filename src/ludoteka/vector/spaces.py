"""What lanes declare, as Gymnasium's spaces. Needs Gymnasium."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from ludoteka.encoding.choices import Choices
from ludoteka.encoding.encoder import Box


def box_space(box: Box) -> spaces.Box:
    """One array of an observation."""
    return spaces.Box(box.low, box.high, box.shape, np.float32)


def observation_space(boxes: Mapping[str, Box]) -> spaces.Dict:
    """The arrays of an encoder."""
    return spaces.Dict({name: box_space(box) for name, box in boxes.items()})


def action_space(choices: Choices) -> spaces.Discrete:
    """All actions, legal or not."""
    return spaces.Discrete(choices.actions)


def batched(space: spaces.Space[Any], n: int) -> spaces.Space[Any]:
    """The space of n lanes."""
    return batch_space(space, n)
