"""Sorting, linear algebra and Fourier transforms: routines of the operation table, whose packed results are taken apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from precis.ir.ops.linear_adjoints import adj, split_vectors, unpacked
from precis.ir.ops.sorting import taken_along
from precis.ir.size import Size
from precis.ir.types import Cut, Pick, Range, Value
from precis.lift.jaxpr.avals import kind_of
from precis.lift.jaxpr.shape import flip

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

Handler = Callable[["Lowering", Any, list[Value]], Any]


def _wide(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """Operands in the shapes that JAX gives them."""
    return [lo.full(v, var.aval) for v, var in zip(x, eqn.invars)]


def sort(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """The first `num_keys` operands decide, the first of them first, of complex numbers the real parts before the imaginary ones; the order
    is stable."""
    arrays, axis = _wide(lo, eqn, x), int(eqn.params["dimension"])
    keys = [part for v in arrays[:int(eqn.params["num_keys"])] for part in _ordered_parts(lo, v)]
    if keys == arrays[:1] == arrays:
        return [lo.b.sort(arrays[0], axis=axis)]
    order = lo.b.argsort(keys[-1], axis=axis)
    for key in reversed(keys[:-1]):
        order = taken_along(lo.b, order, lo.b.argsort(taken_along(lo.b, key, order, axis), axis=axis), axis)
    return [taken_along(lo.b, v, order, axis) for v in arrays]


def _ordered_parts(lo: Lowering, v: Value) -> list[Value]:
    return [lo.b.re(v), lo.b.im(v)] if v.kind == "complex" else [v]


def top_k(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """The largest k, of equal ones the first first: the last of the reversed array in a stable ascending order, from the end."""
    (v,), k = _wide(lo, eqn, x), Size.of(int(eqn.params["k"]))
    axis = int(eqn.params.get("axis", v.rank - 1)) % v.rank
    n = v.shape[axis]
    backward = lo.b.argsort(flip(lo, v, (axis,)), axis=axis)
    last = tuple(Cut(d - 1, k, -1) if j == axis else Cut(Size(), d) for j, d in enumerate(v.shape))
    order = lo.b.sub(lo.b.index(value=n - 1), lo.b.slice(backward, at=last))
    return [taken_along(lo.b, v, order, axis), lo.convert(order, kind_of(eqn.outvars[1].aval))]


def cholesky(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    return lo.b.cholesky(*_wide(lo, eqn, x))


def triangular_solve(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    (a, right), p, b = _wide(lo, eqn, x), eqn.params, lo.b
    lower = bool(p["lower"])
    if not p["left_side"]:  # x a = b is a^T x^T = b^T
        right = _turned(lo, right)
    if p["conjugate_a"] and a.kind == "complex":
        a = b.conj(a)
    if p["transpose_a"] == p["left_side"]:
        a, lower = _turned(lo, a), not lower
    out = b.triangular_solve(a, right, lower=lower, unit=bool(p["unit_diagonal"]))
    return out if p["left_side"] else _turned(lo, out)


def _turned(lo: Lowering, v: Value) -> Value:
    r = v.rank
    return lo.b.transpose(v, perm=(*range(r - 2), r - 1, r - 2))


def _lesser(v: Value) -> Size:
    m, n = (d.constant for d in v.shape[-2:])
    assert m is not None and n is not None, "JAX's sizes are constants"
    return Size.of(min(m, n))


def lu(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """(L and U in one matrix, rows exchanged, permutation)"""
    (a,), (_, pivots, order) = _wide(lo, eqn, x), eqn.outvars
    k = _lesser(a)
    found = [lo.b.lu_order(a, length=k, exchanges=e) for e in (True, False)]
    return [lo.b.lu(a, length=k), *(lo.convert(v, kind_of(var.aval)) for v, var in zip(found, (pivots, order)))]


def permutation(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """Row exchanges, one after the other, of 0, 1, ...; of one matrix."""
    (pivots,), b = _wide(lo, eqn, x), lo.b
    if pivots.rank != 1:
        raise ValueError("pivots of a stack of matrices; use jax.vmap around the function that factors them")
    start = lo.convert(b.iota(length=Size.of(int(eqn.params["permutation_size"]))), pivots.kind)
    inner, index = b.child(), b.names.fresh("k")
    container = lo.shared.containers.of("permutation", "", start, eqn.outvars[0].aval.dtype, b.span)
    carry = inner.value(container, start.shape, start.kind, container)
    here, there = inner.index(value=Size.of(index)), inner.slice(pivots, inner.index(value=Size.of(index)), at=(Pick(0),))
    left, right = (inner.slice(carry, at_, at=(Pick(0),)) for at_ in (here, there))
    swapped = inner.update(inner.update(carry, right, here, at=(Pick(0),)), left, there, at=(Pick(0),))
    swapped = inner.call("store", swapped, container=container)
    return b.loop(Range(Size(), pivots.shape[0]), (start,), inner.block((carry,), (swapped,)), index)[0]


def qr(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    (a,), p = _wide(lo, eqn, x), eqn.params
    if p.get("pivoting"):
        raise ValueError("a factorisation with column pivoting")
    m, n = a.shape[-2:]
    k = _lesser(a)
    complete = bool(p["full_matrices"])
    c = m if complete else k
    return unpacked(lo.b, lo.b.qr(a, length=k, complete=complete), (m, c), (c, n))


def eigh(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """(eigenvectors, eigenvalues)"""
    (a,), b = _wide(lo, eqn, x), lo.b
    if eqn.params.get("subset_by_index") not in (None, (0, a.shape[-1].constant)):
        raise ValueError("some of the eigenvalues only; take them from all of them")
    values, vectors = split_vectors(b, b.eigh(a if eqn.params.get("lower", True) else adj(b, a), vectors=True))
    return [vectors, b.re(values) if a.kind == "complex" else values]


def eig(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """(eigenvalues, right eigenvectors)"""
    (a,), p = _wide(lo, eqn, x), eqn.params
    if p["compute_left_eigenvectors"]:
        raise ValueError("left eigenvectors; take the right ones of the transposed matrix")
    if not p["compute_right_eigenvectors"]:
        return [lo.b.eig(a, vectors=False)]
    return list(split_vectors(lo.b, lo.b.eig(a, vectors=True)))


def svd(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """(singular values, U, V^H)"""
    (a,), p, b = _wide(lo, eqn, x), eqn.params, lo.b
    k, (m, n) = _lesser(a), a.shape[-2:]
    if p.get("subset_by_index") not in (None, (0, k.constant)):
        raise ValueError("some of the singular values only; take them from all of them")
    if not p["compute_uv"]:
        return [b.svd(a, length=k, vectors=False, full=False)]
    full = bool(p["full_matrices"])
    rows, columns = (m, n) if full else (k, k)
    u, s, vh = unpacked(b, b.svd(a, length=k, vectors=True, full=full), (m, rows), (k,), (columns, n))
    return [b.re(s) if a.kind == "complex" else s, u, vh]


def fft(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """Over the last dimensions, the last of them first (inverse: last)."""
    (v,), b = _wide(lo, eqn, x), lo.b
    kind, lengths = int(eqn.params["fft_type"]), tuple(map(int, eqn.params["fft_lengths"]))
    axes = range(v.rank - len(lengths), v.rank)
    norm = "backward"
    if kind == 2:
        v = b.rfft(v, axis=v.rank - 1, norm=norm)
    for axis in reversed(axes if kind < 2 else axes[:-1]):
        v = b.fft(v, axis=axis, inverse=kind in (1, 3), norm=norm)
    return b.irfft(v, axis=v.rank - 1, length=Size.of(lengths[-1]), norm=norm) if kind == 3 else v
