"""Contractions that are matrix products of contiguous buffers in one hardware format: these may go to a library."""

from __future__ import annotations

from dataclasses import dataclass

from precis.emit.plan.body import Stored
from precis.emit.plan.kernels import Access
from precis.emit.plan.maps import ZERO
from precis.emit.plan.scope import Scope
from precis.formats import FORMATS, Format
from precis.ir.ops.reductions import contraction_labels
from precis.ir.size import Size, product
from precis.ir.types import Node, Shape, Value

LIBRARY_FORMATS = (FORMATS["binary64"], FORMATS["binary32"])


@dataclass(frozen=True, slots=True)
class Product:
    """C[m, n] = sum_k A[m, k] B[k, n]; a transposed operand lies in memory as its transpose."""

    a: Access
    b: Access
    m: Size
    n: Size
    k: Size
    transpose_a: bool
    transpose_b: bool


@dataclass(frozen=True, slots=True)
class _Operand:
    place: Stored
    shape: Shape
    labels: str

    def access(self) -> Access:
        return self.place.access((ZERO,) * len(self.shape), self.shape)


def library_format(scope: Scope, node: Node) -> Format | None:
    """The format of everything in a contraction, if it is one and libraries have it."""
    x, y = node.inputs
    if x.kind != "real" or "accumulate" in node.attrs:
        return None
    assignment = scope.memory.assignment
    formats = {assignment.value_of(node.output.name) or assignment.compute_of(node.site), assignment.accumulate_of(node.site)}
    formats |= {f for v in (x, y, node.output) if isinstance(f := scope.memory.element(v), Format)}
    (first, *others) = formats
    return first if not others and first in LIBRARY_FORMATS else None


def as_matrix_product(scope: Scope, node: Node) -> Product | None:
    """The contraction as one matrix product, or None."""
    a, b, result = contraction_labels(node.attrs["spec"])
    x, y = (_resolved(scope, v, labels) for v, labels in zip(node.inputs, (a, b)))
    if x is None or y is None:
        return None
    if result and result[0] not in a:
        x, y, a, b = y, x, b, a
    rows, columns = "".join(c for c in result if c not in b), "".join(c for c in result if c not in a)
    shared = "".join(c for c in x.labels if c not in result)
    if rows + columns != result or not result or not shared:
        return None
    transpose_a, transpose_b = x.labels == shared + rows, y.labels == columns + shared
    if not (transpose_a or x.labels == rows + shared) or not (transpose_b or y.labels == shared + columns):
        return None
    sizes = {**dict(zip(x.labels, x.shape)), **dict(zip(y.labels, y.shape))}
    m, n, k = (product(sizes[c] for c in group) for group in (rows, columns, shared))
    return Product(x.access(), y.access(), m, n, k, transpose_a and bool(rows), transpose_b and bool(columns))


def _resolved(scope: Scope, v: Value, labels: str) -> _Operand | None:
    """The buffer behind a value, through transposes, with its labels in the order of memory."""
    found = scope.where(v)
    while isinstance(found, Node):
        if found.op != "transpose":
            return None
        perm = found.attrs["perm"]
        labels = "".join(labels[perm.index(k)] for k in range(len(perm)))
        (v,) = found.inputs
        found = scope.where(v)
    return _Operand(found, v.shape, labels)
