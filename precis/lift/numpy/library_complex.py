"""Elementary functions of complex numbers by real ones and square roots.

Inverse functions: W. Kahan, Branch cuts for complex elementary functions (1987). Complex exp, log, sqrt, sin and cos are operations.
"""

import numpy as np


def _of_parts(x, y):
    return x + 1j * y


def sinh(z):
    return _of_parts(np.sinh(z.real) * np.cos(z.imag), np.cosh(z.real) * np.sin(z.imag))


def cosh(z):
    return _of_parts(np.cosh(z.real) * np.cos(z.imag), np.sinh(z.real) * np.sin(z.imag))


def tanh(z):
    """(t + i s) / (1 + i t s) with t = tanh x, s = tan y"""
    t, s = np.tanh(z.real), np.tan(z.imag)
    return _of_parts(t, s) / _of_parts(1.0 + 0.0 * t, t * s)


def tan(z):
    s, t = np.tan(z.real), np.tanh(z.imag)
    return _of_parts(s, t) / _of_parts(1.0 + 0.0 * t, -t * s)


def arcsin(z):
    a, b = np.sqrt(1.0 - z), np.sqrt(1.0 + z)
    return _of_parts(np.arctan2(z.real, (a * b).real), np.arcsinh((np.conj(a) * b).imag))


def arccos(z):
    a, b = np.sqrt(1.0 - z), np.sqrt(1.0 + z)
    return _of_parts(2.0 * np.arctan2(a.real, b.real), np.arcsinh((np.conj(b) * a).imag))


def arcsinh(z):
    w = arcsin(1j * z)
    return _of_parts(w.imag, -w.real)


def arccosh(z):
    a, b = np.sqrt(z - 1.0), np.sqrt(z + 1.0)
    return _of_parts(np.arcsinh((np.conj(a) * b).real), 2.0 * np.arctan2(a.imag, b.real))


def arctanh(z):
    x, y = z.real, z.imag
    return _of_parts(0.25 * np.log1p(4.0 * x / ((1.0 - x) ** 2 + y * y)), 0.5 * np.arctan2(2.0 * y, (1.0 - x) * (1.0 + x) - y * y))


def arctan(z):
    w = arctanh(1j * z)
    return _of_parts(w.imag, -w.real)


def log10(z):
    return np.log(z) / np.log(10.0)


def log2(z):
    return np.log(z) / np.log(2.0)


def log1p(z):
    x, y = z.real, z.imag
    return _of_parts(0.5 * np.log1p(x * (2.0 + x) + y * y), np.arctan2(y, 1.0 + x))


def expm1(z):
    x, y = z.real, z.imag
    return _of_parts(np.expm1(x) * np.cos(y) - 2.0 * np.sin(0.5 * y) ** 2, np.exp(x) * np.sin(y))


DEFINITIONS = {getattr(np, f.__name__): f for f in (
    sinh, cosh, tanh, tan, arcsin, arccos, arcsinh, arccosh, arctanh, arctan, log10, log2, log1p, expm1)}
