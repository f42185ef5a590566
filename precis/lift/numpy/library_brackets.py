"""scipy.optimize: roots between two points by other methods than library_roots', in SciPy's own steps."""

import numpy as np

from precis.lift.numpy.library_roots import Root, brentq, given, moved, tight

RTOL = 8.881784197001252e-16


def brenth(f, a, b, args=(), xtol=2e-12, rtol=RTOL, maxiter=100, full_output=False, disp=True):
    """Brent's method with hyperbolas in place of parabolas (J. Bus, T. Dekker, 1975)."""
    return brentq(f, a, b, args, xtol, rtol, maxiter, full_output, disp, True)


def ridder(f, a, b, args=(), xtol=2e-12, rtol=RTOL, maxiter=100, full_output=False, disp=True):
    """False positions of the function times an exponential that makes three values lie on a line (C. Ridders, 1979)."""
    args = given(args)
    a, b = float(a), float(b)
    fa, fb = f(a, *args), f(b, *args)
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
    return (found, Root(found)) if full_output else found


def toms748(f, a, b, args=(), k=1, xtol=2e-12, rtol=RTOL, maxiter=100, full_output=False, disp=True):
    """By Brent's method: of several roots, it may be another one."""
    assert tight(xtol, rtol) and maxiter >= 100 and k >= 1
    return brentq(f, a, b, args, 2e-12, RTOL, 100, full_output)
