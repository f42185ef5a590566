"""Ranges of elementary functions over intervals, enclosed by arb's ball arithmetic (Johansson, IEEE Trans. Comput. 66, 2017).

Monotone functions are enclosed at the two ends; sin, cos, cosh, Gamma and its logarithm also at their extrema.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from precis.bitwidth.bound.intervals import Intervals, enclosing, everything
from precis.errors import UsageError

BITS = 80  # of arb: its own error is then far below an ulp of binary64
SLACK = 1e-9  # around an extremum of sin or cos, in which it counts as contained
FARTHEST = 1e6  # argument beyond which sin and cos are only known to be in [-1, 1]


@cache
def arb() -> Any:
    """The class of arb's balls; UsageError where python-flint is missing."""
    try:
        import flint  # an extra
    except ImportError:
        raise UsageError("bounds of elementary functions need python-flint", hints=('pip install "precis[bound]"',)) from None
    flint.ctx.prec = BITS
    return flint.arb


METHODS: dict[str, Callable[[Any], Any]] = {
    **{name: (lambda x, m=method: getattr(x, m)()) for name, method in (
        ("exp", "exp"), ("expm1", "expm1"), ("log", "log"), ("log1p", "log1p"), ("sin", "sin"), ("cos", "cos"), ("tan", "tan"),
        ("arcsin", "asin"), ("arccos", "acos"), ("arctan", "atan"), ("sinh", "sinh"), ("cosh", "cosh"), ("tanh", "tanh"),
        ("arcsinh", "asinh"), ("arccosh", "acosh"), ("arctanh", "atanh"), ("erf", "erf"), ("erfc", "erfc"), ("tgamma", "gamma"),
        ("digamma", "digamma"))},
    "exp2": lambda x: arb()(2) ** x, "log2": lambda x: x.log() / arb()(2).log(), "log10": lambda x: x.log() / arb()(10).log(),
    "cbrt": lambda x: x.root(3) if x >= 0 else -(-x).root(3), "rsqrt": lambda x: x.rsqrt(),
    "logistic": lambda x: 1 / (1 + (-x).exp()), "lgamma": lambda x: x.lgamma() if x > 0 else abs(x.gamma()).log()}

DECREASING = ("arccos", "erfc", "rsqrt")
INCREASING = ("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "arcsin", "arctan", "sinh", "tanh", "arcsinh", "arccosh",
              "arctanh", "erf", "cbrt", "logistic", "tan", "digamma")
LOWEST_GAMMA = 1.4616321449683623  # where Gamma and its logarithm are least for x > 0


def ends(ball: Any) -> tuple[float, float]:
    """Two numbers of binary64 around a ball."""
    middle, radius = float(ball.mid()), float(ball.rad())
    if not math.isfinite(radius) or math.isnan(middle):
        return -math.inf, math.inf
    if radius <= abs(middle) * 2.0**-56:  # within the ulp that the next number leaves room for
        return math.nextafter(middle, -math.inf), math.nextafter(middle, math.inf)
    return (math.nextafter(math.nextafter(middle, -math.inf) - radius, -math.inf),
            math.nextafter(math.nextafter(middle, math.inf) + radius, math.inf))


def at(name: str, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Enclosures of a function at single points; everything where it has no finite value."""
    function, ball = METHODS[name], arb()

    def one(v: float) -> tuple[float, float]:
        if not math.isfinite(v):
            return _limit(name, v)
        try:
            return ends(function(ball(v)))
        except (ValueError, ZeroDivisionError, OverflowError):
            return -math.inf, math.inf
    values, inverse = np.unique(x, return_inverse=True)
    found = np.array([one(v) for v in values.tolist()], float).reshape(len(values), 2)
    return found[inverse.ravel(), 0].reshape(x.shape), found[inverse.ravel(), 1].reshape(x.shape)


LIMITS = {"exp": (0.0, math.inf), "exp2": (0.0, math.inf), "expm1": (-1.0, math.inf), "arctan": (-2.0, 2.0), "tanh": (-1.0, 1.0),
          "erf": (-1.0, 1.0), "logistic": (0.0, 1.0), "erfc": (2.0, 0.0)}


def _limit(name: str, v: float) -> tuple[float, float]:
    if name in LIMITS and not math.isnan(v):
        end = LIMITS[name][v > 0]
        return end, end
    return (v, v) if name in INCREASING else (-math.inf, math.inf)


BOUNDS = {"exp": (0.0, math.inf), "exp2": (0.0, math.inf), "expm1": (-1.0, math.inf), "tanh": (-1.0, 1.0), "erf": (-1.0, 1.0),
          "erfc": (0.0, 2.0), "logistic": (0.0, 1.0), "cosh": (1.0, math.inf), "rsqrt": (0.0, math.inf), "arccosh": (0.0, math.inf),
          "arccos": (0.0, 3.15), "arctan": (-1.5708, 1.5708), "arcsin": (-1.5708, 1.5708), "sin": (-1.0, 1.0), "cos": (-1.0, 1.0)}


def range_of(name: str, x: Intervals) -> Intervals:
    """The values of a function on intervals inside its domain."""
    if name in INCREASING:
        found = Intervals(at(name, x.low)[0], at(name, x.high)[1])
    elif name in DECREASING:
        found = Intervals(at(name, x.high)[0], at(name, x.low)[1])
    elif name in ("sin", "cos"):
        found = _wave(name, x)
    else:
        found = _valley(name, x)
    if name in BOUNDS:
        low, high = BOUNDS[name]
        found = Intervals(np.clip(found.low, low, high), np.clip(found.high, low, high))
    return found


def _wave(name: str, x: Intervals) -> Intervals:
    """sin and cos: the ends, and 1 or -1 where a crest or trough may be inside."""
    a, b = at(name, np.clip(x.low, -FARTHEST, FARTHEST)), at(name, np.clip(x.high, -FARTHEST, FARTHEST))
    low, high = np.minimum(a[0], b[0]), np.maximum(a[1], b[1])
    crest = 0.0 if name == "cos" else math.pi / 2
    far = (np.abs(x.low) > FARTHEST) | (np.abs(x.high) > FARTHEST)
    low = np.where(_holds(x, crest + math.pi) | far, -1.0, low)
    return Intervals(low, np.where(_holds(x, crest) | far, 1.0, high))


def _holds(x: Intervals, place: float) -> np.ndarray:
    """Whether place + 2 pi k may be inside."""
    with np.errstate(all="ignore"):
        return np.floor((x.high + SLACK - place) / (2 * math.pi)) >= np.ceil((x.low - SLACK - place) / (2 * math.pi))


def _valley(name: str, x: Intervals) -> Intervals:
    """cosh, and for x > 0 Gamma and its logarithm: convex, so the larger end is the most; the least is an end or at the bottom."""
    bottom = 0.0 if name == "cosh" else LOWEST_GAMMA
    a, b = at(name, x.low), at(name, x.high)
    least = {"cosh": 1.0, "tgamma": 0.8856031944108886, "lgamma": -0.12148629053584962}[name]
    inside = (x.low <= bottom + SLACK) & (x.high >= bottom - SLACK)
    found = Intervals(np.where(inside, least, np.minimum(a[0], b[0])), np.maximum(a[1], b[1]))
    return found if name == "cosh" else found.where(x.low > 0, everything(x.low))


def power(x: Intervals, n: int) -> Intervals:
    """x^n for an integer n; everything where x may be zero and n < 0."""
    if n < 0:
        one = enclosing(1.0, 1.0, x.low)
        return one / power(x, -n)
    result = enclosing(1.0, 1.0, x.low)
    if n == 0:
        return result
    even = Intervals(x.mignitude, x.magnitude) if n % 2 == 0 else x
    low, high = _power_at(even.low, n), _power_at(even.high, n)
    return Intervals(low[0], high[1])


def _power_at(x: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
    size = Intervals(np.abs(x), np.abs(x))
    found = size
    for bit in bin(n)[3:]:
        found = found * found
        found = found * size if bit == "1" else found
    negative = (x < 0) & (n % 2 == 1)
    return np.where(negative, -found.high, np.maximum(found.low, 0.0)), np.where(negative, -found.low, found.high)


def real_power(x: Intervals, p: Intervals) -> Intervals:
    """x^p = exp(p log x) for x > 0; 0 where x = 0 and p > 0."""
    positive = Intervals(np.maximum(x.low, 5e-324), np.maximum(x.high, 5e-324))
    logarithm = range_of("log", positive)
    found = range_of("exp", logarithm * p)
    return Intervals(np.where((x.low <= 0) & (p.low > 0), 0.0, found.low), found.high)

