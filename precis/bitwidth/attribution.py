"""Attribution: which containers and sites made the error that was measured, along the trajectories really taken.

The error e = y~ - y is weighed with itself: cotangents c_k = (E_k / E) d_k, E_k the errors of the outputs, E their root
sum square, d_k the dual vector of their seminorms (d_k . e_k = E_k; for the 2-norm e / (||e|| s), for the others the
sign of the worst element), so that c . e = E. The adjoints of the exact and of the rounded run weigh the same residuals
(precis.bitwidth.pairs), and each share is the mean of the two.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from precis.ad import HUGE, adjoint, probe_keys
from precis.bitwidth.approximations import inline_impl
from precis.bitwidth.iterations import LoopShares, by_iteration, with_history
from precis.bitwidth.outputs import Question
from precis.bitwidth.pairs import EXACT_RUN, ROUNDED_RUN, pair
from precis.bitwidth.runs import prepare
from precis.bitwidth.seminorm import difference
from precis.bitwidth.singular import SIGNED, past_singularities, sums_of, tally_apart, told_apart, without_guards
from precis.formats import Assignment, Format
from precis.ir.bounded import UNLIMITED, bounded
from precis.ir.emulate import ROUNDED, emulate
from precis.ir.ops import TALLY_COLUMNS
from precis.ir.types import Program


@dataclass(frozen=True, slots=True)
class Attribution:
    """shares: (kind, name) -> signed part of E; sweeps: the sums of the exact and of the rounded run's alone;
    decisions: the part between the exact run that follows the rounded run's decisions and the reference, which makes
    its own; unmatched: the part between the run that was measured and the rounded run of the sweeps, which is another where
    elementary functions, and quotients of complex numbers, do not round correctly, as they do in the carrier; by_iteration: as of a
    Measurement."""

    shares: Mapping[tuple[str, str], float]
    sweeps: tuple[float, float]
    decisions: float
    unmatched: float = 0.0
    by_iteration: Mapping[str, LoopShares] = field(default_factory=dict)


def attribute(
    question: Question,
    assignment: Assignment,
    arrays: Sequence[Any],
    binding: Mapping[str, int],
    found: Sequence[np.ndarray],
    reference: Sequence[np.ndarray],
    carrier: Format,
    most: int = UNLIMITED,
) -> Attribution | None:
    """Divide the error found - reference of the judged outputs; emulation and sweeps run in `carrier`, while loops at most `most`
    iterations: what ends in one carrier may go round in circles in another. None where one does not end."""
    emulated = emulate(inline_impl(question.program), assignment, carrier)
    return Trajectories(question, emulated, lambda p: prepare(p, carrier, binding, 1)).divide(arrays, binding, found, reference, most=most)


Swept = tuple[list[Any], list[np.ndarray], Sequence[str]]  # results, the tally last of them; histories; lines of their loops


class Trajectories:
    """The paired sweeps of an emulated Program, prepared once for all the errors that are to be divided."""

    def __init__(self, question: Question, emulated: Program, ready: Callable[[Program], Any]):
        """ready: a Program -> what runs it in the carrier of `emulated`, as `prepare` does."""
        self.question, self.ready, paired = question, ready, pair(emulated)
        self.bounded = bounded(paired)
        self.paired = self.bounded.program if self.bounded else paired
        self._swept: dict[float | None, tuple[Any, Sequence[str]]] = {}

    def divide(self, arrays: Sequence[Any], binding: Mapping[str, int], found: Sequence[np.ndarray],
               reference: Sequence[np.ndarray], formats: Sequence[Format] = (), most: int = UNLIMITED) -> Attribution | None:
        """Divide the error found - reference of the judged outputs. formats: the table of open formats, where there are any; most:
        iterations of a while loop, with None where one of the sweeps' does not end by then."""
        question = self.question
        binding = {**binding, self.bounded.limit: most} if self.bounded else binding
        weights = cotangents(question, found, reference)
        exact = _exact_positions(question.program, len(question.program.body.results))
        given = [*arrays, *self._seeds(dict(zip(question.judged, weights)), exact, binding)]

        def ran_with(infinite: float | None) -> Swept:
            runner, lines = self._sweep(infinite)
            ran = list(runner.run(given, binding, formats) if formats else runner.run(given, binding))
            return ran, [np.asarray(ran.pop()) for _ in lines][::-1], lines

        def swept(guarded: bool) -> Swept:
            return _apart(ran_with(HUGE), ran_with(0.0)) if guarded else ran_with(None)

        keys = probe_keys(self.paired)
        ran, histories, lines = past_singularities(swept, lambda found: [sums_of(found[0][-1])] if keys else ())
        if self.bounded and self.bounded.most(int(ran[len(self.paired.body.results) - 1]))[0] >= most:
            return None
        tally = without_guards(ran[-1]) if keys else np.zeros((0, len(TALLY_COLUMNS)))
        rounded, replayed = ([np.asarray(ran[k]) for k in places] for places in (question.judged, [exact[k] for k in question.judged]))
        made = _attribution(keys, tally[:, SIGNED], _weighed(weights, replayed, reference), histories, lines)
        return replace(made, unmatched=_weighed(weights, found, rounded))

    def _seeds(self, given: dict[int, np.ndarray], exact: Mapping[int, int], binding: Mapping[str, int]) -> list[np.ndarray]:
        """Cotangents of the floating results: those given, for their exact twins too; zeros."""
        given = given | {exact[k]: w for k, w in given.items()}
        floating = ((k, v) for k, v in enumerate(self.paired.body.results) if v.kind in ROUNDED)
        return [given[k] if k in given else np.zeros(tuple(d.value(binding) for d in v.shape)) for k, v in floating]

    def _sweep(self, infinite: float | None) -> tuple[Any, Sequence[str]]:
        """What runs the sweeps, and the lines of the loops whose histories are its last results. infinite: what stands for derivatives
        that are infinite, None where they are not guarded."""
        if infinite not in self._swept:
            made = adjoint(self.paired, keep_results=True, guarded=infinite is not None, infinite=infinite or 0.0, in_order=False)
            program, lines = with_history(made)
            self._swept[infinite] = self.ready(program), lines
        return self._swept[infinite]


def _apart(met: Swept, others: Swept) -> Swept:
    """A guarded sweep, infinite derivatives told apart from the others."""
    ran = [*met[0][:-1], tally_apart(np.asarray(met[0][-1]), np.asarray(others[0][-1]))]
    return ran, [told_apart(a, b) for a, b in zip(met[1], others[1])], met[2]


def _weighed(weights: Sequence[np.ndarray], found: Sequence[np.ndarray], other: Sequence[np.ndarray]) -> float:
    """The part of the error that stands between two runs, `found` - `other`."""
    left = (_narrowed(difference(e, y)) for e, y in zip(found, other))
    return sum(float(np.real(np.vdot(w, np.where(w == 0, 0.0, d)))) for w, d in zip(weights, left))


def cotangents(question: Question, found: Sequence[np.ndarray], reference: Sequence[np.ndarray]) -> list[np.ndarray]:
    """(E_k / E) d_k per judged output; zero for outputs whose scale is zero."""
    rows = [(m, _narrowed(difference(a, b)), b) for m, a, b in zip(question.seminorms, found, reference)]
    duals = [m.dual(e, y) for m, e, y in rows]
    errors = [float(np.real(np.vdot(d, e))) for d, (_, e, _) in zip(duals, rows)]
    total = math.hypot(*errors)
    return [np.asarray(d * (e / total)) if total else np.zeros_like(d) for d, e in zip(duals, errors)]


def _narrowed(errors: np.ndarray) -> np.ndarray:
    """Differences from mpmath numbers for the compiled sweeps: binary64 holds them well enough, though not the numbers."""
    return errors.astype(np.float64).astype(np.longdouble) if errors.dtype == object else errors


def _exact_positions(program: Program, count: int) -> dict[int, int]:
    """Position of a floating result -> position of its exact twin among the results of the paired Program."""
    floating = [k for k, v in enumerate(program.body.results) if v.kind in ROUNDED]
    return {k: count + j for j, k in enumerate(floating)}


def _attribution(
    keys: Sequence[tuple[str, ...]],
    signed: np.ndarray,
    decisions: float,
    histories: Sequence[np.ndarray] = (),
    lines: Sequence[str] = (),
) -> Attribution:
    rows = [(key[0], key[1], key[-1], float(share)) for key, share in zip(keys, signed)]
    sums = {run: sum(share for *_, r, share in rows if r == run) for run in (EXACT_RUN, ROUNDED_RUN)}
    weights, broken = _weights(sums), not any(map(math.isfinite, sums.values()))
    shares: dict[tuple[str, str], float] = {}
    # impl - spec is added along the exact run, never averaged
    each = [weights[run] if kind != "model" else float(run == EXACT_RUN) for kind, _, run, _ in rows]
    each = [0.0 if broken and not math.isfinite(share) else weight for weight, (*_, share) in zip(each, rows)]
    for (kind, name, _, share), weight in zip(rows, each):
        shares[kind, name] = shares.get((kind, name), 0.0) + (weight * share if weight else 0.0)
    parts = by_iteration(histories, lines, np.array(each), sum(shares.values()))
    return Attribution(shares, (sums[EXACT_RUN], sums[ROUNDED_RUN]), decisions, by_iteration=parts)


def _weights(sums: Mapping[str, float]) -> dict[str, float]:
    """Half for each sweep. The exact run may break down where it follows the rounded run's decisions (a solver that
    iterates on after it has converged divides zero by zero): then the other sweep stands alone. Where both break down, as at a
    root of 0, what is finite counts, and what is left unexplained is the rest."""
    finite = [run for run, total in sums.items() if math.isfinite(total)] or list(sums)
    return {run: 1.0 / len(finite) if run in finite else 0.0 for run in sums}
