"""Contractions that are matrix products of strided buffers in one hardware format: these may go to a library."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, replace

from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, Axis, Contract, Element, Matrix, Plan, Statement, Turn
from precis.emit.plan.maps import linear
from precis.emit.plan.scope import Scope
from precis.formats import FORMATS, Format
from precis.ir.size import Size, product
from precis.ir.types import Node, Value

LOOPS = "loops"  # attribute of a contraction that no library computes, since one computes all of which it is a part
LIBRARY_FORMATS = (FORMATS["binary64"], FORMATS["binary32"])
ONE = Size.of(1)


@dataclass(frozen=True, slots=True)
class Product:
    """C[m, n] = sum_k A[m, k] B[k, n] for every value of the batch labels, which the starts mention as `%label`."""

    a: Matrix
    b: Matrix
    c: Matrix
    m: Size
    n: Size
    k: Size
    batch: tuple[Axis, ...]
    rows: tuple[Turn, ...] = ()
    terms: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Array:
    """An array by its labels: where its first element lies, the step of each label, the extent of each label. `windows`: labels that
    share elements, whose lines are no rows of a matrix, which are apart."""

    access: Access
    steps: dict[str, Size]
    extents: dict[str, Size]
    windows: frozenset[str] = frozenset()

    @property
    def dense(self) -> bool:
        """Whether the elements of some label are neighbours, as those of one part of a complex array are not."""
        return any(step == ONE or extent == ONE for step, extent in zip(self.steps.values(), self.extents.values()))

    def step(self, group: str) -> Size | None:
        """The step of a group of labels that runs through memory evenly; None where it does not. Empty groups do not step."""
        if not group:
            return ONE
        for outer, inner in itertools.pairwise(group):
            if self.steps[outer] != self.steps[inner] * self.extents[inner]:
                return None
        return self.steps[group[-1]]

    def matrix(self, rows: str, columns: str, batch: str) -> Matrix | None:
        r, c = self.step(rows), self.step(columns)
        if self.windows & {*rows} and self.windows & {*columns}:
            return None
        if r is None or c is None or 0 in (r.constant, c.constant):  # a step of 0: broadcast, which libraries do not read
            return None
        zero = {_symbol(x): Size() for x in self.steps if x not in batch}
        start = Access(self.access.buffer, tuple(i.substitute(zero) for i in self.access.index), self.access.shape)
        if c == ONE and columns:
            return Matrix(start, r if rows else product(self.extents[x] for x in columns), False)
        return Matrix(start, c if columns else product(self.extents[x] for x in rows), True) if r == ONE and rows else None


def _symbol(label: str) -> str:
    return f"%{label}"


def has_library(node: Node, held: Format, work: Element) -> bool:
    """Whether libraries multiply and add as the contraction does, up to the order: in one hardware format, which holds multiplicands."""
    return node.inputs[0].kind == "real" and not {"accumulate", LOOPS} & node.attrs.keys() and held == work and held in LIBRARY_FORMATS


def matrix_product(labels: tuple[str, str, str], x: Array, y: Array, z: Array) -> Product | None:
    """The contraction z[labels[2]] = sum x[labels[0]] y[labels[1]] as matrix products, or None. Where the labels of rows or columns do not
    run through memory evenly together, as those of a part of an image do not, all but the last one count the products."""
    both = "".join(c for c in labels[2] if c in labels[0] and c in labels[1])
    alone = [[c for c in labels[2] if c in own and c not in both] for own in labels[:2]]
    apart = ["", *("".join(group[:-1]) for group in alone), "".join(c for group in alone for c in group[:-1])]
    batches = dict.fromkeys("".join(c for c in labels[2] if c in both + more) for more in apart)
    tried = (_batched(labels, x, y, z, batch) for batch in batches)
    return next((found for found in tried if found), None)


def _batched(labels: tuple[str, str, str], x: Array, y: Array, z: Array, batch: str) -> Product | None:
    """The products, one for every value of the labels `batch`."""
    a, b, result = labels
    extents = {**x.extents, **y.extents}
    matrix_labels = [c for c in result if c not in batch]
    if matrix_labels and matrix_labels[0] not in a:
        x, y, a, b = y, x, b, a
    rows, columns = ("".join(c for c in matrix_labels if c in labels) for labels in (a, b))
    shared = "".join(c for c in a if c not in result)
    if rows + columns != "".join(matrix_labels) or not rows + columns or not shared:
        return None
    found = x.matrix(rows, shared, batch), y.matrix(shared, columns, batch), z.matrix(rows, columns, batch)
    if any(m is None for m in found) or (found[2].transposed and columns):  # type: ignore[union-attr]
        return None
    m, n, k = (product(extents[c] for c in group) for group in (rows, columns, shared))
    return Product(*found, m, n, k, tuple(Axis(_symbol(c), extents[c]) for c in batch))  # type: ignore[arg-type]


def array_at(access: Access, labels: str, extents: Mapping[str, Size]) -> Array:
    return Array(access, _steps(access, labels), {c: extents[c] for c in labels})


def complex_array(re: Array | None, im: Array | None) -> Array | None:
    """The array of complex numbers whose parts lie side by side, in steps of complex numbers; None where they do not."""
    if re is None or im is None or re.access.buffer != im.access.buffer or re.steps != im.steps:
        return None
    apart = linear(im.access.shape, im.access.index) - linear(re.access.shape, re.access.index)
    halves = {c: step // 2 for c, step in re.steps.items()}
    return Array(re.access, halves, re.extents) if apart == ONE and all(halves[c] * 2 == step for c, step in re.steps.items()) else None


def operand(scope: Scope, v: Value, labels: str) -> Array | None:
    """The memory behind a value, through views."""
    body = scope.body()
    body.pull(v, tuple(Size.of(_symbol(c)) for c in labels))
    if len(body.instrs) != 1 or body.instrs[0].op != "load" or body.instrs[0].access is None:
        return None
    access = body.instrs[0].access
    steps = _steps(access, labels)
    extents = dict(zip(labels, v.shape))
    return Array(access, steps, extents, _overlapping(access, steps, extents)) if len(steps) == len(labels) else None


def _overlapping(access: Access, steps: dict[str, Size], extents: dict[str, Size]) -> frozenset[str]:
    """The labels that move along one axis of the memory, but not one behind the other."""
    groups = [[c for c in steps if _symbol(c) in i.symbols()] for i in access.index]
    uneven = [g for g in groups if any(steps[a] != steps[b] * extents[b] for a, b in itertools.pairwise(g))]
    return frozenset(c for group in uneven for c in group)


def _steps(access: Access, labels: str) -> dict[str, Size]:
    offset = linear(access.shape, access.index)
    found = {c: offset.coefficient(_symbol(c)) for c in labels}
    return {c: step for c, step in found.items() if step is not None and not any(s.startswith("%") for s in step.symbols())}


def without_library(made: Plan) -> Plan:
    """The plan for targets whose arrays no library of the host can reach: contractions are loops."""
    def block(statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
        parts = (block(s.otherwise) if isinstance(s, Contract) else (map_blocks(s, block),) for s in statements)
        return tuple(s for part in parts for s in part)
    return replace(made, statements=block(made.statements))
