"""Lowering of the operations that make nests; the table of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from precis.emit.plan.body import Stored
from precis.emit.plan.elements import carrier
from precis.emit.plan.kernels import CONSTANT, Reduction
from precis.emit.plan.maps import ZERO, aligned, axes_of
from precis.emit.plan.prepare import INTERLEAVE
from precis.emit.plan.products import lower_einsum
from precis.emit.plan.routines import lower_routine
from precis.emit.plan.scope import Scope, safe
from precis.emit.plan.sums import lower_places, lower_reduction, lower_scan
from precis.emit.plan.updates import lower_update
from precis.ir.ops import OPS, TALLY_COLUMNS, ArrayConstant
from precis.ir.ops.record import ROUTINE
from precis.ir.shapes import ONE, broadcast
from precis.ir.size import Size
from precis.ir.types import Node, Value


def materialise(scope: Scope, v: Value) -> None:
    """A lazy value gets its buffer."""
    axes, index = axes_of(v.shape)
    body = scope.body(axes)
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


def lower_tally(scope: Scope, node: Node) -> None:
    rows, g, w = node.inputs
    axes, index = axes_of(broadcast([g.shape, w.shape]))
    body = scope.body(axes)
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


def lower_pad(scope: Scope, node: Node) -> None:
    (x,), out = node.inputs, node.output
    found, goal = scope.where(x), scope.goals.get(out.name)
    if isinstance(found, Stored) and found.held and goal and found == replace(goal, held=goal.held or out.shape):
        scope.hold(out, goal)
        return
    axes, index = axes_of(x.shape)
    body = scope.body()
    name = body.pull(x, index)
    place = scope.place(out, scope.memory.element(out), body.instrs, index, axes)
    body.store(name, place.access(index, out.shape), place.element)
    scope.nest(axes, body)
    scope.hold(out, place)


def lower_interleave(scope: Scope, node: Node) -> None:
    """Both parts of an element together, so that they may lie where they are read."""
    out, (axes, index) = node.output, axes_of(node.inputs[0].shape)
    element, body = scope.memory.element(out), scope.body()
    names = [body.pull(v, index) for v in node.inputs]
    first, second = (*index, ZERO), (*index, ONE)
    place = scope.place(out, element, body.instrs, first, axes)
    if not safe(body.instrs, place.access(second, out.shape), axes):
        place = scope.new(out.shape, element)
    for name, where in zip(names, (first, second)):
        body.store(name, place.access(where, out.shape), place.element)
    scope.nest(axes, body)
    scope.hold(out, place)


ROOTS: dict[str, Callable[[Scope, Node], None]] = {
    "const": lower_const, "update": lower_update, "update_add": lower_update, "tally": lower_tally, "einsum": lower_einsum,
    "cumsum": lower_scan, "cumprod": lower_scan, "places": lower_places, "concatenate": lower_concatenate, "pad": lower_pad,
    INTERLEAVE: lower_interleave,
    **dict.fromkeys((op.name for op in OPS.values() if op.category == ROUTINE), lower_routine),
    **dict.fromkeys(("sum", "prod", "max", "min", "any", "all", "argmax", "argmin"), lower_reduction),
}
