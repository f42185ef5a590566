"""Statistics of chaotic programs: a quantity of interest averaged over members, with its sampling error.

Members are runs from inputs that are moved by one unit in the last place of binary64, up or down at random. In a chaotic
program they decorrelate, so that their average estimates a statistic (of the attractor) where single runs have no
meaningful error. The difference of two such averages has the standard error sqrt(var_1/n + var_2/n) (Student 1908;
Welch 1947); whether formats change the statistic can be told down to that and no further.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from precis.bitwidth.outputs import Qoi, Question, ask
from precis.bitwidth.runs import compiled, prepare
from precis.bitwidth.tally import finite
from precis.bitwidth.tolerance import Stated, tolerances
from precis.errors import UsageError
from precis.formats import Assignment
from precis.ir.approx import inline_approx
from precis.ir.call import bind, refuse_nonfinite
from precis.ir.types import Program

ERRORS = 2.0  # standard errors that a difference is allowed for chance, and that a verdict has to bear


@dataclass(frozen=True, slots=True)
class Statistic:
    """A statistic under an Assignment against the same statistic of the reference, output by output in the unit of the
    tolerance. Measurements.

    errors     |difference of the averages|
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
        return all(e + ERRORS * self.sampling[n] <= self.tolerance for n, e in self.errors.items())

    @property
    def resolved(self) -> bool:
        """Whether the members are enough to tell at all."""
        return all(ERRORS * e <= self.tolerance for e in self.sampling.values())

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
    if members < 4:
        raise UsageError(f"members is {members}; a sampling error needs at least 4")
    arrays, binding = bind(program, args, kwargs)
    refuse_nonfinite(program, arrays)
    wanted = tolerances(tolerance)
    question = ask(program, qoi, arrays, binding, wanted)
    if not any(np.asarray(a).dtype.kind == "f" and np.any(a) for a in arrays):
        raise UsageError("no floating input can be moved by one unit in the last place: members would all be the same")
    rng = np.random.default_rng(seed)
    reference = prepare(inline_approx(question.program, "spec"), binding=binding)
    chosen = compiled(question.program, question.unrounded(assignment))
    first, second = (_members(question, ready, arrays, binding, members, rng) for ready in (reference, chosen))
    return _compared(question, first, second, wanted.unit)


def moved(arrays: Sequence[np.ndarray], rng: np.random.Generator) -> list[np.ndarray]:
    """Every floating element one unit in the last place of binary64 up or down."""
    found = []
    for a in map(np.asarray, arrays):
        if a.dtype.kind == "f":
            wide = a.astype(np.float64)
            a = np.where(rng.integers(0, 2, a.shape) > 0, np.nextafter(wide, np.inf), np.nextafter(wide, -np.inf))
        found.append(np.asarray(a))
    return found


def own_spread(
    question: Question, arrays: Sequence[np.ndarray], binding: Mapping[str, int], members: int = 4
) -> float | None:
    """How far the binary64 reference alone moves, in the worst output, when its inputs are moved by one unit in the last
    place: errors of single runs mean nothing below it. None without floating inputs to move."""
    if not any(np.asarray(a).dtype.kind == "f" and np.any(a) for a in arrays):
        return None
    ready = prepare(inline_approx(question.program, "spec"), binding=binding)
    plain = question.pick(ready.run(list(arrays), dict(binding)))
    runs = _members(question, ready, arrays, binding, members, np.random.default_rng(0))
    return max(m.error(y, mean) for m, mean, column in zip(question.seminorms, plain, runs) for y in column)


def _members(question: Question, ready, arrays, binding, members: int, rng) -> list[list[np.ndarray]]:
    """Judged outputs, one list per output."""
    runs = [question.pick(ready.run(moved(arrays, rng), dict(binding))) for _ in range(members)]
    return [list(column) for column in zip(*runs)]


def _compared(question: Question, first, second, unit: float) -> Statistic:
    errors, sampling, spread = {}, {}, {}
    for name, m, mine, other in zip(question.names, question.seminorms, first, second):
        n, mean = len(mine), np.mean(mine, axis=0)
        deviation = np.sqrt((np.var(mine, axis=0, ddof=1) + np.var(other, axis=0, ddof=1)) / n)
        errors[name] = m.error(np.mean(other, axis=0), mean)
        sampling[name] = m.error(mean + deviation, mean)
        spread[name] = math.sqrt(float(np.mean([m.error(y, mine[0]) ** 2 for y in mine[1:]])))
    return Statistic(errors, sampling, spread, len(first[0]), unit)
