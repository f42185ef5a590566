"""scipy.linalg: functions of matrices, and factors by singular values, by their definitions.

Logarithms by repeated square roots and Gauss and Legendre's rule of log(I + X) = integral of X (I + t X)^-1 over t from 0 to 1, which is
the diagonal Pade approximant (L. Dieci, B. Morini, A. Papini, 1996).
"""

from typing import Any

import numpy as np

from precis.lift.numpy import primitives
from precis.lift.numpy.library.equations import sqrtm
from precis.lift.numpy.library.linear import as_for_lapack, matrix_power, svd
from precis.lift.numpy.library.scipy import expm


def cosm(A):
    assert A.ndim == 2
    return expm(1j * A).real if A.dtype.kind != "c" else 0.5 * (expm(1j * A) + expm(-1j * A))


def sinm(A):
    assert A.ndim == 2
    return expm(1j * A).imag if A.dtype.kind != "c" else -0.5j * (expm(1j * A) - expm(-1j * A))


def tanm(A):
    return np.linalg.solve(cosm(A), sinm(A))


def coshm(A):
    return 0.5 * (expm(A) + expm(-A))


def sinhm(A):
    return 0.5 * (expm(A) - expm(-A))


def tanhm(A):
    return np.linalg.solve(coshm(A), sinhm(A))


def expm_frechet(A, E, method=None, compute_expm=True, check_finite=True):
    """(e^A, its derivative along E): both stand in the exponential of one matrix of blocks (R. Mathias, 1996)."""
    n = A.shape[0]
    zero = np.zeros((n, n))
    whole = expm(np.block([[zero + A, zero + E], [zero, zero + A]]))
    return (whole[:n, :n], whole[:n, n:]) if compute_expm else whole[:n, n:]


def logm(A):
    """Of matrices without eigenvalues that are 0 or negative; NaN of others, of which SciPy's logarithm is complex or not defined."""
    assert A.ndim == 2
    x, one, count = A * np.float64(1.0), np.eye(A.shape[0]), 0
    while np.max(np.sum(np.abs(x - one), axis=0)) > 0.25 and count < 50:
        x = sqrtm(x)
        count = count + 1
    rest = np.where(np.max(np.abs(x - one)) <= 0.25, x - one, np.nan)
    places, shares = np.polynomial.legendre.leggauss(8)
    found = np.zeros_like(rest)
    for k in range(8):
        found = found + shares[k] / 2.0 * np.linalg.solve(one + (places[k] + 1.0) / 2.0 * rest, rest)
    return found * 2.0**count


def fractional_matrix_power(A, t):
    """e^(t log A), and products for whole numbers."""
    return matrix_power(A * 1.0, t) if isinstance(t, int) else expm(t * logm(A))


def signm(A):
    """By Newton's iteration, to the last places (N. Higham, Functions of matrices, 5.3)."""
    assert A.ndim == 2
    x, count, done = A * np.float64(1.0), 0, False
    while not done and count < 100:
        new = 0.5 * (x + np.linalg.inv(x))
        done = np.max(np.abs(new - x)) <= 1e-15 * np.max(np.abs(new))
        x = new
        count = count + 1
    return x.astype((A * 1.0).dtype)


def polar(a, side="right"):
    """(U, P) with a = U P, or a = P U from the left."""
    w, s, vh = svd(a, False)
    return w @ vh, (np.conj(vh.T) * s) @ vh if side == "right" else (w * s) @ np.conj(w.T)


def orthogonal_procrustes(A, B, check_finite=True):
    """(the rotation R nearest to A R = B, the sum of singular values)"""
    u, s, vh = svd(as_for_lapack((B.T @ np.conj(A)).T), False)
    return u @ vh, np.sum(s)


def _smallest(s, a, atol, rtol):
    share = max(a.shape[0], a.shape[1]) * np.finfo(s.dtype).eps if rtol is None else rtol
    return (0.0 if atol is None else atol) + np.max(s) * share


def orth(A, rcond=None):
    """Left singular vectors of all singular values that count."""
    u, s, _ = svd(A, False)
    return u[:, s > _smallest(s, A, None, rcond)]


def pinv(a, *, atol: Any = None, rtol: Any = None, return_rank=False, check_finite=True):
    """Without singular values below atol + rtol times the largest; they have no derivative."""
    assert a.ndim == 2
    a = a * 1.0
    u, s, vh = svd(a, False)
    kept = s > _smallest(s, a, atol, rtol)
    found = (np.conj(vh.T) * np.where(kept, 1.0 / np.where(kept, s, 1.0), 0.0)) @ np.conj(u.T)
    if atol is None and rtol is None:
        found = _moved(primitives.stop(found), a)
    found = found.astype(a.dtype)
    return (found, int(np.sum(kept))) if return_rank else found


def _moved(x, a):
    """A pseudo-inverse x of a, whose rank stays, with its derivative (G. Golub, V. Pereyra, 1973): also where singular values meet."""
    still = primitives.stop(a)
    change = a - still
    back, xh = np.conj(change.T), np.conj(x.T)
    left, right = np.eye(a.shape[0]) - still @ x, np.eye(a.shape[1]) - x @ still
    return x - x @ change @ x + x @ xh @ back @ left + right @ back @ xh @ x


def pinvh(a, atol: Any = None, rtol: Any = None, lower=True, return_rank=False, check_finite=True):
    half = np.tril(a) if lower else np.triu(a)
    return pinv(half + np.conj((np.tril(a, -1) if lower else np.triu(a, 1)).T), atol=atol, rtol=rtol, return_rank=return_rank)


def eig(a, b: Any = None, left=False, right=True, overwrite_a=False, overwrite_b=False, check_finite=True, homogeneous_eigvals=False):
    """Complex also where all eigenvalues are real."""
    assert b is None and not left and not homogeneous_eigvals
    if not right:
        return primitives.eigvals(a)
    return primitives.eig(a)
