import math

import numba as nb
import numpy as np

LANCZOS = (76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5)
TINY = 1e-300


@nb.njit(error_model="numpy")
def log_gamma(a):
    total = 1.000000000190015
    for k in range(6):
        total += LANCZOS[k] / (a + k + 1.0)
    return (a + 0.5) * math.log(a + 5.5) - (a + 5.5) + math.log(2.5066282746310005 * total / a)


@nb.njit(error_model="numpy")
def series(a, x, tol, most):
    term = 1.0 / a
    total = term
    for k in range(1, most):
        term *= x / (a + k)
        total += term
        if abs(term) < abs(total) * tol:
            return total, k
    return total, most


@nb.njit(error_model="numpy")
def fraction(a, x, tol, most):
    b = x + 1.0 - a
    c = 1.0 / TINY
    d = 1.0 / b
    h = d
    for k in range(1, most):
        an = -k * (k - a)
        b += 2.0
        d = an * d + b
        if abs(d) < TINY:
            d = TINY
        c = b + an / c
        if abs(c) < TINY:
            c = TINY
        d = 1.0 / d
        step = d * c
        h *= step
        if abs(step - 1.0) < tol:
            return h, k
    return h, most


@nb.njit(error_model="numpy")
def gammas(a, x, tol=1e-10, most=500):
    lower, turns = np.zeros(a.size), np.zeros(a.size, np.int64)
    for i in range(a.size):
        ai, xi = a[i], x[i]
        factor = math.exp(ai * math.log(xi) - xi - log_gamma(ai))
        if xi < ai + 1.0:
            total, turns[i] = series(ai, xi, tol, most)
            lower[i] = factor * total
        else:
            total, turns[i] = fraction(ai, xi, tol, most)
            lower[i] = 1.0 - factor * total
    return lower, turns
