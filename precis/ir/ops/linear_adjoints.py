"""Adjoints of the linear algebra of precis.ir.ops.linear.

Cotangents are those of the real inner product Re tr(G^H X). Sources: Giles, An extended collection of matrix derivative results (2008):
2.2 inverse, determinant, 3.1 eigenvalues; Murray (2016) arXiv:1602.07527 for Cholesky; Walter & Lehmann (2010) and Roberts & Roberts
(2020) arXiv:2009.10071 for QR; Golub & Pereyra (1973) for pseudoinverses; de Hoog, Anderssen & Lukas (2011) for LU. Those of eigh and
svd are in precis.ir.ops.spectral_adjoints.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from precis.errors import UnsupportedProgram
from precis.ir.ops.sorting import positions
from precis.ir.shapes import ONE
from precis.ir.size import Size, product
from precis.ir.types import Block, Cut, Node, Value

LETTERS = "abcdefghij"


def mm(b: Any, x: Value, y: Value) -> Value:
    """Products of stacks of matrices."""
    lead = LETTERS[:x.rank - 2]
    return b.einsum(x, y, spec=f"{lead}xy,{lead}yz->{lead}xz")


def adj(b: Any, x: Value) -> Value:
    r = x.rank
    turned = b.transpose(x, perm=(*range(r - 2), r - 1, r - 2))
    return b.conj(turned) if x.kind == "complex" else turned


def part(b: Any, x: Value, *cuts: Cut) -> Value:
    """The cuts of the last dimensions."""
    whole = tuple(Cut(Size(), d) for d in x.shape[:x.rank - len(cuts)])
    return b.slice(x, at=(*whole, *cuts))


def unpacked(b: Any, x: Value, *shapes: tuple[Size, ...]) -> list[Value]:
    """The matrices and vectors that lie one behind the other in the last dimension."""
    start, found = Size(), []
    for shape in shapes:
        piece = part(b, x, Cut(start, product(shape)))
        found.append(piece if len(shape) == 1 else b.reshape(piece, shape=(*x.shape[:-1], *shape)))
        start = start + product(shape)
    return found


def split_vectors(b: Any, x: Value) -> tuple[Value, Value]:
    """(eigenvalues (..., n), eigenvectors) of the packed results of eigh and eig."""
    n = x.shape[-1]
    first = part(b, x, Cut(Size(), ONE), Cut(Size(), n))
    return b.reshape(first, shape=(*x.shape[:-2], n)), part(b, x, Cut(ONE, n), Cut(Size(), n))


def real(b: Any, x: Value) -> Value:
    return b.re(x) if x.kind == "complex" else x


def as_kind(b: Any, x: Value, kind: str) -> Value:
    return x if x.kind == kind else real(b, x) if kind == "real" else b.convert(x, kind=kind)


def rows_of(b: Any, v: Value) -> Value:
    """(..., n) -> (..., n, 1)"""
    return b.reshape(v, shape=(*v.shape, ONE))


def columns_of(b: Any, v: Value) -> Value:
    """(..., n) -> (..., 1, n)"""
    return b.reshape(v, shape=(*v.shape[:-1], ONE, v.shape[-1]))


def _compared(b: Any, relation: str, m: Size, n: Size) -> Value:
    """(m, n) of bool: row `relation` column."""
    return b.call(relation, b.reshape(b.iota(length=m), shape=(m, ONE)), b.reshape(b.iota(length=n), shape=(ONE, n)))


def kept(b: Any, x: Value, relation: str) -> Value:
    """`x` where row `relation` column (gt: below the diagonal), zero elsewhere."""
    return b.select(_compared(b, relation, *x.shape[-2:]), x, b.const(0.0, x.kind))


def diagonal(b: Any, x: Value, halved: bool = False) -> Value:
    """The diagonal as a matrix, real parts only."""
    d = as_kind(b, real(b, x), x.kind)
    return kept(b, b.mul(d, b.const(0.5, x.kind)) if halved else d, "eq")


def on_diagonal(b: Any, v: Value, like: Value) -> Value:
    """The matrix diag(v), of the shape of `like`."""
    return b.select(_compared(b, "eq", *like.shape[-2:]), as_kind(b, rows_of(b, v), like.kind), b.const(0.0, like.kind))


def identity(b: Any, like: Value) -> Value:
    ones = b.select(_compared(b, "eq", *like.shape[-2:]), b.const(1.0, like.kind), b.const(0.0, like.kind))
    return b.broadcast(ones, shape=like.shape) if like.rank > 2 else ones


def folded(b: Any, s: Value) -> Value:
    """The cotangent of the lower triangle, which stands for the whole Hermitian matrix, from that of the whole."""
    both = b.add(s, adj(b, s))
    return b.add(kept(b, both, "gt"), diagonal(b, both, halved=True))


def triangular(b: Any, a: Value, x: Value, lower: bool, unit: bool = False) -> Value:
    return b.triangular_solve(a, x, lower=lower, unit=unit)


def refused(n: Node, what: str) -> UnsupportedProgram:
    return UnsupportedProgram(f"the derivative of {what} is not defined or not known here", n.span)


# Solving


def solve(b: Any, n: Node, g: Value):
    """X = A^-1 B: B' = A^-H X', A' = -B' X^H (Giles 2.2.3)."""
    back = b.solve(adj(b, n.inputs[0]), g)
    return b.neg(mm(b, back, adj(b, n.output))), back


def triangular_solve(b: Any, n: Node, g: Value):
    a, lower, unit = n.inputs[0], n.attrs["lower"], n.attrs["unit"]
    back = triangular(b, adj(b, a), g, not lower, unit)
    whole = b.neg(mm(b, back, adj(b, n.output)))
    return kept(b, whole, {(True, False): "ge", (True, True): "gt", (False, False): "le", (False, True): "lt"}[lower, unit]), back


def cholesky(b: Any, n: Node, g: Value):
    """S = L^-H P(L^H L') L^-1, P the lower triangle with half the diagonal (Murray, eq. 10)."""
    lower, bar = n.output, b.add(kept(b, g, "gt"), diagonal(b, g))
    inner = mm(b, adj(b, lower), bar)
    half = b.add(kept(b, inner, "gt"), diagonal(b, inner, halved=True))
    up = adj(b, lower)
    left = triangular(b, up, half, lower=False)
    return (folded(b, adj(b, triangular(b, up, adj(b, left), lower=False))),)


def lu(b: Any, n: Node, g: Value):
    """A[p] = L U, padded to square factors: A'[p] = L^-H (below(L^H L') + upper(U' U^H)) U^-H."""
    (a,), packed = n.inputs, n.output
    m, columns = a.shape[-2:]
    k = n.attrs["length"]
    if k not in (m, columns):
        raise refused(n, f"LU of matrices of which it is open whether rows ({m}) or columns ({columns}) are fewer")
    low, up = packed, kept(b, packed, "le")
    if k != m:
        low = b.concatenate(packed, b.zeros((*a.shape[:-1], m - columns), a.kind), axis=a.rank - 1)
        up = part(b, up, Cut(Size(), columns), Cut(Size(), columns))
    if k == m:
        low = part(b, packed, Cut(Size(), m), Cut(Size(), m))
    if k != columns:
        rest = b.zeros((*a.shape[:-2], columns - m, columns), a.kind)
        up = b.concatenate(up, rest, axis=a.rank - 2)
        beyond = b.ge(b.reshape(b.iota(length=columns), shape=(columns, ONE)), b.index(value=m))
        up = b.select(beyond, identity(b, up), up)
    unit = b.add(kept(b, low, "gt"), identity(b, low))
    middle = b.add(kept(b, mm(b, adj(b, unit), kept(b, g, "gt")), "gt"), kept(b, mm(b, kept(b, g, "le"), adj(b, up)), "le"))
    left = triangular(b, adj(b, low), middle, lower=False, unit=True)
    whole = adj(b, triangular(b, up, adj(b, left), lower=False))
    order = b.lu_order(a, length=k, exchanges=False)
    back = b.argsort(order, axis=order.rank - 1)
    picks, at = positions(b, back, order.rank - 1)
    return (b.slice(whole, *picks, at=at),)


# Orthogonal factors


def qr(b: Any, n: Node, g: Value):
    """[Q' + Q copy(M)] R^-H with M = R R'^H - Q'^H Q, copy(M) = lower triangle and its adjoint (Walter & Lehmann). More columns than
    rows: A = [X, Y], R = [U, V], Y' = Q V', and X' by the above with Q' + Y V'^H (Roberts & Roberts)."""
    (a,), k, complete = n.inputs, n.attrs["length"], n.attrs["complete"]
    m, columns = a.shape[-2:]
    if k not in (m, columns) or (complete and k != m):
        raise refused(n, "a complete QR factorisation with more rows than columns" if complete else
                      f"QR of matrices of which it is open whether rows ({m}) or columns ({columns}) are fewer")
    q, r = unpacked(b, n.output, (m, k), (k, columns))
    gq, gr = unpacked(b, g, (m, k), (k, columns))
    if k == columns:
        return (_d_qr(b, q, r, gq, gr),)
    first, rest = Cut(Size(), m), Cut(m, columns - m)
    gv, y = part(b, gr, rest), part(b, a, rest)
    gx = _d_qr(b, q, part(b, r, first), b.add(gq, mm(b, y, adj(b, gv))), part(b, gr, first))
    return (b.concatenate(gx, mm(b, q, gv), axis=a.rank - 1),)


def _d_qr(b: Any, q: Value, r: Value, gq: Value, gr: Value) -> Value:
    gr = kept(b, gr, "le")
    m = b.sub(mm(b, r, adj(b, gr)), mm(b, adj(b, gq), q))
    below = kept(b, m, "gt")
    copied = b.add(b.add(below, adj(b, below)), diagonal(b, m))
    return adj(b, triangular(b, r, adj(b, b.add(gq, mm(b, q, copied))), lower=False))


def eig(b: Any, n: Node, g: Value):
    """V^-H diag(w') V^H (Giles 3.1); of eigenvalues alone."""
    if n.attrs["vectors"]:
        raise refused(n, "eigenvectors of matrices that are not Hermitian")
    v = split_vectors(b, b.eig(n.inputs[0], vectors=True))[1]
    whole = b.solve(adj(b, v), mm(b, on_diagonal(b, g, v), adj(b, v)))
    return (as_kind(b, whole, n.inputs[0].kind),)


# Determinants and least squares


def det(b: Any, n: Node, g: Value):
    """conj(det) det' A^-H (Giles 2.2.4); where a matrix of the stack is singular, det' times the conjugate cofactors, which exist."""
    (a,) = n.inputs
    gone = b.eq(n.output, b.const(0.0, n.output.kind))
    singular = b.any(gone, axes=tuple(range(gone.rank))) if gone.rank else gone
    return b.cond(singular, _block(b, lambda b: b.mul(_of_matrices(b, g), _cofactors(b, a))),
                  _block(b, lambda b: b.mul(_of_matrices(b, b.mul(g, _conj(b, n.output))), b.solve(adj(b, a), identity(b, a)))))


def _block(b: Any, of: Callable[[Any], Value]) -> Block:
    inner = b.child()
    return inner.block((), (of(inner),))


def _conj(b: Any, x: Value) -> Value:
    return b.conj(x) if x.kind == "complex" else x


def _cofactors(b: Any, a: Value) -> Value:
    """Conjugate cofactors of a = U S V^H: conj(det U det V^H) U C V^H, where C is the diagonal of products of all other singular values."""
    k = a.shape[-1]
    u, s, vh = unpacked(b, b.svd(a, length=k, vectors=True, full=False), (k, k), (ONE, k), (k, k))
    others = b.select(_compared(b, "eq", k, k), b.const(1.0), real(b, s))
    rest = as_kind(b, b.prod(others, axes=(others.rank - 1,)), a.kind)
    turn = _conj(b, b.mul(b.det(u), b.det(vh)))
    return b.mul(_of_matrices(b, turn), mm(b, b.mul(u, columns_of(b, rest)), vh))


def _of_matrices(b: Any, v: Value) -> Value:
    return b.reshape(v, shape=(*v.shape, ONE, ONE))


def slogdet(b: Any, n: Node, g: Value):
    """(log' + i t) A^-H, where t = Im(conj(sign) sign') turns the sign of a complex determinant."""
    (a,) = n.inputs
    sign, (gsign, glog) = part(b, n.output, Cut(Size(), ONE)), (part(b, g, Cut(Size.of(k), ONE)) for k in (0, 1))
    factor = real(b, glog)
    if a.kind == "complex":
        factor = b.complex(factor, b.im(b.mul(b.conj(sign), gsign)))
    factor = b.reshape(factor, shape=a.shape[:-2])
    return (b.mul(_of_matrices(b, factor), b.solve(adj(b, a), identity(b, a))),)


def pinv(b: Any, n: Node, g: Value):
    """-P^H G P^H + (I - A P) G^H P P^H + P^H P G^H (I - P A), for constant rank (Golub & Pereyra, eq. 4.12). Of A that is not known to
    have more columns than rows, no product is square in its rows, which may be many."""
    (a,), p = n.inputs, n.output
    if ((a.shape[-2] - a.shape[-1]).constant or 0) < 0:
        return (adj(b, _d_pinv(b, adj(b, a), adj(b, p), adj(b, g))),)
    return (_d_pinv(b, a, p, g),)


def _d_pinv(b: Any, a: Value, p: Value, g: Value) -> Value:
    ph, gh = adj(b, p), adj(b, g)
    first = mm(b, ph, mm(b, g, ph))
    second = mm(b, gh, mm(b, p, ph))
    third = mm(b, ph, mm(b, p, gh))
    second = b.sub(second, mm(b, a, mm(b, p, second)))
    third = b.sub(third, mm(b, third, mm(b, p, a)))
    return b.add(b.sub(second, first), third)


def lstsq(b: Any, n: Node, g: Value):
    """X = P B with the pseudoinverse P: B' = P^H X', A' = (B - A X) (P B')^H + P^H X (X' - P A X')^H - B' X^H, which is what is said of P
    above, taken with columns of X and B: no product has as many rows and columns as A has rows."""
    (a, rhs), x = n.inputs, n.output
    p = b.pinv(a, rcond=n.attrs["rcond"])
    ph = adj(b, p)
    back = mm(b, ph, g)
    left = mm(b, b.sub(rhs, mm(b, a, x)), adj(b, mm(b, p, back)))
    free = mm(b, mm(b, ph, x), adj(b, b.sub(g, mm(b, p, mm(b, a, g)))))
    return b.sub(b.add(left, free), mm(b, back, adj(b, x))), back
