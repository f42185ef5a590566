"""`Tuned`: what `tune` found, with its evidence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from importlib import import_module
from typing import Any

from precis.bitwidth.breakdown import Failure
from precis.bitwidth.contest import Contender
from precis.bitwidth.cost import Work
from precis.bitwidth.devices import Device
from precis.bitwidth.estimate import Estimate
from precis.bitwidth.findings import Findings
from precis.bitwidth.measure import Measurement
from precis.bitwidth.reference import Reference
from precis.bitwidth.runs import CARRIERS, compiled
from precis.bitwidth.schedule import Schedule, without_copies
from precis.bitwidth.search import Proposal
from precis.bitwidth.sensitivity import Sensitivity
from precis.bitwidth.tally import finite
from precis.bitwidth.timing import Timing
from precis.bitwidth.tolerance import Tolerance, Tolerances
from precis.bitwidth.validate import Validation
from precis.bitwidth.worst import Worst
from precis.formats import Assignment
from precis.ir.types import Program
from precis.tuned.sentence import remedy, sentence


@dataclass(frozen=True, slots=True)
class Executions:
    """Runs of the program, each under its own name.

    On tuning inputs, what the choice is made from:
    reference    what errors are measured against, one per input
    scale        in binary64, where the reference is wider: what the sweeps of the prediction are weighed with
    prediction   sweeps, forward and reverse, for the estimate
    further      sweeps and runs for what that left out: second order, roots at 0, residuals that keep a loop going, a run in
                 binary64 that went astray
    emulated     under proposed formats
    attribution  sweeps, of the exact and of the rounded run

    Apart from them, what checks and validates:
    check        in another carrier than the reference: whether it has converged
    agreement    of the function itself and of the program that it was read as
    validation   under the formats chosen, on held-out inputs, each with a reference
    baseline     under the program's own formats, where their estimate leaves a doubt
    worst_runs, worst_sweeps   of a search for worse inputs; its runs each with a reference
    stochastic   with stochastic rounding
    timing, discrete   of original and tuned program, for a stopwatch and to compare integer outputs
    """

    reference: int = 0
    scale: int = 0
    prediction: int = 0
    further: int = 0
    emulated: int = 0
    attribution: int = 0
    check: int = 0
    agreement: int = 0
    validation: int = 0
    timing: int = 0
    discrete: int = 0
    baseline: int = 0
    worst_runs: int = 0
    worst_sweeps: int = 0
    stochastic: int = 0


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Tuned:
    """What `tune` found. `holds`: every measured error, on the tuning inputs and on all held-out ones, is at most
    `rtol`, the unit of the `tolerance`.

    Where nothing was found to hold, or nothing that holds was faster as measured, `assignment` is the program's own
    (`original`). estimate and measurement are those of `assignment` on the tuning input.

    tried    every proposal in order
    passed   proposals that hold, but were measured slower than what was chosen
    failures    proposals that missed the tolerance, on which input and why
    objective   what was minimised: "time" or "memory"
    reference   what errors were measured against
    baseline    the original program measured, where it may miss the tolerance itself
    reading     how far results of the program in its own formats are from those of the function that was read (relative 2-norm)
    schedule    where `program` is the function's with a loop cut in two; cuts: those that were tried and left, in words
    """

    program: Program
    rtol: float
    device: Device
    sensitivity: Sensitivity
    assignment: Assignment
    original: Assignment
    holds: bool
    estimate: Estimate
    measurement: Measurement
    validation: Validation
    executions: Executions
    work: Work
    timing: Timing | None = None
    tried: tuple[Proposal, ...] = ()
    passed: tuple[Contender, ...] = ()
    failures: tuple[Failure, ...] = ()
    objective: str = "time"
    args: Sequence[Any] = field(default=(), repr=False)
    reference: Reference | None = None
    baseline: Measurement | None = None
    tolerance: Tolerances = Tolerances(rest=Tolerance(1e-6))
    findings: Findings = Findings()
    worst: Worst | None = None
    schedule: Schedule | None = None
    cuts: tuple[str, ...] = ()
    reading: float = 0.0

    @property
    def error(self) -> float:
        """The worst measured error; what a search found against other formats than those returned does not count."""
        searched = self.worst.error if self.worst and self.holds else 0.0
        return max(self.measurement.error, self.validation.worst, searched)

    @property
    def memory(self) -> float:
        """Bytes of all named arrays in the original formats over those in the chosen ones: counted, not measured."""
        return self.memory_of(self.assignment)

    def memory_of(self, assignment: Assignment) -> float:
        """The same for other formats."""
        return self.original_bytes / (self.work.memory(assignment) or 1.0)

    @property
    def original_bytes(self) -> float:
        """Of all named arrays and scalars in the original formats, before any loop was cut."""
        return without_copies(self.work, self.schedule, self.original)

    @property
    def smaller(self) -> Contender | None:
        """What was passed over because it was slower, though it takes less memory: the one that takes least."""
        found = [c for c in self.passed if self.memory_of(c.proposal.assignment) > self.memory]
        return max(found, key=lambda c: self.memory_of(c.proposal.assignment), default=None)

    @property
    def cautions(self) -> tuple[str, ...]:
        """Sentences on what stands in the way of a plain verdict: an original that misses, a reference not converged."""
        found = [f"not checked by the tuned program: {a}" for a in self.program.assumed if a.own]
        if self.baseline and self.baseline.error > self.rtol:
            found.append(
                f"the original program misses the tolerance itself: measured {self.baseline.error:.2g} against "
                f"{self.rtol:g}{remedy(self)}"
            )
            if self.reference and self.reference.carrier.precision > CARRIERS[-1].precision:
                found.append(f"errors were estimated along a run in {CARRIERS[-1]}, the widest that sweeps take, while the reference "
                             f"had to be {self.reference.carrier}: where that run went astray, too, estimates mean nothing")
        if self.worst and self.worst.error > self.rtol:
            found.append(f"an input found by search breaks the tolerance: measured {self.worst.error:.2g}, from {self.worst.start}")
        if self.reference and self.reference.against and not self.reference.converged:
            found.append(f"{self.reference.sentence}: errors are not known to better than that")
        return tuple(found)

    @property
    def changed(self) -> tuple[str, ...]:
        """Sentences on integer and boolean outputs that are no longer what the original program gives."""
        return tuple(str(c) for c in self.validation.changes if c.changed)

    def compiled(self, *args: Any, **kwargs: Any) -> Any:
        """Run the tuned program: returns what the function returns and mutates what it mutates."""
        return compiled(self.program, self.assignment)(*args, **kwargs)

    def report(self, path: Any) -> Any:
        """Write the report (Markdown, JSON and one HTML page) to the folder `path`."""
        return import_module("precis.report").write(self, path)  # report imports this module

    def to_json(self) -> str:
        document = {
            "program": self.program.name,
            "rtol": self.rtol,
            "tolerance": str(self.tolerance),
            "device": self.device.name,
            "holds": self.holds,
            "assignment": json.loads(self.assignment.to_json()),
            "estimate": json.loads(self.estimate.to_json()),
            "measurement": json.loads(self.measurement.to_json()),
            "reference": self.reference and self.reference.record(),
            "validation": {"kind": "measurement", "worst": self.validation.worst, "samples": self.validation.samples},
            "integer and boolean outputs": [asdict(c) for c in self.validation.changes],
            "executions": asdict(self.executions),
            "objective": self.objective,
            "timing": self.timing and json.loads(self.timing.to_json()),
            "passed over": [json.loads(c.to_json()) for c in self.passed],
            "findings": self.findings.record(),
            "worst case": self.worst and self.worst.record(),
            "schedule": self.schedule and {**self.schedule.record(), "words": self.schedule.words(self.assignment)},
            "schedules left": self.cuts,
            "failures": [finite(f.record()) for f in self.failures],
            "memory ratio": {"kind": "counted", "value": self.memory},
        }
        return json.dumps(document, indent=2)

    def __repr__(self) -> str:
        return sentence(self)
