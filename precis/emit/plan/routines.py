"""Lowering of library routines: operands as contiguous arrays in the routine's format, a call of the host, the result brought to its place.

A node `routine` (precis.emit.plan.parts) stands for the node `call` on complex values, which are two arrays each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from precis.emit.plan.body import Stored
from precis.emit.plan.inverses import IDENTITY
from precis.emit.plan.kernels import Access, Element, Instr, Operand, Routine
from precis.emit.plan.maps import ZERO, axes_of
from precis.emit.plan.scope import Scope
from precis.formats import FORMATS, Format
from precis.ir.grown.held import first_part
from precis.ir.shapes import ONE
from precis.ir.types import Node, Shape, Value

RUNS_IN = (FORMATS["binary32"], FORMATS["binary64"], FORMATS["binary80"])  # binary128 has no NumPy type


def lower_routine(scope: Scope, node: Node) -> None:
    call: Node = node.attrs.get("call", node)
    flat, compute = iter(node.inputs), scope.body().compute_format(node)
    runs_in = call.attrs.get("format") or next((f for f in RUNS_IN if f.contains(compute)), RUNS_IN[-1])
    inputs = tuple(_operand(scope, values, compute, runs_in) for values in _parts(call.inputs, flat))
    shape = call.output.shape
    element = runs_in if node.outputs[0].kind == "real" else node.outputs[0].kind
    places = [_place(scope, v, element, inputs) for v in node.outputs]
    output = Operand(tuple(_start(p, shape or (ONE,)) for p in places), shape, element)
    attrs = {k: a for k, a in call.attrs.items() if k not in ("format", "key", IDENTITY)}
    sites = (scope.site,) if scope.site else ()
    scope.statements.append(Routine(call.op, attrs, inputs, output, sites, node.span, IDENTITY in call.attrs))
    for v, place in zip(node.outputs, places):
        _bring_home(scope, v, place, element)


def _parts(values: Sequence[Value], flat: Iterator[Value]) -> Iterator[list[Value]]:
    """The real values that stand for each operand."""
    for v in values:
        yield [next(flat) for _ in range(2 if v.kind == "complex" else 1)]


def _operand(scope: Scope, values: Sequence[Value], compute: Format, runs_in: Format) -> Operand:
    element: Element = runs_in if values[0].kind == "real" else values[0].kind
    return Operand(tuple(_contiguous(scope, v, compute, element) for v in values), values[0].shape, element)


def _contiguous(scope: Scope, v: Value, compute: Format, element: Element) -> Access:
    """Where `v` begins as an array of `element`: where it is, if it is stored so, or the first rows of what is, else a copy."""
    exact = not isinstance(element, Format) or compute.contains(element)
    of = _first_rows_of(scope, v)
    found = scope.where(of)
    if isinstance(found, Stored) and found.element == element and exact and v.shape and (of == v or found.compact(of.shape)):
        return _start(found, of.shape)
    place = scope.new(v.shape or (ONE,), element)
    axes, index = axes_of(v.shape)
    body = scope.body()
    name = body.pull(v, index, compute if isinstance(element, Format) else None)
    body.store(name, place.access(index or (ZERO,), v.shape or (ONE,)), element)
    scope.nest(axes, body)
    return _start(place, v.shape)


def _first_rows_of(scope: Scope, v: Value) -> Value:
    """The array of which a value is the first rows, where it is nothing but that; else the value."""
    found = scope.where(v)
    if isinstance(found, Stored) or found.op != "slice" or first_part(found) is None or found.inputs[0].shape[1:] != v.shape[1:]:
        return v
    return _first_rows_of(scope, found.inputs[0])


def _start(place: Stored, shape: Shape) -> Access:
    return place.access((ZERO,) * len(shape or (ONE,)), shape or (ONE,))


def _place(scope: Scope, v: Value, element: Element, inputs: Sequence[Operand]) -> Stored:
    """Memory for a result: where it is wanted in the end, if that is free and takes this element."""
    if not v.shape or scope.memory.element(v) != element:
        return scope.new(v.shape or (ONE,), element)
    loads = [Instr("", "load", (), element, access) for o in inputs for access in o.parts]
    place = scope.place(v, element, loads, untouched=True)
    return place if place.element == element else scope.new(v.shape, element)


def _bring_home(scope: Scope, v: Value, place: Stored, element: Element) -> None:
    """Round the result to its own element, and scalars to variables."""
    wanted = scope.memory.element(v)
    if v.shape and wanted == element:
        scope.hold(v, place)
        return
    home = scope.place(v, wanted, untouched=True)
    axes, index = axes_of(v.shape)
    body = scope.body()
    body.store(body.load(place.access(index or (ZERO,), v.shape or (ONE,)), element), home.access(index, v.shape), home.element)
    scope.nest(axes, body)
    scope.hold(v, home)
