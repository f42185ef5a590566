"""Roofline cost model: what a Program moves and computes per site, and the seconds that an Assignment makes of it.

Each site takes the longer of moving its bytes and doing its arithmetic (Williams, Waterman & Patterson 2009, Roofline,
eq. 1), and that share of the shorter that the device does not hide behind it; the sites follow one another. Arrays that
emitted code keeps in registers move nothing. What a call converts at its border is added. Bytes depend linearly on the
storage formats, arithmetic linearly on the site's formats and on the conversions between both, so a MILP can choose. The
seconds are estimates from data-sheet rates; only their ratios are meant.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from precis.bitwidth.devices import Device
from precis.bitwidth.places import Place, Places, conversions, format_at, operand_place, places_of
from precis.bitwidth.trips import Sizes, elements, inside
from precis.formats import Assignment, Format
from precis.ir.emulate import ROUNDED
from precis.ir.ops import OPS
from precis.ir.ops.record import CONTRACTION, LIBRARY, SUM, VIEW
from precis.ir.ops.reductions import contraction_labels
from precis.ir.types import Block, Node, Program

UNITS = ("vector", "division", "library", "sum", "contraction", "scalar", "scalar library")
UNPIPELINED = ("div", "sqrt")
INTO = ("update_add", "tally")  # they add their last operand to some elements of their first
NARROW_LIBRARY = 0.5  # a scalar elementary function to 24 bits or less takes about half the polynomial of one to 53
SUBNORMAL_SHARE = 0.01  # of the values at a site, assumed to be subnormal where the smallest seen is


@dataclass(slots=True)
class SiteWork:
    """What one site does in a whole run.

    moved   container -> elements read from and written to it (arrays; scalars stay in registers)
    flops   unit -> floating-point operations: vector, division (and roots), library (elementary functions), sum
            (accumulator format), contraction, scalar, scalar library
    casts   (source place, target place) -> (array elements, scalars) converted
    smallest   magnitude, other than zero, that is computed
    """

    moved: dict[str, float] = field(default_factory=dict)
    flops: dict[str, float] = field(default_factory=dict)
    casts: dict[tuple[Place, Place], tuple[float, float]] = field(default_factory=dict)
    smallest: float = math.inf


@dataclass(frozen=True, slots=True)
class Border:
    """Elements that cross the border of a call, in and out, in the format of the original program."""

    given: float
    returned: float
    original: Format

    def seconds(self, fmt: Format, device: Device) -> float:
        """Converting them from and to `fmt`."""
        if fmt == self.original or not device.borders:
            return 0.0
        narrower = min(fmt, self.original, key=lambda f: f.bits)
        into, out = device.borders.get(narrower.name, device.borders["binary32"])
        return self.given / into + self.returned / out


@dataclass(frozen=True, slots=True)
class Work:
    """sites: what each does; kept: container -> elements it holds (for the memory); borders: container -> what crosses
    the border of a call."""

    sites: Mapping[str, SiteWork]
    kept: Mapping[str, int]
    borders: Mapping[str, Border] = field(default_factory=dict)

    @property
    def operations(self) -> float:
        """Floating-point operations of a run."""
        return sum(sum(site.flops.values()) for site in self.sites.values())

    def memory(self, assignment: Assignment) -> float:
        """Bytes of all named real arrays and scalars together."""
        return float(sum(n * assignment.storage_of(c).bytes for c, n in self.kept.items()))


@dataclass
class _Walk:
    where: Places
    sites: dict[str, SiteWork]
    while_trips: Mapping[str, float]
    resident: Collection[str] | None = None

    def moves(self, container: str) -> bool:
        return self.resident is None or container in self.resident

    def site(self, name: str) -> SiteWork:
        return self.sites.setdefault(name, SiteWork())


def work_of(
    program: Program,
    binding: Mapping[str, int] | None = None,
    while_trips: Mapping[str, float] | None = None,
    resident: Collection[str] | None = None,
    smallest: Mapping[str, float] | None = None,
) -> Work:
    """The work of a run at `binding` (default: the example).

    while_trips   trips of while loops by site (default: 100)
    resident      containers that emitted code keeps in memory (default: all)
    smallest      site -> smallest magnitude seen there

    A site reads each container once per execution, the most elements that one of its operands takes: shifted operands
    of a stencil come from cache.
    """
    sizes = dict(program.binding if binding is None else binding)
    walk = _Walk(places_of(program), {}, while_trips or {}, resident)
    _block(program.body, walk, sizes, 1.0)
    for site in walk.sites.keys() & (smallest or {}).keys():
        walk.sites[site].smallest = (smallest or {})[site]
    kept = {c.name: elements(c.shape, sizes) for c in program.containers if c.kind in ROUNDED}
    return Work(walk.sites, kept, _borders(program, kept))


def _borders(program: Program, kept: Mapping[str, int]) -> dict[str, Border]:
    """Arrays that are arguments or results."""
    given = {p.container for p in program.body.params}
    returned = {r.container for r in program.body.results}
    own = program.original or Assignment.uniform("binary64")
    return {
        c.name: Border(n * (c.name in given), n * (c.name in returned), own.storage_of(c.name))
        for c in program.containers
        if c.shape and c.name in given | returned and (n := float(kept.get(c.name, 0)))
    }


def _block(block: Block, walk: _Walk, sizes: Sizes, runs: float) -> None:
    reads: dict[tuple[str, str], float] = {}
    for node in block.nodes:
        for inner in node.blocks[-1:] if node.op == "approx" else node.blocks:
            sub, times = inside(node, sizes, walk.while_trips)
            _block(inner, walk, sub, runs * times)
        if node.op in OPS:
            _count(node, walk, sizes, runs, reads)
    for (site, container), n in reads.items():
        if walk.moves(container):
            _add(walk.site(site).moved, container, n * runs)


def _count(node: Node, walk: _Walk, sizes: Sizes, runs: float, reads: dict[tuple[str, str], float]) -> None:
    op, site = OPS[node.op], walk.site(node.site)
    for container, n in _accesses(node, sizes):
        reads[node.site, container] = max(reads.get((node.site, container), 0.0), n)
    if node.op in ("store", "update", "update_add") and node.output.kind in ROUNDED and node.output.shape:
        written = node.output.shape if node.op == "store" else node.inputs[1].shape
        if walk.moves(node.output.container or ""):
            _add(site.moved, node.output.container or "", runs * elements(written, sizes))
    for k, source, target in conversions(node, walk.where, {}):
        operand = node.inputs[k]
        arrays, scalars = site.casts.get((source, target), (0.0, 0.0))
        if operand.shape:
            site.casts[source, target] = arrays + runs * elements(operand.shape, sizes), scalars
        elif not node.output.shape:  # beside arrays, a scalar is converted once, ahead of the loop over elements
            site.casts[source, target] = arrays, scalars + runs
    if op.flops and (node.output.kind in ROUNDED or operand_place(node)):
        unit, n = _flops(node, sizes)
        _add(site.flops, unit, runs * n)


def _accesses(node: Node, sizes: Sizes) -> Iterator[tuple[str, float]]:
    """(container, elements) of the array operands that a node reads; the target of an update is not read."""
    skip = 1 if node.op in ("update", "update_add") else 0
    for v in node.inputs[skip:]:
        if v.container and v.kind in ROUNDED and v.shape:
            seen = node.output if OPS[node.op].category == VIEW and v is node.inputs[0] else v
            yield v.container, float(min(elements(seen.shape, sizes), elements(v.shape, sizes)))


def _flops(node: Node, sizes: Sizes) -> tuple[str, float]:
    """(unit, operations) of one execution."""
    op, out = OPS[node.op], node.output
    per_part = 2.0 if out.kind == "complex" else 1.0
    if op.category == CONTRACTION:
        labels = contraction_labels(node.attrs["spec"])
        dims = {**dict(zip(labels[0], node.inputs[0].shape)), **dict(zip(labels[1], node.inputs[1].shape))}
        return "contraction", op.flops * per_part**2 * elements(tuple(dims.values()), sizes)
    if op.rounding == SUM or node.op in INTO:
        return "sum", op.flops * per_part * elements(node.inputs[-1 if node.op in INTO else 0].shape, sizes)
    if not out.shape:
        return "scalar library" if op.rounding == LIBRARY else "scalar", op.flops * per_part
    unit = "library" if op.rounding == LIBRARY else "division" if op.name in UNPIPELINED else "vector"
    return unit, op.flops * per_part * elements(out.shape, sizes)


def _add(counts: dict, key, n: float) -> None:
    counts[key] = counts.get(key, 0.0) + n


def arithmetic_seconds(
    work: SiteWork, compute: Format, arithmetic: Format, accumulate: Format, device: Device
) -> float:
    """Seconds of a site's operations, conversions left out. `compute`: of multiplicands; `arithmetic`: of all other
    operations."""
    is_narrow = arithmetic.precision <= 24
    narrow = NARROW_LIBRARY if is_narrow else 1.0
    vector = device.vector_rate(arithmetic) / _slowed(work, arithmetic, device)
    rates = {
        "vector": vector,
        "division": vector / device.division[is_narrow],
        "library": vector / device.library[is_narrow],
        "sum": device.vector_rate(accumulate),
        "contraction": device.contraction_rate(compute, accumulate),
        "scalar": device.scalar_rate(arithmetic),
        "scalar library": device.scalar_rate(arithmetic) / narrow,
    }
    return sum(n / rates[unit] for unit, n in work.flops.items())


def _slowed(work: SiteWork, fmt: Format, device: Device) -> float:
    """How many times longer a site takes because some of its values are subnormal in `fmt`."""
    return 1.0 + SUBNORMAL_SHARE * device.subnormal if work.smallest < float(fmt.min_normal) else 1.0


def cast_seconds(n: tuple[float, float], source: Format, target: Format, device: Device) -> float:
    """Seconds of converting (array elements, scalars); nothing where the formats are the same."""
    return 0.0 if source == target else n[0] / device.cast_rate(source, target) + n[1] / device.scalar


def site_seconds(name: str, work: SiteWork, assignment: Assignment, device: Device, bandwidth: float) -> float:
    """The longer of moving and computing, and what of the shorter does not hide behind it."""
    moving = sum(n * assignment.storage_of(c).bytes for c, n in work.moved.items()) / bandwidth
    computing = arithmetic_seconds(
        work,
        assignment.compute_of(name),
        format_at(("compute", name), assignment),
        assignment.accumulate_of(name),
        device,
    )
    computing += sum(
        cast_seconds(n, format_at(a, assignment), format_at(b, assignment), device) for (a, b), n in work.casts.items()
    )
    return device.overlap * max(moving, computing) + (1.0 - device.overlap) * (moving + computing)


def seconds(work: Work, assignment: Assignment, device: Device, bandwidth: float | None = None) -> float:
    """Modelled seconds of a run (an estimate). `bandwidth`: default that of the memory which holds the binary64 working
    set."""
    rate = bandwidth or working_bandwidth(work, device)
    converting = sum(b.seconds(assignment.storage_of(c), device) for c, b in work.borders.items())
    return converting + sum(site_seconds(name, site, assignment, device, rate) for name, site in work.sites.items())


def working_bandwidth(work: Work, device: Device) -> float:
    """Bytes/s for the working set in binary64, whatever is chosen later: choices stay linear, gains of fitting a
    smaller cache are not counted."""
    return device.bandwidth_of(work.memory(Assignment.uniform("binary64")))
