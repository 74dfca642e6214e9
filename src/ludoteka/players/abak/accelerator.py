"""The brain of the long course in PyTorch, on an accelerator if there is one: brain.py says what it does.

Boards are judged in half precision; learning uses TF32. PyTorch is no dependency of ours.
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from ludoteka.games.abak.types import CELLS, TRAY
from ludoteka.players.abak.brain import (
    EPSILON,
    IMPOSSIBLE,
    KEEP,
    LEAST_LOG,
    Brain,
    IsDone,
    PlainBrain,
    Scale,
    Sheet,
    features_of_codes,
    layers_of,
)
from ludoteka.players.abak.course import kept_share
from ludoteka.players.abak.crowd import CODES, Bytes
from ludoteka.players.abak.network import MONEY, RESULTS, Floats32
from ludoteka.players.abak.selfplay import DECAY, SQUARE_DECAY

AHEAD = 2  # steps of learning that may wait on the accelerator: boards to judge must not queue behind more


def is_there() -> bool:
    """Whether PyTorch is installed."""
    return find_spec("torch") is not None


def new_brain(flat: Floats32, scale: Scale, seed: int) -> Brain:
    """The fastest that this machine has."""
    return TorchBrain(flat, scale, seed) if is_there() else PlainBrain(flat, scale, seed)


@lru_cache(maxsize=1)
def _torch() -> Any:
    return import_module("torch")


class TorchBrain:
    """Judges and learns on the accelerator, in the order in which it is asked."""

    def __init__(self, flat: Floats32, scale: Scale, seed: int) -> None:
        torch = _torch()
        torch.manual_seed(seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.scale, self.steps = scale, 0
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.facts: Mapping[str, str] = {"device": self.device, "torch": str(torch.__version__)}
        self._half = torch.float16 if self.device == "cuda" else torch.float32
        self._features = self._there(features_of_codes())
        self._offsets = self._there(np.arange(CELLS, dtype=np.int64) * CODES)
        self._money = self._there(MONEY.astype(np.float32))
        self._layers = [self._there(layer.copy()).requires_grad_() for layer in layers_of(flat)]
        self._average = [one.detach().clone() for one in self._layers]
        self._adam = torch.optim.Adam(self._layers, lr=0.0, betas=(DECAY, SQUARE_DECAY), eps=EPSILON)
        self._codes = torch.zeros((scale.ring, CELLS), dtype=torch.uint8, device=self.device)
        self._targets = torch.zeros((scale.ring, RESULTS), device=self.device)
        self._put = 0
        self._sums = torch.zeros(3, device=self.device)
        self._waiting: list[Any] = []
        self.refresh()

    def _there(self, array: Any) -> Any:
        return _torch().from_numpy(np.ascontiguousarray(array)).to(self.device)

    def sheet(self, room: int) -> Sheet:
        """Memory that the accelerator reads and writes by itself."""
        torch, is_pinned = _torch(), self.device == "cuda"
        rows = torch.zeros((room, CELLS), dtype=torch.uint8, pin_memory=is_pinned)
        results = torch.zeros((room, RESULTS), pin_memory=is_pinned)
        return Sheet(rows.numpy(), results.numpy(), (rows, results))

    def refresh(self) -> None:
        """Copies: where the precision is the same, learning would change what is judged by."""
        first, *others = self._average
        copies = (one.to(self._half, copy=True) for one in others)
        self._judging = [(self._features @ first).to(self._half), *copies]

    def judge(self, sheet: Sheet, count: int) -> IsDone:
        torch = _torch()
        rows, results = sheet.handle
        with torch.no_grad():
            codes = rows[:count].to(self.device, non_blocking=True)
            results[:count].copy_(
                torch.softmax(self._scores(codes, *self._judging), dim=1), non_blocking=True
            )
        event = self._mark()
        return (lambda: True) if event is None else event.query

    def _mark(self) -> Any:
        """What says later whether all that was asked until now is done; None: it is."""
        if self.device != "cuda":
            return None
        event = _torch().cuda.Event()
        event.record()
        return event

    def _scores(
        self,
        codes: Any,
        table: Any,
        first_bias: Any,
        second: Any,
        second_bias: Any,
        third: Any,
        third_bias: Any,
    ) -> Any:
        """Scores of the six results; the first layer is `table`, a row for each code of each column."""
        torch = _torch()
        inputs = torch.zeros((len(codes), CELLS * CODES), dtype=table.dtype, device=self.device)
        inputs.scatter_(1, codes.long() + self._offsets, 1.0)
        hidden = torch.relu(torch.addmm(first_bias, inputs, table))
        hidden = torch.relu(torch.addmm(second_bias, hidden, second))
        scores = torch.addmm(third_bias, hidden, third).float()
        theirs, mine = codes[:, TRAY + 1] != 0, codes[:, TRAY] != 0
        never = torch.zeros_like(mine)
        masks = torch.stack([never, theirs, theirs, never, mine, mine], dim=1)
        return scores.masked_fill(masks, IMPOSSIBLE)

    def keep(self, codes: Bytes, targets: Floats32) -> None:
        places = (_torch().arange(len(codes), device=self.device) + self._put) % self.scale.ring
        self._codes[places], self._targets[places] = self._there(codes), self._there(targets)
        self._put += len(codes)

    @property
    def can_learn(self) -> bool:
        return self._put >= self.scale.first

    def learn(self, rate: float) -> None:
        torch = _torch()
        known = min(self._put, self.scale.ring)
        places = torch.randint(known, (self.scale.batch,), device=self.device)
        for group in self._adam.param_groups:
            group["lr"] = rate
        self.gradient(self._codes[places], self._targets[places])
        self._adam.step()
        self.steps += 1
        with torch.no_grad():
            fresh = [one.detach() for one in self._layers]
            torch._foreach_lerp_(self._average, fresh, 1.0 - kept_share(KEEP, self.steps))
        if (event := self._mark()) is not None:
            self._waiting.append(event)
        if len(self._waiting) > AHEAD:
            self._waiting.pop(0).synchronize()

    def gradient(self, codes: Any, targets: Any) -> None:
        """Puts that of the mean loss of some positions beside the weights; the loss is counted."""
        torch = _torch()
        first, *others = self._layers
        logs = torch.log_softmax(self._scores(codes, self._features @ first, *others), dim=1)
        loss = -(targets * logs.clamp(min=LEAST_LOG)).sum(dim=1).mean()
        squares = ((torch.exp(logs) - targets) @ self._money).square().mean()
        self._adam.zero_grad(set_to_none=True)
        (loss + squares).backward()
        with torch.no_grad():
            self._sums += torch.stack([loss.detach(), squares.detach(), torch.ones_like(loss)])

    def losses(self) -> tuple[float, float]:
        loss, squares, steps = (float(one) for one in self._sums.cpu())
        self._sums.zero_()
        return loss / max(steps, 1.0), (squares / max(steps, 1.0)) ** 0.5

    def _flat(self, layers: list[Any]) -> Floats32:
        return np.concatenate([one.detach().cpu().numpy().ravel() for one in layers])

    def weights(self) -> Floats32:
        return self._flat(self._average)

    def state(self) -> dict[str, Any]:
        """What it takes to go on, the ring left out."""
        known = [self._adam.state.get(one, {}) for one in self._layers]
        kept = {"flat": self._flat(self._layers), "average": self.weights(), "steps": self.steps}
        for name, moment in (("mean", "exp_avg"), ("square", "exp_avg_sq")):
            there = zip(known, self._layers, strict=True)
            kept[name] = self._flat([one.get(moment, 0.0 * layer) for one, layer in there])
        return kept

    def go_on(self, state: Mapping[str, Any]) -> None:
        torch = _torch()
        self.steps = int(state["steps"])
        arrays = (layers_of(state[name]) for name in ("flat", "average", "mean", "square"))
        with torch.no_grad():
            for place, (flat, average, mean, square) in enumerate(zip(*arrays, strict=True)):
                self._layers[place].copy_(self._there(flat.copy()))
                self._average[place].copy_(self._there(average.copy()))
                self._adam.state[self._layers[place]] = {
                    "step": torch.tensor(float(self.steps)),
                    "exp_avg": self._there(mean.copy()),
                    "exp_avg_sq": self._there(square.copy()),
                }
        self.refresh()
