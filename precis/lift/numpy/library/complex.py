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


def sinh(z):
    return _turned_back(np.sin(_turned(z)))


def cosh(z):
    return np.cos(_turned(z))


def tanh(z):
    """(t + i s) / (1 + i t s) with t = tanh x, s = tan y, where 1 - t^2 = 1 / cosh(x)^2. At infinite x the angle does not count; a part
    of 0 stays 0 also beside NaN."""
    x, y = z.real, z.imag
    t, s, c = np.tanh(x), np.tan(np.where(np.isinf(x) & ~np.isfinite(y), np.copysign(0.0, y), y)), np.cosh(x)
    below = 1.0 + (t * s) ** 2
    re, im = t * (1.0 + s * s) / below, s / c / c / below
    return of_parts(np.where((x == 0.0) & ~np.isfinite(y), x, re), np.where((y == 0.0) & np.isnan(x), y, im))


def tan(z):
    return _turned_back(tanh(_turned(z)))


def _roots(z):
    """The parts of sqrt(1 - z) and of sqrt(1 + z)."""
    a, b = np.sqrt(of_parts(1.0 - z.real, -z.imag)), np.sqrt(of_parts(1.0 + z.real, z.imag))
    return a.real, a.imag, b.real, b.imag


def _endless(z):
    """Whether a part is infinite: the functions then depend on the angle alone."""
    return np.isinf(z.real) | np.isinf(z.imag)


def _angle(ends, y, x):
    """Of infinite numbers; others have another angle here, so that 0 has a derivative."""
    return np.arctan2(np.where(ends, y, 1.0), x)


def arcsin(z):
    """At x = 0 real parts are x, also where y is NaN."""
    x, y, ends = z.real, z.imag, _endless(z)
    ax, ay, bx, by = _roots(z)
    re = np.arctan2(x, np.where(ends, np.abs(y), ax * bx - ay * by))
    return of_parts(np.where((x == 0.0) & np.isnan(y), x, re), np.where(ends, np.copysign(np.inf, y), np.arcsinh(ax * by - ay * bx)))


def arccos(z):
    x, y, ends = z.real, z.imag, _endless(z)
    ax, ay, bx, by = _roots(z)
    re = np.where(ends, _angle(ends, np.abs(y), x), np.where((x == 0.0) & np.isnan(y), 0.5 * np.pi, 2.0 * np.arctan2(ax, bx)))
    return of_parts(re, np.where(ends, np.copysign(np.inf, -y), np.arcsinh(bx * ay - by * ax)))


def arcsinh(z):
    return _turned_back(arcsin(_turned(z)))


def arccosh(z):
    x, y, ends = z.real, z.imag, _endless(z)
    a, b = np.sqrt(of_parts(x - 1.0, y)), np.sqrt(of_parts(x + 1.0, y))
    im = np.where((x == 0.0) & np.isnan(y), np.copysign(0.5 * np.pi, y), 2.0 * np.arctan2(a.imag, b.real))
    return of_parts(np.where(ends, np.inf, np.arcsinh(a.real * b.real + a.imag * b.imag)), np.where(ends, _angle(ends, y, x), im))


def arctanh(z):
    """(log(1 + z) - log(1 - z)) / 2, its real part by the half plane where nothing cancels."""
    x, y, left, ends = z.real, z.imag, z.real < 0.0, _endless(z)
    right = np.where(left, -x, x)
    apart = np.hypot(1.0 - right, y)
    close = apart < 1e-18
    grown = 0.25 * np.log1p(4.0 * right / np.where(close, 1.0, apart) / np.where(close, 1.0, apart))
    grown = np.where(close, 0.5 * np.log(2.0 / np.where(close, apart, 1.0)), grown)
    grown = np.where(ends | (x == 0.0) & np.isnan(y), np.copysign(0.0, right), grown)
    angle = 0.5 * (np.arctan2(y, 1.0 + x) - np.arctan2(-y, 1.0 - x))
    return of_parts(np.where(left, -grown, grown), np.where(ends & ~np.isnan(y), np.copysign(0.5 * np.pi, y), angle))


def arctan(z):
    return _turned_back(arctanh(_turned(z)))


def reciprocal(z):
    """By the larger part, as NumPy."""
    x, y = z.real, z.imag
    first = np.abs(y) <= np.abs(x)
    ratio = np.where(first, y, x) / np.where(first, x, y)
    below = np.where(first, x + y * ratio, y + x * ratio)
    return of_parts(np.where(first, 1.0, ratio) / below, np.where(first, -ratio, -1.0) / below)


def sign(z):
    """z / |z|; of one infinite part its sign."""
    size = np.abs(z)
    none, ends = size == 0.0, np.isinf(size)
    length = np.where(none | ends, 1.0, size)
    re, im = (np.where(ends, np.where(np.isinf(part), np.sign(part), 0.0), np.where(none, 0.0, part / length)) for part in (z.real, z.imag))
    unknown = np.isnan(size) | np.isinf(z.real) & np.isinf(z.imag)
    return of_parts(np.where(unknown, np.nan, re), np.where(unknown, np.nan, im))


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
    sinh, cosh, tanh, tan, arcsin, arccos, arcsinh, arccosh, arctanh, arctan, log10, log2, log1p, expm1, reciprocal, sign)}
