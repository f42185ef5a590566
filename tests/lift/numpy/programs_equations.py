"""Matrix equations of scipy.linalg."""

import numpy as np
from scipy import linalg

from tests.lift.numpy.surface import Collection, U, spd

PROGRAMS, prog = Collection(sizes=(2, 3, 4)).both


@prog(lambda n: (U(n, n), spd(n)))
def balances(a, q):
    still = a - 3.0 * np.eye(len(a))
    waves = linalg.solve_sylvester(a + np.diag(np.arange(len(a)) + 3.0), a.T, q)
    return waves, linalg.solve_continuous_lyapunov(still * 2.0, q), linalg.solve_discrete_lyapunov(a / 9.0, q)


@prog(lambda n: (U(n, n), U(n, 2), spd(n)), close=1e-9)
def regulators(a, b, q):
    """Gains of continuous and discrete linear regulators."""
    x = linalg.solve_continuous_are(a, b, q, np.eye(2))
    y = linalg.solve_discrete_are(a, b, q, np.eye(2))
    return b.T @ x, np.linalg.solve(np.eye(2) + b.T @ y @ b, b.T @ y @ a)


@prog(lambda n: (spd(n), U(n, n)), close=1e-10)
def roots(s, a):
    d, e = np.diag(s), np.diag(s, 1)
    w, v = linalg.eigh_tridiagonal(d, e, select="i", select_range=(0, 1))
    some = linalg.eigh_tridiagonal(d, e, eigvals_only=True, select="i", select_range=(0, len(d) - 2))
    return linalg.sqrtm(s), linalg.sqrtm(s + 0.5 * (a - a.T)), linalg.eigh_tridiagonal(d, e, eigvals_only=True), w, np.abs(v), some
