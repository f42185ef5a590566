"""scipy.optimize: minima of functions, by their definitions.

Smooth methods are one quasi-Newton method of ours, carried to the last places; Nelder and Mead's takes SciPy's own steps. Where the
function is smooth at the minimum, that moves as the root of the gradient does (implicit functions, library.roots).
"""

from typing import Any, NamedTuple

import numpy as np

from precis.lift.numpy import primitives
from precis.lift.numpy.library.fits import held
from precis.lift.numpy.library.roots import STEP, given, settled, solved

SMOOTH = ("BFGS", "L-BFGS-B", "CG", "Newton-CG", "TNC", "SLSQP", "trust-constr", "trust-ncg", "dogleg", "trust-exact", "trust-krylov")
SIMPLEX_OPTIONS = ("xatol", "fatol", "maxiter", "maxfev", "disp")
SMOOTH_OPTIONS = ("gtol", "ftol", "xtol", "eps", "maxiter", "disp", "iprint", "maxcor", "maxls")
TOLERANCES = ("gtol", "ftol", "xtol")
LOOSEST = 1e-4  # of them: SciPy may stop far from a minimum at looser ones
BOUNDED = (None, "L-BFGS-B", "TNC", "SLSQP", "trust-constr", "Nelder-Mead")  # methods of SciPy that look at bounds
FAR = 1e-3  # between the points of second differences, relative: they are of the size of the fourth root of the unit roundoff


class Minimum(NamedTuple):
    x: Any
    fun: Any
    jac: Any = None
    success: Any = True
    status: Any = 0


def slope_of(f, x):
    """The gradient by central differences of fourth order."""
    g = np.zeros_like(x)
    for k in range(x.shape[0]):
        h = 100.0 * STEP * max(abs(x[k]), 1.0)
        near, far = np.zeros_like(x), np.zeros_like(x)
        near[k], far[k] = h, 2.0 * h
        g[k] = (8.0 * (f(x + near) - f(x - near)) - (f(x + far) - f(x - far))) / (12.0 * h)
    return g


def quasi_newton(f, g, x, low, high, limit):
    """Broyden, Fletcher, Goldfarb and Shanno's method between bounds (Nocedal and Wright, Numerical optimization, 6.1), halving steps."""
    n = x.shape[0]
    x = np.clip(x, low, high)
    y, slope, inverse = f(x), g(x), np.eye(n)
    inverse = inverse / max(np.sqrt(np.sum(slope * slope)), 1e-30)
    count, done, fresh = 0, False, True
    while not done and count < limit:
        free = np.where(held(x, slope, low, high), 0.0, 1.0)
        way = -free * (inverse @ (free * slope))
        down = np.sum(way * slope)
        way = way if down < 0.0 else -free * slope
        share, trials = 1.0, 0
        new = np.clip(x + way, low, high)
        there = f(new)
        while not there <= y + 1e-4 * np.sum(slope * (new - x)) and trials < 50:
            share, trials = share / 2.0, trials + 1
            new = np.clip(x + share * way, low, high)
            there = f(new)
        step, failed = new - x, not there <= y
        turned = g(new) - slope
        along = np.sum(step * turned)
        if along > 1e-12 * np.sqrt(np.sum(step * step) * np.sum(turned * turned)):
            first = np.eye(n) * (along / np.sum(turned * turned)) if fresh else inverse
            left = np.eye(n) - np.outer(step, turned) / along
            inverse, fresh = left @ first @ left.T + np.outer(step, step) / along, False
        size = np.max(np.abs(step))
        done = failed or size <= 1e-14 * max(np.max(np.abs(x)), 1e-30)
        if not failed:
            x, y, slope = new, there, slope + turned
        count = count + 1
    return x


def nelder_mead(f, x, xatol, fatol, limit, most):
    """J. Nelder, R. Mead, A simplex method for function minimization (1965), with SciPy's first simplex, tests, and counts.

    Returns the best point and SciPy's status: 0, or 1 after `most` values of f, or 2 at iteration `limit`, the first being 1. A value
    beyond `most` is computed and not used, as SciPy gives up an iteration there.
    """
    n = x.shape[0]
    points = np.zeros((n + 1, n))
    points[:] = x
    for k in range(n):
        points[k + 1, k] = 1.05 * x[k] if x[k] != 0.0 else 0.00025
    values = np.zeros(n + 1)
    for k in range(n + 1):
        values[k] = f(points[k])
    order = np.argsort(values, kind="stable")
    points, values, count, calls = points[order], values[order], 1, n + 1
    while calls < most and count < limit and (
            np.max(np.abs(points[1:] - points[0])) > xatol or np.max(np.abs(values[0] - values[1:])) > fatol):
        middle = np.sum(points[:-1], axis=0) / n
        worst = points[-1].copy()
        tried = 2.0 * middle - worst
        y = f(tried)
        calls = calls + 1
        again = y < values[0] or not y < values[-2]
        cut, shrink = again and calls >= most, False
        calls = calls + 1 if again and not cut else calls
        if y < values[0]:
            further = 3.0 * middle - 2.0 * worst
            z = f(further)
            tried, y = (further, z) if z < y else (tried, y)
        elif not y < values[-2]:
            closer = 1.5 * middle - 0.5 * worst if y < values[-1] else 0.5 * middle + 0.5 * worst
            z = f(closer)
            shrink = not (z <= y if y < values[-1] else z < values[-1])
            tried, y = closer, z
        if shrink and not cut:
            points = points[0] + 0.5 * (points - points[0])
            for k in range(1, n + 1):
                values[k] = f(points[k]) if calls < most else values[k]
                calls = calls + 1
        elif not cut:
            points[-1], values[-1] = tried, y
        order = np.argsort(values, kind="stable")
        points, values = points[order], values[order]
        count = count + 1
    return points[0], 1 if calls >= most else 2 if count >= limit else 0


def _option(options, name, default):
    return options[name] if options is not None and name in options and options[name] is not None else default


def _known(options, names):
    return options is None or all(name in names for name in options)


def _near(*tolerances):
    """Whether SciPy goes on until it is near a minimum."""
    return all(t is None or t <= LOOSEST for t in tolerances)


def _simplex_limits(options, n):
    """(iterations, values of the function): SciPy's defaults hold where neither is given."""
    iterations, values = _option(options, "maxiter", None), _option(options, "maxfev", None)
    if iterations is None and values is None:
        return 200 * n, 200 * n
    return np.inf if iterations is None else iterations, np.inf if values is None else values


def _ends(bounds, x):
    """(lowest, highest) of every unknown; None among pairs means none."""
    if bounds is None:
        return np.full_like(x, -np.inf), np.full_like(x, np.inf)
    low = [-np.inf if pair[0] is None else pair[0] for pair in bounds]
    high = [np.inf if pair[1] is None else pair[1] for pair in bounds]
    return np.array(low), np.array(high)


def minimize(fun, x0, args=(), method: Any = None, jac: Any = None, hess: Any = None, hessp: Any = None, bounds: Any = None, constraints=(),
             tol: Any = None, callback=None, options: Any = None):
    assert len(constraints) == 0 and callback is None
    assert method is None or method in SMOOTH or method == "Nelder-Mead"
    assert bounds is None or method in BOUNDED
    extra = given(args)
    x = np.atleast_1d(np.asarray(x0)) * 1.0

    def f(p):
        y = fun(p, *extra)
        return np.sum(y[0] if jac is True else y)

    def g(p):
        if jac is True:
            return np.asarray(fun(p, *extra)[1]) * 1.0
        return np.asarray(jac(p, *extra)) * 1.0 if callable(jac) else slope_of(f, p)
    low, high = _ends(bounds, x)
    if method == "Nelder-Mead":
        assert bounds is None and _known(options, SIMPLEX_OPTIONS)
        near = 1e-4 if tol is None else tol
        limit, most = _simplex_limits(options, x.shape[0])
        assert most > x.shape[0]
        x, status = nelder_mead(f, x, _option(options, "xatol", near), _option(options, "fatol", near), limit, most)
    else:
        assert _near(tol, *(_option(options, name, None) for name in TOLERANCES))
        assert _known(options, SMOOTH_OPTIONS) and _option(options, "maxiter", 200 * x.shape[0]) >= 200 * x.shape[0]
        status = 0
        x = quasi_newton(f, g, x, low, high, 200 * x.shape[0])
    x = primitives.stop(x)
    fixed, wider = held(x, g(x), low, high), 1.0 if callable(jac) else FAR / STEP
    if method != "Nelder-Mead":
        x = settled(lambda p: np.where(fixed, p - x, g(p)), x, wider)
    moved = solved(lambda p: np.where(fixed, p - primitives.stop(x), g(p)), x, wider)
    x = moved if status == 0 else x
    return Minimum(x, f(x), g(x), status == 0, status)


def fmin(func, x0, args=(), xtol=1e-4, ftol=1e-4, maxiter=None, maxfun=None, full_output=0, disp=1, retall=0, callback=None):
    assert not full_output and not retall and callback is None
    return minimize(func, x0, args, "Nelder-Mead", options={"xatol": xtol, "fatol": ftol, "maxiter": maxiter, "maxfev": maxfun}).x


def fmin_bfgs(f, x0, fprime: Any = None, args=(), gtol=1e-5, norm=np.inf, epsilon=1.5e-8, maxiter=None, full_output=0, disp=1, retall=0,
              callback=None):
    assert not full_output and not retall and callback is None and norm == np.inf
    return minimize(f, x0, args, "BFGS", fprime, options={"maxiter": maxiter, "gtol": gtol}).x


def fmin_cg(f, x0, fprime: Any = None, args=(), gtol=1e-5, norm=np.inf, epsilon=1.5e-8, maxiter=None, full_output=0, disp=1, retall=0,
            callback=None):
    return fmin_bfgs(f, x0, fprime, args, gtol, norm, epsilon, maxiter, full_output, disp, retall, callback)


def fmin_l_bfgs_b(func, x0, fprime: Any = None, args=(), approx_grad=0, bounds: Any = None, m=10, factr=1e7, pgtol=1e-5, epsilon=1e-8, *,
                  maxfun=15000, maxiter=15000, callback=None, maxls=20):
    """(x, the value there, what is known of the end). Without a gradient or leave to take differences, `func` gives both."""
    assert callback is None and factr <= 1e12 and m > 0 and maxfun >= 1000 and maxls >= 5
    slope = fprime if fprime is not None else None if approx_grad else True
    found = minimize(func, x0, args, "L-BFGS-B", slope, bounds=bounds, options={"maxiter": maxiter, "gtol": pgtol})
    return found.x, found.fun, {"grad": found.jac, "warnflag": 0}


def brent(func, args=(), brack: Any = None, tol=1.48e-8, full_output=0, maxiter=500):
    assert not full_output and maxiter >= 100
    return minimize_scalar(func, brack, args=args, tol=tol).x


def golden(func, args=(), brack: Any = None, tol=1.5e-8, full_output=0, maxiter=5000):
    return brent(func, args, brack, tol, full_output, maxiter)


GOLDEN = 0.3819660112501051  # (3 - sqrt(5)) / 2


def _bracket(f, a, b):
    """Three points whose middle one is lowest, by steps that grow by the golden section (SciPy's `bracket` without its parabolas)."""
    low, high = (a, b) if f(b) < f(a) else (b, a)
    ahead = high + 1.618034 * (high - low)
    count = 0
    while f(ahead) < f(high) and count < 200:
        low, high = high, ahead
        ahead = high + 1.618034 * (high - low)
        count = count + 1
    return min(low, ahead), max(low, ahead)


def _section(f, low, high, xatol):
    """Sections and parabolas inside an interval (R. Brent, Algorithms for minimization without derivatives, 1973, chapter 5)."""
    x = low + GOLDEN * (high - low)
    second, third, step, last = x, x, 0.0, 0.0
    fx = f(x)
    f_second, f_third, count = fx, fx, 0
    middle, near = (low + high) / 2.0, 1.5e-8 * abs(x) + xatol / 3.0
    while abs(x - middle) > 2.0 * near - (high - low) / 2.0 and count < 500:
        r, q = (x - second) * (fx - f_third), (x - third) * (fx - f_second)
        p = (x - third) * q - (x - second) * r
        q = 2.0 * (q - r)
        p = -p if q > 0.0 else p
        q = abs(q)
        curved = abs(last) > near and abs(p) < abs(q * last / 2.0) and p > q * (low - x) and p < q * (high - x)
        side = high - x if x < middle else low - x
        last = step if curved else side
        step = p / (q if q != 0.0 else 1.0) if curved else GOLDEN * side
        if curved and (x + step - low < 2.0 * near or high - x - step < 2.0 * near):
            step = near if x < middle else -near
        u = x + (step if abs(step) >= near else near if step > 0.0 else -near)
        fu = f(u)
        if fu <= fx:
            low, high = (x, high) if u >= x else (low, x)
            third, f_third, second, f_second, x, fx = second, f_second, x, fx, u, fu
        else:
            low, high = (u, high) if u < x else (low, u)
            if fu <= f_second or second == x:
                third, f_third, second, f_second = second, f_second, u, fu
            elif fu <= f_third or (third - x) * (third - second) == 0.0:
                third, f_third = u, fu
        middle, near = (low + high) / 2.0, 1.5e-8 * abs(x) + xatol / 3.0
        count = count + 1
    return x


def _at_rest(f, x, low, high):
    """A minimum as a function of what f depends on: inside, the root of the slope; at an end, the end."""
    x = primitives.stop(x)
    h = FAR * max(abs(x), 1.0)
    slope = (8.0 * (f(x + h) - f(x - h)) - (f(x + 2.0 * h) - f(x - 2.0 * h))) / (12.0 * h)
    bend = (f(x + h) - 2.0 * f(x) + f(x - h)) / (h * h)
    inside = x - low > 1e-4 * (high - low) and high - x > 1e-4 * (high - low) and bend > 0.0
    return x - (slope - primitives.stop(slope)) / primitives.stop(bend) if inside else x


def minimize_scalar(fun, bracket: Any = None, bounds: Any = None, args=(), method: Any = None, tol: Any = None, options: Any = None):
    assert method is None or method.lower() in ("brent", "bounded", "golden")
    assert _near(tol, _option(options, "xatol", None), _option(options, "xtol", None))
    assert _known(options, ("xatol", "xtol", "disp", "maxiter")) and _option(options, "maxiter", 500) >= 100
    extra = given(args)

    def f(t):
        return fun(t, *extra)
    if bounds is not None:
        low, high = np.float64(bounds[0]), np.float64(bounds[1])
        x = _section(f, low, high, _option(options, "xatol", 1e-5 if tol is None else tol))
    else:
        a, b = (np.float64(0.0), np.float64(1.0)) if bracket is None else (np.float64(bracket[0]), np.float64(bracket[-1]))
        low, high = (a, b) if bracket is not None and len(bracket) == 3 else _bracket(f, a, b)
        x = _section(f, low, high, 1e-11)
    x = _at_rest(f, x, low, high)
    return Minimum(x, f(x))


def fminbound(func, x1, x2, args=(), xtol=1e-5, maxfun=500, full_output=0, disp=1):
    assert not full_output and maxfun >= 100
    return minimize_scalar(func, bounds=(x1, x2), args=args, options={"xatol": xtol}).x
