"""Contractions whose rows or terms do not run evenly through memory, as those of windows of an image do not: products all the same,
by the runtime's own loops of fused multiply-adds (precis_strided.hpp)."""

from __future__ import annotations

from precis.emit.plan.contract import Array, Product
from precis.emit.plan.kernels import Axis, Matrix, Turn
from precis.ir.size import Size, product

ONE = Size.of(1)
MOST = 3  # axes of rows, and of terms


def strided_product(labels: tuple[str, str, str], x: Array, y: Array, z: Array) -> Product | None:
    """z[labels[2]] = sum x[labels[0]] y[labels[1]], the last label of z along neighbours of y, or of x; None for others. What both have
    and keep counts the products."""
    a, b, result = labels
    if result[-1:] in a and result[-1:] not in b:
        (a, b), (x, y) = (b, a), (y, x)
    column = result[-1:]
    extents = {**x.extents, **y.extents}
    if not column or column in a or y.steps[column] != ONE or z.steps[column] != ONE:
        return None
    batch = "".join(c for c in result[:-1] if c in b)
    rows = _even([Turn(extents[c], x.steps[c], Size(), z.steps[c]) for c in result if c in a and c not in b])
    terms = _even([Turn(extents[c], x.steps[c], y.steps[c], Size()) for c in a if c not in result])
    rows = rows or (Turn(ONE, Size(), Size(), Size()),)
    if not terms or len(rows) > MOST or len(terms) > MOST or any(t.a.constant == 0 and t.extent != ONE for t in rows):
        return None
    a_, b_, c_ = (_matrix(v, batch) for v in (x, y, z))
    m, k = (product(t.extent for t in turns) for turns in (rows, terms))
    return Product(a_, b_, c_, m, extents[column], k, tuple(Axis(f"%{c}", extents[c]) for c in batch), rows, terms)


def _even(turns: list[Turn]) -> tuple[Turn, ...]:
    """The turns, with those joined that run through all arrays as one."""
    found: list[Turn] = []
    for t in turns:
        before = found[-1] if found else None
        if before and (before.a, before.b, before.c) == (t.a * t.extent, t.b * t.extent, t.c * t.extent):
            found[-1] = Turn(before.extent * t.extent, t.a, t.b, t.c)
        elif t.extent != ONE:
            found.append(t)
    return tuple(found) or tuple(turns[:1])


def _matrix(v: Array, batch: str) -> Matrix:
    """Where the first element of a product lies."""
    access = v.access
    zero = {f"%{c}": Size() for c in v.steps if c not in batch}
    return Matrix(type(access)(access.buffer, tuple(i.substitute(zero) for i in access.index), access.shape), ONE, False)
