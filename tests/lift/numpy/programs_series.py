"""Polynomials as objects, lists changed in slices."""

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(6, 8, 11)).both


@prog(lambda n: (U(n), U(3)))
def highest_first(x, c):
    line, curve = np.poly1d([1.0, -0.5]), np.poly1d(c)
    joined = 2.0 * curve * line - line + 1.0
    return joined(x), curve.deriv()(x), curve.integ()(x), (line**3)(x), curve(line)(x), joined.coeffs, curve[0], curve.order, (curve / 2.0)(x)


@prog(lambda n: (np.cumsum(U(n)), U(n)), close=1e-9)
def lowest_first(x, y):
    series = np.polynomial.Polynomial(y[:4])
    fitted = np.polynomial.Polynomial.fit(x, y, 2)
    trend = np.poly1d(np.polyfit(x, y, 1))
    return (series(x), series.deriv(2)(x), series.integ()(x), (series * series + series - 1.0)(x), fitted(x), fitted.convert().coef, fitted.deriv()(x),
            trend(x), series.degree())


@prog(lambda n: (U(n),))
def lists_in_slices(x):
    held = [0.0] * 6
    held[1:3] = [x[0], x[1]]
    held[::2] = (1.0, 2.0, x[2])
    held[4:] = []
    return held, len(held)


@prog(lambda n: (U(n), np.arange(n) - 3), close=0.0)
def columns_of_powers(x, k):
    return np.vander(x), np.vander(x.astype(np.float32), 6), np.vander(k, 4), np.vander(x, 7, increasing=True), np.vander(x, 1)


@prog(lambda n: (U(n) - 1j * U(n),))
def columns_of_complex_powers(z):
    return np.vander(z, 4)
