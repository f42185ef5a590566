"""Replacement: the region becomes an `approx` node that holds the original block beside the surrogate.

Outside its domain a surrogate is never trusted. `exact`: where any point of the array lies outside, the whole array takes
the original block (a branch, so that the usual case pays for the test only); `clamp`: such points move to the edge of the
domain; `none`: the user vouches for the inputs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace as changed

import numpy as np

from precis.ad.fresh import renewed
from precis.errors import UsageError
from precis.formats import Assignment, Format
from precis.ir.build import Build, Names
from precis.ir.size import Size
from precis.ir.types import Block, Guard, Node, Program, Value
from precis.surrogate.capture import fingerprint
from precis.surrogate.domain import Domain, clamped, inside, scaled
from precis.surrogate.pointwise import fixed_sizes
from precis.surrogate.polynomial import Basis
from precis.surrogate.region import Region, block_at, names_beside, select, with_block
from precis.surrogate.surrogate import Surrogate
from precis.surrogate.task import Model


def replace(program: Program, region: Region | str, surrogate: Surrogate) -> Program:
    """`program` with the region behind an `approx` node: references still run it, compiled code runs the surrogate.

    Raises UsageError where the surrogate was trained for other code than the region's.
    """
    region = select(program, region) if isinstance(region, str) else region
    if surrogate.fingerprint != fingerprint(program, region):
        raise UsageError(f"the surrogate {surrogate.name} was trained for other code than {region.name} is now", region.span,
                         hints=("train it again",), source=program.sources.get(region.span.file))
    return approximate(program, region, surrogate.name, surrogate.domain, surrogate.model, surrogate.guard)


def approximate(program: Program, region: Region, name: str, domain: Domain, model: Model, guard: str) -> Program:
    names, constants = names_beside(program, region), {}
    spec, formats = _spec(region, names, program.original)
    impl, copied = _impl(region, names, domain, model, guard, constants, program.original)
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


def _copy(region: Region, names: Names, inputs: tuple[Value, ...],
          original: Assignment | None) -> tuple[Block, dict[str, Format]]:
    """The region's nodes on other inputs with fresh names, and the formats that the source states for them."""
    block, new = renewed(Block((), region.nodes, region.outputs), names, {v.name: p for v, p in zip(region.inputs, inputs)}, {})
    stated = original.values if original else {}
    return block, {new[n].name: f for n, f in stated.items() if n in new}


def _spec(region: Region, names: Names, original: Assignment | None) -> tuple[Block, dict[str, Format]]:
    params = _params(region, names)
    block, formats = _copy(region, names, params, original)
    return changed(block, params=params), formats


def _impl(region: Region, names: Names, domain: Domain, model: Model, guard: str, constants: dict[str, np.ndarray],
          original: Assignment | None) -> tuple[Block, dict[str, Format]]:
    params, b = _params(region, names), Build(names, region.span)
    basis = Basis(b, scaled(b, domain, params))
    if guard == "clamp":
        return b.block(params, _outputs(b, region, model, clamped(basis, domain), constants)), {}
    if guard == "none":
        return b.block(params, _outputs(b, region, model, basis, constants)), {}
    hit = b.broadcast(inside(basis, domain), shape=region.shape) if region.shape else inside(basis, domain)
    everywhere = b.all(hit, axes=tuple(range(len(region.shape)))) if region.shape else hit
    inner = b.child()
    usual = inner.block((), _outputs(inner, region, model, Basis(inner, basis.z, dict(basis.made)), constants))
    other, formats = _copy(region, names, params, original)
    return b.block(params, b.cond(everywhere, usual, other, [v.container for v in region.outputs])), formats


def _outputs(b: Build, region: Region, model: Model, basis: Basis, constants: dict[str, np.ndarray]) -> list[Value]:
    """The model's values, stored where the region stores its own."""
    found = [v if v.shape == region.shape else b.broadcast(v, shape=region.shape) for v in model.build(b, basis, constants)]
    return [b.call("store", v, container=o.container) if o.container else v for v, o in zip(found, region.outputs)]


def _with_formats(original: Assignment | None, extra: Mapping[str, Format]) -> Assignment | None:
    return changed(original, values={**original.values, **extra}) if original and extra else original
