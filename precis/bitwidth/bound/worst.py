"""The worst error that sampling finds: a measurement, which a bound has to be above and wants to be close to.

Samples are run as the emulated program and in binary80, the worst of them against mpmath; around these a local search looks for worse
ones (as Chiang et al., PPoPP 2014, do: restarts from the best, in shrinking neighbourhoods).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.formats import Assignment, Format, round_array
from precis.ir.arithmetic import MpArithmetic, NumpyArithmetic
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.ops import OPS
from precis.ir.ops.record import POINTWISE, SOURCE
from precis.ir.types import Program
from precis.lift.fpcore.literals import Exact, as_mpf

BITS = 200
ROUNDS, AROUND, BEST = 4, 400, 8  # of the local search: rounds, new points in each, around so many of the worst
SCREENED = 400  # points that are all run in mpmath; of more, that many
BINARY64_ONLY = ("erf", "erfc", "tgamma", "lgamma")  # NumPy has no wider ones
SCALES = (0.1, 1e-3, 1e-6, 1e-10)  # of the neighbourhoods, relative to the box


class WrittenArithmetic(MpArithmetic):
    """mpmath, in which literals are what was written: 0.1 is 1/10, and PI is pi."""

    def __init__(self, literals: Mapping[float, Exact], precision: int = BITS):
        super().__init__(precision)
        self.literals = {x: as_mpf(e, self.mp) for x, e in literals.items()}

    def constant(self, value: Any, kind: str) -> np.ndarray:
        if kind == "real" and isinstance(value, float) and value in self.literals:
            return np.asarray(self.literals[value], object)
        return super().constant(value, kind)


class LongArithmetic(NumpyArithmetic):
    """binary80 (where there is one), in which literals are what was written."""

    def __init__(self, literals: Mapping[float, Any]):
        super().__init__(np.longdouble)
        self.literals = {x: np.longdouble(float(e)) + np.longdouble(float(e - float(e))) for x, e in literals.items()}

    def constant(self, value: Any, kind: str) -> np.ndarray:
        if kind == "real" and isinstance(value, float) and value in self.literals:
            return np.asarray(self.literals[value])
        return super().constant(value, kind)


@dataclass(frozen=True, slots=True, eq=False)
class Worst:
    """What was observed of one output: largest absolute and relative error, where, and on how many points."""

    absolute: float
    relative: float
    place: np.ndarray
    value: float
    samples: int


def worst(program: Program, assignment: Assignment, points: Sequence[np.ndarray], literals: Mapping[float, Exact] | None = None,
          root: np.ndarray | None = None, allowed: Any = None, hints: Sequence[Sequence[float]] = (),
          formats: Sequence[Format] = (), seed: int = 0) -> list[Worst]:
    """The worst errors of every real output element of `program` at `points` (one array per scalar input, or element of an array
    input), and near the worst of them.

    root     box of the local search, (inputs, 2); None: no search
    allowed  points -> mask of those that count
    hints    points to search around too, such as Bound.place
    formats  of the inputs, in order: the search tries no others (default binary64)
    """
    runs = _Runs(program, emulate(program, assignment), WrittenArithmetic(literals or {}))
    columns = np.stack([np.asarray(p, float) for p in points]) if points else np.zeros((0, 1))
    errors, exact = runs.errors(columns)
    rng = np.random.default_rng(seed)
    for scale in SCALES[:ROUNDS] if root is not None and len(columns) else ():
        new = np.concatenate([_near(rng, columns, errors, root, scale), _beside(rng, hints, root, scale)], axis=1)
        new = np.stack([round_array(x, f) if f.precision < 53 else x for x, f in zip(new, formats)]) if formats else new
        new = new[:, allowed(list(new))] if allowed is not None else new
        if new.shape[1]:
            more, values = runs.errors(new)
            columns = np.concatenate([columns, new], axis=1)
            errors, exact = np.concatenate([errors, more], axis=1), np.concatenate([exact, values], axis=1)
    return [_worst(columns, e, x) for e, x in zip(errors, exact)]


def _worst(columns: np.ndarray, errors: np.ndarray, exact: np.ndarray) -> Worst:
    with np.errstate(all="ignore"):
        relative = np.where(errors == 0, 0.0, errors / np.abs(exact))
    k = int(np.nanargmax(errors))
    return Worst(float(errors[k]), float(np.nanmax(relative)), columns[:, k], float(exact[k]), columns.shape[1])


def _near(rng: np.random.Generator, columns: np.ndarray, errors: np.ndarray, root: Any, scale: float) -> np.ndarray:
    """New points near the worst ones of every output, inside the box."""
    best = np.unique(np.concatenate([np.argsort(-np.nan_to_num(e))[:BEST] for e in errors]))
    centres = columns[:, rng.choice(best, AROUND)]
    width = (root[:, 1] - root[:, 0])[:, None]
    return np.clip(centres + scale * width * rng.normal(size=centres.shape), root[:, :1], root[:, 1:])


def _beside(rng: np.random.Generator, hints: Sequence[Sequence[float]], root: Any, scale: float) -> np.ndarray:
    """New points around the hints, down to their neighbours in binary64."""
    if not len(hints):
        return np.zeros((len(root), 0))
    centres = np.array(hints, float).T[:, rng.integers(0, len(hints), AROUND)]
    steps = np.exp2(-rng.integers(3, 53, centres.shape)) * rng.choice([-1.0, 0.0, 1.0], centres.shape)
    return np.clip(centres * (1.0 + steps), root[:, :1], root[:, 1:])


@dataclass(frozen=True, slots=True)
class _Runs:
    program: Program
    rounded: Program
    exact: WrittenArithmetic

    def errors(self, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(|computed - exact|, exact) per output element and point; of many points, against binary80, and against mpmath at the
        worst of them."""
        found = np.asarray(self._run(self.rounded, columns, NumpyArithmetic()), float)
        if columns.shape[1] <= SCREENED or any(n.op in BINARY64_ONLY for n in self.program.nodes()):
            return self._against_mpmath(found, columns)
        meant = self._run(self.program, columns, LongArithmetic(self.exact.literals))
        with np.errstate(all="ignore"):
            errors = np.abs(meant - found).astype(float)
            relative = errors / np.abs(meant).astype(float)
        exact = meant.astype(float)
        picked = np.unique(np.concatenate([np.argsort(-np.nan_to_num(e))[: SCREENED // 2] for e in (*errors, *relative)]))
        errors[:, picked], exact[:, picked] = self._against_mpmath(found[:, picked], columns[:, picked])
        return errors, exact

    def _against_mpmath(self, found: np.ndarray, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        meant = self._run(self.program, columns, self.exact)
        difference = np.asarray(np.frompyfunc(lambda a, b: abs(float(b - self.exact.mp.mpf(float(a)))), 2, 1)(found, meant))
        return difference.astype(float), meant.astype(float)

    def _run(self, program: Program, columns: np.ndarray, arithmetic: Any) -> np.ndarray:
        """Outputs (elements, points), all points at once where the program is made of operations on single elements."""
        if _together(program):
            results = interpret(program, self._arrays(columns), arithmetic=arithmetic)
            count = columns.shape[1]
            return np.concatenate([np.broadcast_to(r, (*np.shape(r)[:v.rank], count)).reshape(-1, count)
                                   for r, v in zip(results, program.body.results)])
        singles = [interpret(program, self._arrays(columns[:, k]), arithmetic=arithmetic) for k in range(columns.shape[1])]
        return np.stack([np.concatenate([np.ravel(r) for r in results]) for results in singles], axis=1)

    def _arrays(self, columns: np.ndarray) -> list[np.ndarray]:
        """Arguments: the elements of each, with the points behind them."""
        arrays, first = [], 0
        for p in self.program.body.params:
            shape = tuple(d.value(self.program.binding) for d in p.shape)
            count = int(np.prod(shape))
            arrays.append(columns[first: first + count].reshape((*shape, *columns.shape[1:])))
            first += count
        return arrays


def _together(program: Program) -> bool:
    """Whether arrays of points can run through a program in place of its scalars."""
    return all(n.op in ("loop", "slice") or (n.op in OPS and OPS[n.op].category in (POINTWISE, SOURCE) and n.op != "iota")
               for n in program.nodes())
