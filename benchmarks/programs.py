"""The programs that every benchmark runs: the case studies, at sizes where time is spent in the program."""

from __future__ import annotations

import copy
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Case:
    """One case study: its module, main function, and the size given to `inputs` (None: its default)."""

    module: str
    function: str
    size: int | None = None

    @property
    def name(self) -> str:
        return self.module

    def load(self) -> tuple[Callable, Callable]:
        """(the function, its `inputs(seed, size)`)."""
        module = importlib.import_module(f"case_studies.{self.module}")
        return getattr(module, self.function), module.inputs

    def arguments(self, seed: int = 0) -> tuple[Any, ...]:
        return self.load()[1](seed, self.size)


CASES = (
    Case("heat", "heat", 256),
    Case("hdiff", "horizontal_diffusion", 128),
    Case("three_matmuls", "chain", 384),
    Case("conjugate_gradients", "conjugate_gradients", 96),
    Case("nbody", "nbody", 96),
    Case("black_scholes", "black_scholes", 200_000),
    Case("arclength", "arclength", 100_000),
    Case("simpson", "simpson", 50_000),
    Case("burgers", "burgers", 1_000),
    Case("shallow_water", "shallow_water", 128),
    Case("wet_bulb", "column", 1_000),
    Case("attention", "attention"),
)


def fresh(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """A copy of the arguments, since programs may mutate them."""
    return tuple(a.copy() if isinstance(a, np.ndarray) else copy.copy(a) for a in arguments)
