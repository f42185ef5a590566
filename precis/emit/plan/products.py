"""Lowering of contractions: rows of the result are added up, in the order of the contracted labels of the first operand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from precis.emit.plan.body import Body, Stored
from precis.emit.plan.contract import LOOPS, Product, array_at, has_library, matrix_product, operand
from precis.emit.plan.elements import carrier
from precis.emit.plan.kernels import Access, Axis, Contract, Element, Reduction, Statement
from precis.emit.plan.maps import ZERO, Indices, axes_of, linear
from precis.emit.plan.scope import Scope
from precis.emit.plan.strided import strided_product
from precis.emit.plan.sums import accumulate, accumulator, accumulator_place, finish
from precis.formats import FORMATS, Format
from precis.ir.ops.reductions import contraction_labels, row_by_row
from precis.ir.size import Size, product
from precis.ir.types import Node, Shape, Value

PAIRED = (2,)  # the step between the real parts of a complex array
UNITS = (FORMATS["bfloat16"],)  # multiplicands of the matrix units that processors have beside binary32 and binary64


@dataclass(frozen=True, slots=True)
class _Loops:
    """Axes of a contraction, by label: result labels but the last, contracted labels, the last result label."""

    order: str
    axes: tuple[Axis, ...]
    at: dict
    contracted: str

    def index(self, labels: str) -> Indices:
        return tuple(self.at[label] for label in labels)


def _loops(node: Node, a: str, b: str, result: str) -> _Loops:
    x, y = node.inputs
    contracted = "".join(label for label in a if label not in result)
    order = result[:-1] + contracted + result[-1:]
    dims = {**dict(zip(a, x.shape)), **dict(zip(b, y.shape))}
    axes, index = axes_of(tuple(dims[label] for label in order))
    return _Loops(order, axes, dict(zip(order, index)), contracted)


def lower_einsum(scope: Scope, node: Node) -> None:
    a, b, result = contraction_labels(node.attrs["spec"])
    held, work, terms = accumulator(scope, node)
    if isinstance(terms, Format):
        terms = scope.memory.assignment.value_of(node.output.name) or scope.memory.assignment.multiplicand_of(node.site)
        work = held if isinstance(held, Format) and held.contains(terms) else carrier(held, terms)
    compute = terms if isinstance(terms, Format) else None
    loops = _loops(node, a, b, result)
    if row_by_row(node.attrs["spec"]):
        _in_registers(scope, node, held, work, compute)
        return

    def by_loops(place: Stored) -> None:
        x, y = (_operand(scope, v, labels, result[-1], loops, compute, LOOPS in node.attrs) for v, labels in zip(node.inputs, (a, b)))

        def term(body: Body) -> str:
            return body.cast(body.emit("mul", (body.cast(x(body), work), body.cast(y(body), work)), work), held)
        sequential = [str(i) for i in loops.index(loops.contracted)]
        accumulate(scope, node.output, place, loops.axes, loops.index(result), sequential, "add", work, term, 0)
    _beside_library(scope, node, held, work, compute, by_loops)


def _operand(scope: Scope, v: Value, labels: str, last: str, loops: _Loops, compute: Format | None, shared: bool) -> Callable[[Body], str]:
    """How a term reads an operand. One whose elements are used again and again, and lie apart along the innermost loop, is first
    copied into that loop's order."""
    if last not in labels or set(labels) == set(loops.order) or not _strided(scope, v, loops.index(labels), str(loops.at[last])):
        return lambda body: body.pull(v, loops.index(labels), compute)
    order = labels.replace(last, "") + last
    packed, shape = _in_order(scope, v, labels, order, compute, shared)
    return lambda body: body.load(packed.access(loops.index(order), shape), packed.element)


def _in_order(scope: Scope, v: Value, labels: str, order: str, compute: Format | None, shared: bool) -> tuple[Stored, Shape]:
    """A copy of an operand with its labels in another order, and its shape; a `shared` one is made once in a block."""
    shape = tuple(v.shape[labels.index(c)] for c in order)
    key = (v.name, tuple(labels.index(c) for c in order), compute)
    if shared and key in scope.copies:
        return scope.copies[key], shape
    axes, index = axes_of(shape)
    body = scope.body()
    name = body.pull(v, tuple(index[order.index(c)] for c in labels), compute)
    packed = scope.new(shape, body.elements[name])
    body.store(name, packed.access(index, shape), packed.element)
    scope.nest(axes, body)
    if shared:
        scope.copies[key] = packed
    return packed, shape


def _strided(scope: Scope, v: Value, index: Indices, axis: str, near: tuple[int, ...] = ()) -> bool:
    """Whether reading v[index] jumps through memory as `axis` runs, by other steps than those `near`."""
    body = scope.body()
    body.pull(v, index)
    steps = [linear(i.access.shape, i.access.index).coefficient(axis) for i in body.instrs if i.access]
    return any(step is None or step.constant not in (0, 1, *near) for step in steps)


def _in_registers(scope: Scope, node: Node, held: Element, work: Element, compute: Format | None) -> None:
    """Result labels outside, contracted labels inside: a sum per element of the result."""
    a, b, result = contraction_labels(node.attrs["spec"])
    x, y = node.inputs
    dims = {**dict(zip(a, x.shape)), **dict(zip(b, y.shape))}
    order = result + "".join(label for label in a if label not in result)
    axes, moved = axes_of(tuple(dims[label] for label in order))
    at = dict(zip(order, moved))
    body = scope.body()
    p, q = (body.pull(v, tuple(at[c] for c in labels), compute) for v, labels in ((x, a), (y, b)))
    name = body.cast(body.cast(body.emit("mul", (body.cast(p, work), body.cast(q, work)), work), held), work)
    place = scope.place(node.output, scope.memory.element(node.output), body.instrs, untouched=True)
    target = place.access(tuple(at[c] for c in result), node.output.shape)
    kept = len(axes) - len([c for c in order[len(result):] if at[c] != ZERO])
    rows = (Reduction("sum", (name,), held, work, target, kept),)
    inside = recorded(scope, lambda: scope.nest(axes, body, rows, lanes=at[order[-1]] != ZERO))
    apart = result and any(_strided(scope, v, tuple(at[c] for c in labels), str(at[order[-1]]), PAIRED) for v, labels in ((x, a), (y, b)))
    whole = place.access(tuple(Size.of(f"%{c}") for c in result), node.output.shape)
    apart = apart or any(_windowed(scope, v, labels, result) for v, labels in ((x, a), (y, b)))
    library = _library(scope, node, held, work, compute, whole, inside) if apart else ()  # loops would jump from row to row
    scope.statements += library or inside
    scope.hold(node.output, place)


def _windowed(scope: Scope, v: Value, labels: str, result: str) -> bool:
    """Whether an operand has windows that are neighbours, one for each element of the result."""
    found = operand(scope, v, labels)
    return found is not None and result[-1:] in found.windows and found.steps[result[-1]].constant == 1


def _beside_library(scope: Scope, node: Node, held: Element, work: Element, compute: Format | None,
                    by_loops: Callable[[Stored], None]) -> None:
    """Loops, beside a library's matrix product where the contraction is one."""
    out, reading = node.output, scope.body()
    for v in node.inputs:
        reading.pull(v, axes_of(v.shape)[1])
    place = accumulator_place(scope, out, held, reading)
    labels = contraction_labels(node.attrs["spec"])
    target = place.access(tuple(Size.of(f"%{c}") for c in labels[2]), out.shape)
    inside = recorded(scope, lambda: by_loops(place))
    scope.statements += _library(scope, node, held, work, compute, target, inside) or inside
    finish(scope, out, place, held)


def _library(scope: Scope, node: Node, held: Element, work: Element, compute: Format | None, target: Access,
             otherwise: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """A library's product into `target`, with its packing and the loops that do the same; nothing where there is none."""
    if not isinstance(held, Format) or not has_library(node, held, work):
        return ()
    ready: list[Value] = []
    labels = contraction_labels(node.attrs["spec"])
    packing = recorded(scope, lambda: ready.extend(_packed(scope, v, c, compute, held) for v, c in zip(node.inputs, labels)))
    found = _as_product(scope, replace(node, inputs=tuple(ready)), target)
    if found is None:
        return ()
    matrices, sizes = (found.a, found.b, found.c), (found.m, found.n, found.k)
    multiplicand, sites = _multiplicand(scope, node, compute, held), (scope.site,) if scope.site else ()
    return (Contract(*matrices, *sizes, found.batch, held, multiplicand, packing, otherwise, sites, 1, found.rows, found.terms,
                     _in_lanes(node)),)


def _in_lanes(node: Node) -> tuple[Size, ...]:
    """The length of the rows, and the number of terms, that loops may add up in lanes (precis.ir.order), nothing where they never do."""
    labels, _, result = contraction_labels(node.attrs["spec"])
    shape = node.inputs[0].shape
    return (shape[-1], product(d for c, d in zip(labels, shape) if c not in result)) if row_by_row(node.attrs["spec"]) else ()


def _as_product(scope: Scope, node: Node, target: Access) -> Product | None:
    """Matrix products of a library, else of the runtime, whose rows and terms may lie at several steps."""
    labels = contraction_labels(node.attrs["spec"])
    x, y = (operand(scope, v, own) for v, own in zip(node.inputs, labels))
    if x is None or y is None:
        return None
    z = array_at(target, labels[2], {**x.extents, **y.extents})
    return matrix_product(labels, x, y, z) or strided_product(labels, x, y, z)


def _multiplicand(scope: Scope, node: Node, compute: Format | None, held: Format) -> Format:
    """The format of matrix units that holds all multiplicands, else that of the sums."""
    body = scope.body()
    stored = [body.elements[body.pull(v, axes_of(v.shape)[1])] for v in node.inputs]
    elements = [e if compute is None or (isinstance(e, Format) and compute.contains(e)) else compute for e in stored]
    return next((f for f in UNITS if all(isinstance(e, Format) and f.contains(e) for e in elements)), held)


def recorded(scope: Scope, action: Callable[[], None]) -> tuple[Statement, ...]:
    """The statements that an action adds, taken out again."""
    outside, scope.statements = scope.statements, []
    action()
    made, scope.statements = tuple(scope.statements), outside
    return made


def _packed(scope: Scope, v: Value, labels: str, compute: Format | None, element: Format) -> Value:
    """An operand as libraries want it: multiplicands in memory in `element`, which holds them exactly."""
    axes, index = axes_of(v.shape)
    body = scope.body()
    stored, name = body.pull(v, index), body.pull(v, index, compute)
    lies = operand(scope, v, labels)
    if body.elements[stored] == element and name == stored and lies and lies.dense:
        return v
    packed = scope.new(v.shape, element)
    body.store(name, packed.access(index, v.shape), element)
    scope.nest(axes, body)
    made = replace(v, name=f"{packed.buffer} of {v.name}", container=None)
    scope.hold(made, packed)
    return made
