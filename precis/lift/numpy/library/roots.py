"""scipy.optimize: roots of functions of one number, and of systems, by their definitions.

The iterations have no derivative of their own: where f(x, p) = 0, the root moves by -f_p / f_x (the implicit function theorem). So the
root is held, and one step of Newton's method is taken from it whose value is zero and whose derivative is that.
"""

from typing import Any, NamedTuple

import numpy as np

from precis.lift.numpy import primitives

STEP = 6.0e-6  # of central differences: the cube root of the unit roundoff


class Root(NamedTuple):
    root: Any
    converged: Any = True


class Solution(NamedTuple):
    x: Any
    fun: Any
    success: Any = True


def moved(f, x, args, fprime: Any = None):
    """A root as a function of what f depends on."""
    x = primitives.stop(x)
    if fprime is None:
        h = STEP * np.maximum(np.abs(x), 1.0)
        above = f(x + h, *args)
        below = f(x - h, *args)
        slope = (above - below) / (2.0 * h)
    else:
        slope = fprime(x, *args)
    y = f(x, *args)
    return x - (y - primitives.stop(y)) / primitives.stop(slope)


def given(args):
    return args if isinstance(args, tuple) else (args,)


def check_bracket(fa, fb):
    """What a `try` around a search may wait for: SciPy looks for a root between values of different signs."""
    if fa != 0.0 and fb != 0.0 and ((fa < 0.0) == (fb < 0.0) or np.isnan(fa) or np.isnan(fb)):
        raise ValueError("f(a) and f(b) must have different signs")


def brentq(f, a, b, args=(), xtol=2e-12, rtol=8.881784197001252e-16, maxiter=100, full_output=False, disp=True, hyperbolic=False):
    """Inverse quadratic interpolation kept in a bracket by bisection (R. Brent, Algorithms for minimization without derivatives, 1973)."""
    args = given(args)
    before, x, other = float(a), float(b), 0.0
    f_before = f(before, *args)
    fx = f(x, *args)
    check_bracket(f_before, fx)
    f_other, last, step = 0.0, 0.0, 0.0
    if f_before == 0.0:
        x, fx = before, f_before
    count = 0
    done = fx == 0.0
    while not done and count < maxiter:
        if f_before != 0.0 and fx != 0.0 and (f_before < 0.0) != (fx < 0.0):
            other, f_other = before, f_before
            last, step = x - before, x - before
        if abs(f_other) < abs(fx):
            before, f_before = x, fx
            x, fx = other, f_other
            other, f_other = before, f_before
        delta = (xtol + rtol * abs(x)) / 2.0
        half = (other - x) / 2.0
        done = fx == 0.0 or abs(half) < delta
        if not done:
            tried, accepted = half, False
            if abs(last) > delta and abs(fx) < abs(f_before):
                if before == other:
                    tried = -fx * (x - before) / (fx - f_before)
                else:
                    d = (f_before - fx) / (before - x)
                    e = (f_other - fx) / (other - x)
                    secants = (f_other - f_before) / (f_other * d - f_before * e)
                    tried = -fx * (secants if hyperbolic else (f_other * e - f_before * d) / (e * d * (f_other - f_before)))
                accepted = 2.0 * abs(tried) < min(abs(last), 3.0 * abs(half) - delta)
            last = step if accepted else half
            step = tried if accepted else half
            before, f_before = x, fx
            if abs(step) > delta:
                x = x + step
            else:
                x = x + (delta if half > 0.0 else -delta)
            fx = f(x, *args)
        count = count + 1
    check_end(done, disp)
    found = moved(f, x, args)
    found = float(found)
    return (found, Root(found)) if full_output else found


def bisect(f, a, b, args=(), xtol=2e-12, rtol=8.881784197001252e-16, maxiter=100, full_output=False, disp=True):
    """Halves of the bracket until it is as small as asked."""
    args = given(args)
    low = float(a)
    fa = f(low, *args)
    fb = f(float(b), *args)
    check_bracket(fa, fb)
    width = float(b) - float(a)
    x = low if fa == 0.0 else float(b)
    count = 0
    done = fa == 0.0 or fb == 0.0
    while not done and count < maxiter:
        width = width * 0.5
        x = low + width
        fx = f(x, *args)
        if (fx < 0.0) == (fa < 0.0):
            low = x
        done = fx == 0.0 or abs(width) < xtol + rtol * abs(x)
        count = count + 1
    found = moved(f, x, args)
    found = float(found)
    return (found, Root(found)) if full_output else found


def _near(p, q, rtol, tol):
    return abs(p - q) <= tol + rtol * abs(q)


def newton(func, x0, fprime: Any = None, args=(), tol=1.48e-8, maxiter=50, fprime2: Any = None, x1: Any = None, rtol=0.0,
           full_output=False, disp=True):
    """Newton's method, Halley's with a second derivative, the secant method with none; of arrays element by element."""
    args = given(args)
    if np.ndim(x0) > 0:
        x = _newton_of_arrays(func, np.asarray(x0) * 1.0, fprime, args, tol, maxiter, fprime2)
    elif fprime is None:
        x = _secant(func, np.float64(x0), x1, args, tol, rtol, maxiter, disp)
    else:
        x = _newton(func, np.float64(x0), fprime, args, tol, rtol, maxiter, fprime2, disp)
    found = moved(func, x, args, fprime)
    return (found, Root(found)) if full_output else found


def _newton_step(func, x, fprime, args, fprime2):
    slope = fprime(x, *args)
    step = func(x, *args) / slope
    if fprime2 is not None:
        bent = step * fprime2(x, *args) / slope / 2.0
        step = np.where(np.abs(bent) < 1.0, step / (1.0 - bent), step)
    return step


def check_end(done, disp):
    """What a `try` around an iteration may wait for."""
    if disp and not done:
        raise RuntimeError("failed to converge")


def _newton(func, x, fprime, args, tol, rtol, maxiter, fprime2, disp):
    done, count = False, 0
    while not done and count < maxiter:
        new = x - _newton_step(func, x, fprime, args, fprime2)
        done = _near(new, x, rtol, tol)
        x = np.float64(new)
        count = count + 1
    check_end(done, disp)
    return x


def _secant(func, p, p1, args, tol, rtol, maxiter, disp):
    q = p * 1.0001 + (1e-4 if p * 1.0001 >= 0.0 else -1e-4) if p1 is None else float(p1)
    fp, fq = func(p, *args), func(q, *args)
    if abs(fq) < abs(fp):
        p, q, fp, fq = q, p, fq, fp
    done, flat, count = False, False, 0
    while not done and count < maxiter:
        if fq == fp:
            new = (p + q) / 2.0
            done, flat = True, p != q
        elif abs(fq) > abs(fp):
            new = (-fp / fq * q + p) / (1.0 - fp / fq)
        else:
            new = (-fq / fp * p + q) / (1.0 - fq / fp)
        done = done or _near(new, q, rtol, tol)
        p, fp = q, fq
        q = new
        fq = func(q, *args)
        count = count + 1
    check_end(done and not flat, disp)
    return q


def _newton_of_arrays(func, x, fprime, args, tol, maxiter, fprime2):
    done, count = False, 0
    while not done and count < maxiter:
        if fprime is None:
            h = STEP * np.maximum(np.abs(x), 1.0)
            step = func(x, *args) * 2.0 * h / (func(x + h, *args) - func(x - h, *args))
        else:
            step = _newton_step(func, x, fprime, args, fprime2)
        x = x - step
        done = np.all(np.abs(step) < tol)
        count = count + 1
    return x


def fixed_point(func, x0, args=(), xtol=1e-8, maxiter=500, method="del2"):
    """Steffensen's iteration: Aitken's extrapolation of two steps."""
    args = given(args)
    x = np.asarray(x0) * 1.0
    done, count = False, 0
    while not done and count < maxiter:
        p = func(x, *args)
        new = func(p, *args) if method == "del2" else p
        if method == "del2":
            d = new - 2.0 * p + x
            new = np.where(d == 0.0, new, x - (p - x) ** 2 / np.where(d == 0.0, 1.0, d))
        done = np.all(np.abs(np.where(x == 0.0, new, (new - x) / np.where(x == 0.0, 1.0, x))) < xtol)
        x = new
        count = count + 1
    return solved(lambda t: t - func(t, *args), x) if np.ndim(x0) > 0 else moved(lambda t: t - func(t, *args), x, ())


def _jacobian(f, x, wider=1.0):
    """By central differences, one column for each unknown."""
    n = x.shape[0]
    columns = np.zeros((n, n))
    for k in range(n):
        h = wider * STEP * max(abs(x[k]), 1.0)
        up, down = x.copy(), x.copy()
        up[k] += h
        down[k] -= h
        columns[:, k] = (f(up) - f(down)) / (2.0 * h)
    return columns


def _filled(matrix):
    """With 1 on the diagonal where a row or a column is 0: unknowns that nothing depends on stay where they are."""
    lost = (np.max(np.abs(matrix), axis=0) == 0.0) | (np.max(np.abs(matrix), axis=1) == 0.0)
    return matrix + np.diag(np.where(lost, 1.0, 0.0))


def _regular(matrix):
    """With a little more on the diagonal where elimination meets a pivot of 0: solutions are then those of (nearly) the least norm."""
    matrix = _filled(matrix)
    lone = np.all(np.isfinite(np.linalg.solve(matrix, np.ones(matrix.shape[0]))))
    return matrix + np.where(lone, 0.0, 1e-8 * np.max(np.abs(matrix))) * np.eye(matrix.shape[0])


def settled(f, x, wider=1.0):
    """Two steps of Newton's method more, each where it makes f smaller: minima are found to half of the digits only."""
    for _ in range(2):
        y = f(x)
        new = x - np.linalg.solve(_filled(_jacobian(f, x, wider)), y)
        x = np.where(np.sum(f(new) ** 2) < np.sum(y * y), new, x)
    return x


def solved(f, x, wider=1.0):
    """A root of a system as a function of what f depends on; `wider` differences where f has some itself."""
    x = primitives.stop(x)
    y = f(x)
    return x - np.linalg.solve(primitives.stop(_regular(_jacobian(f, x, wider))), y - primitives.stop(y))


def _system(func, x, args, fprime, maxiter):
    """Newton's method with steps that are halved until the residual falls; to the last places, where SciPy stops at xtol."""
    def f(t):
        return np.asarray(func(t, *args)) * 1.0
    y = f(x)
    size = np.sqrt(np.sum(y * y))
    done, count = False, 0
    while not done and count < maxiter:
        slope = _jacobian(f, x) if fprime is None else np.asarray(fprime(x, *args)) * 1.0
        step = np.linalg.solve(_filled(slope), y)
        share = 1.0
        new = f(x - step)
        norm = np.sqrt(np.sum(new * new))
        while norm > size and share > 1e-6:
            share = share / 2.0
            new = f(x - share * step)
            norm = np.sqrt(np.sum(new * new))
        done = not norm < size or np.max(np.abs(step)) <= 1e-14 * np.max(np.abs(x))
        if norm <= size:
            x, y, size = x - share * step, new, norm
        count = count + 1
    return solved(f, x)


LOOSEST = 1e-6  # a tolerance at which SciPy's solutions are near those to the last places; it may stop far from them at looser ones


def tight(*tolerances):
    """Whether SciPy goes on until it is near the solution."""
    return all(t is None or t <= LOOSEST for t in tolerances)


def patient(evaluations, n):
    """Whether SciPy may evaluate a function of n numbers as often as it does unasked (0 or None: as often), or half as often."""
    return evaluations is None or evaluations == 0 or evaluations >= 100 * (n + 1)


def fsolve(func, x0, args=(), fprime: Any = None, full_output=False, *, xtol=1.49012e-8, maxfev=0):
    assert not full_output and tight(xtol) and patient(maxfev, np.size(x0))
    return _system(func, np.atleast_1d(np.asarray(x0)) * 1.0, given(args), fprime, 200)


def root(fun, x0, args=(), method="hybr", jac: Any = None, tol: Any = None, *, options: Any = None):
    assert method in ("hybr", "lm") and options is None and tight(tol)
    args = given(args)
    x = _system(fun, np.atleast_1d(np.asarray(x0)) * 1.0, args, jac, 200)
    return Solution(x, np.asarray(fun(x, *args)))
