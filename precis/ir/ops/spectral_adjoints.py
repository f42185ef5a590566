"""Adjoints of eigh and svd, where eigenvalues or singular values are equal up to rounding too.

Sources: Giles (2008), 3.1, for eigh; Townsend (2016) and Wan & Zhang (2019) arXiv:1909.02659 for svd; on vectors of equal values:
MatrixAlgebraKit's pullbacks, which ask the same of cotangents. Cotangents are those of the real inner product Re tr(G^H X).

How fast A turns vectors i and j into one another is divided by the difference of their values. Where that is 0, up to rounding, what the
vectors' cotangents say of this turn decides (docs/adr/0467):

    they are unmoved by it, and nothing takes the values     0: all that does not depend on which basis of the space it is
    something takes the values, too                          NaN: V f(w) V^H has a derivative that these cotangents do not tell
    they are moved by it                                     NaN: there is no derivative

Eigenvalues alone have derivatives of a side. The phases of complex vectors, which the routine chooses, are held.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from precis.ir.ops import linear_adjoints as matrices
from precis.ir.ops.linear_adjoints import adj, as_kind, columns_of, folded, kept, mm, on_diagonal, part, real, rows_of, unpacked
from precis.ir.shapes import ONE
from precis.ir.size import Size, product
from precis.ir.types import At, Cut, Item, Node, Value

ROUNDING = 64.0  # units in the last place of the largest value: closer ones are equal
NOISE = 8.0  # units in the last place of what a cotangent adds up: smaller is 0
FINITE = "finite"  # attribute: what the cotangents do not tell is left out, for sweeps that NaN would end


def unit(b: Any) -> Value:
    """The unit in the last place of 1 in the arithmetic that computes it: abs(3 (4 / 3 - 1) - 1)."""
    third = b.sub(b.div(b.const(4.0), b.const(3.0)), b.const(1.0))
    return b.abs(b.sub(b.mul(b.const(3.0), third), b.const(1.0)))


def _magnitude(b: Any, x: Value) -> Value:
    return b.abs(x) if x.kind == "real" else b.magnitude(x)


def _of_columns(b: Any, x: Value) -> Value:
    """(..., 1, n): the sums of magnitudes of columns."""
    return b.reshape(b.sum(_magnitude(b, x), axes=(x.rank - 2,)), shape=(*x.shape[:-2], ONE, x.shape[-1]))


class Quotients:
    """Quotients by differences and sums of `values`, (..., n), whatever these are.

    values_taken  whether something takes the values beside the vectors
    finite        whether what cannot be told is left out
    """

    def __init__(self, b: Any, values: Value, values_taken: bool, finite: bool):
        self.b, self.finite, self.values_taken, self.unit = b, finite, values_taken, unit(b)
        with_zero = b.concatenate(b.abs(values), b.zeros((*values.shape[:-1], ONE)), axis=values.rank - 1)  # there may be none
        self.size = b.reshape(b.max(with_zero, axes=(values.rank - 1,)), shape=(*values.shape[:-1], ONE, ONE))

    def of(self, x: Value, divisor: Value, noise: Value) -> Value:
        """x / divisor. noise: what the sums that x comes from add up to in magnitude."""
        b, small = self.b, self.b.abs(divisor)
        equal = b.le(small, b.mul(b.mul(b.const(ROUNDING), self.unit), self.size))
        inverse = b.div(b.const(1.0), b.select(equal, b.const(1.0), divisor))
        factor = b.select(equal, b.const(0.0 if self.finite else float("nan")), inverse)
        if not (self.finite or self.values_taken):
            unmoved = b.le(_magnitude(b, x), b.mul(b.mul(b.const(NOISE), self.unit), noise))
            close = b.le(small, b.mul(b.sqrt(self.unit), self.size))  # further apart, what is that small does no harm
            factor = b.select(b.bit_and(unmoved, close), b.const(0.0), factor)
        return b.mul(x, as_kind(b, factor, x.kind))




def skew(b: Any, x: Value) -> Value:
    """(x - x^H) / 2"""
    return b.mul(b.sub(x, adj(b, x)), b.const(0.5, x.kind))


def _around(b: Any, x: Value) -> Value:
    """What columns i and j of a square x add up to, at i, j."""
    columns = _of_columns(b, x)
    return b.add(columns, adj(b, columns))


def eigh(b: Any, n: Node, g: Value):
    """S = V (diag(w') + F * (V^H V')) V^H (Giles 3.1), F of the differences of values; S stands for its Hermitian part."""
    (a,) = n.inputs
    if not n.attrs["vectors"]:
        v = matrices.split_vectors(b, b.eigh(a, vectors=True))[1]
        return (folded(b, mm(b, mm(b, v, on_diagonal(b, g, v)), adj(b, v))),)
    (w, v), (gw, gv) = matrices.split_vectors(b, n.output), matrices.split_vectors(b, g)
    inner, axis, count = on_diagonal(b, real(b, gw), v), g.rank - 2, g.shape[-1]
    if reached(b, g, axis, ONE, count):
        quotients = Quotients(b, real(b, w), reached(b, g, axis, Size(), ONE), FINITE in n.attrs)
        turn = mm(b, adj(b, v), gv)
        gaps = b.sub(columns_of(b, real(b, w)), rows_of(b, real(b, w)))
        inner = b.add(inner, kept(b, quotients.of(skew(b, turn), gaps, _around(b, turn)), "ne"))
    return (folded(b, mm(b, mm(b, v, inner), adj(b, v))),)


def svd(b: Any, n: Node, g: Value):
    """U (diag(s') + P / (s_j - s_i) + Q / (s_j + s_i)) V^H + (I - U U^H) U' S^-1 V^H + U S^-1 V'^H (I - V V^H), P and Q the sum and
    the difference of the skew parts of U^H U' and V^H V' (Townsend's F of the squares, taken apart: where U and V turn together, as in
    U V^H, P is 0). Complex ones add U S^-1 (D^H - D) V^H / 2, D the diagonal of V^H V' (Wan & Zhang).
    What full matrices have beyond, U2 and V2, stays orthogonal to the rest, as if its singular values were 0. Which basis of its space it
    is has no derivative: what does not depend on that has this one."""
    (a,), k = n.inputs, n.attrs["length"]
    m, columns = a.shape[-2:]
    if not n.attrs["vectors"]:
        u, _, vh = unpacked(b, b.svd(a, length=k, vectors=True, full=False), (m, k), (ONE, k), (k, columns))
        return (mm(b, b.mul(u, as_kind(b, columns_of(b, g), a.kind)), vh),)
    shapes = ((m, m), (ONE, k), (columns, columns)) if n.attrs["full"] else ((m, k), (ONE, k), (k, columns))
    (u, s, vh), (gu, gs, gvh) = unpacked(b, n.output, *shapes), unpacked(b, g, *shapes)
    (u, *left), (gu, *gleft) = _by_columns(b, u, k), _by_columns(b, gu, k)
    (v, *right), (gv, *gright) = _by_columns(b, adj(b, vh), k), _by_columns(b, adj(b, gvh), k)
    vh, uh = adj(b, v), adj(b, u)
    flat = b.reshape(real(b, s), shape=(*a.shape[:-2], k))
    quotients = Quotients(b, flat, reached(b, g, g.rank - 1, product(shapes[0]), k), FINITE in n.attrs)
    inner = b.add(_turned(b, quotients, flat, mm(b, uh, gu), mm(b, vh, gv)),
                  on_diagonal(b, b.reshape(real(b, gs), shape=flat.shape), mm(b, uh, gu)))
    if a.kind == "complex":
        phases = quotients.of(skew(b, mm(b, vh, gv)), rows_of(b, flat), adj(b, _of_columns(b, gv)))
        inner = b.sub(inner, kept(b, phases, "eq"))
    total = mm(b, mm(b, u, inner), vh)
    if k != m:
        total = b.add(total, mm(b, _beyond(b, quotients, real(b, s), (u, *left), (gu, *gleft)), vh))
    if k != columns:
        total = b.add(total, mm(b, u, adj(b, _beyond(b, quotients, real(b, s), (v, *right), (gv, *gright)))))
    return (total,)


def _turned(b: Any, quotients: Quotients, s: Value, ju: Value, kv: Value) -> Value:
    """How the vectors of two values turn into one another."""
    together, apart = b.add(skew(b, ju), skew(b, kv)), b.sub(skew(b, ju), skew(b, kv))
    noise = b.add(_around(b, ju), _around(b, kv))
    differences, sums = (op(columns_of(b, s), rows_of(b, s)) for op in (b.sub, b.add))
    found = b.add(quotients.of(together, differences, noise), quotients.of(apart, sums, noise))
    return kept(b, found, "ne")


def _beyond(b: Any, quotients: Quotients, s: Value, vectors: Sequence[Value], bars: Sequence[Value]) -> Value:
    """(I - U U^H) U' S^-1 or, with the columns U2 of full matrices, U2 (U2^H U' - U2'^H U) S^-1"""
    (u, *more), (gu, *gmore) = vectors, bars
    noise = _of_columns(b, gu)
    if not more:
        return quotients.of(b.sub(gu, mm(b, u, mm(b, adj(b, u), gu))), s, noise)
    turn = b.sub(mm(b, adj(b, more[0]), gu), mm(b, adj(b, gmore[0]), u))
    return mm(b, more[0], quotients.of(turn, s, b.add(noise, adj(b, _of_columns(b, gmore[0])))))


def _by_columns(b: Any, x: Value, k: Size) -> list[Value]:
    """The first k columns and, where there are more, these."""
    rows, columns = x.shape[-2:]
    return [x] if columns == k else [part(b, x, Cut(Size(), rows), cut) for cut in (Cut(Size(), k), Cut(k, columns - k))]


def reached(b: Any, g: Value, axis: int, first: Size, count: Size) -> bool:
    """Whether a cotangent may be other than 0 at the `count` positions of `axis` from `first` on, by how it was put together here."""
    node = next((n for n in reversed(b.nodes) if any(v.name == g.name for v in n.outputs)), None)
    if node is None:
        return True
    if node.op in ("update", "update_add"):
        at = node.attrs["at"]
        touches = axis >= len(at) or not _beside(at[axis], first, count)
        return touches or reached(b, node.inputs[0], axis, first, count)
    if node.op == "add":
        return any(v.shape != g.shape or reached(b, v, axis, first, count) for v in node.inputs)
    zero = node.inputs[0] if node.op == "broadcast" else node.output
    return b.constant_of(zero) != 0


def _beside(item: Item, first: Size, count: Size) -> bool:
    """Whether what an item takes surely lies in front of these positions, or behind them."""
    if isinstance(item, At):
        start, behind = item.position, item.position + 1
    elif isinstance(item, Cut) and item.step == 1:
        start, behind = item.start, item.start + item.length
    else:
        return False
    gaps = (first - behind).constant, (start - first - count).constant
    return any(gap is not None and gap >= 0 for gap in gaps)
