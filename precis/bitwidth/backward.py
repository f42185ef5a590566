"""Rounding errors of library routines, to first order: which perturbation of operands or results they amount to.

A backward stable routine gives the exact result for operands that are perturbed by a small multiple of u (Higham, Accuracy and Stability
of Numerical Algorithms, 2nd ed.; LAPACK Users' Guide, section 4.2):

    elimination               |dA| <= c u P^T |L| |U|, element by element, and nothing else (theorems 9.3, 9.4)
    Cholesky, substitution    |dA| <= c u |L| |L^T|, |dT| <= c u |T| (theorems 10.3, 8.5)
    Householder QR            |da_j| <= c u |a_j|, column by column (theorem 19.4)
    eigenvalues, singular values   |dA| <= c u |A|, in norm

so rows and columns of very different size, and zeros that stay zeros, keep errors of their own (section 9.8 on scaling). Errors of
random signs add in squares: |L| |U| stands for the root sum square of l_ik u_kj. With partial pivoting its elements grow with the order
of the matrix, residuals of solutions do not: each row has the size of that of A, in the root mean square of a_ij / w_ij, and the pattern
of |L| |U|. Large rows are taken as pivots first, in whatever order is bad for the matrix without its scales; residuals show little of
that, and no element gets more than r_i c_j, the scales of its row and column, which a few steps of equilibration find (Sinkhorn & Knopp
1967). The probes stand on the operands. Factors were measured in binary32 on random matrices: residuals of solutions 0.3 to 1.2 for normal,
diagonally dominant, triangular and positive definite matrices of order 2 to 200; L L^H against the matrix 1.5 to 1.9.
A Fourier transform errs normwise in its result, by a share that grows with sqrt(log2 n) (Gentleman & Sande 1966; Higham, theorem 24.2).
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from precis.bitwidth.trips import Sizes, elements
from precis.ir.build import Build
from precis.ir.ops.linear_adjoints import adj, identity, kept, mm
from precis.ir.ops.sorting import positions
from precis.ir.shapes import ONE
from precis.ir.types import Node, Value

EQUILIBRATED = 2  # steps
PATTERNED = 48  # the order of a matrix up to which the pattern of its factors is looked at; beyond, r_i c_j stand for all of them
FACTORED = 1.75  # measured 1.4 to 1.9: Q R, L L^H, V diag(w) V^H against the matrix
SOLVED = 1.0
SPECTRAL = ("eigh", "eig", "svd", "pinv", "lstsq")  # errors of n values share the n^2 perturbations: times sqrt(n)
ELIMINATING = ("solve", "det", "slogdet", "lu")
BY_COLUMNS = ("qr",)
TRANSFORMS = ("fft", "rfft", "irfft")
POINTWISE = "special"  # errs by about u of every element, whatever the others are
TRANSFORMED = 0.45  # measured 0.25 to 0.46, of sqrt(log2 n)
FACTORS: Mapping[str, float] = {"cholesky": FACTORED, "qr": FACTORED, "lu": FACTORED}


def operand_weights(node: Node, inputs: tuple[Value, ...], b: Build, sizes: Sizes) -> list[Value | None]:
    """What an element of each operand is perturbed by, in units of the rounding error of 1; None: not at all."""
    if node.op in (*TRANSFORMS, POINTWISE):
        return [None] * len(inputs)
    matrix, *sides = inputs
    square = matrix.shape[-2] == matrix.shape[-1]
    if node.op in ("cholesky", "triangular_solve") or (node.op in ELIMINATING and square):
        squares = _perturbed_squares(node.op, matrix, b, sizes)
        return [b.stop(b.mul(b.sqrt(squares), b.const(FACTORS.get(node.op, SOLVED)))), *(None for _ in sides)]
    axes = (-2,) if node.op in BY_COLUMNS else (-2, -1)
    return [_typical(b, v, tuple(v.rank + k for k in axes), _factor(node, v, sizes), sizes) for v in inputs]


def _factor(node: Node, v: Value, sizes: Sizes) -> float:
    n = min(elements((d,), sizes) for d in v.shape[-2:])
    return math.sqrt(max(1.0, n)) if node.op in SPECTRAL else FACTORS.get(node.op, SOLVED)


def _perturbed_squares(op: str, a: Value, b: Build, sizes: Sizes) -> Value:
    """Squares of the errors of elements. The pattern of factors is looked at where factoring again is small beside the rest of a sweep."""
    if op == "triangular_solve":
        return _squares(b, a)
    if elements(a.shape[-1:], sizes) > PATTERNED:
        return _equilibrated(b, _squares(b, a), sizes)
    return _by_cholesky(b, a) if op == "cholesky" else _eliminated(b, a, sizes)


def _eliminated(b: Build, a: Value, sizes: Sizes) -> Value:
    """Squares of the errors of elements in an elimination with partial pivoting."""
    n = a.shape[-1]
    packed, own = _squares(b, b.lu(a, length=n)), _squares(b, a)
    lower = b.add(kept(b, packed, "gt"), identity(b, packed))
    order = b.lu_order(a, length=n, exchanges=False)
    picks, at = positions(b, b.argsort(order, axis=order.rank - 1), order.rank - 1)
    pattern = b.slice(mm(b, lower, kept(b, packed, "le")), *picks, at=at)
    reached, axes = b.gt(pattern, b.const(0.0)), (a.rank - 1,)
    parts = b.select(reached, b.div(own, b.select(reached, pattern, b.const(1.0))), b.const(0.0))
    count = b.maximum(b.sum(b.convert(reached, kind="real"), axes=axes), b.const(1.0))
    size = b.div(b.sum(parts, axes=axes), count)
    return b.minimum(b.mul(pattern, b.reshape(size, shape=(*a.shape[:-1], ONE))), _equilibrated(b, own, sizes))


def _equilibrated(b: Build, squares: Value, sizes: Sizes) -> Value:
    """Squares of r_i c_j, the sizes of rows and columns."""
    rows, columns = _scales(b, squares, (-1, -2), sizes)
    others, firsts = _scales(b, squares, (-2, -1), sizes)
    return b.mul(b.sqrt(b.mul(rows, firsts)), b.sqrt(b.mul(columns, others)))  # all in one product leave binary64 at 1e77


def _scales(b: Build, squares: Value, axes: tuple[int, int], sizes: Sizes) -> tuple[Value, Value]:
    """Squares of scales, along the first axis and along the second, in this order. Where a matrix falls apart into blocks they depend on
    which comes first; the geometric mean of both orders is that of a symmetric matrix."""
    first = _mean(b, squares, axes[0], sizes)
    second = _mean(b, b.div(squares, first), axes[1], sizes)
    for _ in range(EQUILIBRATED - 1):
        first = _mean(b, b.div(squares, second), axes[0], sizes)
        second = _mean(b, b.div(squares, first), axes[1], sizes)
    return first, second


def _mean(b: Build, x: Value, axis: int, sizes: Sizes) -> Value:
    """Over an axis counted from the end, which stays with length 1; 1 where there are zeros only."""
    axis += x.rank
    total = b.mul(b.sum(x, axes=(axis,)), b.const(1.0 / max(1.0, elements((x.shape[axis],), sizes))))
    mean = b.reshape(total, shape=tuple(ONE if k == axis else d for k, d in enumerate(x.shape)))
    return b.select(b.gt(mean, b.const(0.0)), mean, b.const(1.0))


def _by_cholesky(b: Build, a: Value) -> Value:
    squares = _squares(b, b.cholesky(a))
    return mm(b, squares, adj(b, squares))


def _squares(b: Build, v: Value) -> Value:
    """|v|^2, real."""
    return b.mul(v, v) if v.kind != "complex" else b.add(b.mul(b.re(v), b.re(v)), b.mul(b.im(v), b.im(v)))


def result_weight(node: Node, out: Value, b: Build, sizes: Sizes) -> Value | None:
    """The same for elements of the result; None where operands stand for it."""
    if node.op == POINTWISE:
        return b.stop(b.abs(out))
    if node.op not in TRANSFORMS:
        return None
    axis = node.attrs["axis"]
    n = elements(((out if node.op == "irfft" else node.inputs[0]).shape[axis],), sizes)
    return _typical(b, out, (axis,), TRANSFORMED * math.sqrt(max(1.0, math.log2(max(1.0, n)))), sizes)


def _typical(b: Build, v: Value, axes: tuple[int, ...], factor: float, sizes: Sizes) -> Value:
    """`factor` times the root mean square over axes, which stay with length 1."""
    count = max(1.0, elements(tuple(v.shape[a] for a in axes), sizes))
    mean = b.mul(b.sum(_squares(b, v), axes=axes), b.const(factor**2 / count))
    shape = tuple(ONE if k in axes else d for k, d in enumerate(v.shape))
    return b.stop(b.reshape(b.sqrt(mean), shape=shape))
