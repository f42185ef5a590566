"""Minima and fits of scipy.optimize; their derivatives pass through the solution."""

import numpy as np
from scipy import optimize
from scipy.optimize import curve_fit, fmin, least_squares, leastsq, minimize, minimize_scalar

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(8, 11, 15)).both


def cooling(n):
    t = np.linspace(0.0, 3.0, n)
    return t, 2.0 * np.exp(-1.1 * t) + 0.4 + 0.02 * U(n)


@prog(cooling, close=1e-5)
def cooled(t, warm):
    """Newton's law of cooling, fitted in three ways."""
    def law(t, start, rate, rest):
        return start * np.exp(-rate * t) + rest
    found, spread = curve_fit(law, t, warm, p0=(1.0, 1.0, 0.0))
    plain, _ = curve_fit(lambda t, start, rate: start * np.exp(-rate * t), t, warm - 0.4, sigma=0.1 + t, absolute_sigma=True)
    kept = leastsq(lambda p: law(t, p[0], p[1], p[2]) - warm, [1.0, 1.0, 0.0])[0]
    return found, np.sqrt(np.diag(spread)), plain, kept


@prog(cooling, close=1e-6)
def held_and_robust(t, warm):
    """Bounds that hold a rate, and a loss that outliers do not pull."""
    def off(p):
        return p[0] * np.exp(-p[1] * t) + p[2] - warm
    bounded = least_squares(off, np.array([1.0, 0.5, 0.0]), bounds=([0.0, 0.0, -1.0], [5.0, 0.9, 1.0]))
    steep = least_squares(off, np.array([1.0, 1.6, 0.0]), bounds=([0.0, 1.5, -1.0], [5.0, 2.0, 1.0]))
    calm = least_squares(off, np.array([1.0, 1.0, 0.0]), loss="soft_l1", f_scale=0.01, xtol=1e-12, ftol=1e-12, gtol=1e-12)
    return bounded.x, bounded.cost, bounded.active_mask, steep.active_mask, calm.x


@prog(lambda n: (U(n), U(n) + 1.0), sizes=(4,), close=1e-4)
def relaxed(rest, stiffness):
    """Where a chain of stiffening springs comes to rest."""
    def energy(x, s):
        apart = np.diff(x) - rest[:-1]
        return np.sum(s * x**2) + np.sum(apart**2 + 0.1 * apart**4) - rest[-1] * x[-1]

    def force(x, s):
        apart = np.diff(x) - rest[:-1]
        pull = 2.0 * apart + 0.4 * apart**3
        g = 2.0 * s * x
        g[1:] += pull
        g[:-1] -= pull
        g[-1] -= rest[-1]
        return g
    start = np.zeros(len(rest))
    free = minimize(energy, start, args=(stiffness,), jac=force)
    pushed = minimize(energy, start, args=(stiffness,), method="L-BFGS-B", bounds=[(0.1, None)] * len(rest))
    return free.x, free.fun, pushed.x


@prog(lambda n: (U(n),), close=1e-7, grad=False)
def simplexes(a):
    found = minimize(lambda p: (p[0] - a[0]) ** 2 + 3.0 * np.abs(p[1] + p[0] * a[1]), [0.5, -0.5], method="Nelder-Mead")
    return found.x, fmin(lambda p: np.sum((p - a[:2]) ** 4), a[2:4], disp=False)


@prog(lambda n: (U(n),), close=1e-7, grad=False)
def simplexes_cut_short(a):
    """Limits of iterations and of values of the function, which end an iteration in its middle too."""
    def ridge(p):
        return np.sum(np.abs(p - a[0]) ** 0.5) + 5.0 * np.abs(p[1] - p[0])
    few = minimize(lambda p: (p[0] - a[0]) ** 2 + 3.0 * (p[1] - a[1]) ** 2, [3.0, 2.0], method="Nelder-Mead", options={"maxiter": 5})
    shrunk = [fmin(ridge, [3.0, 2.0, 1.0, 5.0, 3.0], xtol=0.0, ftol=0.0, maxfun=most, disp=False) for most in (112, 113)]
    most = minimize(ridge, [3.0, 2.0], method="Nelder-Mead", options={"maxfev": 17, "disp": False})
    return few.x, few.status, few.success, shrunk, most.x, most.fun, most.status, fmin(ridge, [3.0, 2.0], maxiter=5, disp=False)


@prog(lambda n: (U(n),), close=1e-4, grad=False)
def without_curvature(a):
    """What a function does not depend on, or only as a sum, stays as SciPy leaves it."""
    t = np.linspace(0.0, 1.0, len(a))
    one = minimize(lambda p: (p[0] - a[0]) ** 2, [3.0, 2.0])
    total = minimize(lambda p: (p[0] + p[1] - a[0]) ** 2, [3.0, 2.0], jac=lambda p: 2.0 * (p[0] + p[1] - a[0]) * np.ones(2))
    line = least_squares(lambda p: p[0] * t - a, [1.0, 2.0])
    flat = minimize(lambda p: np.maximum(np.abs(p[0] - 5.0 * a[0]) - 1.0, 0.0), [3.0], method="Nelder-Mead")
    return one.x, total.x, line.x, flat.fun


@prog(cooling, close=1e-5, grad=False)
def scaled_by_losses(t, warm):
    """Jacobians whose squares are the Hessians of Gauss and Newton's method for the robust loss."""
    fits = [least_squares(lambda p: p[0] * np.exp(-1.1 * t) + p[1] - warm, [1.0, 1.0], loss=loss, f_scale=0.02, xtol=1e-13, ftol=1e-13,
                          gtol=1e-13) for loss in ("linear", "soft_l1", "huber", "cauchy", "arctan")]
    return [fit.x for fit in fits], [fit.jac for fit in fits]


@prog(lambda n: (U(n),), close=1e-5)
def of_one_number(a):
    """The lowest point of a curve: bracketed, within bounds, and at a bound."""
    low = minimize_scalar(lambda t: (t - a[0]) ** 2 + 0.3 * np.cos(2.0 * t))
    inside = optimize.minimize_scalar(lambda t, b: np.cosh(t - b) + t, bounds=(-2.0, 3.0), args=(a[1],), method="bounded")
    return low.x, low.fun, inside.x
