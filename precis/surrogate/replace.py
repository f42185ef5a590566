"""Replacement: the region becomes an `approx` node that holds the original block beside the surrogate.

Outside its domain a surrogate is never trusted. `exact`: points that lie outside are computed by the original, one by one
where they are few, the whole array where they are many; when all lie inside, the test is all that is paid. `clamp`: such
points move to the edge of the domain. `none`: the user vouches for the inputs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace as changed

import numpy as np

from precis.ad.fresh import renewed
from precis.errors import UsageError
from precis.formats import Assignment, Format
from precis.ir.build import Build, Names
from precis.ir.ruled import without_rules
from precis.ir.size import Size, product
from precis.ir.types import At, Block, Guard, Node, Program, Range, Value
from precis.surrogate.capture import fingerprint
from precis.surrogate.domain import Domain, clamped, inside, scaled
from precis.surrogate.points import Rewriter
from precis.surrogate.pointwise import fixed_sizes
from precis.surrogate.polynomial import Basis
from precis.surrogate.region import Region, block_at, names_beside, select, with_block
from precis.surrogate.surrogate import Surrogate
from precis.surrogate.task import Model

MOST_OUTSIDE = 0.1  # share of points that are put right one by one


def replace(program: Program, region: Region | str, surrogate: Surrogate) -> Program:
    """`program` with the region behind an `approx` node: references still run it, compiled code runs the surrogate.

    Raises UsageError where the surrogate was trained for other code than the region's.
    """
    program = without_rules(program)
    region = select(program, region) if isinstance(region, str) else region
    if surrogate.fingerprint != fingerprint(program, region):
        raise UsageError(f"the surrogate {surrogate.name} was trained for other code than {region.name} is now", region.span,
                         hints=("train it again",), source=program.sources.get(region.span.file))
    return approximate(program, region, surrogate.name, surrogate.domain, surrogate.model, surrogate.guard)


def approximate(program: Program, region: Region, name: str, domain: Domain, model: Model, guard: str) -> Program:
    names, constants = names_beside(program, region), {}
    spec, formats = _spec(region, names, program.original)
    impl, copied = _impl(program, region, names, domain, model, guard, constants)
    node = Node("approx", region.inputs, region.outputs, {"name": name}, (spec, impl), region.span)
    block = block_at(program.body, region.path)
    block = changed(block, nodes=(*region.before, node, *region.after))
    fixed = tuple(Guard(Size.of(s), "==", Size.of(n)) for s, n in fixed_sizes(program, region.nodes).items())
    return changed(program, body=with_block(program.body, region.path, block),
                   guards=program.guards + tuple(g for g in fixed if g not in program.guards),
                   original=_with_formats(program.original, {**formats, **copied}),
                   constants={**program.constants, **constants})


def _params(region: Region, names: Names) -> tuple[Value, ...]:
    return tuple(changed(v, name=names.fresh(v.name)) for v in region.inputs)


def _copy(region: Region, names: Names, inputs: Sequence[Value],
          original: Assignment | None) -> tuple[Block, dict[str, Format]]:
    """The region's nodes on other inputs with fresh names, and the formats that the source states for them."""
    block, new = renewed(Block((), region.nodes, region.outputs), names, {v.name: p for v, p in zip(region.inputs, inputs)}, {})
    return block, _stated(original, {old: v.name for old, v in new.items()})


def _stated(original: Assignment | None, renamed: Mapping[str, str]) -> dict[str, Format]:
    return {renamed[n]: f for n, f in original.values.items() if n in renamed} if original else {}


def _spec(region: Region, names: Names, original: Assignment | None) -> tuple[Block, dict[str, Format]]:
    params = _params(region, names)
    block, formats = _copy(region, names, params, original)
    return changed(block, params=params), formats


def _impl(program: Program, region: Region, names: Names, domain: Domain, model: Model, guard: str,
          constants: dict[str, np.ndarray]) -> tuple[Block, dict[str, Format]]:
    params, b = _params(region, names), Build(names, region.span)
    if guard == "exact":
        return _guarded(program, region, b, params, domain, model, constants)
    basis = Basis(b, scaled(b, domain, params))
    basis = clamped(basis, domain) if guard == "clamp" else basis
    return b.block(params, _outputs(b, region, model, basis, constants)), {}


def _guarded(program: Program, region: Region, b: Build, params: Sequence[Value], domain: Domain, model: Model,
             constants: dict[str, np.ndarray]) -> tuple[Block, dict[str, Format]]:
    """The surrogate where most points lie inside, with the others put right one by one; the original where many do not."""
    original, containers = program.original, [v.container for v in region.outputs]
    hit = inside(Basis(b, scaled(b, domain, params)), domain)
    inner = b.child()
    usual = _outputs(inner, region, model, Basis(inner, scaled(inner, domain, params)), constants)
    other, formats = _copy(region, b.names, params, original)
    if not region.shape:
        return b.block(params, b.cond(hit, inner.block((), usual), other, containers)), formats
    misses = b.sum(b.select(hit, b.const(0.0), b.const(1.0)), axes=tuple(range(hit.rank)))  # a sum vectorises, `all` does not
    right, wrong = inner.child(), inner.child()
    corrected, more = _corrected(program, region, wrong, params, usual, domain)
    usual = inner.cond(inner.eq(misses, inner.const(0.0)), right.block((), [right.store(v) for v in usual]),
                       wrong.block((), corrected), containers)
    most = b.mul(b.convert(b.index(value=product(region.shape)), kind="real"), b.const(MOST_OUTSIDE))
    return b.block(params, b.cond(b.le(misses, most), inner.block((), usual), other, containers)), {**formats, **more}


def _corrected(program: Program, region: Region, b: Build, params: Sequence[Value], values: Sequence[Value],
               domain: Domain) -> tuple[Sequence[Value], dict[str, Format]]:
    """`values` with the original's at the points outside the domain: a loop over all points with a branch."""
    writer = Rewriter((), fixed_sizes(program, region.nodes))
    hit = b.broadcast(inside(Basis(b, scaled(b, domain, params)), domain), shape=region.shape)

    def at_point(inner: Build, v: Value, indices: Sequence[str]) -> Value:
        own = indices[len(indices) - v.rank:]
        at = tuple(At(Size.of(0) if d == Size.of(1) else Size.of(i)) for d, i in zip(v.shape, own))
        return inner.slice(v, at=at) if at else v

    def sweep(outer: Build, carries: Sequence[Value], indices: tuple[str, ...]) -> Sequence[Value]:
        if len(indices) == len(region.shape):
            keep, redo = outer.child(), outer.child()
            kept = keep.block((), [at_point(keep, v, indices) for v in carries])
            point = {v.name: at_point(redo, p, indices) for v, p in zip(region.inputs, params)}
            again = redo.block((), writer.write(redo, region.nodes, point, region.outputs))
            chosen = outer.cond(at_point(outer, hit, indices), kept, again)
            place = tuple(At(Size.of(i)) for i in indices)
            return [outer.call("update", v, new, container=v.container, at=place) for v, new in zip(carries, chosen)]
        index, inner = outer.names.fresh("point"), outer.child()
        held = [inner.value(v.container or "", v.shape, v.kind, v.container) for v in carries]
        body = inner.block(held, sweep(inner, held, (*indices, index)))
        return outer.loop(Range(Size.of(0), region.shape[len(indices)]), carries, body, index)
    found = sweep(b, values, ())
    return found, _stated(program.original, writer.made)


def _outputs(b: Build, region: Region, model: Model, basis: Basis, constants: dict[str, np.ndarray]) -> list[Value]:
    """The model's values, stored where the region stores its own."""
    found = [v if v.shape == region.shape else b.broadcast(v, shape=region.shape) for v in model.build(b, basis, constants)]
    return [b.call("store", v, container=o.container) for v, o in zip(found, region.outputs)]


def _with_formats(original: Assignment | None, extra: Mapping[str, Format]) -> Assignment | None:
    return changed(original, values={**original.values, **extra}) if original and extra else original
