"""What the selection chooses from: groups of places that share a format, and the options that device, pins and ranges
leave them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from precis.bitwidth.cost import Work, work_of, working_bandwidth
from precis.bitwidth.devices import Device
from precis.bitwidth.estimate import Corrections, overflows, share_of
from precis.bitwidth.pins import Pins, allowed_formats
from precis.bitwidth.places import Place, Rounding, sites_of
from precis.bitwidth.probes import place_classes
from precis.bitwidth.sensitivity import Sensitivity
from precis.errors import UsageError
from precis.formats import FORMATS, Format, format_named, multiplicands_of, scaled
from precis.formats.format import LARGEST_SCALE
from precis.ir.emulate import ROUNDED
from precis.ir.ops import OPS
from precis.ir.ops.record import CONTRACTION, STABLE, SUM
from precis.ir.ops.routine import LIBRARY_FORMATS
from precis.ir.types import Program

SCALE_MARGIN = 4.0  # a scaled format holds this many times the largest magnitude seen
SAFETY = 0.5  # of the tolerance, for the estimate of a first proposal
REACH = (1.5, 1.0)  # shares of the tolerance tried for the estimate where that is cheaper: estimates tend to be above measurements
Option = tuple[Format, Format]  # (storage, storage) of a class; (compute, accumulate) of a site


@dataclass(frozen=True, slots=True)
class Task:
    """What is chosen, from what, and what it costs. `options`: group -> its options, widest last."""

    s: Sensitivity
    work: Work
    device: Device
    bandwidth: float
    group: Mapping[Place, Place]
    options: Mapping[Place, tuple[Option, ...]]
    corrections: Corrections
    budget: float

    def format(self, place: Place, option: Option) -> Format:
        """The format of a place when its group takes `option`."""
        compute, accumulate = option
        if place[0] == "accumulate":
            return accumulate
        if place[0] == "multiplicand" and compute.products == 1:
            return FORMATS[compute.unit]
        return accumulate if place[0] == "compute" and not compute.storable else compute

    def of(self, place: Place) -> Place:
        return self.group[place]


def check_tolerance(rtol: float) -> None:
    if not isinstance(rtol, (int, float)) or not math.isfinite(rtol) or rtol <= 0:
        raise UsageError(f"the tolerance is {rtol!r}; it must be a positive number, such as 1e-6")


def room(used: float) -> float:
    """The share of the tolerance that an estimate may use where that of the choice is `used`: all, or as far beyond as was reached."""
    return next((most for most in sorted(REACH) if used <= most), used)


def offered_formats(formats: Sequence[str | Format]) -> tuple[Format, ...]:
    """Formats by name, narrowest first. UsageError for an unknown name or none that can be stored."""
    try:
        found = {
            f if isinstance(f, Format) else format_named(f)
            for f in ([formats] if isinstance(formats, str) else formats)
        }
    except ValueError as problem:
        raise UsageError(str(problem)) from None
    if not any(f.storable for f in found):
        raise UsageError("formats: none of those offered can be stored", hints=("offer binary64 or binary32 as well",))
    return tuple(sorted(found, key=lambda f: (f.precision, f.emax, f.name)))


def task_of(
    program: Program,
    s: Sensitivity,
    rtol: float,
    formats: Sequence[str | Format],
    device: Device,
    pins: Pins,
    corrections: Corrections,
    safety: float = SAFETY,
    work: Work | None = None,
) -> Task:
    """Everything that the choice depends on."""
    offered = offered_formats(formats)
    work = work or work_of(program, s.binding)
    classes, group = place_classes(program), {}
    for c in program.containers:
        if c.kind in ROUNDED:
            group["storage", c.name] = classes.get(("storage", c.name), ("storage", c.name))
    for site in sites_of(program):
        group |= {(kind, site): ("site", site) for kind in ("compute", "multiplicand", "accumulate")}
    pinned = allowed_formats(program, pins, group)
    sums = {
        n.site: OPS[n.op].category
        for n in program.nodes()
        if n.op in OPS and OPS[n.op].rounding == SUM and n.op != "update_add"
    }
    sums |= {n.site: CONTRACTION for n in program.nodes() if n.op in OPS and OPS[n.op].category == CONTRACTION}
    libraries = {n.site for n in program.nodes() if n.op in OPS and OPS[n.op].rounding == STABLE}
    shapes = {c.name: c.shape for c in program.containers}
    options: dict[Place, tuple[Option, ...]] = {}
    for g in dict.fromkeys(group.values()):
        if g[0] == "storage":
            array = any(shapes[c] for k, c in group if k == "storage" and group[k, c] == g)
            every = _storage_options(offered, device, array)
            stored = [c for c in s.causes if group.get(c.place) == g and c.place[0] == "storage"]
            every += [(f, f) for f in _scaled_formats(s, stored, pinned.get(g, [o[0] for o in every]))] if array else []
            every.sort(key=lambda option: option[0].precision)
        else:
            every = _site_options(offered, device, sums.get(g[1]), g[1] in libraries)
        options[g] = _after_pins(every, g, pinned)
    task = Task(s, work, device, working_bandwidth(work, device), group, options, corrections, safety * rtol)
    return _gated(task, pinned)


def _storage_options(offered: Sequence[Format], device: Device, array: bool) -> list[Option]:
    """Scalars live in registers: fewer than 32 bits gain them nothing."""
    stored = [f for f in offered if f.storable and f.name in device.storage]
    return [(f, f) for f in stored if array or f.bits >= 32] or [(f, f) for f in stored]


def _scaled_formats(s: Sensitivity, causes: Sequence[Rounding], formats: Sequence[Format]) -> Iterator[Format]:
    """Narrow formats scaled by a power of two, where their range is the obstacle: where what is stored overflows, or where
    most of the error comes from below the normal range."""
    largest = max((s.row(c).largest for c in causes), default=0.0)
    if largest == 0.0 or not math.isfinite(largest) or len(formats) < 2:  # a format that is pinned is meant as it is
        return
    for f in formats:
        if f.bits > 16 or f.scale or not f.storable:
            continue
        scale = scale_for(f, largest)
        if not scale:
            continue
        better = scaled(f, scale)
        before, after = (math.hypot(*(share_of(s, c, g).size for c in causes)) for g in (f, better))
        if after < before / 2 or any(overflows(s.row(c), f) for c in causes):
            yield better


def scale_for(fmt: Format, largest: float) -> int:
    """The power of two that brings numbers up to `largest` under the largest of `fmt`, with a margin; 0 where there is none, or no need."""
    if not 0.0 < largest < math.inf:
        return 0
    scale = math.floor(math.log2(float(fmt.max)) - math.log2(SCALE_MARGIN * largest))
    return scale if abs(scale) <= LARGEST_SCALE else 0


def _site_options(offered: Sequence[Format], device: Device, sums: str | None, library: bool = False) -> list[Option]:
    """`library`: a library routine is called, which has binary32 and wider only."""
    units = [f for f in offered if f.name in device.vector and not (library and f.bits < LIBRARY_FORMATS[0].bits)]
    units = units or [f for f in LIBRARY_FORMATS if f.name in device.vector]
    if sums is None:
        return [(f, f) for f in units]
    pairs = [(f, a) for f in units for a in units if a.contains(f)]
    if sums == CONTRACTION:
        factors = [m for f in offered for m in multiplicands_of(f)]
        known = [(f, a) for f in factors for a in offered if (f.unit, a.name) in device.matrix and f.unit != a.name]
        pairs += [pair for pair in known if pair not in pairs]
    return sorted(pairs, key=lambda pair: (pair[0].precision, pair[1].precision))


def _after_pins(every: list[Option], g: Place, pinned: Mapping[Place, Sequence[Format]]) -> tuple[Option, ...]:
    """The options that pins leave; a pinned format is an option even where it is not offered."""
    if g[0] == "storage":
        allowed = pinned.get(g, [o[0] for o in every])
        named = [(f, f) for f in allowed if (f, f) not in every]
        return (*named, *(o for o in every if o[0] in allowed or (o[0].scale and FORMATS[o[0].part] in allowed)))
    compute, accumulate = pinned.get(("compute", g[1])), pinned.get(("accumulate", g[1]))
    kept = [(f, a) for f, a in every if f in (compute or (f,)) and a in (accumulate or (a,))]
    if not kept and compute:
        kept = [(f, a) for f in compute for a in accumulate or (f if f.storable else FORMATS["binary32"],)]
    return tuple(kept or [(f, a) for f, _ in every for a in accumulate or ()])


def _gated(task: Task, pinned: Mapping[Place, Sequence[Format]]) -> Task:
    """`task` without options whose range the values seen may leave. UsageError where a pin asks for one of them."""
    options = dict(task.options)
    for cause in task.s.causes:
        if cause.place not in task.group:
            continue
        g, row = task.of(cause.place), task.s.row(cause)
        kept = tuple(o for o in options[g] if not overflows(row, task.format(cause.place, o)))
        if not kept:
            names = ", ".join(sorted({str(f) for o in options[g] for f in o}))
            if not names:
                raise UsageError(f"nothing is left for {cause.place[1]}: no format offered computes on {task.device.name}",
                                 hints=("offer binary32 or binary64, too",))  # fmt: skip
            raise UsageError(
                f"{cause.place[1]} holds values up to {row.largest:.3g}, beyond half the range of {names}",
                hints=("remove the pin",)
                if g in pinned
                else ("offer a format of wider range, such as bfloat16 or binary32",),
            )
        options[g] = kept
    return replace(task, options=options)
