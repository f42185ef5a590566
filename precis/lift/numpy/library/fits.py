"""scipy.optimize: nonlinear least squares. SciPy's steps to near a minimum (library.trust), then Levenberg and Marquardt's method
(K. Levenberg, 1944; D. Marquardt, 1963) to the last places, where SciPy stops at its tolerances.

The iteration has no derivative of its own: the solution moves as the root of the gradient does (implicit functions, library.roots).
"""

from typing import Any, NamedTuple

import numpy as np

from precis.lift.numpy import primitives
from precis.lift.numpy.library.roots import STEP, given, patient, settled, solved, tight
from precis.lift.numpy.library.trust import EPSILON, marquardt, trusted


class Fit(NamedTuple):
    x: Any
    cost: Any
    fun: Any
    jac: Any
    grad: Any
    optimality: Any
    active_mask: Any
    success: Any = True
    status: Any = 1


def slopes(f, x, count):
    """The Jacobian of `count` residuals by central differences: one column for each unknown."""
    columns = np.zeros((count, x.shape[0]))
    for k in range(x.shape[0]):
        h = STEP * max(abs(x[k]), 1.0)
        up, down = x.copy(), x.copy()
        up[k] += h
        down[k] -= h
        columns[:, k] = (f(up) - f(down)) / (2.0 * h)
    return columns


def loss_of(z, loss):
    """(rho(z), its first and second derivative) of squares z (Triggs et al., Bundle adjustment, 1999)"""
    if loss == "huber":
        root = np.sqrt(np.maximum(z, 1.0))
        return np.where(z <= 1.0, z, 2.0 * root - 1.0), 1.0 / root, np.where(z <= 1.0, 0.0, -0.5 / root**3)
    if loss == "soft_l1":
        root = np.sqrt(1.0 + z)
        return 2.0 * (root - 1.0), 1.0 / root, -0.5 / root**3
    if loss == "cauchy":
        return np.log1p(z), 1.0 / (1.0 + z), -1.0 / (1.0 + z) ** 2
    if loss == "arctan":
        return np.arctan(z), 1.0 / (1.0 + z * z), -2.0 * z / (1.0 + z * z) ** 2
    assert loss == "linear"
    return z, np.ones_like(z), np.zeros_like(z)


def held(x, g, low, high):
    """Unknowns at a bound that the gradient pushes outwards."""
    return ((x <= low) & (g > 0.0)) | ((x >= high) & (g < 0.0))


def weighed(r, loss, scale):
    """(the cost, the factors of residuals and of the Jacobian's rows) such that j.T @ r is the gradient of the cost, and j.T @ j is its
    Hessian but for the curvature of the residuals"""
    value, first, second = loss_of((r / scale) ** 2, loss)
    rows = np.sqrt(np.maximum(first + 2.0 * second * (r / scale) ** 2, EPSILON))
    return 0.5 * scale**2 * np.sum(value), first / rows, rows


def polished(f, slope, x, low, high, loss, scale, limit):
    """The minimum of sum(scale^2 rho(f^2 / scale^2)) / 2 between bounds: damped normal equations of what is not held at a bound."""
    x = np.clip(x, low, high)
    r, damping, count, done = f(x), 1e-3, 0, False
    cost = 0.5 * scale**2 * np.sum(loss_of((r / scale) ** 2, loss)[0])
    while not done and count < limit:
        j, weight = slope(x), loss_of((r / scale) ** 2, loss)[1]
        g, square = j.T @ (weight * r), j.T @ (weight[:, None] * j)
        fixed = held(x, g, low, high)
        free = np.where(fixed, 0.0, 1.0)
        size = np.maximum(np.diag(square), 1e-30)
        matrix = square * free[:, None] * free[None, :] + np.diag(np.where(fixed, 1.0, damping * size))
        new = np.clip(x - np.linalg.solve(matrix, g * free), low, high)
        there = f(new)
        found = 0.5 * scale**2 * np.sum(loss_of((there / scale) ** 2, loss)[0])
        small = np.max(np.abs(new - x)) <= 1e-13 * max(np.max(np.abs(x)), 1e-30)
        if found < cost:
            x, r, cost, damping = new, there, found, max(damping / 10.0, 1e-16)
        else:
            damping = damping * 10.0
        done = small or damping > 1e12
        count = count + 1
    return x


def fitted(f, slope, x, low, high, loss, scale, method):
    """(the minimum as a function of what f depends on, unknowns that a bound holds)"""
    limit = 100 * (x.shape[0] + 1)

    def gradient(p):
        r = f(p)
        return slope(p).T @ (loss_of((r / scale) ** 2, loss)[1] * r)
    if method == "lm":
        x = marquardt(f, slope, x, limit)
    else:
        x = trusted(f, slope, lambda r: weighed(r, loss, scale), x, low, high, limit)
    x = primitives.stop(polished(f, slope, x, low, high, loss, scale, limit))
    fixed = held(x, gradient(x), low, high)
    x = settled(lambda p: np.where(fixed, p - x, gradient(p)), x)
    return solved(lambda p: np.where(fixed, p - primitives.stop(x), gradient(p)), x), fixed


def least_squares(fun, x0, jac: Any = "2-point", bounds: Any = (-np.inf, np.inf), method="trf", ftol=1e-8, xtol=1e-8, gtol=1e-8,
                  x_scale: Any = None, loss="linear", f_scale=1.0, diff_step=None, tr_solver=None, tr_options=None, jac_sparsity=None,
                  max_nfev=None, verbose=0, args=(), kwargs: Any = None):
    assert jac_sparsity is None and x_scale in (None, 1.0, "jac") and diff_step is None and tr_options is None
    assert tight(ftol, xtol, gtol) and method in ("trf", "dogbox", "lm")
    extra, named = given(args), {} if kwargs is None else kwargs

    def f(p):
        return np.atleast_1d(np.asarray(fun(p, *extra, **named)) * 1.0)

    x = np.atleast_1d(np.asarray(x0)) * 1.0
    count = x.shape[0] if callable(jac) else f(x).shape[0]

    def slope(p):
        return np.asarray(jac(p, *extra, **named)) * 1.0 if callable(jac) else slopes(f, p, count)
    assert max_nfev is None or max_nfev >= 100 * x.shape[0]
    low, high = np.asarray(bounds[0]) + np.zeros_like(x), np.asarray(bounds[1]) + np.zeros_like(x)
    x, fixed = fitted(f, slope, x, low, high, loss, f_scale, method)
    r = f(x)
    cost, by, rows = weighed(r, loss, f_scale)
    j = rows[:, None] * slope(x)
    g = j.T @ (by * r)
    active = np.where(fixed, np.where(x <= low, -1, 1), 0)
    return Fit(x, cost, r, j, g, np.max(np.abs(np.where(fixed, 0.0, g))), active)


def leastsq(func, x0, args=(), Dfun: Any = None, full_output=False, col_deriv=False, ftol=1.49012e-8, xtol=1.49012e-8, gtol=0.0, maxfev=0,
            epsfcn=None, factor=100, diag=None):
    assert not full_output and not col_deriv and epsfcn is None and factor == 100 and diag is None
    assert tight(ftol, xtol, gtol) and patient(maxfev, np.size(x0))
    return least_squares(func, x0, "2-point" if Dfun is None else Dfun, method="lm", args=args).x, 1


def curve_fit(f, xdata, ydata, p0, sigma: Any = None, absolute_sigma=False, check_finite=None, bounds: Any = (-np.inf, np.inf), method=None,
              jac: Any = None, full_output=False, nan_policy=None, maxfev=None):
    """(parameters, their covariance: of the linear problem at the solution)"""
    assert not full_output and nan_policy is None and patient(maxfev, np.size(p0))
    xdata, ydata = np.asarray(xdata) * 1.0, np.asarray(ydata) * 1.0

    def weighed(v):
        if sigma is None:
            return v
        if np.ndim(sigma) < 2:
            return v / (np.asarray(sigma) if v.ndim == 1 else np.asarray(sigma)[:, None])
        lower = primitives.cholesky(np.asarray(sigma) * 1.0)
        whole = primitives.triangular_solve(lower, v[:, None] if v.ndim == 1 else v, True, False)
        return whole[:, 0] if v.ndim == 1 else whole

    def residual(p):
        return weighed(np.ravel(f(xdata, *p) - ydata))
    slope = "2-point" if jac is None or not callable(jac) else lambda p: weighed(np.asarray(jac(xdata, *p)))
    free = np.ndim(bounds[0]) == 0 and np.ndim(bounds[1]) == 0 and bounds[0] == -np.inf and bounds[1] == np.inf
    found = least_squares(residual, p0, slope, bounds, method if method is not None else "lm" if free else "trf")
    covariance = np.linalg.inv(found.jac.T @ found.jac)
    if not absolute_sigma:
        covariance = covariance * (2.0 * found.cost / (found.fun.shape[0] - found.x.shape[0]))
    return found.x, covariance
