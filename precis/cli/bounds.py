"""`--bound`: what is proved, estimated and measured over a box, for the terminal, for --json and for the report."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from precis.bitwidth.bound.bracket import POINTS, Box, Bracket, bracket
from precis.cli.load import Job
from precis.errors import UsageError
from precis.formats import FORMATS, Assignment, format_of_dtype
from precis.ir.call import bind
from precis.ir.types import Program
from precis.lift.fpcore import Lifted, Sampler
from precis.report.model import Fact, Number
from precis.report.numbers import short
from precis.report.rows import finite

GROUP = "bounds over the box of inputs"


def bracketed(a: argparse.Namespace, job: Job, program: Program, assignment: Assignment, say: Callable[[str], None]) -> tuple[Bracket, ...]:
    """Bounds where --bound asks for them, else nothing."""
    if not getattr(a, "bound", False):  # `precis demo` has no such option
        return ()
    if job.core is not None:
        return _of_core(job.core, assignment, a, say)
    box = _given_box(a, job, program)
    return bracket(program, assignment, box, _uniform(program, box), seconds=a.bound_seconds, say=say)


def _of_core(core: Lifted, assignment: Assignment, a: argparse.Namespace, say: Callable[[str], None]) -> tuple[Bracket, ...]:
    ranges = {name: (i.low, i.high) for name, i in core.box.items()} | dict(a.box)
    points = [c for x in Sampler(core).points(POINTS, a.seed).values() for c in np.reshape(x, (len(x), -1)).T]
    box = Box(ranges, core.formats, core.predicate, core.literals)
    return bracket(core.program, assignment, box, points, spec=core.spec, seconds=a.bound_seconds, say=say)


def _given_box(a: argparse.Namespace, job: Job, program: Program) -> Box:
    """The ranges that --box gives, one for every floating argument."""
    arrays, _ = bind(program, job.arguments)
    formats, ranges = {}, dict(a.box)
    names = [p.container or p.name for p in program.body.params]
    for name, x in zip(names, arrays):
        if name not in ranges:
            raise UsageError(f"--bound needs the range of {name}", hints=(f"--box {name}=LOW:HIGH", f"arguments: {', '.join(names)}"))
        formats[name] = format_of_dtype(np.asarray(x).dtype) or FORMATS["binary64"]
    unknown = sorted(set(ranges) - set(names))
    if unknown:
        raise UsageError(f"there is no argument {unknown[0]}", hints=(f"arguments: {', '.join(names)}",))
    return Box(ranges, formats)


def _uniform(program: Program, box: Box) -> list[np.ndarray]:
    rng, columns = np.random.default_rng(0), []
    for p in program.body.params:
        name, shape = p.container or p.name, tuple(d.value(program.binding) for d in p.shape)
        low, high = box.ranges[name]
        drawn = np.clip(rng.uniform(low, high, (int(np.prod(shape)), POINTS)), low, high)
        single = box.formats[name] == FORMATS["binary32"]
        columns += list(drawn.astype(np.float32).astype(float) if single else drawn)
    return columns


def bounds_text(brackets: Sequence[Bracket]) -> str:
    """A few lines per output."""
    lines = ["errors over the box of inputs"]
    for b in brackets:
        lines.append(f"  {b.bound}")
        parts = [f"estimate at the worst sample {short(b.estimate)}"] if b.estimate is not None else []
        if b.measured is not None:
            seen = b.measured
            samples = "1 sample" if seen.samples == 1 else f"{seen.samples} samples"
            parts.append(f"measured at most {short(seen.absolute)}, relative {short(seen.relative)} ({samples})")
        if b.departure is not None:
            parts.append(f"from :spec the body itself is {short(b.departure)} away")
        lines += [f"    {part}" for part in parts]
        lines += [f"    note: {flag}" for flag in b.flags]
    return "\n".join(lines)


def bounds_document(brackets: Sequence[Bracket]) -> list[dict[str, Any]]:
    return [{
        "output": b.bound.output,
        "bound": {"absolute": b.bound.absolute, "relative": b.bound.relative, "where branches agree": b.bound.branches,
                  "reason": b.bound.reason, "relative reason": b.bound.relative_reason, "given up": b.bound.given_up},
        "estimate": b.estimate,
        "measurement": b.measured and {"absolute": finite(b.measured.absolute), "relative": finite(b.measured.relative),
                                       "samples": b.measured.samples, "place": b.measured.place.tolist()},
        "from spec": b.departure, "flags": list(b.flags)} for b in brackets]


def bounds_facts(brackets: Sequence[Bracket]) -> tuple[Fact, ...]:
    """Rows of the report."""
    found = []
    for b in brackets:
        name, samples = b.bound.output, b.measured.samples if b.measured else None
        found.append(Fact(GROUP, f"{name}: absolute error", Number(b.bound.absolute, "bound", note=b.bound.reason or b.bound.given_up)))
        found.append(Fact(GROUP, f"{name}: relative error", Number(b.bound.relative, "bound", note=b.bound.relative_reason)))
        if b.estimate is not None:
            found.append(Fact(GROUP, f"{name}: absolute error", Number(b.estimate, "estimate", note="at the worst sample")))
        if b.measured is not None:
            found.append(Fact(GROUP, f"{name}: absolute error", Number(finite(b.measured.absolute), "measurement", samples=samples)))
            found.append(Fact(GROUP, f"{name}: relative error", Number(finite(b.measured.relative), "measurement", samples=samples)))
    return tuple(found)
