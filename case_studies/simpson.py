"""Simpson's rule for the integral of a half sine wave.

    pi integral_0^1 sin(pi x) dx = 2
    ~ (pi h / 3) (f(a) + 4 f(a + h) + 2 f(a + 2h) + ... + 4 f(b - h) + f(b)),   h = (b - a) / 2n

(composite rule: Abramowitz & Stegun 25.4.6). The abscissa is summed up step by step, as many codes do, so the rounding
errors of x accumulate over 2n steps; that, and the running sum, decide the result. The variable names are those of the
program as precision tuners use it.
"""

import numpy as np


def simpson(a, b, n):
    """The integral of pi sin(pi x) from a to b over n pairs of intervals."""
    pi = np.arccos(-1.0)

    def fun(x):
        result = np.sin(pi * x)
        return result

    h = (b - a) / (2.0 * n)
    x = a
    s1 = fun(a)
    for i in range(n):
        x = x + h
        s1 = s1 + 4.0 * fun(x)
        x = x + h
        s1 = s1 + 2.0 * fun(x)
    s1 = s1 - fun(b)
    s1 = s1 * h * pi / 3.0
    return s1


def inputs(seed, size=None):
    """Arguments of `simpson`: interval and size pairs (default 10000); seed 0 gives [0, 1], others move the ends."""
    rng = np.random.default_rng(seed)
    shift_a, shift_b = (0.0, 0.0) if seed == 0 else rng.uniform(-0.05, 0.05, 2)
    return 0.0 + float(shift_a), 1.0 + float(shift_b), 10_000 if size is None else size
