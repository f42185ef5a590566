"""scipy.sparse: matrices of blocks and parts of matrices, and what is computed of them."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.assembly import csr_matrix
from precis.lift.numpy.library.linear import solve_triangular
from precis.lift.numpy.library.scipy import expm as expm_of_full
from precis.lift.numpy.library.sparse import Changing, Compressed, from_dense, from_entries, rows_of


def bmat(blocks: Any, format: Any = None, dtype: Any = None):
    """Of rows of blocks, where None is zeros."""
    assert dtype is None
    heights, widths = [0] * len(blocks), [0] * len(blocks[0])
    made: list[list[Any]] = [[None if b is None else csr_matrix(b) for b in line] for line in blocks]
    for i in range(len(made)):
        for j in range(len(made[i])):
            if made[i][j] is not None:
                heights[i], widths[j] = made[i][j].shape
    data, row, column = [], [], []
    for i in range(len(made)):
        for j in range(len(made[i])):
            b = made[i][j]
            if b is not None:
                data.append(b.values)
                row.append(rows_of(b) + sum(heights[:i]))
                column.append(b.places + sum(widths[:j]))
    return from_entries(np.concatenate(data), np.concatenate(row), np.concatenate(column), (sum(heights), sum(widths)), "unsaid")


def hstack(blocks: Any, format: Any = None, dtype: Any = None):
    return bmat([list(blocks)], format, dtype)


def vstack(blocks: Any, format: Any = None, dtype: Any = None):
    return bmat([[b] for b in blocks], format, dtype)


def block_diag(mats: Any, format: Any = None, dtype: Any = None):
    return bmat([[mats[i] if i == j else None for j in range(len(mats))] for i in range(len(mats))], format, dtype)


def tril(A: Any, k: int = 0, format: Any = None):
    a = csr_matrix(A)
    return from_entries(np.where(a.places - rows_of(a) <= k, a.values, np.zeros(1, a.dtype)), rows_of(a), a.places, a.shape, "unsaid")


def triu(A: Any, k: int = 0, format: Any = None):
    a = csr_matrix(A)
    return from_entries(np.where(a.places - rows_of(a) >= k, a.values, np.zeros(1, a.dtype)), rows_of(a), a.places, a.shape, "unsaid")


def issparse(x: Any):
    return isinstance(x, (Compressed, Changing))


def norm(x: Any, ord: Any = None, axis: Any = None):
    assert ord in (None, "fro", 1, np.inf, -1, -np.inf) and axis is None
    return np.linalg.norm(x.toarray(), ord)


def inv(A: Any):
    return from_dense(np.linalg.inv(A.toarray()))


def expm(A: Any):
    return from_dense(expm_of_full(A.toarray()))


def expm_multiply(A: Any, B: Any, start: Any = None, stop: Any = None, num: Any = None, endpoint: Any = None, traceA: Any = None):
    """With the full exponential."""
    assert start is None and stop is None and num is None and endpoint is None and traceA is None
    return expm_of_full(A.toarray() if issparse(A) else np.asarray(A)) @ np.asarray(B)


def spsolve_triangular(A: Any, b: Any, lower: bool = True, overwrite_A: bool = False, overwrite_b: bool = False,
                       unit_diagonal: bool = False):
    return solve_triangular(A.toarray(), np.asarray(b), 0, lower, unit_diagonal)


def eigsh(A: Any, k: int = 6, M: Any = None, sigma: Any = None, which: str = "LM", *, return_eigenvectors: bool = True):
    """Eigenvalues of the full matrix, those last that ARPACK is asked for most."""
    assert not return_eigenvectors, "SciPy starts at random, which decides the signs of eigenvectors: use np.linalg.eigh(A.toarray())"
    assert M is None and sigma is None and which in ("LM", "LA", "SA", "SM")
    w = np.linalg.eigvalsh(A.toarray() if issparse(A) else np.asarray(A))
    wanted = {"LM": np.abs(w), "SM": -np.abs(w), "LA": w, "SA": -w}[which]
    return w[np.argsort(wanted)[w.shape[0] - k:]]


def bicgstab(A: Any, b: Any, x0: Any = None, *, rtol: float = 1e-5, atol: float = 0.0, maxiter: Any = None):
    """Biconjugate gradients, stabilised (H. van der Vorst, 1992), as SciPy stops them: (x, 0 where it converged)."""
    x = np.zeros_like(b) if x0 is None else x0 * 1.0
    near = max(atol, rtol * np.sqrt(np.sum(b * b)))
    most = b.shape[0] * 10 if maxiter is None else maxiter
    r = b - A @ x
    first, p, v = r, r, np.zeros_like(r)
    before, alpha, omega, count, told, going = 1.0, 1.0, 1.0, 0, most, True
    tiny = np.finfo(np.float64).eps ** 2
    while going and count < most:
        rho = np.sum(first * r)
        if np.sqrt(np.sum(r * r)) < near:
            told, going = 0, False
        elif abs(rho) < tiny:
            told, going = -10, False
        elif count > 0 and abs(omega) < tiny:
            told, going = -11, False
        else:
            p = (p - omega * v) * (rho / before * (alpha / omega)) + r if count > 0 else r
            v = A @ p
            across = np.sum(first * v)
            if across == 0.0:
                told, going = -11, False
            else:
                alpha = rho / across
                r = r - alpha * v
                x = x + alpha * p
                if np.sqrt(np.sum(r * r)) < near:
                    told, going = 0, False
                else:
                    t = A @ r
                    omega = np.sum(t * r) / np.sum(t * t)
                    x = x + omega * r
                    r = r - omega * t
                    before = rho
        count = count + 1
    return x, told
