"""Linear algebra on stacks of matrices: LAPACK's routines, and their meanings in any arithmetic (precis.ir.dense).

Several results of one routine come packed in one array, which views take apart (`parts`):
    eigh, eig   (..., n + 1, n): the eigenvalues, then the matrix of eigenvectors;  without vectors (..., n)
    svd         (..., m p + k + q n): U (m, p), s, V^H (q, n), each row-major, p = q = k or, `full`, p = m and q = n
    qr          (..., m c + c n): Q (m, c), R (c, n), c = k or, `complete`, m
    lu          (..., m, n): L below the unit diagonal, U above it
    lu_order    (..., m): the order p of the rows with a[p] = L U, or, `exchanges`, (..., k): the row that changed places with row j
    slogdet     (..., 2): sign and log |det|
with k = min(m, n), which the attribute `length` states. cholesky and eigh read the lower triangle only.
Adjoints: precis.ir.ops.linear_adjoints and spectral_adjoints.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from precis.ir import dense
from precis.ir.ops import linear_adjoints as adjoints
from precis.ir.ops import spectral_adjoints
from precis.ir.ops.record import EXACT, Op, Type
from precis.ir.ops.routine import floating, matrix, routine
from precis.ir.shapes import text
from precis.ir.size import Size, smallest
from precis.ir.types import Attrs, Value


def _infer_solve(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    a, b = inputs
    lead, n, _ = matrix(a, square=True)
    if b.kind != a.kind or b.rank != a.rank or b.shape[:-1] != (*lead, n):
        raise ValueError(f"right-hand sides {b.kind} of shape {text(b.shape)} for {a.kind} matrices of shape {text(a.shape)}")
    return b.shape, a.kind


def _infer_square(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    (a,) = inputs
    matrix(a, square=True)
    return a.shape, a.kind


def _infer_eigen(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    lead, n, _ = matrix(inputs[0], square=True)
    return ((*lead, n + 1, n), inputs[0].kind) if attrs["vectors"] else ((*lead, n), "real")


def _infer_eig(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    return _infer_eigen(inputs, attrs)[0], "complex"


def _lesser(a: Value, attrs: Attrs) -> tuple[tuple[Size, ...], Size, Size, Size]:
    lead, m, n = matrix(a)
    k = attrs["length"]
    if k not in (m, n, smallest(m, n)) or (k.constant is not None and smallest(m, n).constant not in (None, k.constant)):
        raise ValueError(f"{k} is not the smaller dimension of shape {text(a.shape)}")
    return lead, m, n, k


def _infer_svd(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    lead, m, n, k = _lesser(inputs[0], attrs)
    if not attrs["vectors"]:
        return (*lead, k), "real"
    p, q = (m, n) if attrs["full"] else (k, k)
    return (*lead, m * p + k + q * n), inputs[0].kind


def _infer_qr(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    lead, m, n, k = _lesser(inputs[0], attrs)
    c = m if attrs["complete"] else k
    return (*lead, m * c + c * n), inputs[0].kind


def _infer_lu(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    _lesser(inputs[0], attrs)
    return inputs[0].shape, inputs[0].kind


def _infer_lu_order(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    lead, m, _, k = _lesser(inputs[0], attrs)
    return (*lead, k if attrs["exchanges"] else m), "int64"


def _infer_det(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    return matrix(inputs[0], square=True)[0], inputs[0].kind


def _infer_slogdet(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    return (*matrix(inputs[0], square=True)[0], Size.of(2)), inputs[0].kind


def _infer_pinv(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    lead, m, n = matrix(inputs[0])
    return (*lead, n, m), inputs[0].kind


def _infer_lstsq(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    a, b = inputs
    lead, m, n = matrix(a)
    if floating(b) != a.kind or b.rank != a.rank or b.shape[:-1] != (*lead, m):
        raise ValueError(f"right-hand sides of shape {text(b.shape)} for matrices of shape {text(a.shape)}")
    return (*lead, n, b.shape[-1]), a.kind


# Meanings. Zero-length stacks and matrices go to LAPACK's wrappers, which know them.


def solve(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    if dense.wide(a, b):
        return dense.over_stack(dense.solved, a, b) if b.size else b
    return dense.tried(np.linalg.solve, a, b)


def triangular_solve(a: np.ndarray, b: np.ndarray, lower: bool, unit: bool, wide: bool = False) -> np.ndarray:
    """`wide`: computed in binary64 at least, as `solve` is, and rounded once."""
    if not b.size:
        return b
    if wide and np.result_type(a, b).char in "fF":
        return triangular_solve(dense.narrowed(a), dense.narrowed(b), lower, unit).astype(np.result_type(a, b))
    if dense.wide(a, b):
        return dense.over_stack(lambda x, y: dense.substituted(x, y, lower, unit), a, b)
    from scipy.linalg.blas import get_blas_funcs  # loads slowly

    trsm: Any = get_blas_funcs("trsm", (a, b))
    return dense.over_stack(lambda x, y: trsm(1.0, x, y, lower=lower, diag=unit), a, b)


def cholesky(a: np.ndarray) -> np.ndarray:
    if not a.size:
        return a
    return dense.over_stack(dense.cholesky, a) if dense.wide(a) else dense.tried(np.linalg.cholesky, a)


def _lu(a: np.ndarray, take: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> np.ndarray:
    """`take(L and U, exchanges)` of every matrix."""
    if dense.wide(a):
        return dense.over_stack(lambda m: take(*dense.eliminated(m)), a)
    from scipy.linalg.lapack import get_lapack_funcs  # loads slowly

    getrf: Any = get_lapack_funcs("getrf", (a,))
    return dense.over_stack(lambda m: take(*getrf(m)[:2]), a)


def lu(a: np.ndarray, length: int) -> np.ndarray:
    return _lu(a, lambda factors, pivots: factors) if a.size else a


def lu_order(a: np.ndarray, length: int, exchanges: bool) -> np.ndarray:
    if not a.size:
        return np.broadcast_to(np.arange(length if exchanges else a.shape[-2]), (*a.shape[:-2], length if exchanges else a.shape[-2]))
    return _lu(a, lambda factors, pivots: np.asarray(pivots if exchanges else dense.order_of(pivots, len(factors)), np.int64))


def _packed(*parts: np.ndarray) -> np.ndarray:
    lead = parts[0].shape[:-2]
    return np.concatenate([p.reshape(*lead, int(np.prod(p.shape[len(lead):]))) for p in parts], axis=-1)


def qr(a: np.ndarray, length: int, complete: bool) -> np.ndarray:
    columns = a.shape[-2] if complete else length
    if dense.wide(a) and a.size:
        return _packed(*dense.over_stack(lambda m: dense.householder(m, columns), a))
    return _packed(*np.linalg.qr(dense.emptied(a), "complete" if complete else "reduced"))


def eigh(a: np.ndarray, vectors: bool) -> np.ndarray:
    a = dense.emptied(a)
    if dense.wide(a):
        lower = np.tril(a, -1)
        whole = lower + dense.adj(lower) + np.stack([np.diagflat(dense.real(np.diagonal(m))) for m in a.reshape(-1, *a.shape[-2:])]
                                                    ).reshape(a.shape)
        w, v = dense.over_stack(dense.eigh, whole)
    elif vectors:
        w, v = dense.tried(np.linalg.eigh, a)
    else:
        return dense.tried(np.linalg.eigvalsh, a)
    return np.concatenate([(w + 0 * v[..., 0, :])[..., None, :], v], axis=-2) if vectors else w


def eig(a: np.ndarray, vectors: bool) -> np.ndarray:
    a = dense.emptied(a)
    if not vectors:
        w = dense.over_stack(dense.eigenvalues, a) if dense.wide(a) else dense.tried(np.linalg.eigvals, a)
        return w if w.dtype == object else w.astype(np.result_type(w.dtype, np.complex64))
    w, v = dense.over_stack(dense.eig, a) if dense.wide(a) else \
        (x.astype(np.result_type(x.dtype, np.complex64)) for x in dense.tried(lambda m: tuple(np.linalg.eig(m)), a))
    return np.concatenate([w[..., None, :], v], axis=-2)


def svd(a: np.ndarray, length: int, vectors: bool, full: bool) -> np.ndarray:
    a = dense.emptied(a)
    if dense.wide(a):
        u, s, vh = dense.over_stack(lambda m: dense.svd(m, full), a)
    elif vectors:
        u, s, vh = dense.tried(lambda m: tuple(np.linalg.svd(m, full_matrices=full)), a)
    else:
        return dense.tried(lambda m: np.linalg.svd(m, compute_uv=False), a)
    return _packed(u, s[..., None, :], vh) if vectors else s


def det(a: np.ndarray) -> np.ndarray:
    if not dense.wide(a) or not a.size:
        return np.linalg.det(dense.emptied(a))
    return dense.over_stack(lambda m: np.prod(np.diagonal(dense.eliminated(m)[0])) * _parity(dense.eliminated(m)[1]), a)


def _parity(pivots: np.ndarray) -> int:
    return -1 if np.count_nonzero(pivots != np.arange(len(pivots))) % 2 else 1


def slogdet(a: np.ndarray) -> np.ndarray:
    if not dense.wide(a) or not a.size:
        sign, size = np.linalg.slogdet(dense.emptied(a))
        return np.stack([sign, size.astype(sign.dtype)], axis=-1)
    return dense.over_stack(_wide_slogdet, a)


def _wide_slogdet(a: np.ndarray) -> np.ndarray:
    factors, pivots = dense.eliminated(a)
    diagonal = np.diagonal(factors)
    sizes = np.abs(diagonal)
    if any(sizes == 0):
        return np.stack([a[0, 0] * 0, a[0, 0] * 0 - float("inf")])
    logs = np.log(sizes) if a.dtype != object else np.frompyfunc(lambda v: v.context.log(v), 1, 1)(sizes)
    return np.stack([np.prod(diagonal / sizes) * _parity(pivots), np.sum(logs) + a[0, 0] * 0])


def _cut(s: np.ndarray, rcond: float | None, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """1 / s, zero for singular values below rcond times the largest (default: u of binary64, or of the arithmetic if it is narrower)."""
    small = float(np.finfo(np.float32 if dtype.char in "fF" else np.float64).eps) * max(shape[-2:]) if rcond is None else rcond
    kept = s > s[..., :1] * small
    return np.where(kept, 1 / np.where(kept, s, s * 0 + 1), s * 0)


def pinv(a: np.ndarray, rcond: float | None) -> np.ndarray:
    if not a.size:
        return np.swapaxes(a, -1, -2)
    u, s, vh = dense.over_stack(lambda m: dense.svd(m, False), a) if dense.wide(a) else \
        dense.tried(lambda m: tuple(np.linalg.svd(m, full_matrices=False)), a)
    return dense.adj(vh) @ (_cut(s, rcond, a.shape, a.dtype)[..., :, None] * dense.adj(u))


def lstsq(a: np.ndarray, b: np.ndarray, rcond: float | None) -> np.ndarray:
    if dense.wide(a, b) or not a.size or not b.size:
        return pinv(a, rcond) @ b
    return dense.tried(lambda m, r: dense.over_stack(lambda p, q: np.linalg.lstsq(p, q, rcond=rcond)[0], m, r), a, b)


OPS: tuple[Op, ...] = (
    routine("solve", _infer_solve, solve, adjoints.solve, 100),
    routine("triangular_solve", _infer_solve, triangular_solve, adjoints.triangular_solve, 50, ("lower", "unit")),
    routine("cholesky", _infer_square, cholesky, adjoints.cholesky, 30),
    routine("lu", _infer_lu, lu, adjoints.lu, 60, ("length",)),
    routine("lu_order", _infer_lu_order, lu_order, None, 60, ("length", "exchanges"), EXACT),
    routine("qr", _infer_qr, qr, adjoints.qr, 200, ("length", "complete")),
    routine("eigh", _infer_eigen, eigh, spectral_adjoints.eigh, 900, ("vectors",)),
    routine("eig", _infer_eig, eig, adjoints.eig, 2500, ("vectors",)),
    routine("svd", _infer_svd, svd, spectral_adjoints.svd, 2000, ("length", "vectors", "full")),
    routine("det", _infer_det, det, adjoints.det, 100),
    routine("slogdet", _infer_slogdet, slogdet, adjoints.slogdet, 100),
    routine("pinv", _infer_pinv, pinv, adjoints.pinv, 2000, ("rcond",)),
    routine("lstsq", _infer_lstsq, lstsq, adjoints.lstsq, 2000, ("rcond",)),
)
