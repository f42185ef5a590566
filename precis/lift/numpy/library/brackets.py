"""scipy.optimize: roots of functions of one number by further methods, in SciPy's own steps."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.roots import Root, bisect, brentq, check_bracket, given, moved, newton, tight

RTOL = 8.881784197001252e-16


def brenth(f, a, b, args=(), xtol=2e-12, rtol=RTOL, maxiter=100, full_output=False, disp=True):
    """Brent's method with hyperbolas in place of parabolas (J. Bus, T. Dekker, 1975)."""
    return brentq(f, a, b, args, xtol, rtol, maxiter, full_output, disp, True)


def ridder(f, a, b, args=(), xtol=2e-12, rtol=RTOL, maxiter=100, full_output=False, disp=True):
    """False positions of the function times an exponential that makes three values lie on a line (C. Ridders, 1979)."""
    args = given(args)
    a, b = float(a), float(b)
    fa = f(a, *args)
    fb = f(b, *args)
    check_bracket(fa, fb)
    x = a if fa == 0.0 else b
    near = xtol + rtol * min(abs(a), abs(b))
    count, done = 0, fa == 0.0 or fb == 0.0
    while not done and count < maxiter:
        half = 0.5 * (b - a)
        middle = a + half
        fm = f(middle, *args)
        step = (1.0 if fb > fa else -1.0) * half * fm / np.sqrt(fm * fm - fa * fb)
        x = middle - np.sign(step) * min(abs(step), abs(half) - 0.5 * near)
        fx = f(x, *args)
        if fx * fm < 0.0:
            a, fa, b, fb = x, fx, middle, fm
        elif fx * fa < 0.0:
            b, fb = x, fx
        else:
            a, fa = x, fx
        near = xtol + rtol * abs(x)
        done = fx == 0.0 or abs(b - a) < near
        count = count + 1
    found = moved(f, x, args)
    found = float(found)
    return (found, Root(found)) if full_output else found


def toms748(f, a, b, args=(), k=1, xtol=2e-12, rtol=RTOL, maxiter=100, full_output=False, disp=True):
    """By Brent's method: of several roots, it may be another one."""
    assert tight(xtol, rtol) and maxiter >= 100 and k >= 1
    return brentq(f, a, b, args, 2e-12, RTOL, 100, full_output)


METHODS = {None: brentq, "brentq": brentq, "bisect": bisect, "brenth": brenth, "ridder": ridder, "toms748": toms748}


def root_scalar(f, args=(), method: Any = None, bracket: Any = None, fprime: Any = None, fprime2: Any = None, x0: Any = None,
                x1: Any = None, xtol: Any = None, rtol: Any = None, maxiter: Any = None):
    if bracket is None:
        return Root(newton(f, x0, fprime, args, 1.48e-8 if xtol is None else xtol, 50 if maxiter is None else maxiter, fprime2, x1,
                           0.0 if rtol is None else rtol))
    assert method in METHODS
    return Root(METHODS[method](f, bracket[0], bracket[1], args, xtol=2e-12 if xtol is None else xtol,
                                rtol=RTOL if rtol is None else rtol, maxiter=100 if maxiter is None else maxiter))
