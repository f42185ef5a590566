"""Stochastic rounding, emulated: the assigned program run over several seeds, every rounding up or down at random with the
probabilities that make its expected value exact (Croci et al. 2022, Stochastic rounding: implementation, error analysis and
applications, eq. 1.1).

Errors of such roundings have mean zero and are mean independent, so a sum of n of them grows like sqrt(n) u where rounding
to nearest may stagnate (section 6 there). The programs are interpreted, once per seed: emitted code rounds to nearest. They run in
binary64, whose own roundings are to nearest; where nothing is narrower, in binary80, so that those of binary64 are drawn, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.bitwidth.approximations import inline_impl
from precis.bitwidth.drawn import drawn_estimate
from precis.bitwidth.outputs import Question
from precis.bitwidth.runs import Counting
from precis.bitwidth.sensitivity import Sensitivity
from precis.errors import UsageError
from precis.formats import FORMATS, Assignment, Format, dtype_of
from precis.ir.arithmetic import StochasticArithmetic
from precis.ir.bounded import UNLIMITED
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.types import Program


@dataclass(frozen=True, slots=True)
class Stochastic:
    """Measured errors of runs that rounded stochastically, of the worst output each.

    errors   one per seed
    seeds    of the runs; equal seeds give equal runs
    formats  names of the formats that rounded stochastically, all others to nearest; () for every format
    bias     error of the mean output over all seeds, which tends to the bias that the program itself makes of unbiased
             roundings (products of errors), with a scatter of about spread / sqrt(len(seeds))
    spread   root mean square error of the outputs about their mean
    estimate  root mean square of the errors as estimated (precis.bitwidth.drawn); None without sensitivities
    """

    errors: tuple[float, ...]
    seeds: tuple[int, ...]
    formats: tuple[str, ...]
    bias: float
    spread: float
    estimate: float | None = None

    @property
    def mean(self) -> float:
        return float(np.mean(self.errors))

    @property
    def worst(self) -> float:
        return max(self.errors)

    @property
    def size(self) -> float:
        """Root mean square of the errors."""
        return float(np.sqrt(np.mean(np.square(self.errors))))


def stochastic_runs(
    question: Question,
    assignment: Assignment,
    arrays: Sequence[Any],
    binding: Mapping[str, int],
    reference: Sequence[np.ndarray],
    seeds: Sequence[int],
    formats: Collection[Format] = (),
    s: Sensitivity | None = None,
    most: int = UNLIMITED,
) -> Stochastic:
    """Run `assignment` once per seed, rounding stochastically in `formats` (none named: in all), against `reference`. s: for an estimate;
    most: iterations of a while loop, whose run is no number then.

    UsageError for no seeds, or where the assignment rounds in formats that the carrier does not hold.
    """
    if not seeds:
        raise UsageError("stochastic rounding needs at least one seed", hints=("give seeds=range(8)",))
    counted, real = _counted(inline_impl(question.program), question.unrounded(assignment))
    drawn = [StochasticArithmetic(np.random.default_rng(seed), formats, real) for seed in seeds]
    runs = [question.pick(counted(arithmetic).run(arrays, binding, most).results) for arithmetic in drawn]
    means = [np.mean([np.asarray(r[k], np.longdouble) for r in runs], axis=0) for k in range(len(reference))]
    errors = tuple(max(question.errors(found, reference).values()) for found in runs)
    apart = [max(question.errors(found, means).values()) for found in runs]
    return Stochastic(
        errors,
        tuple(seeds),
        tuple(f.name for f in formats),
        max(question.errors(means, reference).values()),
        float(np.sqrt(np.mean(np.square(apart)))),
        drawn_estimate(s, question.unrounded(assignment), formats).rms if s else None,
    )


def _counted(program: Program, assignment: Assignment) -> tuple[Callable[[StochasticArithmetic], Counting], Any]:
    """What runs the emulation, and the reals that it runs in: the narrowest carrier in which anything rounds."""
    narrow = emulate(program, assignment, FORMATS["binary64"])
    rounds = any(n.op == "round" or "accumulate" in n.attrs for n in narrow.nodes())
    carrier = FORMATS["binary64" if rounds else "binary80"]
    return lambda arithmetic: Counting(program, lambda p: _Drawn(emulate(p, assignment, carrier), arithmetic)), dtype_of(carrier).type


@dataclass(frozen=True, slots=True)
class _Drawn:
    """An emulated Program, run by an arithmetic that draws."""

    emulated: Program
    arithmetic: StochasticArithmetic

    def run(self, arrays: Sequence[Any], binding: Mapping[str, int]) -> list[np.ndarray]:
        return [np.asarray(r) for r in interpret(self.emulated, arrays, binding, arithmetic=self.arithmetic)]
