"""scipy.linalg: symmetric matrices given by their diagonals, solved as full ones."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.linear import cholesky, eigvalsh, solve_triangular


def _full(ab, lower):
    """Of the diagonals above, the main one as the last row, or of those below, the main one first."""
    last, n = ab.shape[0] - 1, ab.shape[1]
    i, j = np.arange(n)[:, None], np.arange(n)[None, :]
    apart = np.abs(i - j)
    row, column = (np.minimum(apart, last), np.minimum(i, j)) if lower else (np.maximum(last - apart, 0), np.maximum(i, j))
    inside = np.where(apart <= last, ab[row, column], np.zeros(1, dtype=ab.dtype))
    return np.where(i >= j if lower else i <= j, inside, np.conj(inside))


def _triangle(cb, lower):
    whole = _full(cb, lower)
    return np.tril(whole) if lower else np.triu(whole)


def solveh_banded(ab, b, overwrite_ab=False, overwrite_b=False, lower=False, check_finite=True):
    """Of positive definite matrices; NaN of others."""
    c = cholesky(_full(ab * 1.0, lower))
    return solve_triangular(c, solve_triangular(c, b, 0, True), 2, True)


def cholesky_banded(ab, overwrite_ab=False, lower=False, check_finite=True):
    """The factor's diagonals; what stands in the corners stays."""
    ab = ab * 1.0
    last, n = ab.shape[0] - 1, ab.shape[1]
    c = cholesky(_full(ab, lower), upper=not lower)
    k, j = np.arange(last + 1)[:, None], np.arange(n)[None, :]
    row, column = (j + k, j + 0 * k) if lower else (j - last + k, j + 0 * k)
    return np.where((row >= 0) & (row < n), c[np.clip(row, 0, n - 1), column], ab)


def cho_solve_banded(cb_and_lower, b, overwrite_b=False, check_finite=True):
    cb, lower = cb_and_lower
    c = _triangle(cb, lower)
    if lower:
        return solve_triangular(c, solve_triangular(c, b, 0, True), 2, True)
    return solve_triangular(c, solve_triangular(c, b, 2, False), 0, False)


def _selected(w, select, select_range):
    assert select in ("a", "i"), "how many eigenvalues are in an interval depends on the data: take those of all that are wanted"
    return w if select == "a" else w[select_range[0]:select_range[1] + 1]


def eigvals_banded(a_band, lower=False, overwrite_a_band=False, select="a", select_range: Any = None, check_finite=True):
    return _selected(eigvalsh(_full(a_band * 1.0, lower)), select, select_range)


def eig_banded(a_band, lower=False, eigvals_only=False, overwrite_a_band=False, select="a", select_range: Any = None, max_ev=0,
               check_finite=True):
    assert eigvals_only, "SciPy finds the eigenvectors of banded matrices by another algorithm, with other signs: use eigh of the full one"
    return eigvals_banded(a_band, lower, False, select, select_range)


def eigvalsh_tridiagonal(d, e, select="a", select_range: Any = None, check_finite=True, tol=0.0, lapack_driver="auto"):
    assert tol == 0.0
    return _selected(eigvalsh(np.diag(d * 1.0) + np.diag(e * 1.0, -1)), select, select_range)
