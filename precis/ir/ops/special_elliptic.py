"""Elliptic integrals and functions, of the parameter m. Derivatives by Carlson's symmetric integrals, which lose no digits where m is
small: DLMF 19.25, 22.13."""

from __future__ import annotations

import math
from typing import Any

from precis.ir.ops.special_formula import Special, f, part, same

_FIRST, _SECOND = 1 / 6, -1 / 6


def _rd(x: Any, y: Any, z: Any) -> Any:
    return f("elliprd", x, y, z)


def _d_first(phi: Any, m: Any) -> Any:
    """dF/dm = s^3 R_D(c^2, 1, 1 - m s^2) / 6 within a quarter period, and 2n times that of K for the n half periods before."""
    n, s, c = _turned(phi)
    rest = 1.0 - m * s * s
    return _FIRST * (s * s * s * _rd(c * c, 1.0, rest) + _turns(n, _rd(0.0, 1.0, 1.0 - m)))


def _d_second(phi: Any, m: Any) -> Any:
    """dE/dm = -s^3 R_D(c^2, 1 - m s^2, 1) / 6, and so on."""
    n, s, c = _turned(phi)
    rest = 1.0 - m * s * s
    return _SECOND * (s * s * s * _rd(c * c, rest, 1.0) + _turns(n, _rd(0.0, 1.0 - m, 1.0)))


def _turned(phi: Any) -> tuple[Any, Any, Any]:
    n = (phi / math.pi).of("rint")
    rest = phi - math.pi * n
    return n, rest.of("sin"), rest.of("cos")


def _turns(n: Any, whole: Any) -> Any:
    """Nothing where there is none, even of what is infinite."""
    return n.where("eq", 0.0, 0.0, 2.0 * n * whole)


def _root(phi: Any, m: Any) -> Any:
    s = phi.of("sin")
    return (1.0 - m * s * s).of("sqrt")


def _d_amplitude(u: Any, m: Any) -> Any:
    """By m, since F(phi, m) = u stays: -dn dF/dm."""
    phi = f("amplitude", u, m)
    return -_root(phi, m) * _d_first(phi, m)


def _amplitude(mp: Any, u: Any, m: Any) -> Any:
    import scipy.special as sp  # loads slowly
    phi = mp.mpf(float(sp.ellipj(float(u), float(m))[3]))
    for _ in range(8):
        phi -= (mp.ellipf(phi, m) - u) * mp.sqrt(1 - m * mp.sin(phi) ** 2)
    return phi


def _d_dn(xs: Any, y: Any) -> Any:
    """By m, of sqrt(1 - m sn^2)."""
    sn, cn = f("jacobi_sn", *xs), f("jacobi_cn", *xs)
    return -0.5 * (sn * sn + 2.0 * xs[1] * sn * cn * _d_amplitude(*xs)) / y


def _apart(xs: Any, y: Any, x: int, z: int) -> Any:
    """dR_D/dx = (R_D(x, y, z) - R_D(y, z, x)) / (2 (x - z)), each being -3/4 of the integral that has both factors."""
    other = _rd(xs[1 - x], xs[2], xs[x])
    return (other - y) / (2.0 * (xs[x] - xs[z]))


ELLIPTIC: dict[str, Special] = dict((
    same("ellipk", lambda mp, m: mp.ellipk(m), lambda xs, y: _FIRST * _rd(0.0, 1.0, 1.0 - xs[0])),
    same("ellipkm1", lambda mp, p: mp.ellipk(1 - p), lambda xs, y: -_FIRST * _rd(0.0, 1.0, xs[0])),
    same("ellipe", lambda mp, m: mp.ellipe(m), lambda xs, y: _SECOND * _rd(0.0, 1.0 - xs[0], 1.0)),
    same("ellipkinc", lambda mp, phi, m: mp.ellipf(phi, m), lambda xs, y: 1.0 / _root(*xs), lambda xs, y: _d_first(*xs)),
    same("ellipeinc", lambda mp, phi, m: mp.ellipe(phi, m), lambda xs, y: _root(*xs), lambda xs, y: _d_second(*xs)),
    same("elliprf", lambda mp, x, y, z: mp.elliprf(x, y, z), lambda xs, y: _SECOND * _rd(xs[1], xs[2], xs[0]),
         lambda xs, y: _SECOND * _rd(xs[0], xs[2], xs[1]), lambda xs, y: _SECOND * _rd(xs[0], xs[1], xs[2])),
    same("elliprd", lambda mp, x, y, z: mp.elliprd(x, y, z), lambda xs, y: _apart(xs, y, 0, 2), lambda xs, y: _apart(xs, y, 1, 2),
         lambda xs, y: -(1.5 * y + xs[0] * _apart(xs, y, 0, 2) + xs[1] * _apart(xs, y, 1, 2)) / xs[2]),
    part("jacobi_sn", "ellipj", 0, lambda mp, u, m: mp.ellipfun("sn", u, m=m), lambda xs, y: f("jacobi_cn", *xs) * f("jacobi_dn", *xs),
         lambda xs, y: f("jacobi_cn", *xs) * _d_amplitude(*xs)),
    part("jacobi_cn", "ellipj", 1, lambda mp, u, m: mp.ellipfun("cn", u, m=m), lambda xs, y: -f("jacobi_sn", *xs) * f("jacobi_dn", *xs),
         lambda xs, y: -f("jacobi_sn", *xs) * _d_amplitude(*xs)),
    part("jacobi_dn", "ellipj", 2, lambda mp, u, m: mp.ellipfun("dn", u, m=m),
         lambda xs, y: -xs[1] * f("jacobi_sn", *xs) * f("jacobi_cn", *xs), _d_dn),
    part("amplitude", "ellipj", 3, _amplitude, lambda xs, y: f("jacobi_dn", *xs), lambda xs, y: _d_amplitude(*xs)),
))
