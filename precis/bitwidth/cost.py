"""Roofline cost model: what a Program moves and computes per site, and the seconds that an Assignment makes of it.

Each site takes the longer of moving its bytes and doing its arithmetic (Williams, Waterman & Patterson 2009, Roofline,
eq. 1), and the sites follow one another. Bytes depend linearly on the storage formats, arithmetic linearly on the
site's formats and on the conversions between both, so a MILP can choose. The seconds are estimates from data-sheet
rates; only their ratios are meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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

UNITS = ("vector", "sum", "contraction", "scalar", "scalar library")
NARROW_LIBRARY = 0.5  # an elementary function to 24 bits or less takes about half the polynomial of one to 53


@dataclass(slots=True)
class SiteWork:
    """What one site does in a whole run.

    moved   container -> elements read from and written to it (arrays; scalars stay in registers)
    flops   unit -> floating-point operations: vector, sum (accumulator format), contraction, scalar, scalar library
    casts   (source place, target place) -> (array elements, scalars) converted
    """

    moved: dict[str, float] = field(default_factory=dict)
    flops: dict[str, float] = field(default_factory=dict)
    casts: dict[tuple[Place, Place], tuple[float, float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Work:
    """sites: what each does; kept: container -> elements it holds (for the memory)."""

    sites: Mapping[str, SiteWork]
    kept: Mapping[str, int]

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

    def site(self, name: str) -> SiteWork:
        return self.sites.setdefault(name, SiteWork())


def work_of(
    program: Program, binding: Mapping[str, int] | None = None, while_trips: Mapping[str, float] | None = None
) -> Work:
    """The work of a run at `binding` (default: the example). `while_trips`: trips of while loops by site (default:
    100).

    A site reads each container once per execution, the most elements that one of its operands takes: shifted operands
    of a stencil come from cache.
    """
    sizes = dict(program.binding if binding is None else binding)
    walk = _Walk(places_of(program), {}, while_trips or {})
    _block(program.body, walk, sizes, 1.0)
    kept = {c.name: elements(c.shape, sizes) for c in program.containers if c.kind in ROUNDED}
    return Work(walk.sites, kept)


def _block(block: Block, walk: _Walk, sizes: Sizes, runs: float) -> None:
    reads: dict[tuple[str, str], float] = {}
    for node in block.nodes:
        for inner in node.blocks[-1:] if node.op == "approx" else node.blocks:
            sub, times = inside(node, sizes, walk.while_trips)
            _block(inner, walk, sub, runs * times)
        if node.op in OPS:
            _count(node, walk, sizes, runs, reads)
    for (site, container), n in reads.items():
        _add(walk.site(site).moved, container, n * runs)


def _count(node: Node, walk: _Walk, sizes: Sizes, runs: float, reads: dict[tuple[str, str], float]) -> None:
    op, site = OPS[node.op], walk.site(node.site)
    for container, n in _accesses(node, sizes):
        reads[node.site, container] = max(reads.get((node.site, container), 0.0), n)
    if node.op in ("store", "update", "update_add") and node.output.kind in ROUNDED and node.output.shape:
        written = node.output.shape if node.op == "store" else node.inputs[1].shape
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
    if op.rounding == SUM:
        return "sum", op.flops * per_part * elements(node.inputs[-1 if node.op == "update_add" else 0].shape, sizes)
    if not out.shape:
        return "scalar library" if op.rounding == LIBRARY else "scalar", op.flops * per_part
    return "vector", op.flops * per_part * elements(out.shape, sizes)


def _add(counts: dict, key, n: float) -> None:
    counts[key] = counts.get(key, 0.0) + n


def arithmetic_seconds(
    work: SiteWork, compute: Format, arithmetic: Format, accumulate: Format, device: Device
) -> float:
    """Seconds of a site's operations, conversions left out. `compute`: of multiplicands; `arithmetic`: of all other
    operations."""
    narrow = NARROW_LIBRARY if arithmetic.precision <= 24 else 1.0
    rates = {
        "vector": device.vector_rate(arithmetic),
        "sum": device.vector_rate(accumulate),
        "contraction": device.contraction_rate(compute, accumulate),
        "scalar": device.scalar,
        "scalar library": device.scalar / narrow,
    }
    return sum(n / rates[unit] for unit, n in work.flops.items())


def cast_seconds(n: tuple[float, float], source: Format, target: Format, device: Device) -> float:
    """Seconds of converting (array elements, scalars); nothing where the formats are the same."""
    return 0.0 if source == target else n[0] / device.cast_rate(source, target) + n[1] / device.scalar


def site_seconds(name: str, work: SiteWork, assignment: Assignment, device: Device, bandwidth: float) -> float:
    """The longer of moving and computing."""
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
    return max(moving, computing)


def seconds(work: Work, assignment: Assignment, device: Device, bandwidth: float | None = None) -> float:
    """Modelled seconds of a run (an estimate). `bandwidth`: default that of the memory which holds the binary64 working
    set."""
    rate = bandwidth or working_bandwidth(work, device)
    return sum(site_seconds(name, site, assignment, device, rate) for name, site in work.sites.items())


def working_bandwidth(work: Work, device: Device) -> float:
    """Bytes/s for the working set in binary64, whatever is chosen later: choices stay linear, gains of fitting a
    smaller cache are not counted."""
    return device.bandwidth_of(work.memory(Assignment.uniform("binary64")))
