"""Gamma, zeta and incomplete functions, and the inverses of these. Derivatives: DLMF chapters 5, 8, 25."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from precis.ir.ops.special_formula import Special, exp, f, same


def _log_gamma_density(a: Any, x: Any) -> Any:
    """x^(a-1) exp(-x) / G(a)"""
    return (a - 1.0).times_log(x) - x - a.of("lgamma")


def _log_beta_density(a: Any, b: Any, x: Any) -> Any:
    """x^(a-1) (1-x)^(b-1) / B(a, b)"""
    size = a.of("lgamma") + b.of("lgamma") - (a + b).of("lgamma")
    return (a - 1.0).times_log(x) + (b - 1.0).times_log(1.0 - x) - size


def _log_student_density(v: Any, t: Any) -> Any:
    half = 0.5 * v
    size = (half + 0.5).of("lgamma") - half.of("lgamma") - 0.5 * (math.pi * v).of("log")
    return size - (half + 0.5) * (t * t / v).of("log1p")


def _solved(mp: Any, start: Any, function: Callable[[Any], Any], slope: Callable[[Any], Any]) -> Any:
    """The root near a start that is good to binary64, by Newton's method."""
    x = mp.mpf(float(start))
    for _ in range(8):
        step = function(x) / slope(x)
        x -= step
        if abs(step) <= abs(x) * mp.mpf(2) ** (-mp.prec // 2 - 4):
            return x
    return x


def _inverse_gamma(upper: bool) -> Callable[..., Any]:
    def of(mp: Any, a: Any, p: Any) -> Any:
        import scipy.special as sp  # loads slowly
        start = (sp.gammainccinv if upper else sp.gammaincinv)(float(a), float(p))
        sign = -1 if upper else 1
        limits = (lambda x: (a, x)) if upper else (lambda x: (a, 0, x))
        return _solved(mp, start, lambda x: sign * (mp.gammainc(*limits(x), regularized=True) - p),
                       lambda x: x ** (a - 1) * mp.exp(-x) / mp.gamma(a))
    return of


def _inverse_beta(mp: Any, a: Any, b: Any, p: Any) -> Any:
    import scipy.special as sp  # loads slowly
    return _solved(mp, sp.betaincinv(float(a), float(b), float(p)), lambda x: mp.betainc(a, b, 0, x, regularized=True) - p,
                   lambda x: x ** (a - 1) * (1 - x) ** (b - 1) / mp.beta(a, b))


def _inverse_student(mp: Any, v: Any, p: Any) -> Any:
    import scipy.special as sp  # loads slowly
    size = mp.gamma((v + 1) / 2) / mp.gamma(v / 2) / mp.sqrt(v * mp.pi)
    return _solved(mp, sp.stdtrit(float(v), float(p)),
                   lambda t: mp.mpf(1) / 2 + t * size * mp.hyp2f1(mp.mpf(1) / 2, (v + 1) / 2, mp.mpf(3) / 2, -t * t / v) - p,
                   lambda t: size * (1 + t * t / v) ** (-(v + 1) / 2))


def _d_rgamma(xs: Any, y: Any) -> Any:
    """-psi / G, and by reflection for x < 1/2, where psi has its poles: DLMF 5.5.3, 5.5.4."""
    x = xs[0]
    turn = math.pi * x
    mirrored = (1.0 - x).of("tgamma") * (turn.of("cos") - f("psi", 1.0 - x) * turn.of("sin") / math.pi)
    return x.where("lt", 0.5, mirrored, -f("psi", x) * y)


GAMMA: dict[str, Special] = dict((
    same("psi", lambda mp, x: mp.digamma(x), lambda xs, y: f("zeta", 2.0, xs[0])),
    same("zeta", lambda mp, s, q: mp.zeta(s, q), lambda xs, y: -xs[0] * f("zeta", xs[0] + 1.0, xs[1])),
    same("rgamma", lambda mp, x: mp.rgamma(x), _d_rgamma),
    same("poch", lambda mp, z, m: mp.rf(z, m), lambda xs, y: y * (f("psi", xs[0] + xs[1]) - f("psi", xs[0])),
         lambda xs, y: y * f("psi", xs[0] + xs[1])),
    same("gammainc", lambda mp, a, x: mp.gammainc(a, 0, x, regularized=True), lambda xs, y: exp(_log_gamma_density(*xs))),
    same("gammaincc", lambda mp, a, x: mp.gammainc(a, x, regularized=True), lambda xs, y: -exp(_log_gamma_density(*xs))),
    same("gammaincinv", _inverse_gamma(False), lambda xs, y: exp(-_log_gamma_density(xs[0], y))),
    same("gammainccinv", _inverse_gamma(True), lambda xs, y: -exp(-_log_gamma_density(xs[0], y))),
    same("betainc", lambda mp, a, b, x: mp.betainc(a, b, 0, x, regularized=True), lambda xs, y: exp(_log_beta_density(*xs))),
    same("betaincc", lambda mp, a, b, x: mp.betainc(a, b, x, 1, regularized=True), lambda xs, y: -exp(_log_beta_density(*xs))),
    same("betaincinv", _inverse_beta, lambda xs, y: exp(-_log_beta_density(xs[0], xs[1], y))),
    same("betainccinv", lambda mp, a, b, p: _inverse_beta(mp, a, b, 1 - p), lambda xs, y: -exp(-_log_beta_density(xs[0], xs[1], y))),
    same("stdtrit", _inverse_student, lambda xs, y: exp(-_log_student_density(xs[0], y))),
))
