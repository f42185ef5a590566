"""scipy.special: functions with definitions in terms of Bessel functions. Sources: DLMF 10.6, 10.29, 10.47 to 10.52."""

from typing import Any

import numpy as np
import scipy.special as special

from precis.lift.numpy.library.complex import of_parts


def spherical_jn(n, z, derivative=False):
    """Of negative numbers by j_n(-z) = (-1)^n j_n(z); at 0 and near it by its first term."""
    if derivative:
        return (n * spherical_jn(np.maximum(n - 1, 0), z) - (n + 1.0) * spherical_jn(n + 1, z)) / (2.0 * n + 1.0)
    return _spherical(special.jv, n, z)


def spherical_in(n, z, derivative=False):
    if derivative:
        return (n * spherical_in(np.maximum(n - 1, 0), z) + (n + 1.0) * spherical_in(n + 1, z)) / (2.0 * n + 1.0)
    return _spherical(special.iv, n, z)


def _spherical(function: Any, n, z):
    flat = z == 0
    size = np.where(flat, 1.0, np.abs(z))
    sign = np.where(np.asarray(n) % 2 == 0, 1.0, np.sign(z))
    first = np.where(n == 0, 1.0, np.where(n == 1, z / 3.0, 0.0))
    return np.where(flat, first, sign * np.sqrt(np.pi / (2.0 * size)) * function(n + 0.5, size))[()]


def spherical_yn(n, z, derivative=False):
    if derivative:
        return n / z * spherical_yn(n, z) - spherical_yn(n + 1, z)
    flat = z == 0
    size = np.where(flat, 1.0, np.abs(z))
    sign = np.where(np.asarray(n) % 2 == 0, np.sign(z), 1.0)
    return np.where(flat, -np.inf, sign * np.sqrt(np.pi / (2.0 * size)) * special.yv(n + 0.5, size))[()]


def spherical_kn(n, z, derivative=False):
    if derivative:
        return n / z * spherical_kn(n, z) - spherical_kn(n + 1, z)
    return np.sqrt(np.pi / (2.0 * z)) * special.kv(n + 0.5, z)


def kn(n, x):
    return special.kv(n, x)


def yn(n, x):
    return special.yv(n, x)


def jve(v, x):
    return special.jv(v, x)


def yve(v, x):
    return special.yv(v, x)


def hankel1(v, z):
    j, y, c, s, below = _both_kinds(v, z)
    return of_parts(np.where(below, s * y - c * j, j), np.where(below, c * y + s * j, y))[()]


def hankel2(v, z):
    j, y, c, s, below = _both_kinds(v, z)
    return of_parts(np.where(below, 3.0 * c * j - s * y, j), np.where(below, s * j - c * y, -y))[()]


def _both_kinds(v, z):
    """(J, Y, cos pi v, sin pi v, whether z < 0) of |z|: those of negative numbers by DLMF 10.11.5; at 0 there are none."""
    size = np.where(z == 0, np.nan, np.abs(z))
    return special.jv(v, size), special.yv(v, size), np.cos(np.pi * v), np.sin(np.pi * v), z < 0


def _differences(function: Any, v, z, n, phase):
    """The n-th derivative by 2^n L^(n) = sum of (phase)^k binom(n, k) L(v - n + 2k)."""
    assert isinstance(n, int) and n >= 0
    ways, total = 1.0, function(v - n, z)
    for k in range(1, n + 1):
        ways = phase * ways * (n - k + 1.0) / k
        total = total + ways * function(v - n + 2 * k, z)
    return total / 2.0**n


def jvp(v, z, n=1):
    return _differences(special.jv, v, z, n, -1.0)


def yvp(v, z, n=1):
    return _differences(special.yv, v, z, n, -1.0)


def ivp(v, z, n=1):
    return _differences(special.iv, v, z, n, 1.0)


def kvp(v, z, n=1):
    return (-1.0) ** n * _differences(special.kv, v, z, n, 1.0)
