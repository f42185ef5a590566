"""scipy.optimize: problems of least squares with signs, bounds and orders, and small functions, by their definitions."""

from typing import Any, NamedTuple

import numpy as np

from precis.lift.numpy import primitives
from precis.lift.numpy.library.fits import least_squares


class Isotonic(NamedTuple):
    x: Any


class Bounded(NamedTuple):
    x: Any
    cost: Any
    fun: Any
    success: Any = True


def _of_some(g, h, some):
    """Unknowns of normal equations, where the others are 0."""
    matrix = np.where(some[:, None] & some[None, :], g, np.eye(g.shape[0]))
    return np.linalg.solve(matrix, np.where(some, h, 0.0))


def nnls(A, b, *, maxiter: Any = None):
    """(x, the norm of A x - b) with x >= 0 (C. Lawson, R. Hanson, Solving least squares problems, 1974, chapter 23)."""
    n = A.shape[1]
    limit = 3 * n if maxiter is None else maxiter
    a = primitives.stop(A * 1.0)
    g, h = a.T @ a, a.T @ primitives.stop(b * 1.0)
    near = 10.0 * max(A.shape[0], n) * np.finfo(np.float64).eps * np.max(np.sum(np.abs(a), axis=0))
    some, x, w, count = np.zeros(n, dtype=bool), np.zeros(n), h, 0
    while count < limit and not np.all(some) and np.any(w[~some] > near):
        some[np.argmax(np.where(some, -np.inf, w))] = True
        tried = _of_some(g, h, some)
        while count < limit and np.min(np.where(some, tried, np.inf)) <= 0.0:
            down = some & (tried <= 0.0)
            share = np.min(np.where(down, x / np.where(down, x - tried, 1.0), np.inf))
            x = x + share * (tried - x)
            some = some & (x > near)
            x = np.where(some, x, 0.0)
            tried = _of_some(g, h, some)
            count = count + 1
        x = tried
        w = h - g @ x
        count = count + 1
    g = A.T @ (A * 1.0)
    found = _of_some(g, A.T @ b, some)
    found = found + _of_some(g, A.T @ (b - A @ found), some)
    return found, np.sqrt(np.sum((A @ found - b) ** 2))


def lsq_linear(A, b, bounds: Any = (-np.inf, np.inf), method="trf", tol=1e-10, lsq_solver: Any = None):
    """To the last places, where SciPy stops at its tolerance."""
    assert tol <= 1e-8 and lsq_solver in (None, "exact") and method in ("trf", "bvls")
    A, b = np.asarray(A) * 1.0, np.asarray(b) * 1.0
    n = A.shape[1]
    low, high = np.zeros(n) + np.asarray(bounds[0]), np.zeros(n) + np.asarray(bounds[1])
    x = np.linalg.lstsq(A, b, None)[0]
    if np.any((x < low) | (x > high)):
        width = np.where(np.isfinite(high - low), high - low, 2.0)
        start = primitives.stop(np.clip(x, np.where(np.isfinite(low), low + 0.01 * width, -np.inf),
                                        np.where(np.isfinite(high), high - 0.01 * width, np.inf)))
        x = least_squares(lambda p: A @ p - b, start, lambda p: A, (low, high)).x
    rest = A @ x - b
    return Bounded(x, 0.5 * np.sum(rest * rest), rest)


def isotonic_regression(y, *, weights: Any = None, increasing=True):
    """The nearest numbers that never fall: the greatest of the least means of runs (R. Barlow and others, 1972)."""
    y = np.asarray(y) * 1.0
    w = np.ones(y.shape[0]) if weights is None else np.asarray(weights) * 1.0
    if not increasing:
        return Isotonic(isotonic_regression(y[::-1], weights=w[::-1]).x[::-1])
    n = y.shape[0]
    k = np.arange(n)
    inside = k[:, None] <= k[None, :]
    total, weight = np.where(inside, (w * y)[None, :], 0.0), np.where(inside, w[None, :], 0.0)
    means = np.where(inside, np.cumsum(total, axis=1) / np.where(inside, np.cumsum(weight, axis=1), 1.0), np.inf)
    least = np.minimum.accumulate(means[:, ::-1], axis=1)[:, ::-1]
    return Isotonic(np.max(np.where(inside, least, -np.inf), axis=0))


def approx_fprime(xk, f, epsilon: Any = 1.4901161193847656e-08, *args):
    """Forward differences, which are what the program asks for; of several values, one row for each."""
    x = np.asarray(xk) * 1.0
    assert x.ndim == 1
    steps = np.zeros(x.shape[0]) + epsilon
    steps = np.where((x + steps) - x == 0.0, 1.4901161193847656e-08 * np.where(x >= 0.0, 1.0, -1.0) * np.maximum(np.abs(x), 1.0), steps)
    here = np.asarray(f(x, *args)) * 1.0
    rows = np.zeros((x.shape[0],) + here.shape)
    for k in range(x.shape[0]):
        ahead = x.copy()
        ahead[k] = x[k] + steps[k]
        rows[k] = (f(ahead, *args) - here) / (ahead[k] - x[k])
    return rows.T


def check_grad(func, grad, x0, *args, epsilon: Any = 1.4901161193847656e-08):
    return np.sqrt(np.sum(np.abs((grad(np.asarray(x0) * 1.0, *args) - approx_fprime(x0, func, epsilon, *args)) ** 2)))


def rosen(x):
    x = np.asarray(x)
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2.0) ** 2.0 + (1 - x[:-1]) ** 2.0, axis=0)


def rosen_der(x):
    x = np.asarray(x) * 1.0
    rest = x[1:] - x[:-1] ** 2
    zero = np.zeros(1)
    return 200.0 * np.concatenate((zero, rest)) - np.concatenate((400.0 * rest * x[:-1] + 2.0 * (1.0 - x[:-1]), zero))


def rosen_hess(x):
    x = np.asarray(x) * 1.0
    zero, ones = np.zeros(1), np.full(x.shape[0] - 1, 200.0)
    main = np.concatenate((1200.0 * x[:-1] ** 2 - 400.0 * x[1:] + 2.0, zero)) + np.concatenate((zero, ones))
    return np.diag(main) - np.diag(400.0 * x[:-1], 1) - np.diag(400.0 * x[:-1], -1)


def rosen_hess_prod(x, p):
    return rosen_hess(x) @ p
