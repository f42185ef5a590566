"""Every rule of bounds against mpmath and exact fractions: ranges, derivatives, rounding errors."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from precis.bitwidth.bound.graph import Cell
from precis.bitwidth.bound.intervals import Intervals
from precis.bitwidth.bound.rules import DOMAIN, JUMP, RANGE, SLOPES
from precis.bitwidth.bound.sweep import half_ulp
from precis.formats import FORMATS, round_array
from precis.ir.arithmetic import MpArithmetic

WIDE = MpArithmetic(160)
ARITY = {"fma": 3, **dict.fromkeys(("add", "sub", "mul", "div", "maximum", "minimum", "copysign", "fmod", "mod", "remainder", "pow",
                                    "arctan2", "hypot", "floordiv"), 2)}
SPANS = {"arccosh": (1.0, 9.0), "log": (0.0, 9.0), "log2": (0.0, 9.0), "log10": (0.0, 9.0), "log1p": (-1.0, 5.0), "sqrt": (0.0, 9.0),
         "rsqrt": (0.0, 9.0), "arcsin": (-1.0, 1.0), "arccos": (-1.0, 1.0), "arctanh": (-1.0, 1.0), "tgamma": (0.01, 9.0),
         "lgamma": (0.01, 9.0), "pow": (0.0, 6.0), "digamma": (0.01, 9.0)}
COUNT = 300


def exact(cell, *points):
    """The function at single points, in mpmath."""
    mp = WIDE.mp
    own = {"square": lambda x: x * x, "power": lambda x: x**cell.data if x or cell.data >= 0 else mp.nan, "digamma": mp.digamma, "neg": lambda x: -x,
           "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b}
    function = own.get(cell.op) or WIDE.functions[cell.op]
    return [function(*(mp.mpf(float(x)) for x in point)) for point in zip(*points)]


def boxes(op, rng):
    """Intervals of widths from 1 ulp to the whole span, some with ends at zero and integers."""
    low, high = SPANS.get(op, (-6.0, 6.0))
    found = []
    for _ in range(ARITY.get(op, 1)):
        a = rng.uniform(low, high, COUNT)
        a[: COUNT // 6] = np.clip(np.rint(a[: COUNT // 6]), low, high)
        b = np.clip(a + rng.uniform(0, 1, COUNT) * 10.0 ** rng.uniform(-15, 1, COUNT), low, high)
        found.append(Intervals(a, b))
    return found


CELLS = [Cell(op) for op in RANGE if op not in ("power", "digamma")] + [Cell("power", data=n) for n in (-3, -2, 0, 1, 2, 3, 5)]


@pytest.mark.parametrize("cell", CELLS, ids=lambda c: f"{c.op}{c.data if c.data is not None else ''}")
def test_ranges_hold_the_function(cell):
    rng = np.random.default_rng(3)
    x = boxes(cell.op, rng)
    with np.errstate(all="ignore"):
        y = RANGE[cell.op](cell, x)
        defined = DOMAIN[cell.op](cell, x) if cell.op in DOMAIN else np.ones(COUNT, bool)
    for t in (0.0, 1.0, *rng.uniform(0, 1, 3)):
        points = [np.clip(i.low + t * (i.high - i.low), i.low, i.high) for i in x]
        for low, v, high, ok in zip(y.low, exact(cell, *points), y.high, defined):
            assert not ok or mpmath.isnan(v) or low <= v <= high, (cell, low, v, high)


SMOOTH = [c for c in CELLS if c.op in SLOPES]


@pytest.mark.parametrize("cell", SMOOTH, ids=lambda c: f"{c.op}{c.data if c.data is not None else ''}")
def test_slopes_hold_the_derivative(cell):
    """(f(x + h) - f(x)) / h is a derivative somewhere between (mean value theorem): it has to be in the slopes over [x, x + h]."""
    rng = np.random.default_rng(4)
    x = boxes(cell.op, rng)
    with np.errstate(all="ignore"):
        slopes = SLOPES[cell.op](cell, x, RANGE[cell.op](cell, x))
        defined = DOMAIN[cell.op](cell, x) if cell.op in DOMAIN else np.ones(COUNT, bool)
    for k, slope in enumerate(slopes):
        other = [i.low if j != k else None for j, i in enumerate(x)]
        first = exact(cell, *(x[k].low if o is None else o for o in other))
        second = exact(cell, *(x[k].high if o is None else o for o in other))
        for i, (a, b) in enumerate(zip(first, second)):
            h = Fraction(x[k].high[i]) - Fraction(x[k].low[i])
            if h > 0 and defined[i] and mpmath.isfinite(a) and mpmath.isfinite(b):
                quotient = (b - a) / (WIDE.mp.mpf(h.numerator) / h.denominator)
                slack = 1e-25 * (1 + abs(quotient))
                assert slope.low[i] - slack <= quotient <= slope.high[i] + slack, (cell, k, x[k].low[i], x[k].high[i])


@pytest.mark.parametrize("op", JUMP)
def test_moduli_of_continuity(op):
    rng, cell = np.random.default_rng(5), Cell(op)
    (x,) = boxes(op, rng)
    e = x.high - x.low
    e = np.where(Intervals(x.low, x.low).widened(e).high < x.high, np.nextafter(e, 9e9), np.nextafter(e, 9e9))
    with np.errstate(all="ignore"):
        jump = JUMP[op](cell, [x], [e])
    for a, b, j in zip(exact(cell, x.low), exact(cell, x.high), jump):
        assert abs(b - a) <= j * (1 + 1e-12)


@pytest.mark.parametrize("name", ["binary16", "bfloat16", "binary32", "e5m2"])
def test_half_ulps_bound_roundings_and_are_reached(name):
    fmt, rng = FORMATS[name], np.random.default_rng(6)
    x = np.concatenate([rng.uniform(-3, 3, 20000), rng.uniform(-1, 1, 2000) * float(fmt.min_normal), [2.0, 1.0, 0.0]])
    worst = np.abs(round_array(x, fmt) - x)
    assert np.all(worst <= half_ulp(fmt, np.abs(x)))
    inside = np.abs(x) <= 2.0
    assert worst[inside].max() <= half_ulp(fmt, np.array([2.0]))[0] <= 1.01 * worst[inside].max()


def test_sums_are_exact_where_they_can_be():
    one, unit = Intervals(np.array([1.0]), np.array([1.0])), Intervals(np.array([0.0]), np.array([1.0]))
    found = one - unit
    assert (found.low[0], found.high[0]) == (0.0, 1.0)
    tenth = Intervals(np.array([0.1]), np.array([0.1]))
    found = tenth + tenth + tenth
    assert found.low[0] <= 3 * Fraction(0.1) <= found.high[0] and found.high[0] > found.low[0]
