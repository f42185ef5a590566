"""Lowering of reductions and scans, in the order of precis/ir/order.py."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from precis.emit.plan.body import Body, NotEmittable, Stored
from precis.emit.plan.contract import LIBRARY_FORMATS
from precis.emit.plan.elements import carrier
from precis.emit.plan.kernels import POSITIONS, Axis, Element, Reduction
from precis.emit.plan.maps import Indices, axes_of
from precis.emit.plan.scope import Scope
from precis.formats import Format
from precis.ir.shapes import ONE
from precis.ir.size import Size, product, smallest
from precis.ir.types import Node, Value

STEPS = {"sum": "add", "prod": "mul", "max": "maximum", "min": "minimum", "any": "bit_or", "all": "bit_and"}


WINDOW = 16  # elements, known beforehand, that are reduced where they are wanted


def lower_reduction(scope: Scope, node: Node) -> None:
    (x,), reduced = node.inputs, node.attrs["axes"]
    held, work, terms = accumulator(scope, node)
    if x.rank - 1 in reduced or node.op in POSITIONS or not reduced or _window(x, reduced):
        _reduce_in_registers(scope, node, held, work, terms)
    else:
        _reduce_in_memory(scope, node, held, work, terms)


def _window(x: Value, reduced: tuple[int, ...]) -> bool:
    return product(x.shape[k] for k in reduced if x.shape[k] != ONE).constant in range(1, WINDOW + 1)


def accumulator(scope: Scope, node: Node) -> tuple[Element, Element, Element]:
    """(element of the accumulator, element of each step, element of the terms)."""
    kind = node.inputs[0].kind
    if kind == "complex":
        raise NotEmittable(f"{node.op} of complex numbers", node.span)
    if kind != "real":
        return kind, kind, kind
    terms = scope.body().compute_format(node)
    if node.op not in ("sum", "prod", "einsum", "cumsum"):  # extremes: what converts exactly compares as it is
        own = scope.memory.formats.get(node.inputs[0].name)
        terms = own if own in LIBRARY_FORMATS and terms.contains(own) else terms
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
    args = (name, body.size(index[reduced[0]])) if node.op in POSITIONS else (name,)
    result = moved[: out.rank]
    kept = sum(d != ONE for d in out.shape)
    element = scope.memory.element(out)
    place = scope.place(out, element, body.instrs, result, axes[:kept], untouched=True)
    reduction = Reduction(node.op, args, held, work, place.access(result, out.shape), kept)
    lanes = x.rank - 1 in reduced and x.shape[-1] != ONE and node.op not in POSITIONS
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
    place = accumulator_place(scope, out, held, body)
    accumulate(scope, out, place, axes, kept, [str(index[k]) for k in reduced], STEPS[node.op], work, term, _unit(node.op, held))
    finish(scope, out, place, held)


def accumulator_place(scope: Scope, out: Value, held: Element, reading: Body) -> Stored:
    """Where sums of element `held` are collected, apart from what is read meanwhile."""
    place = scope.place(out, held, reading.instrs, untouched=True)
    return place if place.element == held else scope.new(out.shape, held)


def accumulate(scope: Scope, out: Value, place: Stored, axes: tuple[Axis, ...], kept: Indices, sequential: list[str], step: str,
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


def finish(scope: Scope, out: Value, place: Stored, held: Element) -> None:
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


def lower_scan(scope: Scope, node: Node) -> None:
    """Running sums and products: the first element, then each from the one before."""
    (x,), out, axis = node.inputs, node.output, node.attrs["axis"]
    held, work, terms = accumulator(scope, node)
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
    finish(scope, out, place, held)


def lower_places(scope: Scope, node: Node) -> None:
    """The positions at which a mask holds, one after the other: a running count says where the next one goes."""
    (mask,), out = node.inputs, node.output
    axes, index = axes_of(mask.shape)
    count = scope.new((), "int64").access((), ())
    start = scope.body()
    start.store(start.constant(0, "int64"), count, "int64")
    scope.nest((), start)
    body = scope.body()
    hit = body.cast(body.pull(mask, index), "int64")
    place = scope.place(out, "int64", body.instrs, untouched=True)
    found = body.load(count, "int64")
    body.store(body.size(index[0]), place.access((Size.of(found),), out.shape), "int64")
    body.instrs[-1] = replace(body.instrs[-1], guard=((Size.of(hit), ONE, ONE + 1),))
    body.store(body.emit("add", (found, hit), "int64"), count, "int64")
    scope.nest(axes, body, sequential=(a.symbol for a in axes))
    scope.hold(out, place)


def _reads(scope: Scope, x: Value, place: Stored) -> bool:
    body = scope.body()
    body.pull(x, axes_of(x.shape)[1])
    return any(i.access and i.access.buffer == place.buffer for i in body.instrs)
