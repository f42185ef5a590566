"""Lowering of products of complex matrices: a library's, on arrays whose parts lie side by side, beside the four products of parts."""

from __future__ import annotations

from collections.abc import Sequence

from precis.emit.plan.body import Stored
from precis.emit.plan.contract import Array, array_at, complex_array, matrix_product, operand
from precis.emit.plan.kernels import Contract, Statement
from precis.emit.plan.maps import axes_of
from precis.emit.plan.products import recorded
from precis.emit.plan.scope import Scope
from precis.formats import Format
from precis.ir.ops.reductions import contraction_labels
from precis.ir.size import Size
from precis.ir.types import Node, Shape, Value

PARTS = Size.of(2)


def beside_library(scope: Scope, node: Node, place: Stored, otherwise: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Statements that leave the product in `place`, an array with a last axis of the two parts; `otherwise` does the same."""
    labels, element = contraction_labels(node.attrs["spec"]), node.attrs["format"]
    pairs = (node.inputs[:2], node.inputs[2:])
    if place.element != element or _packed_in_vain(scope, pairs, labels[:2]):
        return otherwise
    arrays: list[Array | None] = []
    packing = recorded(scope, lambda: arrays.extend(_side_by_side(scope, pair, c, element) for pair, c in zip(pairs, labels)))
    x, y = arrays
    z = _within(place, node.output.shape, labels[2])
    found = x and y and z and matrix_product(labels, x, y, z)
    if not found:
        return otherwise
    sites = (scope.site,) if scope.site else ()
    return (Contract(found.a, found.b, found.c, found.m, found.n, found.k, found.batch, element, element, packing, otherwise, sites, 2),)


def _packed_in_vain(scope: Scope, pairs: Sequence[Sequence[Value]], labels: Sequence[str]) -> bool:
    """Whether a matrix times a vector is one whose parts lie apart, each of neighbours: loops read these at full speed, and putting them
    side by side takes as long as the product."""
    for pair, own, other in zip(pairs, labels, reversed(labels)):
        if set(other) < set(own):
            parts = [operand(scope, v, own) for v in pair]
            return all(part is not None and part.dense for part in parts)
    return False


def _within(place: Stored, shape: Shape, labels: str) -> Array | None:
    """The complex array in a place of `shape`, which has the two parts along its last axis."""
    at = tuple(Size.of(f"%{c}") for c in labels)
    return complex_array(*(array_at(place.access((*at, Size.of(k)), shape), labels, dict(zip(labels, shape))) for k in range(2)))


def _side_by_side(scope: Scope, pair: Sequence[Value], labels: str, element: Format) -> Array | None:
    """The complex operand in `element`: where it lies, or a copy."""
    shape = pair[0].shape
    axes, index = axes_of(shape)
    body = scope.body()
    stored = [body.pull(v, index) for v in pair]
    names = [body.pull(v, index, element) for v in pair]
    lies = complex_array(*(operand(scope, v, labels) for v in pair))
    if lies and lies.dense and names == stored:
        return lies
    packed, whole = scope.new((*shape, PARTS), element), (*shape, PARTS)
    for k, name in enumerate(names):
        body.store(name, packed.access((*index, Size.of(k)), whole), element)
    scope.nest(axes, body)
    return _within(packed, whole, labels)
