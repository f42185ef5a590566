"""Lowering of the operations that make nests: materialised values, updates, reductions, contractions, scans."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from precis.emit.plan.body import Body, NotEmittable, Stored
from precis.emit.plan.contract import as_matrix_product, library_format
from precis.emit.plan.elements import carrier
from precis.emit.plan.gather import Box, Chain, value_index
from precis.emit.plan.kernels import CONSTANT, Axis, Contract, Element, Guard, Instr, Nest, Reduction
from precis.emit.plan.maps import ZERO, Indices, aligned, axes_of, covers, sliced
from precis.emit.plan.scope import Scope, safe
from precis.formats import Format
from precis.ir.ops import TALLY_COLUMNS, ArrayConstant
from precis.ir.ops.reductions import contraction_labels
from precis.ir.shapes import ONE, broadcast, indexed
from precis.ir.size import Size, smallest
from precis.ir.types import Node, Pick, Value

STEPS = {"sum": "add", "prod": "mul", "max": "maximum", "min": "minimum", "any": "bit_or", "all": "bit_and"}


def materialise(scope: Scope, v: Value) -> None:
    """A lazy value gets its buffer."""
    axes, index = axes_of(v.shape)
    body = scope.body()
    name = body.pull(v, index)
    element = scope.memory.element(v)
    place = scope.place(v, element, body.instrs, index, axes)
    body.store(name, place.access(index, v.shape), place.element)
    scope.nest(axes, body)
    scope.hold(v, place)


def lower_const(scope: Scope, node: Node) -> None:
    constant = node.attrs["value"]
    assert isinstance(constant, ArrayConstant)
    v = node.output
    key = (f"constant {constant.name}", ())
    if scope.memory.occupant.get(key) is None:
        scope.memory.occupant[key] = scope.memory.add(v.shape, scope.memory.element(v), CONSTANT, constant.name).name
    scope.stored[v.name] = Stored(scope.memory.occupant[key], scope.memory.element(v))  # type: ignore[arg-type]


def lower_update(scope: Scope, node: Node) -> None:
    """update and update_add: in place where the target is dead afterwards, else on a copy."""
    target, new = node.inputs[:2]
    if node.op == "update" and covers(node.attrs["at"], target.shape):
        _overwrite(scope, node, new)
        return
    if node.op == "update_add" and _repeats(scope, node):
        _accumulate_wide(scope, node)
        return
    place = _target(scope, node)
    _write_region(scope, node, place)
    scope.hold(node.output, place)


def _overwrite(scope: Scope, node: Node, new: Value) -> None:
    """An update of everything does not read its target."""
    out = node.output
    axes, index = axes_of(out.shape)
    body = scope.body()
    name = body.pull(new, aligned(new.shape, index))
    old = scope.in_place(node.inputs[0])
    element = scope.memory.element(out)
    if old and old.element == element and safe(body.instrs, old.access(index, out.shape), axes):
        place = old
    else:
        place = scope.place(out, element, body.instrs, index, axes)
    body.store(name, place.access(index, out.shape), place.element)
    scope.nest(axes, body)
    scope.hold(out, place)


def _target(scope: Scope, node: Node) -> Stored:
    """The place that is updated: that of the target itself, or a copy."""
    target = node.inputs[0]
    element = scope.memory.element(node.output)
    place = scope.in_place(target)
    if place and place.element == element:
        return place
    probe = scope.body()
    _region(scope, node, probe)
    axes, index = axes_of(target.shape)
    probe.pull(target, index)
    place = scope.place(node.output, element, probe.instrs, index, axes, untouched=True)
    scope.copy(target, place)
    return place


def _region(scope: Scope, node: Node, body: Body) -> tuple[tuple[Axis, ...], Indices, Indices, str]:
    """(axes, index into the target, index in the region, scalar that is written) of an update."""
    target, new, *picks = node.inputs
    region = indexed(target.shape, node.attrs["at"], picks)
    axes, index = axes_of(region)
    where = sliced(node.attrs["at"], picks, index, body.pick)
    name = body.pull(new, aligned(new.shape, index), scope.memory.element(node.output))
    return axes, where, index, name


def _write_region(scope: Scope, node: Node, place: Stored) -> None:
    target, new, *picks = node.inputs
    body = scope.body()
    axes, where, index, name = _region(scope, node, body)
    access = place.access(where, target.shape)
    if not safe(body.instrs, access, axes):
        new = _staged(scope, node, body, axes, index, name)
        body = scope.body()
        where = sliced(node.attrs["at"], picks, index, body.pick)
        access = place.access(where, target.shape)
        name = body.load(new.access(index, _shape(axes, index)), new.element)
    if node.op == "update_add":
        old = body.load(access, place.element)
        name = body.operation("add", (old, name), place.element, place.element)
    body.store(name, access, place.element)
    gathered = any(isinstance(i, Pick) and picks[i.operand].rank > 0 for i in node.attrs["at"])
    scope.nest(axes, body, sequential=(a.symbol for a in axes) if gathered else ())


def _shape(axes: tuple[Axis, ...], index: Indices) -> tuple[Size, ...]:
    extents = {a.symbol: a.extent for a in axes}
    return tuple(extents.get(i.symbol or "", ONE) for i in index)


def _staged(scope: Scope, node: Node, body: Body, axes: tuple[Axis, ...], index: Indices, name: str) -> Stored:
    """What is written goes through a temporary, because it reads its target at other places than it writes."""
    shape = _shape(axes, index)
    stage = scope.new(shape, scope.memory.element(node.output))
    body.store(name, stage.access(index, shape), stage.element)
    scope.nest(axes, body)
    return stage


def _repeats(scope: Scope, node: Node) -> bool:
    """Whether an update_add may add to one element several times in a format narrower than the carrier."""
    picks = node.inputs[2:]
    element = scope.memory.element(node.output)
    gathered = any(isinstance(i, Pick) and picks[i.operand].rank > 0 for i in node.attrs["at"])
    return gathered and isinstance(element, Format) and element != carrier(element)


def _accumulate_wide(scope: Scope, node: Node) -> None:
    """All additions in the carrier, one rounding at the end, as in emulation."""
    target, out = node.inputs[0], node.output
    element = scope.memory.element(out)
    wide = scope.new(target.shape, carrier(element))
    scope.copy(target, wide)
    _write_region(scope, node, wide)
    axes, index = axes_of(target.shape)
    body = scope.body()
    name = body.load(wide.access(index, target.shape), wide.element)
    place = scope.in_place(target) or scope.place(out, element)
    body.store(name, place.access(index, out.shape), place.element)
    scope.nest(axes, body)
    scope.hold(out, place)


def lower_chain(scope: Scope, chain: Chain) -> None:
    """Updates of large boxes in other memory than their target: one nest inside all boxes, passes along the rim."""
    out, shape = chain.last, chain.shape
    element = scope.memory.element(out)
    inner, point = chain.point()
    axes, _ = axes_of(inner)
    body = scope.body()
    name = body.pull(out, point, element)
    old = scope.in_place(chain.base)
    if old and old.element == element and safe(body.instrs, old.access(point, shape), axes):
        for node in chain.nodes:
            _update_in_place(scope, node, old)
        scope.hold(out, old)
        return
    place = scope.place(out, element, body.instrs, point, axes, untouched=True)
    _rim(scope, chain, place)
    body.store(name, place.access(point, shape), place.element)
    scope.nest(axes, body)
    scope.hold(out, place)


def _update_in_place(scope: Scope, node: Node, place: Stored) -> None:
    _write_region(scope, node, place)
    scope.stored[node.output.name] = place


def _rim(scope: Scope, chain: Chain, place: Stored) -> None:
    """What lies outside the intersection of the boxes: the target, then every update in turn where its box reaches."""
    axes, index = axes_of(chain.shape)
    access = place.access(index, chain.shape)
    body = scope.body()
    body.store(body.pull(chain.base, index), access, place.element)
    instrs = tuple(body.instrs)
    for node, box in zip(chain.nodes, chain.boxes):
        if box != chain.inside:
            instrs += _rim_update(scope, chain, node, box, place, len(instrs))
        scope.stored[node.output.name] = place  # as its successor sees it along the rim
    for node in chain.nodes:
        del scope.stored[node.output.name]
    hole = tuple((Size.of(low), d - high) for d, (low, high) in zip(chain.shape, chain.inside))
    sites = (scope.site,) if scope.site else ()
    scope.statements.append(Nest(axes, instrs, sites=sites, hole=hole))


def _rim_update(scope: Scope, chain: Chain, node: Node, box: Box, place: Stored, first: int) -> tuple[Instr, ...]:
    """One update of a chain at the point of the rim, guarded by its box; names count on from `first`."""
    index = axes_of(chain.shape)[1]
    access = place.access(index, chain.shape)
    body = scope.body()
    name = body.pull(node.inputs[1], value_index(node, box, index), place.element)
    if node.op == "update_add":
        name = body.operation("add", (body.load(access, place.element), name), place.element, place.element)
    body.store(name, access, place.element)
    guard = tuple((i, Size.of(low), d - high) for i, d, (low, high) in zip(index, chain.shape, box) if low or high)
    names = {i.name: f"%{first + k}" for k, i in enumerate(body.instrs)}
    return tuple(renumbered(i, names, guard) for i in body.instrs)


def renumbered(i: Instr, names: dict[str, str], guard: Guard) -> Instr:
    access = i.access and replace(i.access, index=tuple(k.substitute(names) for k in i.access.index))
    value = i.value.substitute(names) if i.op == "size" else i.value
    return replace(i, name=names[i.name], args=tuple(names[a] for a in i.args), access=access, value=value, guard=guard)


def lower_tally(scope: Scope, node: Node) -> None:
    rows, g, w = node.inputs
    axes, index = axes_of(broadcast([g.shape, w.shape]))
    body = scope.body()
    args = tuple(body.pull(v, aligned(v.shape, index)) for v in (g, w))
    element = carrier(*(body.elements[a] for a in args))
    args = tuple(body.cast(a, element) for a in args)
    place = scope.in_place(rows)
    if place is None:
        place = scope.place(node.output, scope.memory.element(node.output), body.instrs, untouched=True)
        scope.copy(rows, place)
    target = place.access((node.attrs["row"], ZERO), (rows.shape[0], Size.of(len(TALLY_COLUMNS))))
    scope.nest(axes, body, (Reduction("tally", args, element, element, target, 0),))
    scope.hold(node.output, place)


def lower_reduction(scope: Scope, node: Node) -> None:
    (x,), reduced = node.inputs, node.attrs["axes"]
    held, work, terms = _accumulator(scope, node)
    if x.rank - 1 in reduced or node.op in ("argmax", "argmin") or not reduced:
        _reduce_in_registers(scope, node, held, work, terms)
    else:
        _reduce_in_memory(scope, node, held, work, terms)


def _accumulator(scope: Scope, node: Node) -> tuple[Element, Element, Element]:
    """(element of the accumulator, element of each step, element of the terms)."""
    kind = node.inputs[0].kind
    if kind == "complex":
        raise NotEmittable(f"{node.op} of complex numbers", node.span)
    if kind != "real":
        return kind, kind, kind
    terms = scope.body().compute_format(node)
    if node.op not in ("sum", "prod", "einsum", "cumsum"):
        return terms, terms, terms
    held = node.attrs.get("accumulate") or scope.memory.assignment.accumulate_of(node.site)
    return held, held if held.contains(terms) else carrier(held, terms), terms


def _reduce_in_registers(scope: Scope, node: Node, held: Element, work: Element, terms: Element) -> None:
    """Kept axes outside, reduced axes inside."""
    (x,), out, reduced = node.inputs, node.output, node.attrs["axes"]
    order = [k for k in range(x.rank) if k not in reduced] + list(reduced)
    axes, moved = axes_of(tuple(x.shape[k] for k in order))
    index = tuple(moved[order.index(k)] for k in range(x.rank))
    body = scope.body()
    name = body.cast(body.pull(x, index, terms if x.kind == "real" else None), work)
    args = (name, body.size(index[reduced[0]])) if node.op in ("argmax", "argmin") else (name,)
    result = moved[: out.rank]
    kept = sum(d != ONE for d in out.shape)
    element = scope.memory.element(out)
    place = scope.place(out, element, body.instrs, result, axes[:kept], untouched=True)
    reduction = Reduction(node.op, args, held, work, place.access(result, out.shape), kept)
    lanes = bool(reduced) and x.shape[-1] != ONE and node.op not in ("argmax", "argmin")
    scope.nest(axes, body, (reduction,), lanes=lanes)
    scope.hold(out, place)


def _reduce_in_memory(scope: Scope, node: Node, held: Element, work: Element, terms: Element) -> None:
    """The last axis is kept: rows are added to the result, in order, so that the inner loop runs along rows."""
    (x,), out, reduced = node.inputs, node.output, node.attrs["axes"]
    axes, index = axes_of(x.shape)
    kept = tuple(i for k, i in enumerate(index) if k not in reduced)

    def term(body: Body) -> str:
        return body.pull(x, index, terms if x.kind == "real" else None)
    body = scope.body()
    term(body)
    place = _accumulator_place(scope, out, held, body)
    _accumulate(scope, out, place, axes, kept, [str(index[k]) for k in reduced], STEPS[node.op], work, term, _unit(node.op, held))
    _finish(scope, out, place, held)


def _accumulator_place(scope: Scope, out: Value, held: Element, reading: Body) -> Stored:
    """Where sums of element `held` are collected, apart from what is read meanwhile."""
    place = scope.place(out, held, reading.instrs, untouched=True)
    return place if place.element == held else scope.new(out.shape, held)


def _accumulate(scope: Scope, out: Value, place: Stored, axes: tuple[Axis, ...], kept: Indices, sequential: list[str], step: str,
                work: Element, term: Callable[[Body], str], unit: float | bool | int) -> None:
    """out[kept] = unit, then for all axes out[kept] = step(out[kept], term)."""
    held = place.element
    fill_axes, fill_index = axes_of(out.shape)
    fill = scope.body()
    fill.store(fill.constant(unit, held), place.access(fill_index, out.shape), held)
    scope.nest(fill_axes, fill)
    body = scope.body()
    added = term(body)
    access = place.access(kept, out.shape)
    old = body.load(access, held)
    body.store(body.cast(body.emit(step, (body.cast(old, work), body.cast(added, work)), work), held), access, held)
    scope.nest(axes, body, sequential=sequential)


def _finish(scope: Scope, out: Value, place: Stored, held: Element) -> None:
    """The result in its own element, from an accumulator of another one."""
    element = scope.memory.element(out)
    if element == held:
        scope.hold(out, place)
        return
    axes, index = axes_of(out.shape)
    body = scope.body()
    final = scope.place(out, element, (), index, axes)
    body.store(body.load(place.access(index, out.shape), held), final.access(index, out.shape), final.element)
    scope.nest(axes, body)
    scope.hold(out, final)


def _unit(op: str, element: Element) -> float | bool | int:
    if op in ("sum", "prod"):
        return int(op == "prod")
    if op in ("any", "all"):
        return op == "all"
    low = op == "max"
    if isinstance(element, Format):
        return -math.inf if low else math.inf
    if element == "bool":
        return not low
    return int(np.iinfo(element).min if low else np.iinfo(element).max)


def lower_einsum(scope: Scope, node: Node) -> None:
    """Result labels but the last, contracted labels in order, the last result label: rows of the result are added up."""
    x, y = node.inputs
    a, b, result = contraction_labels(node.attrs["spec"])
    held, work, terms = _accumulator(scope, node)
    if isinstance(terms, Format):
        terms = scope.memory.assignment.value_of(node.output.name) or scope.memory.assignment.compute_of(node.site)
        work = held if isinstance(held, Format) and held.contains(terms) else carrier(held, terms)
    contracted = [label for label in a if label not in result]
    order = [*result[:-1], *contracted, *result[-1:]] if result else contracted
    dims = {**dict(zip(a, x.shape)), **dict(zip(b, y.shape))}
    axes, moved = axes_of(tuple(dims[label] for label in order))
    at = dict(zip(order, moved))

    def term(body: Body) -> str:
        compute = terms if x.kind == "real" else None
        p, q = (body.pull(v, tuple(at[label] for label in labels), compute) for v, labels in ((x, a), (y, b)))
        return body.cast(body.emit("mul", (body.cast(p, work), body.cast(q, work)), work), held)
    kept = tuple(at[label] for label in result)
    if result:
        _lower_product(scope, node, held, lambda place: _accumulate(
            scope, node.output, place, axes, kept, [str(at[c]) for c in contracted], "add", work, term, 0), term)
        return
    body = scope.body()
    name = body.cast(term(body), work)
    place = scope.place(node.output, scope.memory.element(node.output), body.instrs, untouched=True)
    free_order = isinstance(held, Format) and held == carrier(held) and "accumulate" not in node.attrs
    scope.nest(axes, body, (Reduction("sum", (name,), held, work, place.access((), ()), 0),), lanes=free_order)
    scope.hold(node.output, place)


def _lower_product(scope: Scope, node: Node, held: Element, loops: Callable[[Stored], None], term: Callable[[Body], str]) -> None:
    """Loops, beside a library's matrix product where it is one."""
    out, reading = node.output, scope.body()
    term(reading)
    place = _accumulator_place(scope, out, held, reading)
    element = library_format(scope, node)
    found = as_matrix_product(scope, node) if element else None
    if element is None or found is None:
        loops(place)
    else:
        outside, scope.statements = scope.statements, []
        loops(place)
        inside, scope.statements = tuple(scope.statements), outside
        target = place.access((ZERO,) * out.rank, out.shape)
        sites = (scope.site,) if scope.site else ()
        scope.statements.append(Contract(found.a, found.b, target, found.m, found.n, found.k, found.transpose_a, found.transpose_b,
                                         element, inside, sites))
    _finish(scope, out, place, held)


def lower_scan(scope: Scope, node: Node) -> None:
    """Running sums and products: the first element, then each from the one before."""
    (x,), out, axis = node.inputs, node.output, node.attrs["axis"]
    held, work, terms = _accumulator(scope, node)
    if node.op == "cumprod" and isinstance(held, Format):
        held = work = carrier(held)  # emulation rounds the running product only where it is stored
    step = "add" if node.op == "cumsum" else "mul"
    place = scope.place(out, held, untouched=True)
    if place.element != held or _reads(scope, x, place):
        place = scope.new(out.shape, held)
    length = out.shape[axis]
    for first in (True, False):
        extent = smallest(ONE, length) if first else length - 1
        shape = tuple(extent if k == axis else d for k, d in enumerate(x.shape))
        axes = tuple(Axis(f"%i{k}", d) for k, d in enumerate(shape))
        index = tuple(Size.of(a.symbol) + (0 if first or k != axis else 1) for k, a in enumerate(axes))
        body = scope.body()
        name = body.cast(body.pull(x, index, terms if x.kind == "real" else None), held if first else work)
        if not first:
            before = tuple(i - 1 if k == axis else i for k, i in enumerate(index))
            name = body.emit(step, (body.cast(body.load(place.access(before, out.shape), held), work), name), work)
        body.store(name, place.access(index, out.shape), held)
        scope.nest(axes, body, sequential=() if first else (axes[axis].symbol,))
    _finish(scope, out, place, held)


def _reads(scope: Scope, x: Value, place: Stored) -> bool:
    body = scope.body()
    body.pull(x, axes_of(x.shape)[1])
    return any(i.access and i.access.buffer == place.buffer for i in body.instrs)


def lower_concatenate(scope: Scope, node: Node) -> None:
    out, axis = node.output, node.attrs["axis"]
    element = scope.memory.element(out)
    probe = scope.body()
    for v in node.inputs:
        probe.pull(v, axes_of(v.shape)[1])
    place = scope.place(out, element, probe.instrs, untouched=True)
    start = ZERO
    compute = scope.body().compute_format(node) if out.kind == "real" else None
    for v in node.inputs:
        axes, index = axes_of(v.shape)
        body = scope.body()
        where = tuple(i + start if k == axis else i for k, i in enumerate(index))
        body.store(body.pull(v, index, compute), place.access(where, out.shape), place.element)
        scope.nest(axes, body)
        start = start + v.shape[axis]
    scope.hold(out, place)


ROOTS: dict[str, Callable[[Scope, Node], None]] = {
    "const": lower_const, "update": lower_update, "update_add": lower_update, "tally": lower_tally, "einsum": lower_einsum,
    "cumsum": lower_scan, "cumprod": lower_scan, "concatenate": lower_concatenate,
    **dict.fromkeys(("sum", "prod", "max", "min", "any", "all", "argmax", "argmin"), lower_reduction),
}

__all__ = ["ROOTS", "lower_chain", "materialise"]
