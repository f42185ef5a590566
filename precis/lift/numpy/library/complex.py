"""Elementary functions of complex numbers by real ones and square roots, with the signs of zeros that choose a side of a branch cut.

Inverse functions: W. Kahan, Branch cuts for complex elementary functions (1987). Complex exp, log, sqrt, sin and cos are operations.
"""

from typing import Any

import numpy as np


def of_parts(x: Any, y: Any) -> Any:
    """x + i y, whose parts are these, also where they are -0, or one of them is infinite."""
    z = np.empty(np.shape(x), dtype=complex)
    z.real, z.imag = x, y
    return z


def _product(a, b):
    """a b; 0 where b is 0 and a too large to be a number."""
    return np.where(np.isinf(a) & (b == 0.0), b * np.sign(a), a * b)


def _turned(z):
    """i z"""
    return of_parts(-z.imag, z.real)


def _turned_back(z):
    """-i z"""
    return of_parts(z.imag, -z.real)


def _grown(f, x, b):
    """f(x) b for the hyperbolic sine or cosine, also where f(x) alone is too large for a number; 0 where b is 0."""
    most = 709.0 if x.dtype.itemsize == 8 else 88.0
    a, rest = f(np.clip(x, -most, most)), np.exp(np.maximum(np.abs(x) - most, 0.0))
    return np.where(np.isinf(rest) & (b == 0.0), b * np.sign(a), a * b * rest)


def sinh(z):
    return of_parts(_grown(np.sinh, z.real, np.cos(z.imag)), _grown(np.cosh, z.real, np.sin(z.imag)))


def cosh(z):
    return of_parts(_grown(np.cosh, z.real, np.cos(z.imag)), _grown(np.sinh, z.real, np.sin(z.imag)))


def tanh(z):
    """(t + i s) / (1 + i t s) with t = tanh x, s = tan y, where 1 - t^2 = 1 / cosh(x)^2"""
    t, s, c = np.tanh(z.real), np.tan(z.imag), np.cosh(z.real)
    below = 1.0 + (t * s) ** 2
    return of_parts(t * (1.0 + s * s) / below, s / c / c / below)


def tan(z):
    return _turned_back(tanh(_turned(z)))


def _roots(z):
    """The parts of sqrt(1 - z) and of sqrt(1 + z)."""
    a, b = np.sqrt(of_parts(1.0 - z.real, -z.imag)), np.sqrt(of_parts(1.0 + z.real, z.imag))
    return a.real, a.imag, b.real, b.imag


def arcsin(z):
    ax, ay, bx, by = _roots(z)
    return of_parts(np.arctan2(z.real, ax * bx - ay * by), np.arcsinh(ax * by - ay * bx))


def arccos(z):
    ax, ay, bx, by = _roots(z)
    return of_parts(2.0 * np.arctan2(ax, bx), np.arcsinh(bx * ay - by * ax))


def arcsinh(z):
    return _turned_back(arcsin(_turned(z)))


def arccosh(z):
    a, b = np.sqrt(of_parts(z.real - 1.0, z.imag)), np.sqrt(of_parts(z.real + 1.0, z.imag))
    return of_parts(np.arcsinh(a.real * b.real + a.imag * b.imag), 2.0 * np.arctan2(a.imag, b.real))


def arctanh(z):
    """(log(1 + z) - log(1 - z)) / 2, its real part by the half plane where nothing cancels."""
    x, y, left = z.real, z.imag, z.real < 0.0
    right = np.where(left, -x, x)
    apart = np.hypot(1.0 - right, y)
    grown = 0.25 * np.log1p(4.0 * right / apart / apart)
    return of_parts(np.where(left, -grown, grown), 0.5 * (np.arctan2(y, 1.0 + x) - np.arctan2(-y, 1.0 - x)))


def arctan(z):
    return _turned_back(arctanh(_turned(z)))


def _to_base(z, base):
    w: Any = np.log(z)
    unit = float(np.log(base))
    return of_parts(w.real / unit, w.imag / unit)


def log10(z):
    return _to_base(z, 10.0)


def log2(z):
    return _to_base(z, 2.0)


def log1p(z):
    x, y = z.real, z.imag
    near = (x > -0.5) & (x < 0.5) & (y > -0.5) & (y < 0.5)
    small = 0.5 * np.log1p(np.where(near, x * (2.0 + x) + y * y, 0.0))
    return of_parts(np.where(near, small, np.log(np.hypot(1.0 + x, y))), np.arctan2(y, 1.0 + x))


def expm1(z):
    x, y = z.real, z.imag
    return of_parts(_product(np.expm1(x), np.cos(y)) - 2.0 * np.sin(0.5 * y) ** 2, np.exp(x) * np.sin(y))


DEFINITIONS = {getattr(np, f.__name__): f for f in (
    sinh, cosh, tanh, tan, arcsin, arccos, arcsinh, arccosh, arctanh, arctan, log10, log2, log1p, expm1)}
