"""What every model is trained on, and judged by."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from precis.ir.build import Build
from precis.ir.types import Value
from precis.surrogate.polynomial import Basis


class Model(Protocol):
    """A function of scaled inputs z in [-1, 1] (n, k) to outputs (n, m)."""

    @property
    def kind(self) -> str: ...
    @property
    def flops(self) -> int: ...
    @property
    def summary(self) -> str: ...
    def predict(self, z: np.ndarray) -> np.ndarray: ...
    def build(self, b: Build, basis: Basis, constants: dict[str, np.ndarray]) -> list[Value]: ...
    def arrays(self) -> dict[str, np.ndarray]: ...


@dataclass(frozen=True, slots=True)
class Task:
    """Points for training, points to choose by, and what is good enough.

    z, y        (n, k) scaled inputs and (n, m) outputs to fit, in no order
    z_validation, y_validation   points of the same distribution as real runs, never fitted
    target      (m,) RMS error allowed per output
    deadline    `time.monotonic()` at which to stop with the best found
    folder      where long trainings keep checkpoints (None: nowhere)
    previous    a model of the same kind to go on from
    most_flops  operations per point beyond which a model is not worth training
    """

    z: np.ndarray
    y: np.ndarray
    z_validation: np.ndarray
    y_validation: np.ndarray
    target: np.ndarray
    deadline: float
    seed: int = 0
    folder: Path | None = None
    previous: Model | None = None
    most_flops: float = np.inf

    @property
    def inputs(self) -> int:
        return self.z.shape[1]

    @property
    def outputs(self) -> int:
        return self.y.shape[1]

    @property
    def late(self) -> bool:
        return time.monotonic() > self.deadline

    def excess(self, model: Any) -> float:
        """The largest RMS error over its target, on the validation points: at most 1 where the model is good enough."""
        return float((rms(model.predict(self.z_validation) - self.y_validation) / self.target).max())


def rms(errors: np.ndarray) -> np.ndarray:
    """Root of the mean square of each column; infinite where anything is not finite."""
    with np.errstate(all="ignore"):
        out = np.sqrt(np.mean(errors * errors, axis=0))
    return np.where(np.isfinite(out), out, np.inf)
