"""References: the run that errors are measured against, and the evidence that it has converged.

A reference is a run in a carrier wide enough that its own error does not matter. The first choice is the narrowest
carrier whose estimated error is below a thousandth of the tolerance; a second run in another carrier must then agree to
a hundredth of the tolerance. Two runs that agree say more than either estimate: rounding errors of different precisions
are independent, and decisions (trips, branches) that rounding changed show. Where they do not agree, the next wider
carrier is asked, up to mpmath with 904 bits for small programs. Agreement is evidence, not proof: binary64 and binary80
agree on a wrong limit of Muller's recurrence (Muller et al., Handbook of Floating-Point Arithmetic, 2nd ed., section
1.3.2), which is why small programs are compared with mpmath straight away.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import numpy as np

from precis.bitwidth.cost import work_of
from precis.bitwidth.estimate import estimate
from precis.bitwidth.kept import kept
from precis.bitwidth.outputs import Question
from precis.bitwidth.runs import BINARY64, CARRIERS, KEPT, Counting, Ran, multiprecision, prepare
from precis.bitwidth.sensitivity import Sensitivity
from precis.errors import UsageError
from precis.formats import Assignment, Format
from precis.ir.approx import inline_approx
from precis.ir.types import values_of

NEGLIGIBLE = 1e-3  # of what is measured: the error that a reference or a carrier may have itself
AGREEMENT = 1e-2  # of the tolerance: the difference between two runs up to which the reference has converged
MP_BITS = (226, 452, 904)  # twice binary128, and on
# Time of a run beside one in binary64, as measured on the case studies; mpmath takes microseconds per operation.
SLOWDOWN = {"binary64": 1.0, "binary80": 6.0, "binary128": 80.0}
MP_SLOWDOWN = 1e4
SHORT = 3e8  # operations times slowdown: well under a second
LONGEST = 2e10  # operations times slowdown: some twenty seconds, beyond which no run is made only to compare


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """A run in `carrier`: its judged outputs (shapes as the program's, longdouble or mpmath numbers where wider), and the iterations
    of a while loop beyond which a run in another format is said to go on for ever.

    against     carrier of the run that it was compared with; None: none could be made
    carriers    names of all that ran for it, in order: itself, those compared with it, binary64 for the scale of the sweeps
    difference  the worst difference from that run, in the unit of the tolerance (a measurement)
    converged   whether they agree to AGREEMENT of the tolerance
    """

    ran: Ran
    carrier: Format
    against: Format | None = None
    difference: float | None = None
    converged: bool = False
    carriers: tuple[str, ...] = ()

    @property
    def values(self) -> Sequence[np.ndarray]:
        return self.ran.results

    @property
    def allowed(self) -> int:
        return self.ran.allowed

    @property
    def scale(self) -> int:
        """Runs in binary64 that were made for the scale of the sweeps alone, before a wider reference was found to be needed."""
        return int(BINARY64.name in self.carriers and self.carrier != BINARY64 and self.against != BINARY64)

    @property
    def checks(self) -> int:
        """Runs that were made to compare it with."""
        return max(0, len(self.carriers) - 1 - self.scale)

    @property
    def sentence(self) -> str:
        """'reference: binary64, converged: differs from binary80 by 3.1e-16'."""
        if self.against is None or self.difference is None:
            return f"reference: {self.carrier}, not checked: a wider run would take too long"
        verdict = "converged: differs" if self.converged else "NOT converged: differs"
        return f"reference: {self.carrier}, {verdict} from {self.against} by {self.difference:.2g}"

    def record(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "kind": "measurement",
            "carrier": self.carrier.name,
            "compared with": self.against and self.against.name,
            "runs in": list(self.carriers),
            "difference": self.difference,
            "converged": self.converged,
        }


def reference_format(s: Sensitivity | None, rtol: float | None) -> Format:
    """The narrowest carrier whose estimated error is negligible beside `rtol`."""
    if s is None or rtol is None:
        return CARRIERS[1]
    return next((c for c in CARRIERS if own_error(s, c) < NEGLIGIBLE * rtol), CARRIERS[-1])


def own_error(s: Sensitivity, carrier: Format) -> float:
    """Estimated error of a run in `carrier` throughout: that of the narrowest, which falls with u, but at roots with their order."""
    e, narrower = estimate(s, Assignment.uniform(CARRIERS[0])), carrier.u / CARRIERS[0].u
    order = min((root.order for roots in s.roots.values() for root in roots if root.coefficient), default=1.0)
    return math.hypot(e.half_order * narrower**order, math.hypot(e.first_order, e.second_order or 0.0) * narrower)


def exact_runs(question: Question, wide: Format, binding: Mapping[str, int], runs: int | None = None) -> Counting:
    """What runs the references: `approx` nodes run their spec. runs: as for `prepare`."""
    return _exact_runs(question, wide, tuple(sorted(binding.items())), runs)


@kept(KEPT)
def _exact_runs(question: Question, wide: Format, binding: tuple[tuple[str, int], ...], runs: int | None) -> Counting:
    return Counting(inline_approx(question.program, "spec"), lambda program: prepare(program, wide, dict(binding), runs))


def reference_run(question: Question, arrays: Sequence[Any], binding: Mapping[str, int], wide: Format) -> Ran:
    """One of them; the judged outputs alone."""
    ran = exact_runs(question, wide, binding, runs=1).run(arrays, binding)
    return replace(ran, results=question.pick(ran.results))


def carrier_named(name: str) -> Format | None:
    """"binary64", "binary80", "binary128", "mpmath", "mpmath:BITS"; None for "auto". UsageError for any other name."""
    if name == "auto":
        return None
    known = {c.name: c for c in CARRIERS} | {"mpmath": multiprecision(MP_BITS[0])}
    if name in known:
        return known[name]
    word, _, bits = name.partition(":")
    if word == "mpmath" and bits.isascii() and bits.isdigit() and 128 <= int(bits) <= 100_000:
        return multiprecision(int(bits))
    raise UsageError(
        f"unknown reference {name!r}", hints=(f"one of auto, {', '.join(known)}, mpmath:BITS (128 to 100000 bits)",)
    )


def reference_of(
    question: Question,
    arrays: Sequence[Any],
    binding: Mapping[str, int],
    s: Sensitivity,
    rtol: float,
    *,
    wanted: Format | None = None,
    runs: Mapping[str, Ran] | None = None,
) -> Reference:
    """A reference for errors beside `rtol`, checked against a run in another carrier.

    wanted  the carrier asked for (None: chosen); runs: carrier name -> judged outputs, of runs that were made already
    """
    ladder = _Ladder(question, arrays, binding, dict(runs or {}))
    first = wanted or reference_format(s, rtol)
    rungs = sorted({*CARRIERS, *map(multiprecision, MP_BITS), first}, key=lambda c: c.precision)
    found: Reference | None = None
    for k in range(rungs.index(first), len(rungs)):
        if found is not None and not ladder.affords(rungs[k]):
            continue
        for other in _neighbours(rungs, k, ladder):
            checked = ladder.compared(rungs[k], other, AGREEMENT * rtol)
            if checked.converged:
                return ladder.told(checked)
            found = found if wanted and found else checked
        if wanted:
            break
    return ladder.told(found or ladder.alone(first))


def checked(
    question: Question,
    arrays: Sequence[Any],
    binding: Mapping[str, int],
    carrier: Format,
    ran: Ran,
    allowed: float,
) -> Reference:
    """The run `ran` in `carrier` compared with one in another carrier: in mpmath where that takes no time, else in
    binary64, else in a wider one that is affordable. Converged: they agree to AGREEMENT of `allowed`, the error that is told."""
    ladder = _Ladder(question, arrays, binding, {carrier.name: ran})
    rungs = [*CARRIERS, *map(multiprecision, MP_BITS)]
    quick = ladder.affords(multiprecision(MP_BITS[0]), SHORT)
    found: Reference | None = None
    for other in () if quick else [c for c in CARRIERS[:1] if c != carrier]:
        found = ladder.compared(carrier, other, AGREEMENT * allowed)
        if found.converged:
            return ladder.told(found)
    for other in _neighbours(rungs, rungs.index(carrier), ladder):
        found = ladder.compared(carrier, other, AGREEMENT * allowed)
        if found.converged:
            break
    return ladder.told(found or ladder.alone(carrier))


def _neighbours(rungs: Sequence[Format], k: int, ladder: _Ladder) -> list[Format]:
    """Carriers to compare rung k with: the widest that takes no time, since carriers of like precision can go astray
    together; else the nearest narrower one that ran, and the nearest wider one that is affordable."""
    if rungs[k].precision > CARRIERS[-1].precision:  # mpmath: against more bits of its own
        return [multiprecision(2 * rungs[k].precision)]
    if ladder.affords(multiprecision(MP_BITS[0]), SHORT):
        return [multiprecision(MP_BITS[0])]
    narrower = [c for c in rungs[:k] if c.name in ladder.runs][-1:]
    wider = list(islice(filter(ladder.affords, rungs[k + 1 :]), 1))  # to ask more of them would compile programs that do not run
    return narrower + wider or list(islice(filter(ladder.affords, rungs[:k][::-1]), 1))


@dataclass(slots=True)
class _Ladder:
    """Runs of one input in several carriers, each made when first asked for."""

    question: Question
    arrays: Sequence[Any]
    binding: Mapping[str, int]
    runs: dict[str, Ran] = field(default_factory=dict)

    def ran(self, carrier: Format) -> Ran:
        if carrier.name not in self.runs:
            self.runs[carrier.name] = reference_run(self.question, self.arrays, self.binding, carrier)
        return self.runs[carrier.name]

    def alone(self, carrier: Format) -> Reference:
        """A run that is compared with none."""
        return Reference(self.ran(carrier), carrier)

    def told(self, found: Reference) -> Reference:
        """`found`, with all runs that were made on the way."""
        return replace(found, carriers=tuple(self.runs))

    def affords(self, carrier: Format, longest: float = LONGEST) -> bool:
        """Whether a run in `carrier` is possible, and short enough to be made for comparison only."""
        program = self.question.program
        real = all(v.kind != "complex" for v in values_of(program.body))
        if carrier.precision > CARRIERS[-1].precision and not real:
            return False
        slowdown = SLOWDOWN.get(carrier.name, MP_SLOWDOWN * max(1.0, carrier.precision / 1000))
        if work_of(program, self.binding).operations * slowdown > longest:
            return carrier.name in self.runs
        return carrier != CARRIERS[-1] or prepare(inline_approx(program, "spec"), carrier, self.binding).backend == "native"

    def compared(self, carrier: Format, other: Format, allowed: float) -> Reference:
        ran = self.ran(carrier)
        values, others = ran.results, self.ran(other).results
        wide, narrow = (others, values) if other.precision > carrier.precision else (values, others)
        difference = max(self.question.errors(narrow, wide).values())
        return Reference(ran, carrier, other, difference, difference <= allowed)
