"""scipy.sparse: matrices made of entries, diagonals and products, and what is solved with them."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.sparse import Changing, Compressed, GivenColumns, GivenRows, Rows, from_dense, from_entries, rows_of


def _is_shape(x: Any):
    return isinstance(x, tuple) and len(x) == 2 and np.ndim(x[0]) == 0 and np.ndim(x[1]) == 0


def csr_matrix(arg1: Any, shape: Any = None, dtype: Any = None, copy: bool = False):
    """Of a matrix, of a shape, of (data, (rows, columns)), or of (data, columns, beginnings of rows)."""
    if isinstance(arg1, (Compressed, Changing)):
        assert dtype is None
        return arg1.tocsr()
    if _is_shape(arg1):
        return from_dense(np.zeros(arg1, dtype))
    if not isinstance(arg1, tuple):
        return from_dense(np.atleast_2d(np.asarray(arg1, dtype)))
    assert shape is not None
    if len(arg1) == 2:
        row, column = arg1[1]
        return from_entries(np.asarray(arg1[0], dtype), np.asarray(row), np.asarray(column), shape)
    return GivenRows(np.asarray(arg1[0], dtype), np.asarray(arg1[1]), np.asarray(arg1[2]), shape)


def coo_matrix(arg1: Any, shape: Any = None, dtype: Any = None, copy: bool = False):
    """As csr_matrix; every entry counts until the matrix is compressed."""
    made = csr_matrix(arg1, shape, dtype)
    several = isinstance(arg1, tuple) and not _is_shape(arg1)
    return Rows(made.values, made.places, made.begins, made.shape, "entry") if several else made


def csc_matrix(arg1: Any, shape: Any = None, dtype: Any = None, copy: bool = False):
    if isinstance(arg1, tuple) and not _is_shape(arg1) and len(arg1) == 3:
        return GivenColumns(np.asarray(arg1[0], dtype), np.asarray(arg1[1]), np.asarray(arg1[2]), shape)
    return csr_matrix(arg1, shape, dtype)


def lil_matrix(arg1: Any, shape: Any = None, dtype: Any = None, copy: bool = False):
    if _is_shape(arg1):
        return Changing(np.zeros(arg1, dtype=float if dtype is None else dtype))
    assert shape is None and dtype is None
    return Changing(arg1.toarray() if isinstance(arg1, (Compressed, Changing)) else np.array(arg1))


def diags(diagonals: Any, offsets: Any = 0, shape: Any = None, format: Any = None, dtype: Any = None):
    """Diagonals of a matrix that is square unless told; a number fills its diagonal."""
    if isinstance(offsets, int):
        diagonals, offsets = [diagonals if np.ndim(diagonals) == 1 and np.ndim(diagonals[0]) == 0 else diagonals[0]], [offsets]
    if shape is None:
        n = len(diagonals[0]) + abs(offsets[0])
        shape = (n, n)
    parts, rows, columns = [], [], []
    for d, k in zip(diagonals, offsets):
        down, right = max(0, -k), max(0, k)
        length = min(shape[0] - down, shape[1] - right)
        parts.append(np.broadcast_to(np.asarray(d) * 1.0 if dtype is None else np.asarray(d, dtype), (length,)))
        rows.append(np.arange(length) + down)
        columns.append(np.arange(length) + right)
    return from_entries(np.concatenate(parts), np.concatenate(rows), np.concatenate(columns), shape, "diagonals")


def spdiags(data: Any, diags_: Any, m: Any = None, n: Any = None, format: Any = None):
    """Element j of a row of data stands in column j."""
    data = np.atleast_2d(np.asarray(data))
    places = [diags_] if isinstance(diags_, int) else diags_
    kept = []
    for r in range(len(places)):
        k = places[r]
        first, length = max(0, k), min(m - max(0, -k), n - max(0, k))
        kept.append(data[r, first:first + length])
    return diags(kept, places, (m, n))


def eye(m: Any, n: Any = None, k: int = 0, dtype: Any = float, format: Any = None):
    return diags([1.0], [k], (m, m if n is None else n), None, dtype)


def kron(A: Any, B: Any, format: Any = None):
    a, b = csr_matrix(A), csr_matrix(B)
    data = np.ravel(np.outer(a.values, b.values))
    row = np.ravel(rows_of(a)[:, None] * b.shape[0] + rows_of(b)[None, :])
    column = np.ravel(a.places[:, None] * b.shape[1] + b.places[None, :])
    return from_entries(data, row, column, (a.shape[0] * b.shape[0], a.shape[1] * b.shape[1]), "unsaid")


def kronsum(A: Any, B: Any, format: Any = None):
    return kron(eye(B.shape[0]), A) + kron(B, eye(A.shape[0]))


def spsolve(A: Any, b: Any, permc_spec: Any = None, use_umfpack: bool = True):
    """Solved as a full matrix."""
    return np.linalg.solve(A.toarray(), b)


class Factored:
    """splu and factorized: solves with the full matrix."""

    def __init__(self, full: Any):
        self.full = full

    def solve(self, b: Any):
        return np.linalg.solve(self.full, b)

    def __call__(self, b: Any):
        return np.linalg.solve(self.full, b)


def factorized(A: Any):
    return Factored(A.toarray())


def cg(A: Any, b: Any, x0: Any = None, *, rtol: float = 1e-5, atol: float = 0.0, maxiter: Any = None):
    """Conjugate gradients (M. R. Hestenes and E. Stiefel, 1952) as SciPy stops them: (x, 0 where it converged)."""
    x = np.zeros_like(b) if x0 is None else x0 * 1.0
    r = b - A @ x
    least = max(atol, rtol * np.sqrt(np.sum(b * b)))
    p, before, count = np.zeros_like(b), 1.0, 0
    most = b.shape[0] * 10 if maxiter is None else maxiter
    while count < most and np.sqrt(np.sum(r * r)) >= least:
        rho = np.sum(r * r)
        p = r + (rho / before if count > 0 else 0.0) * p
        q = A @ p
        step = rho / np.sum(p * q)
        x = x + step * p
        r = r - step * q
        before = rho
        count += 1
    return x, (0 if np.sqrt(np.sum(r * r)) < least else most)
