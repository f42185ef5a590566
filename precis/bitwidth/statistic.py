"""Statistics of chaotic programs: a quantity of interest averaged over members, with its sampling error.

Members are runs from inputs that are moved by one unit in the last place of binary64, up or down at random. In a chaotic
program they decorrelate, so that their average estimates a statistic (of the attractor) where single runs have no
meaningful error. The difference of two such averages has the standard error sqrt(var_1/n_1 + var_2/n_2) (Student 1908;
Welch 1947); whether formats change the statistic can be told down to that and no further.

Narrow formats round such small moves away, and all members are one run. Inputs then move by a unit of the finest format of the
Assignment that keeps them apart. Members that still are the same run count once, and the variance of few is not taken to be
smaller than that of the reference's.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from precis.bitwidth.outputs import Qoi, Question, ask
from precis.bitwidth.reference import exact_runs
from precis.bitwidth.runs import BINARY64, Counting, counting
from precis.bitwidth.tally import finite
from precis.bitwidth.tolerance import Stated, tolerances
from precis.emit.rooms import bound
from precis.errors import InputError, UsageError
from precis.formats import FORMATS, Assignment, Format
from precis.ir.bounded import UNLIMITED
from precis.ir.call import refuse_nonfinite
from precis.ir.ruled import without_rules
from precis.ir.types import Program

REFERENCE = FORMATS["binary64"].precision
SMALL = 20  # bits: what inputs move by at most, where a unit in the last place is less
ENOUGH = 0.5  # of the members, that have to differ for a move to be large enough
Columns = list[list[np.ndarray]]  # what every member gave, output by output
ERRORS = 2.0  # standard errors that a difference is allowed for chance, and that a verdict has to bear


@dataclass(frozen=True, slots=True)
class Statistic:
    """A statistic under an Assignment against the same statistic of the reference, output by output in the unit of the
    tolerance. Measurements.

    errors     |difference of the averages|, infinite where a run is not finite
    sampling   standard error of that difference
    spread     root mean square distance of the reference's members from its first: what a single run is worth
    members    runs that were averaged, on either side
    tolerance  the unit
    """

    errors: Mapping[str, float]
    sampling: Mapping[str, float]
    spread: Mapping[str, float]
    members: int
    tolerance: float

    @property
    def holds(self) -> bool:
        """Whether every difference keeps to the tolerance with two standard errors to spare."""
        return self.reach <= self.tolerance

    @property
    def resolved(self) -> bool:
        """Whether the members are enough to tell at all."""
        return all(ERRORS * e <= self.tolerance for e in self.sampling.values())

    @property
    def reach(self) -> float:
        """How far a mean may be off, two standard errors included."""
        return max((e + ERRORS * self.sampling[n] for n, e in self.errors.items()), default=0.0)

    @property
    def needed(self) -> int:
        """Members with which two standard errors would take half of the tolerance: errors of means fall with the square root."""
        share = max(self.sampling.values(), default=0.0) * ERRORS / (self.tolerance / 2.0)
        return max(4, math.ceil(self.members * share**2)) if math.isfinite(share) else self.members

    @property
    def pointwise(self) -> bool:
        """Whether errors of a single run mean anything: the reference alone moves by less than the tolerance."""
        return all(e <= self.tolerance for e in self.spread.values())

    def to_json(self) -> str:
        verdicts = {"holds": self.holds, "resolved": self.resolved, "pointwise": self.pointwise}
        return json.dumps(finite({"kind": "measurement", **asdict(self), **verdicts}), indent=2)

    def __repr__(self) -> str:
        rows = [f"{n}: difference {e:.2g} +- {self.sampling[n]:.2g} (standard error), single runs spread by {self.spread[n]:.2g}"
                for n, e in self.errors.items()]  # fmt: skip
        verdict = "holds" if self.holds else "does not hold" if self.resolved else "cannot be told: more members are needed"
        return f"Statistic over {self.members} members: {verdict} at tolerance {self.tolerance:g}\n" + "\n".join(f"  {r}" for r in rows)


def statistic(
    program: Program,
    assignment: Assignment,
    args: Sequence[Any],
    qoi: Qoi = None,
    *,
    kwargs: Mapping[str, Any] | None = None,
    tolerance: Stated = None,
    members: int = 16,
    seed: int = 0,
) -> Statistic:
    """Compare the average of `qoi` over `members` runs under `assignment` with that of the binary64 reference.

    Members of both sides start from inputs moved independently. UsageError for fewer than 4 members or for a program
    without floating inputs to move.
    """
    return ensemble(program, args, qoi, kwargs=kwargs, tolerance=tolerance, members=members, seed=seed).judge(assignment)


@dataclass(frozen=True, slots=True)
class Ensemble:
    """The reference's members from one input, run once; `judge` runs those of an Assignment against them."""

    question: Question
    arrays: Sequence[np.ndarray]
    binding: Mapping[str, int]
    members: int
    seed: int
    unit: float
    reference: Columns
    allowed: int

    def judge(self, assignment: Assignment) -> Statistic:
        rounded = self.question.unrounded(assignment)
        chosen = counting(self.question.program, rounded)

        units = sorted({REFERENCE, *(f.precision for f in _formats(rounded) if f.precision < REFERENCE)}, reverse=True)
        found: Columns = []
        for precision in units:
            rng = np.random.default_rng((self.seed, 1))
            found, _ = _members(self.question, chosen, self.arrays, self.binding, self.members, rng, precision, self.allowed)
            if _distinct(found) >= self.members * ENOUGH:
                break
        return _compared(self.question, self.reference, found, self.unit)


def ensemble(
    program: Program,
    args: Sequence[Any],
    qoi: Qoi = None,
    *,
    kwargs: Mapping[str, Any] | None = None,
    tolerance: Stated = None,
    members: int = 16,
    seed: int = 0,
) -> Ensemble:
    """Members of the binary64 reference from one input; arguments and errors as of `statistic`."""
    if members < 4:
        raise UsageError(f"members is {members}; a sampling error needs at least 4")
    program = without_rules(program)
    arrays, binding = bound(program, args, kwargs)
    refuse_nonfinite(program, arrays)
    wanted = tolerances(tolerance)
    question = ask(program, qoi, arrays, binding, wanted)
    if not any(np.asarray(a).dtype.kind == "f" and np.any(a) for a in arrays):
        raise UsageError("no floating input can be moved by one unit in the last place: members would all be the same")
    ready = exact_runs(question, BINARY64, binding)
    found, allowed = _members(question, ready, arrays, binding, members, np.random.default_rng((seed, 0)))
    if lost := next((n for n, column in zip(question.names, found) if not all(np.all(np.isfinite(y)) for y in column)), None):
        raise InputError(f"the reference gives {lost} values that are not finite: they have no mean",
                         hints=("give inputs for which the program stays finite in binary64",))  # fmt: skip
    return Ensemble(question, arrays, binding, members, seed, wanted.unit, found, allowed)


def moved(
    arrays: Sequence[np.ndarray], rng: np.random.Generator, precision: int = REFERENCE, members: int = 1
) -> list[np.ndarray]:
    """Every floating element one unit in the last place of `precision` bits up or down; zeros stay. Few elements move by several
    units, so that `members` differ, but never by more than 2^-SMALL or one unit."""
    found, elements = [], sum(np.size(a) for a in arrays if np.asarray(a).dtype.kind == "f")
    most = max(1, min(-(-members // elements), 2 ** max(0, precision - SMALL))) if elements else 1
    for a in map(np.asarray, arrays):
        if a.dtype.kind == "f":
            wide = a.astype(np.float64)
            unit = np.ldexp(np.where(wide == 0.0, 0.0, 1.0), np.frexp(wide)[1] - precision)
            a = wide + np.where(rng.integers(0, 2, a.shape) > 0, unit, -unit) * rng.integers(1, most, a.shape, endpoint=True)
        found.append(np.asarray(a))
    return found


def _formats(assignment: Assignment) -> set[Format]:
    tables = (assignment.storage, assignment.compute, assignment.accumulate)
    return {f for table in tables for f in table.values()} | ({assignment.default} if assignment.default else set())


def _distinct(columns: Columns) -> int:
    """How many members differ from one another in some output."""
    return len({tuple(np.asarray(y).tobytes() for y in row) for row in zip(*columns)})


def own_spread(
    question: Question, arrays: Sequence[np.ndarray], binding: Mapping[str, int], members: int = 4
) -> float | None:
    """How far the binary64 reference alone moves, in the worst output, when its inputs are moved by one unit in the last
    place: errors of single runs mean nothing below it. None without floating inputs to move."""
    if not any(np.asarray(a).dtype.kind == "f" and np.any(a) for a in arrays):
        return None
    ready = exact_runs(question, BINARY64, binding)
    plain = question.pick(ready.run(arrays, binding).results)
    runs, _ = _members(question, ready, arrays, binding, members, np.random.default_rng(0))
    return max(m.error(y, mean) for m, mean, column in zip(question.seminorms, plain, runs) for y in column)


def _members(
    question: Question, ready: Counting, arrays, binding, members: int, rng, precision: int = REFERENCE, most: int = UNLIMITED
) -> tuple[Columns, int]:
    """Judged outputs, one list per output; iterations of a while loop that these members allow others."""
    runs = [ready.run(moved(arrays, rng, precision, members), binding, most) for _ in range(members)]
    columns = [list(column) for column in zip(*(question.pick(ran.results) for ran in runs))]
    return columns, max(ran.allowed for ran in runs)


def _compared(question: Question, first, second, unit: float) -> Statistic:
    errors, sampling, spread = {}, {}, {}
    counts = _distinct(first), _distinct(second)
    for name, m, mine, other in zip(question.names, question.seminorms, first, second):
        mean, own = np.mean(mine, axis=0), np.var(mine, axis=0, ddof=1)
        deviation = np.sqrt(own / counts[0] + np.maximum(own, np.var(other, axis=0, ddof=1)) / counts[1])
        error, chance = m.error(np.mean(other, axis=0), mean), m.error(mean + deviation, mean)
        errors[name], sampling[name] = (error, chance) if math.isfinite(error) and math.isfinite(chance) else (math.inf, 0.0)
        spread[name] = math.sqrt(float(np.mean([m.error(y, mine[0]) ** 2 for y in mine[1:]])))
    return Statistic(errors, sampling, spread, len(first[0]), unit)
