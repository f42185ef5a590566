"""scipy.linalg: similar matrices by Householder's reflections, in LAPACK's signs (G. Golub, C. Van Loan, Matrix computations, 7.4)."""

import numpy as np

from precis.lift.numpy.library.averages import floating


def hessenberg(a, calc_q=False, overwrite_a=False, check_finite=True):
    """H with nothing below the first diagonal under the main one, and Q with a = Q H Q'. Of real matrices."""
    assert a.ndim == 2 and a.shape[0] == a.shape[1] and a.shape[0] > 2 and a.dtype.kind != "c"
    a = floating(a)
    n = a.shape[0]
    h, q, places = a + 0.0, np.eye(n, dtype=a.dtype), np.arange(n)
    for k in range(n - 2):
        column = h[:, k]
        rest = np.sum(np.where(places > k + 1, column * column, 0.0).astype(a.dtype))
        head, there = h[k + 1, k], rest > 0.0
        size = np.sqrt(np.where(there, head * head + rest, 1.0)).astype(a.dtype)
        beta = np.where(head >= 0.0, -size, size)
        tau = np.where(there, (beta - head) / beta, 0.0)
        divisor = np.where(there, head - beta, 1.0)
        v = np.where(places > k + 1, column / divisor, np.where(places == k + 1, 1.0, 0.0)).astype(a.dtype)
        h = (h - tau * np.outer(v, v @ h)).astype(a.dtype)
        h = (h - tau * np.outer(h @ v, v)).astype(a.dtype)
        q = (q - tau * np.outer(q @ v, v)).astype(a.dtype)
    h = np.triu(h, -1)
    return (h, q) if calc_q else h
