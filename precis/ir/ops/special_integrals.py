"""Error functions, integrals of exponentials, of sines and of normal densities, and Lambert's function. DLMF chapters 4, 6, 7, 25."""

from __future__ import annotations

import math
from typing import Any

from precis.ir.ops.special_formula import Special, exp, f, part, same

_ROOT_PI = math.sqrt(math.pi)


def _share(op: str, limit: float) -> Any:
    """op(x) / x, whose limit at 0 is this."""
    return lambda xs, y: xs[0].where("eq", 0.0, limit, xs[0].of(op) / xs[0])


def _faddeeva(mp: Any, x: Any, y: Any) -> Any:
    z = mp.mpc(x, y)
    return mp.exp(-z * z) * mp.erfc(mp.mpc(y, -x))


def _w_along(xs: Any) -> Any:
    """Re w'(z) of Faddeeva's function: w' = 2i / sqrt(pi) - 2 z w."""
    return -2.0 * (xs[0] * f("faddeeva_real", *xs) - xs[1] * f("faddeeva_imag", *xs))


def _w_across(xs: Any) -> Any:
    """Im w'(z)"""
    return 2 / _ROOT_PI - 2.0 * (xs[0] * f("faddeeva_imag", *xs) + xs[1] * f("faddeeva_real", *xs))


def _lambert(imag: bool) -> Any:
    """W' = exp(-W) / (1 + W), one part of it."""
    def slope(xs: Any, y: Any) -> Any:
        u, v = f("lambertw_real", *xs), f("lambertw_imag", *xs)
        scale, a = exp(-u), u + 1.0
        c, s = v.of("cos"), v.of("sin")
        size = a * a + v * v
        return scale * ((-(c * v) - s * a) if imag else (c * a - s * v)) / size
    return slope


def _normal(x: Any) -> Any:
    return exp(-0.5 * x * x) / math.sqrt(2 * math.pi)


def _owen(mp: Any, h: Any, a: Any) -> Any:
    return mp.quad(lambda t: mp.exp(-h * h * (1 + t * t) / 2) / (1 + t * t), [0, a]) / (2 * mp.pi)


INTEGRALS: dict[str, Special] = dict((
    same("erfinv", lambda mp, x: mp.erfinv(x), lambda xs, y: _ROOT_PI / 2 * exp(y * y)),
    same("erfcinv", lambda mp, x: mp.erfinv(1 - x), lambda xs, y: -_ROOT_PI / 2 * exp(y * y)),
    same("ndtri", lambda mp, x: mp.sqrt(2) * mp.erfinv(2 * x - 1), lambda xs, y: math.sqrt(2 * math.pi) * exp(0.5 * y * y)),
    same("log_ndtr", lambda mp, x: mp.log(mp.ncdf(x)), lambda xs, y: exp(-0.5 * xs[0] * xs[0] - y) / math.sqrt(2 * math.pi)),
    same("erfcx", lambda mp, x: mp.exp(x * x) * mp.erfc(x), lambda xs, y: 2.0 * xs[0] * y - 2 / _ROOT_PI),
    same("erfi", lambda mp, x: mp.erfi(x), lambda xs, y: 2 / _ROOT_PI * exp(xs[0] * xs[0])),
    same("dawsn", lambda mp, x: mp.sqrt(mp.pi) / 2 * mp.exp(-x * x) * mp.erfi(x), lambda xs, y: 1.0 - 2.0 * xs[0] * y),
    same("expi", lambda mp, x: mp.ei(x), lambda xs, y: exp(xs[0]) / xs[0]),
    same("exp1", lambda mp, x: mp.e1(x), lambda xs, y: -exp(-xs[0]) / xs[0]),
    same("expn", lambda mp, n, x: mp.expint(n, x), lambda xs, y: -f("expn", xs[0] - 1.0, xs[1])),
    same("spence", lambda mp, x: mp.polylog(2, 1 - x).real, lambda xs, y: xs[0].where("eq", 1.0, -1.0, xs[0].of("log") / (1.0 - xs[0]))),
    part("sine_integral", "sici", 0, lambda mp, x: mp.si(x), _share("sin", 1.0)),
    part("cosine_integral", "sici", 1, lambda mp, x: mp.ci(x), lambda xs, y: xs[0].of("cos") / xs[0]),
    part("sinh_integral", "shichi", 0, lambda mp, x: mp.shi(x), _share("sinh", 1.0)),
    part("cosh_integral", "shichi", 1, lambda mp, x: mp.chi(x), lambda xs, y: xs[0].of("cosh") / xs[0]),
    part("fresnel_s", "fresnel", 0, lambda mp, x: mp.fresnels(x), lambda xs, y: (math.pi / 2 * xs[0] * xs[0]).of("sin")),
    part("fresnel_c", "fresnel", 1, lambda mp, x: mp.fresnelc(x), lambda xs, y: (math.pi / 2 * xs[0] * xs[0]).of("cos")),
    same("owens_t", _owen, lambda xs, y: -0.5 * _normal(xs[0]) * (xs[0] * xs[1] / math.sqrt(2.0)).of("erf"),
         lambda xs, y: exp(-0.5 * xs[0] * xs[0] * (1.0 + xs[1] * xs[1])) / (2 * math.pi * (1.0 + xs[1] * xs[1]))),
    same("wrightomega", lambda mp, x: mp.lambertw(mp.exp(x)), lambda xs, y: y / (1.0 + y)),
    ("faddeeva_real", Special(lambda sp, x, y: sp.wofz(x + 1j * y).real, lambda mp, x, y: _faddeeva(mp, x, y).real,
                              (lambda xs, y: _w_along(xs), lambda xs, y: -_w_across(xs)))),
    ("faddeeva_imag", Special(lambda sp, x, y: sp.wofz(x + 1j * y).imag, lambda mp, x, y: _faddeeva(mp, x, y).imag,
                              (lambda xs, y: _w_across(xs), lambda xs, y: _w_along(xs)))),
    ("lambertw_real", Special(lambda sp, k, x: sp.lambertw(x, k).real, lambda mp, k, x: mp.lambertw(x, int(k)).real,
                              (None, _lambert(False)))),
    ("lambertw_imag", Special(lambda sp, k, x: sp.lambertw(x, k).imag, lambda mp, k, x: mp.lambertw(x, int(k)).imag,
                              (None, _lambert(True)))),
))
