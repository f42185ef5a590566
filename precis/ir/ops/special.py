"""Special functions that libraries compute: Bessel functions, integrals of exponentials, incomplete gamma and beta functions, ...

One operation, `special`, with the function's name. The last operand is the argument; those before it are orders and parameters, which
have no derivative (the front end admits only known ones and integers). Derivatives: DLMF, chapters 5 to 19.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.ir.dense import wide
from precis.ir.ops.record import Op, Type
from precis.ir.ops.routine import routine
from precis.ir.shapes import broadcast
from precis.ir.types import Attrs, Value

Derivative = Callable[[Any, Any], Any]  # (operands, result) -> derivative by the last operand
DIGITS = 40  # of wide arithmetics that are narrower than mpmath's own


@dataclass(frozen=True, slots=True)
class Special:
    """`scipy(special, *xs)` by SciPy, `mpmath(mp, *xs)` by mpmath, and the derivative as a formula."""

    scipy: Callable[..., Any]
    mpmath: Callable[..., Any]
    derivative: Derivative

    @property
    def arity(self) -> int:
        return self.mpmath.__code__.co_argcount - 1


class _Formula:
    """Arithmetic on values of a program, so that derivatives read as formulas."""

    __slots__ = ("b", "v")

    def __init__(self, b: Any, v: Value):
        self.b, self.v = b, v

    def _with(self, op: str, other: Any, swap: bool = False) -> _Formula:
        y = other.v if isinstance(other, _Formula) else self.b.const(float(other))
        return _Formula(self.b, self.b.call(op, *((y, self.v) if swap else (self.v, y))))

    def __add__(self, y: Any) -> _Formula:
        return self._with("add", y)

    def __sub__(self, y: Any) -> _Formula:
        return self._with("sub", y)

    def __mul__(self, y: Any) -> _Formula:
        return self._with("mul", y)

    def __truediv__(self, y: Any) -> _Formula:
        return self._with("div", y)

    def __radd__(self, y: Any) -> _Formula:
        return self._with("add", y, True)

    def __rsub__(self, y: Any) -> _Formula:
        return self._with("sub", y, True)

    def __rmul__(self, y: Any) -> _Formula:
        return self._with("mul", y, True)

    def __rtruediv__(self, y: Any) -> _Formula:
        return self._with("div", y, True)

    def __neg__(self) -> _Formula:
        return _Formula(self.b, self.b.neg(self.v))

    def of(self, op: str) -> _Formula:
        return _Formula(self.b, self.b.call(op, self.v))


def _f(name: str, *xs: Any) -> _Formula:
    """A special function in a formula."""
    b = next(x.b for x in xs if isinstance(x, _Formula))
    return _Formula(b, b.special(*(x.v if isinstance(x, _Formula) else b.const(float(x)) for x in xs), function=name))


def _exp(x: Any) -> Any:
    return x.of("exp")


def _same(name: str, mpmath: Callable[..., Any], derivative: Derivative) -> tuple[str, Special]:
    """A function that SciPy has under this name."""
    return name, Special(lambda sp, *xs: getattr(sp, name)(*xs), mpmath, derivative)


def _part(name: str, of: str, k: int, mpmath: Callable[..., Any], derivative: Derivative) -> tuple[str, Special]:
    """One of the results of a function of SciPy."""
    return name, Special(lambda sp, *xs: getattr(sp, of)(*xs)[k], mpmath, derivative)


_ROOT_PI = math.sqrt(math.pi)

FUNCTIONS: dict[str, Special] = dict((
    _same("j0", lambda mp, x: mp.besselj(0, x), lambda xs, y: -_f("j1", xs[0])),
    _same("j1", lambda mp, x: mp.besselj(1, x), lambda xs, y: _f("j0", xs[0]) - y / xs[0]),
    _same("y0", lambda mp, x: mp.bessely(0, x), lambda xs, y: -_f("y1", xs[0])),
    _same("y1", lambda mp, x: mp.bessely(1, x), lambda xs, y: _f("y0", xs[0]) - y / xs[0]),
    _same("i0", lambda mp, x: mp.besseli(0, x), lambda xs, y: _f("i1", xs[0])),
    _same("i1", lambda mp, x: mp.besseli(1, x), lambda xs, y: _f("i0", xs[0]) - y / xs[0]),
    _same("k0", lambda mp, x: mp.besselk(0, x), lambda xs, y: -_f("k1", xs[0])),
    _same("k1", lambda mp, x: mp.besselk(1, x), lambda xs, y: -_f("k0", xs[0]) - y / xs[0]),
    _same("jv", lambda mp, v, x: mp.besselj(v, x), lambda xs, y: xs[0] * y / xs[1] - _f("jv", xs[0] + 1.0, xs[1])),
    _same("yv", lambda mp, v, x: mp.bessely(v, x), lambda xs, y: xs[0] * y / xs[1] - _f("yv", xs[0] + 1.0, xs[1])),
    _same("iv", lambda mp, v, x: mp.besseli(v, x), lambda xs, y: xs[0] * y / xs[1] + _f("iv", xs[0] + 1.0, xs[1])),
    _same("kv", lambda mp, v, x: mp.besselk(v, x), lambda xs, y: xs[0] * y / xs[1] - _f("kv", xs[0] + 1.0, xs[1])),
    _same("struve", lambda mp, v, x: mp.struveh(v, x), lambda xs, y: _f("struve", xs[0] - 1.0, xs[1]) - xs[0] * y / xs[1]),
    _same("erfinv", lambda mp, x: mp.erfinv(x), lambda xs, y: _ROOT_PI / 2 * _exp(y * y)),
    _same("erfcinv", lambda mp, x: mp.erfinv(1 - x), lambda xs, y: -_ROOT_PI / 2 * _exp(y * y)),
    _same("ndtri", lambda mp, x: mp.sqrt(2) * mp.erfinv(2 * x - 1), lambda xs, y: math.sqrt(2 * math.pi) * _exp(0.5 * y * y)),
    _same("log_ndtr", lambda mp, x: mp.log(mp.ncdf(x)), lambda xs, y: _exp(-0.5 * xs[0] * xs[0] - y) / math.sqrt(2 * math.pi)),
    _same("erfcx", lambda mp, x: mp.exp(x * x) * mp.erfc(x), lambda xs, y: 2.0 * xs[0] * y - 2 / _ROOT_PI),
    _same("erfi", lambda mp, x: mp.erfi(x), lambda xs, y: 2 / _ROOT_PI * _exp(xs[0] * xs[0])),
    _same("dawsn", lambda mp, x: mp.sqrt(mp.pi) / 2 * mp.exp(-x * x) * mp.erfi(x), lambda xs, y: 1.0 - 2.0 * xs[0] * y),
    _same("expi", lambda mp, x: mp.ei(x), lambda xs, y: _exp(xs[0]) / xs[0]),
    _same("exp1", lambda mp, x: mp.e1(x), lambda xs, y: -_exp(-xs[0]) / xs[0]),
    _same("expn", lambda mp, n, x: mp.expint(n, x), lambda xs, y: -_f("expn", xs[0] - 1.0, xs[1])),
    _same("psi", lambda mp, x: mp.digamma(x), lambda xs, y: _f("zeta", 2.0, xs[0])),
    _same("zeta", lambda mp, s, q: mp.zeta(s, q), lambda xs, y: -xs[0] * _f("zeta", xs[0] + 1.0, xs[1])),
    _same("ellipk", lambda mp, m: mp.ellipk(m), lambda xs, y: (_f("ellipe", xs[0]) - (1.0 - xs[0]) * y) / (2.0 * xs[0] * (1.0 - xs[0]))),
    _same("ellipe", lambda mp, m: mp.ellipe(m), lambda xs, y: (y - _f("ellipk", xs[0])) / (2.0 * xs[0])),
    _same("gammainc", lambda mp, a, x: mp.gammainc(a, 0, x, regularized=True),
          lambda xs, y: _exp((xs[0] - 1.0) * xs[1].of("log") - xs[1] - xs[0].of("lgamma"))),
    _same("gammaincc", lambda mp, a, x: mp.gammainc(a, x, regularized=True),
          lambda xs, y: -_exp((xs[0] - 1.0) * xs[1].of("log") - xs[1] - xs[0].of("lgamma"))),
    _same("betainc", lambda mp, a, b, x: mp.betainc(a, b, 0, x, regularized=True), lambda xs, y: _beta_density(*xs)),
    _same("hyp2f1", lambda mp, a, b, c, x: mp.hyp2f1(a, b, c, x),
          lambda xs, y: xs[0] * xs[1] / xs[2] * _f("hyp2f1", xs[0] + 1.0, xs[1] + 1.0, xs[2] + 1.0, xs[3])),
    _same("hyp1f1", lambda mp, a, b, x: mp.hyp1f1(a, b, x),
          lambda xs, y: xs[0] / xs[1] * _f("hyp1f1", xs[0] + 1.0, xs[1] + 1.0, xs[2])),
    _part("sine_integral", "sici", 0, lambda mp, x: mp.si(x), lambda xs, y: xs[0].of("sin") / xs[0]),
    _part("cosine_integral", "sici", 1, lambda mp, x: mp.ci(x), lambda xs, y: xs[0].of("cos") / xs[0]),
    _part("fresnel_s", "fresnel", 0, lambda mp, x: mp.fresnels(x), lambda xs, y: (math.pi / 2 * xs[0] * xs[0]).of("sin")),
    _part("fresnel_c", "fresnel", 1, lambda mp, x: mp.fresnelc(x), lambda xs, y: (math.pi / 2 * xs[0] * xs[0]).of("cos")),
    _part("airy_ai", "airy", 0, lambda mp, x: mp.airyai(x), lambda xs, y: _f("airy_ai_slope", xs[0])),
    _part("airy_ai_slope", "airy", 1, lambda mp, x: mp.airyai(x, derivative=1), lambda xs, y: xs[0] * _f("airy_ai", xs[0])),
    _part("airy_bi", "airy", 2, lambda mp, x: mp.airybi(x), lambda xs, y: _f("airy_bi_slope", xs[0])),
    _part("airy_bi_slope", "airy", 3, lambda mp, x: mp.airybi(x, derivative=1), lambda xs, y: xs[0] * _f("airy_bi", xs[0])),
))


def _beta_density(a: Any, b: Any, x: Any) -> Any:
    """x^(a-1) (1-x)^(b-1) / B(a, b)"""
    size = a.of("lgamma") + b.of("lgamma") - (a + b).of("lgamma")
    return _exp((a - 1.0) * x.of("log") + (b - 1.0) * (-x).of("log1p") - size)


def _infer(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    if attrs["function"] not in FUNCTIONS:
        raise ValueError(f"no special function is called {attrs['function']}")
    arity = FUNCTIONS[attrs["function"]].arity
    if len(inputs) != arity or any(v.kind != "real" for v in inputs):
        raise ValueError(f"{attrs['function']} takes {arity} real operands")
    return broadcast([v.shape for v in inputs]), "real"


def special(*xs: np.ndarray, function: str) -> np.ndarray:
    record = FUNCTIONS[function]
    if not wide(*xs):
        import scipy.special
        return np.asarray(record.scipy(scipy.special, *xs))
    if all(x.dtype != object for x in xs):
        return _in_mpmath(record, xs)
    context = next(v.context for x in xs for v in x.ravel()[:1] if hasattr(v, "context"))
    return np.asarray(np.frompyfunc(lambda *v: record.mpmath(context, *v).real, len(xs), 1)(*xs), dtype=object)


def _in_mpmath(record: Special, xs: tuple[np.ndarray, ...]) -> np.ndarray:
    """In the long double of the machine, by way of mpmath."""
    import mpmath
    mp = mpmath.mp.clone()
    mp.dps = DIGITS

    def one(*v: Any) -> Any:
        found = record.mpmath(mp, *(mp.mpf(float(x)) + float(x - np.longdouble(float(x))) for x in v)).real
        return np.longdouble(float(found)) + np.longdouble(float(found - float(found)))
    return np.asarray(np.frompyfunc(one, len(xs), 1)(*xs)).astype(np.longdouble)


def _d_special(b: Any, n: Any, g: Value) -> tuple[Value | None, ...]:
    xs = [_Formula(b, v) for v in n.inputs]
    slope = FUNCTIONS[n.attrs["function"]].derivative(xs, _Formula(b, n.output))
    return (*(None for _ in xs[1:]), b.mul(g, slope.v))


OPS: tuple[Op, ...] = (routine("special", _infer, special, _d_special, 60, ("function",)),)
