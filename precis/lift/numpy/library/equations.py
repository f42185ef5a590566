"""scipy.linalg: matrix equations and functions of matrices, by their definitions.

Linear equations are solved as one system for all elements (n^2 unknowns). Solutions of quadratic ones come from an iteration or from
eigenvectors and are held there; one step of Newton's method, which is linear, moves them as the true solution moves.
"""

from typing import Any

import numpy as np

from precis.lift.numpy import primitives


def _pieces(a, b):
    """The matrix of X -> a X b for the elements of X row by row."""
    return np.kron(a, b.T)


def solve_sylvester(a, b, q):
    """a X + X b = q"""
    m, n = a.shape[0], b.shape[0]
    found = np.linalg.solve(_pieces(a, np.eye(n)) + _pieces(np.eye(m), b), q.reshape(-1)).reshape(m, n)
    return found.astype(np.result_type(a, b, q, np.float32))


def solve_continuous_lyapunov(a, q):
    """a X + X a^H = q"""
    return solve_sylvester(a, np.conj(a.T), q)


def solve_discrete_lyapunov(a, q, method=None):
    """a X a^H - X + q = 0"""
    n = a.shape[0]
    return np.linalg.solve(np.eye(n * n) - _pieces(a, np.conj(a.T)), q.reshape(-1)).reshape(n, n)


def _real(*matrices):
    return all(m.dtype.kind != "c" for m in matrices)


def solve_continuous_are(a, b, q, r, e: Any = None, s: Any = None, balanced=True):
    """a' X + X a - X b r^-1 b' X + q = 0, from the stable eigenvectors of the Hamiltonian matrix (J. Potter, 1966). Real matrices."""
    assert e is None and s is None
    assert _real(a, b, q, r)
    a, b, q = a * 1.0, b * 1.0, q * 1.0
    n = a.shape[0]
    g = b @ np.linalg.solve(r * 1.0, b.T)
    values, vectors = primitives.eig(np.block([[a, -g], [-q, -a.T]]))
    stable = vectors[:, np.argsort(values.real)[:n]]
    x: Any = np.real(np.linalg.solve(stable[:n].T, stable[n:].T).T)
    x = primitives.stop((x + x.T) / 2.0)
    closed = primitives.stop(a - g @ x)
    x = x - solve_sylvester(closed.T, closed, a.T @ x + x @ a - x @ g @ x + q)
    return (x + x.T) / 2.0


def solve_discrete_are(a, b, q, r, e: Any = None, s: Any = None, balanced=True):
    """a' X a - X - a' X b (r + b' X b)^-1 b' X a + q = 0, by doubling (E. Chu, H. Fan, W. Lin, C. Wang, 2004). Real matrices."""
    assert e is None and s is None
    assert _real(a, b, q, r)
    a, b, q, r = a * 1.0, b * 1.0, q * 1.0, r * 1.0
    n = a.shape[0]
    power, g, x = a, b @ np.linalg.solve(r, b.T), q
    count, done = 0, False
    while not done and count < 60:
        w = np.eye(n) + g @ x
        ahead, gained = np.linalg.solve(w, power), np.linalg.solve(w, g)
        more = power.T @ x @ ahead
        g = g + power @ gained @ power.T
        power = power @ ahead
        done = np.max(np.abs(more)) <= 1e-16 * np.max(np.abs(x))
        x = x + (more + more.T) / 2.0
        count = count + 1
    x = primitives.stop(x)
    gain = np.linalg.solve(r + b.T @ x @ b, b.T @ x @ a)
    closed = primitives.stop(a - b @ gain)
    return x + solve_discrete_lyapunov(closed.T, a.T @ x @ a - x - a.T @ x @ b @ gain + q)


def sqrtm(A):
    """X with X X = A, by the product form of E. Denman's and A. Beavers' iteration with scaling (N. Higham, Functions of matrices, 6.29);
    of symmetric matrices without it where eigenvalues are 0. NaN where others are not positive (SciPy's root is complex), and of other
    singular matrices (of which SciPy says that they may have none)."""
    a = A * np.float64(1.0)
    n = a.shape[0]
    m, x, count, done = a, a, 0, False
    while not done and count < 60:
        size = np.abs(np.linalg.det(m)) ** (-0.5 / n) if np.max(np.abs(m - np.eye(n))) > 1e-2 else 1.0
        inverse = np.linalg.inv(m)
        x = 0.5 * size * x @ (np.eye(n) + inverse / size**2)
        m = 0.5 * (np.eye(n) + 0.5 * (size**2 * m + inverse / size**2))
        done = np.max(np.abs(m - np.eye(n))) < 1e-15 * n
        count = count + 1
    x = primitives.stop(x)
    found = (x - solve_sylvester(x, x, x @ x - a)).astype(a.dtype)
    if not np.max(np.abs(found @ found - a)) <= 1e-10 * np.max(np.abs(a)):
        found = primitives.stop(_root_of_symmetric(a)).astype(a.dtype)
    return found.astype((A * 1.0).dtype)


def _root_of_symmetric(a):
    """By eigenvectors; eigenvalues that are 0 but for rounding count as 0. NaN where one is negative, or the matrix is not symmetric."""
    w, v = np.linalg.eigh((a + a.T) / 2.0)
    least = -1e-14 * a.shape[0] * np.max(np.abs(w))
    w = np.where(w >= least, np.maximum(w, 0.0), np.nan) if np.all(a == a.T) else w * np.nan
    return (v * np.sqrt(w)) @ v.T


def eigh_tridiagonal(d, e, eigvals_only=False, select="a", select_range=(0, 0)):
    """As a full matrix, of which all are computed."""
    assert select in ("a", "i")
    whole = np.diag(d) + np.diag(e, 1) + np.diag(e, -1)
    first, last = (0, d.shape[0] - 1) if select == "a" else select_range
    if eigvals_only:
        return np.linalg.eigvalsh(whole)[first:last + 1]
    w, v = np.linalg.eigh(whole)
    return w[first:last + 1], v[:, first:last + 1]
