"""Measurement: the assigned program is run, compared with a reference, and its error is attributed to containers and
sites."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from precis.bitwidth.attribution import Attribution, attribute
from precis.bitwidth.holes import left_out, refuse_holes, settled
from precis.bitwidth.iterations import LoopShares
from precis.bitwidth.outputs import Qoi, Question, ask
from precis.bitwidth.reference import checked, own_error, reference_format, reference_of, reference_run
from precis.bitwidth.runs import CARRIERS, Ran, counting
from precis.bitwidth.sensitivity import Sensitivity
from precis.bitwidth.stochastic import Stochastic, stochastic_runs
from precis.bitwidth.tally import finite
from precis.bitwidth.tolerance import Stated, tolerances
from precis.emit.rooms import bound
from precis.formats import Assignment, Format, format_named
from precis.ir.bounded import UNLIMITED
from precis.ir.ruled import without_rules
from precis.ir.types import Program

Outputs = Sequence[np.ndarray]
BLURRED = 0.1  # of the error found: the reference's own error from which dividing it says nothing


@dataclass(frozen=True, slots=True)
class Measurement:
    """What one run of an Assignment was found to do. Errors are against the reference, in the seminorm of each output
    (relative 2-norms unless the tolerance says otherwise).

    error          of the worst output
    errors         output -> its error
    combined       root sum square of the errors, which the attribution divides
    by_container, by_site   signed shares of `combined` (sites: computing and accumulating); by_model: of replaced
                            regions
    by_iteration   line of an outer loop -> shares of its iterations, in their order, of bins where there are thousands; "" -> the share
                   of what is outside of all loops that round. {} without attribution
    explained      sum of all shares / combined; None without attribution
    decisions      part of `combined` that replaying the emulated run's decisions leaves; None without attribution, or
                   where the exact run breaks down under them
    unmatched      part of `combined` between the run and that of the sweeps, in which elementary functions round correctly: little but
                   where the errors are those of binary32 or binary64 libraries themselves
    sweeps         what the exact and the rounded run's adjoints alone explain: far apart where rounding acts
                   nonlinearly
    samples        inputs that were run
    left_out       output -> how many of its elements are infinite or NaN in both runs, in words; they are not judged
    reference      format of the reference run; evidence: a sentence on how far that run was checked, "" where the caller knows
    carrier        of the attribution
    endless        line of a while loop that the run did not leave, or ""
    stochastic     the same under stochastic rounding, where that was asked for; all else rounds to nearest
    """

    error: float
    errors: Mapping[str, float]
    reference: str
    combined: float = 0.0
    by_container: Mapping[str, float] = field(default_factory=dict)
    by_site: Mapping[str, float] = field(default_factory=dict)
    by_model: Mapping[str, float] = field(default_factory=dict)
    by_iteration: Mapping[str, LoopShares] = field(default_factory=dict)
    explained: float | None = None
    decisions: float | None = None
    unmatched: float | None = None
    sweeps: tuple[float, float] | None = None
    carrier: str = ""
    samples: int = 1
    shares: Mapping[tuple[str, str], float] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    endless: str = ""
    stochastic: Stochastic | None = None
    evidence: str = ""

    def to_json(self) -> str:
        document = {"kind": "measurement", **asdict(self)}
        del document["shares"]
        if self.stochastic:
            document["stochastic"] |= {"mean": self.stochastic.mean, "worst": self.stochastic.worst}
        return json.dumps(finite(document), indent=2)

    def __repr__(self) -> str:
        explained = "" if self.explained is None else f", {self.explained:.4f} of it explained"
        rows = sorted({**self.by_container, **self.by_site}.items(), key=lambda item: -abs(item[1]))[:10]
        lines = [f"Measurement: error {self.error:.3g} against {self.reference}{explained}", *filter(None, (self.evidence,))]
        return "\n".join(lines + [f"  {name:<20}  {share:10.3g}" for name, share in rows if share])


def measure(
    program: Program,
    assignment: Assignment,
    args: Sequence[Any],
    qoi: Qoi = None,
    *,
    kwargs: Mapping[str, Any] | None = None,
    s: Sensitivity | None = None,
    rtol: float | None = None,
    attributed: bool = True,
    tolerance: Stated = None,
    seeds: Sequence[int] = (),
    stochastic: Sequence[Format | str] = (),
) -> Measurement:
    """Run `program` under `assignment` at `args` and measure the error of its judged outputs.

    s, rtol     sensitivities and the tolerance, from which the reference is chosen: binary64 only where its own
                estimated error is below a thousandth of the tolerance and a wider run agrees. Without them the reference is
                binary80, compared with a second carrier: the evidence says whether they agree to a hundredth of the error found.
    attributed  whether the error is divided among containers and sites (two more sweeps)
    seeds       of runs with stochastic rounding, in addition: in the formats named in `stochastic`, or in all
    tolerance   how errors are measured and in which unit they are told (precis.Tolerance); in place of rtol
    Raises InputError for arguments that do not fit, and where they make outputs NaN.
    """
    program = without_rules(program)
    arrays, binding = bound(program, args, kwargs)
    wanted = None if tolerance is None else tolerances(tolerance, rtol=rtol)
    question = ask(program, qoi, arrays, binding, wanted)
    unit = wanted.unit if wanted else rtol
    known = reference_of(question, arrays, binding, s, unit) if s is not None and unit is not None else None
    wide = known.carrier if known else reference_format(s, unit)
    ran = known.ran if known else reference_run(question, arrays, binding, wide)
    reference = ran.results
    refuse_holes(question.program, question.names, reference, arrays, binding)
    found = compare(question, assignment, arrays, binding, reference, wide, s if attributed else None,
                    ran.allowed, above=0.0 if attributed else math.inf)
    known = known or checked(question, arrays, binding, wide, ran, found.error)
    found = replace(found, evidence=known.sentence)
    if not len(seeds) and not stochastic:
        return found
    formats = [f if isinstance(f, Format) else format_named(f) for f in stochastic]
    given = question, assignment, arrays, binding, reference, tuple(seeds), formats, s, ran.allowed
    return replace(found, stochastic=stochastic_runs(*given))


def compare(
    question: Question,
    assignment: Assignment,
    arrays: Sequence[Any],
    binding: Mapping[str, int],
    reference: Sequence[np.ndarray],
    wide: Format,
    s: Sensitivity | None = None,
    most: int = UNLIMITED,
    *,
    above: float = 0.0,
    ran: Ran | None = None,
) -> Measurement:
    """`measure` for inputs that are bound and a reference that has been run; `most`: iterations of a while loop; errors `above`
    are divided among containers and sites. ran: the emulated run, where it has been made."""
    whole = question.unrounded(assignment)
    ran = ran or emulated_run(question, assignment, arrays, binding, most)

    def divided(found: Outputs, reference: Outputs, carrier: Format) -> Attribution | None:
        return attribute(question, whole, arrays, binding, found, reference, carrier, most)

    found = judged(question, ran.results, reference, wide, s, divided, above=above)
    return replace(found, endless=ran.endless)


def emulated_run(question: Question, assignment: Assignment, arrays: Sequence[Any], binding: Mapping[str, int], most: int) -> Ran:
    """The judged outputs under an assignment."""
    ran = counting(question.program, question.unrounded(assignment)).run(arrays, binding, most)
    return replace(ran, results=question.pick(ran.results))


def judged(
    question: Question,
    found: Outputs,
    reference: Outputs,
    wide: Format,
    s: Sensitivity | None = None,
    divided: Callable[[Outputs, Outputs, Format], Attribution | None] | None = None,
    *,
    above: float = 0.0,
) -> Measurement:
    """The error of the judged outputs `found`, divided by `divided(found, reference, carrier)` where it is larger than `above`, and where
    that is given and says anything."""
    errors = question.errors(found, reference)
    worst, combined = max(errors.values()), math.hypot(*errors.values())
    holes = {n: words for n, y in zip(question.names, reference) if (words := left_out(y))}
    plain = Measurement(worst, errors, wide.name, combined, left_out=holes)
    if divided is None or not math.isfinite(combined) or worst <= above:
        return plain
    if s is not None and own_error(s, wide) > BLURRED * combined:
        return plain  # what was found is as much the reference's error
    pairs = [settled(a, b) for a, b in zip(found, reference)]
    found, reference = [a for a, _ in pairs], [b for _, b in pairs]
    carrier = max(min(wide, CARRIERS[-1], key=_precision), reference_format(s, combined), key=_precision)
    made = divided(found, reference, carrier)
    return _with(plain, made, carrier) if made else plain


def _precision(fmt: Format) -> int:
    return fmt.precision


def _with(m: Measurement, found: Attribution, carrier: Format) -> Measurement:
    def of(*kinds: str) -> dict[str, float]:
        total: dict[str, float] = {}
        for (kind, name), share in found.shares.items():
            if kind in kinds:
                total[name] = total.get(name, 0.0) + share
        return total

    exact, rounded = (x / m.combined for x in found.sweeps)
    return replace(
        m,
        by_container=of("storage"),
        by_site=of("compute", "accumulate"),
        by_model=of("model"),
        by_iteration=found.by_iteration,
        explained=sum(found.shares.values()) / m.combined,
        decisions=found.decisions / m.combined if math.isfinite(found.decisions) else None,
        unmatched=found.unmatched / m.combined if math.isfinite(found.unmatched) else None,
        sweeps=(exact, rounded),
        carrier=carrier.name,
        shares=found.shares,
    )
