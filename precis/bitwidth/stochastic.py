"""Stochastic rounding, emulated: the assigned program run over several seeds, every rounding up or down at random with the
probabilities that make its expected value exact (Croci et al. 2022, Stochastic rounding: implementation, error analysis and
applications, eq. 1.1).

Errors of such roundings have mean zero and are mean independent, so a sum of n of them grows like sqrt(n) u where rounding
to nearest may stagnate (section 6 there). The programs are interpreted, once per seed: emitted code rounds to nearest. They run in
binary64, whose own roundings are to nearest; where nothing is narrower, in binary80, so that those of binary64 are drawn, too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.bitwidth.approximations import inline_impl
from precis.bitwidth.outputs import Question
from precis.errors import UsageError
from precis.formats import FORMATS, Assignment, Format
from precis.ir.arithmetic import StochasticArithmetic
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
    """

    errors: tuple[float, ...]
    seeds: tuple[int, ...]
    formats: tuple[str, ...]
    bias: float
    spread: float

    @property
    def mean(self) -> float:
        return float(np.mean(self.errors))

    @property
    def worst(self) -> float:
        return max(self.errors)


def stochastic_runs(
    question: Question,
    assignment: Assignment,
    arrays: Sequence[Any],
    binding: Mapping[str, int],
    reference: Sequence[np.ndarray],
    seeds: Sequence[int],
    formats: Collection[Format] = (),
) -> Stochastic:
    """Run `assignment` once per seed, rounding stochastically in `formats` (none named: in all), against `reference`.

    UsageError for no seeds, or where the assignment rounds in formats that the carrier does not hold.
    """
    if not seeds:
        raise UsageError("stochastic rounding needs at least one seed", hints=("give seeds=range(8)",))
    emulated, real = _emulated(inline_impl(question.program), question.unrounded(assignment))
    runs = [_run(question, emulated, arrays, binding, StochasticArithmetic(np.random.default_rng(seed), formats, real)) for seed in seeds]
    means = [np.mean([np.asarray(r[k], np.longdouble) for r in runs], axis=0) for k in range(len(reference))]
    errors = tuple(max(question.errors(found, reference).values()) for found in runs)
    apart = [max(question.errors(found, means).values()) for found in runs]
    return Stochastic(
        errors,
        tuple(seeds),
        tuple(f.name for f in formats),
        max(question.errors(means, reference).values()),
        float(np.sqrt(np.mean(np.square(apart)))),
    )


def _emulated(program: Program, assignment: Assignment) -> tuple[Program, Any]:
    """The emulation, and the reals that it runs in: the narrowest carrier in which anything rounds."""
    narrow = emulate(program, assignment, FORMATS["binary64"])
    if any(n.op == "round" or "accumulate" in n.attrs for n in narrow.nodes()):
        return narrow, np.float64
    return emulate(program, assignment, FORMATS["binary80"]), np.longdouble


def _run(
    question: Question, emulated: Program, arrays: Sequence[Any], binding: Mapping[str, int], arithmetic: StochasticArithmetic
) -> list[np.ndarray]:
    return question.pick(interpret(emulated, arrays, binding, arithmetic=arithmetic))
