"""Dense linear algebra in any arithmetic: LAPACK (through NumPy) in binary32 and binary64, textbook algorithms in longdouble and mpmath.

Wide eigenvectors and singular vectors start from LAPACK's in binary64 and are refined, so that their signs, phases and order are LAPACK's.
What has no result (singular, not positive definite, no convergence) is NaN. Matrices stand in the last two dimensions.
Sources: Golub & Van Loan, Matrix Computations, 4th ed.: LU 3.4, Cholesky 4.2, Householder QR 5.2, Jacobi 8.5, one-sided Jacobi 8.6.3;
Higham, Functions of Matrices, 8.4 (Newton-Schulz); Parlett, The Symmetric Eigenvalue Problem, 4.6 (Rayleigh quotients).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Arrays = tuple[np.ndarray, ...]
SWEEPS = 12  # of Jacobi rotations: from LAPACK's vectors two or three are needed
NARROW = "fdFD"


def wide(*arrays: Any) -> bool:
    """Whether LAPACK has no type for these."""
    return any(np.asarray(a).dtype.char not in NARROW for a in arrays)


def emptied(a: np.ndarray) -> np.ndarray:
    """`a`, in a type that LAPACK's wrappers take where it has no elements."""
    return a if a.size or not wide(a) else narrowed(a)


def adj(a: np.ndarray) -> np.ndarray:
    """The conjugate transpose."""
    return np.conj(np.swapaxes(a, -1, -2))


def real(a: np.ndarray) -> np.ndarray:
    return np.asarray(np.frompyfunc(lambda v: v.real, 1, 1)(a), object) if a.dtype == object else np.real(a)


def root(a: np.ndarray) -> np.ndarray:
    return np.asarray(np.frompyfunc(lambda v: v.context.sqrt(v), 1, 1)(a), object) if a.dtype == object else np.sqrt(a)


def narrowed(a: np.ndarray) -> np.ndarray:
    """In binary64, complex where an element is."""
    if a.dtype != object:
        return a.astype(np.complex128 if a.dtype.kind == "c" else np.float64)
    kind = complex if any(hasattr(v, "_mpc_") for v in a.ravel()) else float
    return np.asarray(np.frompyfunc(kind, 1, 1)(a)).astype(kind) if a.size else np.zeros(a.shape)


def like(a: np.ndarray, b: Any) -> np.ndarray:
    """The binary64 array `b` in the arithmetic of `a`."""
    b = np.asarray(b)
    if a.dtype != object:
        return b.astype(np.result_type(a.dtype, np.complex64) if b.dtype.kind == "c" else np.real(a).dtype)
    context = a.ravel()[0].context
    make = context.mpc if b.dtype.kind == "c" else context.mpf
    return np.asarray(np.frompyfunc(lambda v: make(v.item() if isinstance(v, np.generic) else v), 1, 1)(b), object)


def over_stack(function: Callable[..., Any], *arrays: np.ndarray) -> Any:
    """`function` of every matrix of the stacks; results are stacked likewise. Stacks have equal leading dimensions."""
    lead = arrays[0].shape[:-2]
    if not lead:
        return function(*arrays)
    flat = [a.reshape(-1, *a.shape[-2:]) for a in arrays]
    rows = [function(*matrices) for matrices in zip(*flat)]
    if isinstance(rows[0], tuple):
        return tuple(np.stack(part).reshape(lead + part[0].shape) for part in zip(*rows))
    return np.stack(rows).reshape(lead + np.shape(rows[0]))


def tried(function: Callable[..., Any], *arrays: np.ndarray) -> Any:
    """`function` of stacks; NaN for those matrices alone that have no result."""
    try:
        return function(*arrays)
    except np.linalg.LinAlgError:
        return over_stack(lambda *m: _tried(function, *m), *arrays)


def _tried(function: Callable[..., Any], *matrices: np.ndarray) -> Any:
    try:
        return function(*matrices)
    except np.linalg.LinAlgError:
        shaped = function(*(np.eye(*m.shape, dtype=m.dtype) for m in matrices))
        parts = [np.full_like(p, np.nan) for p in (shaped if isinstance(shaped, tuple) else (shaped,))]
        return tuple(parts) if isinstance(shaped, tuple) else parts[0]


# Solving


def eliminated(a: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(L below the diagonal and U, the row exchanged with row k in step k) of one matrix, by elimination with partial pivoting."""
    lu, pivots = np.array(a, copy=True), np.zeros(min(a.shape), np.int64)
    for k in range(len(pivots)):
        pivots[k] = p = k + int(np.argmax(_sizes(lu[k:, k])))
        lu[[k, p]] = lu[[p, k]]
        if lu[k, k] != 0:
            lu[k + 1:, k] = lu[k + 1:, k] / lu[k, k]
            lu[k + 1:, k + 1:] = lu[k + 1:, k + 1:] - lu[k + 1:, k, None] * lu[k, None, k + 1:]
    return lu, pivots


def _sizes(x: np.ndarray) -> np.ndarray:
    """What LAPACK compares pivots by: |Re| + |Im|."""
    return np.abs(real(x)) + np.abs(real(x * 1j)) if narrowed(x[:1]).dtype.kind == "c" else np.abs(x)


def order_of(pivots: np.ndarray, rows: int) -> np.ndarray:
    """The permutation p with a[p] = L U."""
    p = np.arange(rows)
    for k, j in enumerate(pivots):
        p[[k, j]] = p[[j, k]]
    return p


def substituted(a: np.ndarray, b: np.ndarray, lower: bool, unit: bool) -> np.ndarray:
    """x with a x = b for a triangular matrix."""
    x, n = np.array(b, np.result_type(a, b), copy=True), a.shape[0]
    for k in range(n) if lower else range(n - 1, -1, -1):
        rest = slice(0, k) if lower else slice(k + 1, n)
        x[k] = x[k] - a[k, rest] @ x[rest] if x[rest].size else x[k]
        if not unit:
            x[k] = x[k] / a[k, k] if a[k, k] != 0 else x[k] * float("nan")
    return x


def solved(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    lu, pivots = eliminated(a)
    return substituted(lu, substituted(lu, b[order_of(pivots, len(a))], True, True), False, False)


def cholesky(a: np.ndarray) -> np.ndarray:
    """The lower factor of one matrix, of which the lower triangle is read."""
    n, lower = len(a), np.array(a * 0, copy=True)
    for j in range(n):
        left = lower[j, :j]
        rest = real(np.asarray(a[j, j] - (left @ np.conj(left) if j else 0)))
        if not rest > 0:
            return lower * float("nan")
        lower[j, j] = root(rest)[()]
        below = a[j + 1:, j] - lower[j + 1:, :j] @ np.conj(left) if j else a[j + 1:, j]
        lower[j + 1:, j] = below / lower[j, j]
    return lower


# Orthogonal factors


def householder(a: np.ndarray, columns: int) -> Arrays:
    """(Q of `columns` columns, R) of one matrix; LAPACK's signs: H = I - tau v v^H with v_0 = 1 and real diagonals."""
    m, n = a.shape
    r, reflections = np.array(a, copy=True), []
    for k in range(min(m, n)):
        x = r[k:, k].copy()
        alpha, rest = x[0], x[1:]
        below = real(np.asarray(np.sum(rest * np.conj(rest)))) if len(rest) else 0
        if below == 0 and alpha == np.conj(alpha):
            continue
        size = root(np.asarray(below + real(np.asarray(alpha * np.conj(alpha)))))[()]
        beta = -size if real(np.asarray(alpha)) >= 0 else size
        tau, v = (beta - alpha) / beta, np.concatenate([x[:1] * 0 + 1, rest / (alpha - beta)])
        r[k:, k:] = r[k:, k:] - np.conj(tau) * v[:, None] * (np.conj(v) @ r[k:, k:])[None, :]
        r[k + 1:, k] = r[k + 1:, k] * 0
        reflections.append((k, tau, v))
    q = like(a, np.eye(m, columns)) if a.dtype != object else like(a, np.eye(m, columns)) * (a.ravel()[0] * 0 + 1)
    q = q.astype(a.dtype)
    for k, tau, v in reversed(reflections):
        q[k:] = q[k:] - tau * v[:, None] * (np.conj(v) @ q[k:])[None, :]
    return q, np.triu(r[:columns])


def orthonormal(v: np.ndarray) -> np.ndarray:
    """Orthonormal columns next to the nearly orthonormal ones of v: Newton-Schulz steps of the polar decomposition, which converge
    quadratically."""
    for _ in range(1 if v.dtype != object else 5):
        v = (v * 3 - v @ (adj(v) @ v)) / 2
    return v


def _rotation(app: Any, aqq: Any, apq: Any) -> tuple[Any, Any] | None:
    """(c, s) of the small rotation that annihilates apq: columns p, q become c p - conj(s) q, s p + c q. None where it is the identity."""
    off = abs(apq)
    if off == 0 or (app + off == app and aqq + off == aqq and abs(app - aqq) + off == abs(app - aqq)):
        return None
    tau = (aqq - app) / (2 * off)
    t = 1 / (abs(tau) + root(np.asarray(tau * tau + 1))[()])
    t = t if tau >= 0 else -t
    c = 1 / root(np.asarray(t * t + 1))[()]
    return c, t * c * (apq / off)


def _turned(x: np.ndarray, p: int, q: int, c: Any, s: Any) -> None:
    x[:, p], x[:, q] = x[:, p] * c - x[:, q] * np.conj(s), x[:, p] * s + x[:, q] * c


def eigh(a: np.ndarray) -> Arrays:
    """(eigenvalues ascending, eigenvectors as columns) of one Hermitian matrix, by Jacobi rotations from LAPACK's vectors."""
    _, start = np.linalg.eigh(narrowed(a))
    v = orthonormal(like(a, start))
    b = adj(v) @ a @ v
    for _ in range(SWEEPS):
        turned = False
        for p in range(len(a) - 1):
            for q in range(p + 1, len(a)):
                found = _rotation(real(b[p:p + 1, p])[0], real(b[q:q + 1, q])[0], b[p, q])
                if found is not None:
                    turned = True
                    _turned(v, p, q, *found)
                    _turned(b, p, q, *found)
                    b = _rows_turned(b, p, q, *found)
        if not turned:
            break
    w = real(np.diagonal(b))
    order = np.argsort(w, kind="stable")
    return w[order], v[:, order]


def _rows_turned(b: np.ndarray, p: int, q: int, c: Any, s: Any) -> np.ndarray:
    b[p], b[q] = b[p] * c - b[q] * s, b[p] * np.conj(s) + b[q] * c
    return b


def svd(a: np.ndarray, full: bool) -> Arrays:
    """(U, s descending, V^H) of one matrix, by one-sided Jacobi rotations from LAPACK's vectors."""
    left, _, right = np.linalg.svd(narrowed(a), full_matrices=full)
    if a.shape[0] >= a.shape[1]:
        u, s, v = _one_sided(a, left, adj(right))
        return u, s, adj(v)
    v, s, u = _one_sided(adj(a), adj(right), left)
    return u, s, adj(v)


def _one_sided(a: np.ndarray, left: np.ndarray, right: np.ndarray) -> Arrays:
    """(U, s, V) of one matrix with no more columns than rows, from U and V in binary64."""
    v = orthonormal(like(a, right))
    w, n = a @ v, a.shape[1]
    for _ in range(SWEEPS):
        turned = False
        for p in range(n - 1):
            for q in range(p + 1, n):
                norms = [real(np.asarray(np.sum(np.conj(w[:, k]) * w[:, k])))[()] for k in (p, q)]
                found = _rotation(norms[0], norms[1], np.sum(np.conj(w[:, p]) * w[:, q]))
                if found is not None:
                    turned = True
                    _turned(w, p, q, *found)
                    _turned(v, p, q, *found)
        if not turned:
            break
    s = root(real(np.sum(np.conj(w) * w, axis=0)))
    order = np.argsort(-s, kind="stable")
    s, w, v = s[order], w[:, order], v[:, order]
    u = orthonormal(like(a, left))
    for k in range(n):
        if s[k] != 0:
            u[:, k] = w[:, k] / s[k]
    return completed(u, n), s, v


def completed(u: np.ndarray, n: int) -> np.ndarray:
    """The columns of u after the first n, made orthonormal to all before them (Gram-Schmidt, twice)."""
    for k in range(n, u.shape[1]):
        for _ in range(2):
            u[:, k] = u[:, k] - u[:, :k] @ (adj(u[:, :k]) @ u[:, k])
            u[:, k] = u[:, k] / root(np.asarray(real(np.asarray(np.sum(np.conj(u[:, k]) * u[:, k])))))[()]
    return u


def eigenvalues(a: np.ndarray) -> np.ndarray:
    """Those of one matrix in the order that LAPACK gives them in without vectors."""
    w, wanted = eig(a)[0], np.linalg.eigvals(narrowed(a))
    rest, order = list(range(len(w))), []
    for x in wanted:
        order.append(min(rest, key=lambda k: abs(complex(w[k]) - x)))
        rest.remove(order[-1])
    return w[order]


def eig(a: np.ndarray) -> Arrays:
    """(eigenvalues, eigenvectors) of one matrix in LAPACK's order: inverse iterations from LAPACK's pairs; vectors of norm 1 in LAPACK's
    phase."""
    values, vectors = np.linalg.eig(narrowed(a))
    w, v = like(a, values.astype(complex)), like(a, vectors.astype(complex))
    matrix, eye = a + w[:1] * 0, like(a, np.eye(len(a)))
    for k in range(len(a)):
        x: Any = v[:, k]
        for _ in range(3):
            y = solved(matrix - w[k] * eye, x[:, None])[:, 0]
            if any(e != e for e in y):
                break
            x = y / root(real(np.asarray(np.sum(np.conj(y) * y))))[()]
            w[k] = np.conj(x) @ matrix @ x
        phase = np.conj(x) @ v[:, k]
        v[:, k] = x * (phase / abs(phase))
    return w, v
