"""Samples of the inputs of a core, drawn from its box.

An argument whose box excludes zero and spans more than three orders of magnitude is drawn log-uniformly, any other uniformly. One
sample in eight is a corner of the box, where the precondition allows one. Draws that it rejects, or at which the program has no
finite value in 200-bit arithmetic, are drawn again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from precis.errors import UsageError
from precis.formats import FORMATS, Format, round_array
from precis.ir.arithmetic import MpArithmetic, NumpyArithmetic
from precis.ir.interpret import interpret
from precis.ir.types import Node, Program
from precis.lift.fpcore.box import Interval
from precis.lift.fpcore.lift import Lifted

WIDE = 1e3  # high / low from which a box is sampled in orders of magnitude
CORNERS = 8  # one draw in so many is a corner
DRAWS = 10_000  # rejected ones, before giving up
CORNERED = 100  # of these at corners: a precondition such as x^2 + y^2 <= 2 may allow none
RUNS = 500  # of the program, in search of a finite value
DTYPES = {"binary16": np.float16, "binary32": np.float32}  # all other arguments are given in binary64
BITS = 200
STEPS = 500_000  # operations of one run


@dataclass(frozen=True, slots=True)
class Sampler:
    """`sampler(seed)` is one tuple of arguments, the same for the same seed; `points(wanted, seed)` many at once, of scalars."""

    lifted: Lifted

    def __call__(self, seed: int, size: int | None = None) -> tuple[Any, ...]:
        rng, undefined = np.random.default_rng(seed), 0
        for k in range(DRAWS):
            drawn = self._draw(rng, 1, corners=seed % CORNERS == CORNERS - 1 and k < CORNERED)
            arguments = tuple(self._given(name, x[0]) for name, x in drawn.items())
            if not self._allowed(arguments):
                continue
            if self._defined(arguments):
                return arguments
            undefined += 1
            if undefined == RUNS:
                break
        name, hints = self.lifted.program.name, ("bound the arguments closer in :pre",)
        if undefined:
            raise UsageError(f"{name} has no finite value at any of {undefined} samples of its precondition", self.lifted.core.span,
                             hints=hints)  # fmt: skip
        raise UsageError(f"no sample of {DRAWS} satisfies the precondition of {name}", self.lifted.core.span, hints=hints)

    def points(self, wanted: int, seed: int = 0) -> dict[str, np.ndarray]:
        """About `wanted` points of the box that satisfy the precondition, in binary64: corners first; fewer where few do."""
        rng = np.random.default_rng(seed)
        found: list[dict[str, np.ndarray]] = []
        have = 0
        for k in range(40):
            drawn = self._draw(rng, wanted // CORNERS if k == 0 else wanted, corners=k == 0)
            kept = self._kept(drawn)
            found.append({name: x[kept] for name, x in drawn.items()})
            have += int(kept.sum())
            if have >= wanted:
                break
        return {name: np.concatenate([f[name] for f in found])[:wanted] for name in found[0]}

    def _shapes(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        for (name, _), p in zip(self.lifted.program.arguments, self.lifted.program.body.params):
            yield name, tuple(d.value({}) for d in p.shape)

    def _draw(self, rng: np.random.Generator, count: int, corners: bool) -> dict[str, np.ndarray]:
        """`count` values of every argument, in its format."""
        found = {}
        for name, shape in self._shapes():
            box = self.lifted.box[name]
            x = _corner(rng, box, (count, *shape)) if corners else _inside(rng, box, (count, *shape))
            found[name] = np.clip(round_array(x, _given_format(self.lifted.formats[name])), box.low, box.high)
        return found

    def _given(self, name: str, x: np.ndarray) -> Any:
        return np.asarray(x).astype(DTYPES.get(self.lifted.formats[name].name, np.float64))[()]

    def _allowed(self, arguments: tuple[Any, ...]) -> bool:
        predicate = self.lifted.predicate
        return predicate is None or bool(interpret(predicate, arguments)[0])

    def _defined(self, arguments: tuple[Any, ...]) -> bool:
        """Whether the program has a finite value there. A loop may end on a condition that only rounding meets: binary64 decides
        about those."""
        program = self.lifted.program
        loops = any(node.op == "while" for node in program.nodes())
        arithmetic = NumpyArithmetic() if loops else MpArithmetic(BITS)
        outputs = interpret(program, arguments, arithmetic=arithmetic, watch=self._counting())
        return all(bool(np.all(np.isfinite(np.asarray(x, float)))) for x in outputs if np.asarray(x).dtype != bool)

    def _counting(self) -> Callable[..., None]:
        """Stops a loop that does not end."""
        steps = count()

        def watch(node: Node, outputs: Any) -> None:
            if next(steps) > STEPS:
                raise UsageError(f"{self.lifted.program.name} has not ended after {STEPS} operations", self.lifted.core.span,
                                 hints=("bound the arguments in :pre so that its loop ends",))
        return watch

    def _kept(self, drawn: Mapping[str, np.ndarray]) -> np.ndarray:
        predicate = self.lifted.predicate
        arrays = list(drawn.values())
        length = len(arrays[0]) if arrays else 1
        if predicate is None:
            return np.ones(length, bool)
        if _pointwise(predicate):
            return np.broadcast_to(np.asarray(interpret(predicate, arrays)[0], bool), (length,))
        return np.array([bool(interpret(predicate, [a[k] for a in arrays])[0]) for k in range(length)], bool)


def _pointwise(program: Program) -> bool:
    return not any(node.blocks for node in program.nodes()) and not any(p.rank for p in program.body.params)


def _given_format(fmt: Format) -> Format:
    return fmt if FORMATS["binary64"].contains(fmt) else FORMATS["binary64"]


def _inside(rng: np.random.Generator, box: Interval, shape: tuple[int, ...]) -> np.ndarray:
    t = rng.random(shape)
    if box.low > 0 and box.high > WIDE * box.low:
        return np.exp(math.log(box.low) + t * (math.log(box.high) - math.log(box.low)))
    if box.high < 0 and box.low < WIDE * box.high:
        return -_inside(rng, Interval(-box.high, -box.low), shape)
    return box.low * (1.0 - t) + box.high * t


def _corner(rng: np.random.Generator, box: Interval, shape: tuple[int, ...]) -> np.ndarray:
    return np.where(rng.random(shape) < 0.5, box.low, box.high)
