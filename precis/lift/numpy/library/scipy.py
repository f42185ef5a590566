"""Functions of SciPy by their definitions."""

import numpy as np

from precis.lift.numpy import primitives


def lu_factor(a, overwrite_a=False, check_finite=True):
    """(L and U in one matrix, the row that each row was exchanged with)"""
    return primitives.lu(a), primitives.lu_order(a, True).astype(np.int32)


def lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    assert trans == 0
    lu, piv = lu_and_piv
    x = b + 0.0
    for k in range(lu.shape[0]):
        p = piv[k]
        row = x[k].copy()
        x[k] = x[p]
        x[p] = row
    columns = x[:, None] if x.ndim == 1 else x
    columns = primitives.triangular_solve(lu, columns, True, True)
    columns = primitives.triangular_solve(lu, columns, False, False)
    return columns[:, 0] if x.ndim == 1 else columns


def toeplitz(c, r=None):
    """Element (i, j) is c[i - j] below the diagonal and r[j - i] above it."""
    row = np.conj(c) if r is None else r
    assert c.ndim <= 1 and row.ndim <= 1
    line = np.concatenate((c[::-1], row[1:]))
    n = c.shape[0]
    places = np.arange(n)[::-1][:, None] + np.arange(row.shape[0])[None, :]
    return line[places]


def solve_toeplitz(c_or_cr, b, check_finite=True):
    """As a full matrix, where SciPy uses Levinson's recursion."""
    c, r = c_or_cr if isinstance(c_or_cr, tuple) else (c_or_cr, None)
    return np.linalg.solve(toeplitz(np.ravel(c), None if r is None else np.ravel(r)) * np.float64(1.0), b)


TEMPERATURES = {"celsius": (273.15, 1.0), "c": (273.15, 1.0), "kelvin": (0.0, 1.0), "k": (0.0, 1.0), "fahrenheit": (459.67, 5.0 / 9.0),
                "f": (459.67, 5.0 / 9.0), "rankine": (0.0, 5.0 / 9.0), "r": (0.0, 5.0 / 9.0)}


def convert_temperature(val, old_scale, new_scale):
    """From one scale to another, through kelvins."""
    below, step = TEMPERATURES[old_scale.lower()]
    above, size = TEMPERATURES[new_scale.lower()]
    return (np.asarray(val) + below) * step / size - above


def lambda2nu(lambda_):
    """The frequency of light of a wavelength, in SI units; nu2lambda is the same."""
    return 299792458.0 / np.asarray(lambda_)


def circulant(c):
    assert c.ndim == 1
    n = c.shape[0]
    return c[(np.arange(n)[:, None] - np.arange(n)[None, :]) % n]


def block_diag(*arrs):
    parts = [np.atleast_2d(np.asarray(a)) for a in arrs]
    rows, columns = 0, 0
    for a in parts:
        rows = rows + a.shape[0]
        columns = columns + a.shape[1]
    out = np.zeros((rows, columns), dtype=np.result_type(*[a.dtype for a in parts]))
    i, j = 0, 0
    for a in parts:
        out[i:i + a.shape[0], j:j + a.shape[1]] = a
        i = i + a.shape[0]
        j = j + a.shape[1]
    return out


def expm(A):
    """Scaling and squaring with the [13/13] Pade approximant (Higham, SIAM J. Matrix Anal. Appl. 26, 2005)."""
    b = (64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0, 129060195264000.0, 10559470521600.0,
         670442572800.0, 33522128640.0, 1323241920.0, 40840800.0, 960960.0, 16380.0, 182.0, 1.0)
    size = np.max(np.sum(np.abs(A), axis=-2))
    halvings = int(max(0.0, np.ceil(np.log2(size / 5.371920351148152))))
    x = A * 1.0
    x = (x * 0.5**halvings).astype(x.dtype)
    one = np.eye(A.shape[-1])
    x2 = x @ x
    x4 = x2 @ x2
    x6 = x4 @ x2
    u = x @ (x6 @ (b[13] * x6 + b[11] * x4 + b[9] * x2) + b[7] * x6 + b[5] * x4 + b[3] * x2 + b[1] * one)
    v = x6 @ (b[12] * x6 + b[10] * x4 + b[8] * x2) + b[6] * x6 + b[4] * x4 + b[2] * x2 + b[0] * one
    r = np.linalg.solve(v - u, v + u)
    for _ in range(halvings):
        r = r @ r
    return r.astype(x.dtype)


def norm(a, ord=None, axis=None, keepdims=False, check_finite=True):
    """Where LAPACK or BLAS give it one of Python's numbers."""
    found = np.linalg.norm(a, ord, axis, keepdims)
    if axis is not None or keepdims or isinstance(ord, str) or a.dtype.kind not in "fc":
        return found
    of_vector, of_matrix = a.ndim == 1 and (ord is None or ord == 2), a.ndim == 2 and (ord == 1 or ord == np.inf)
    return float(found) if of_vector or of_matrix else found


def softmax(x, axis=None):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)


def _finite(x):
    return np.where(np.isfinite(x), x, 0.0) if x.dtype.kind in "fc" else x


def log_softmax(x, axis=None):
    d = x - _finite(np.max(x, axis=axis, keepdims=True))
    return d - np.log(np.sum(np.exp(d), axis=axis, keepdims=True))


def logsumexp(a, axis=None, b=None, keepdims=False):
    a = a if a.dtype.kind in "fc" else a * 1.0
    top = _finite(np.max(a, axis=axis, keepdims=True))
    e = np.exp(a - top) if b is None else b * np.exp(a - top)
    total = np.log(np.sum(e, axis=axis, keepdims=True)) + top
    if keepdims:
        return total
    return np.sum(total) if axis is None else np.squeeze(total, axis)


def solve_banded(l_and_u, ab, b):
    """Diagonals as the rows of `ab`; solved as a full matrix."""
    lower, upper = l_and_u
    ab = np.asarray(ab)
    n = ab.shape[1]
    a = np.zeros((n, n), dtype=ab.dtype)
    for k in range(-lower, upper + 1):
        a += np.diag(ab[upper - k, max(k, 0):n + min(k, 0)], k)
    return np.linalg.solve(a, np.asarray(b))
