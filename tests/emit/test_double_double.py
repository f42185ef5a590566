"""binary64x2 in emitted code: error bounds of its operations on exact rationals, functions against mpmath, mixing, specials."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from precis.bitwidth.measure import measure
from precis.bitwidth.sensitivity import sensitivity
from precis.emit.engine import compile as compile_program
from precis.formats import FORMATS, Assignment, round_array
from precis.lift import lift
from tests.bitwidth import programs
from tests.emit.oracle import native, needs_compiler, program

pytestmark = needs_compiler
U2 = Fraction(1, 2**106)
WIDE = Assignment.uniform("binary64x2")
N = 400
BOUNDS = {"add": 3, "sub": 3, "mul": 5, "div": 15, "sqrt": 4}  # times u^2 = 2^-106 (Joldes, Muller & Popescu 2017)


def pairs(seed, spread=40):
    """Normalised pairs: upper parts, lower parts of half an ulp at most."""
    rng = np.random.default_rng(seed)
    high = np.ldexp(1.0 + rng.random(N), rng.integers(-spread, spread, N)) * rng.choice([-1.0, 1.0], N)
    low = np.spacing(high) * (rng.random(N) - 0.5)
    low[::7] = 0.0
    return high, low


def run(define, *arrays):
    """The exact values of define(b, x, y, ...), x = x_hi + x_lo: its nearest binary64, and what is left of it."""
    names = [f"{letter}{part}" for letter in "xyz"[: len(arrays) // 2] for part in ("h", "l")]

    def body(b, *values):
        operands = [b.add(h, low) for h, low in zip(values[::2], values[1::2])]
        result = define(b, *operands)
        near = b.store(result, container="near")
        return [near, b.store(b.sub(result, near), container="rest")]

    made = program({"N": N}, dict.fromkeys(names, ("N",)), body)
    ready = native(made, WIDE.with_storage(near="binary64"))
    near, rest = ready.run(arrays)
    return [Fraction(*float(h).as_integer_ratio()) + Fraction(*r.as_integer_ratio()) for h, r in zip(near, rest)]


def exact(high, low):
    return [Fraction(float(h)) + Fraction(float(x)) for h, x in zip(high, low)]


@pytest.mark.parametrize("op", ["add", "sub", "mul", "div"])
@pytest.mark.parametrize("cancels", [False, True])
def test_operations_keep_their_bounds(op, cancels):
    a, b = pairs(1), pairs(2)
    if cancels:  # the upper parts all but cancel
        b = (-a[0] * (1 + np.spacing(1.0) * np.random.default_rng(3).integers(0, 3, N)), b[1] * np.abs(a[0]) / np.abs(b[0]) * 0.9)
        b = (b[0] + b[1], (b[0] - (b[0] + b[1])) + b[1])
    found = run(lambda b_, x, y: getattr(b_, op)(x, y), *a, *b)
    rule = {"add": Fraction.__add__, "sub": Fraction.__sub__, "mul": Fraction.__mul__, "div": Fraction.__truediv__}[op]
    for f, x, y in zip(found, exact(*a), exact(*b)):
        true = rule(x, y)
        assert abs(f - true) <= (BOUNDS[op] * U2 + 60 * U2 / 2**53) * abs(true)


def test_square_roots_keep_their_bound():
    high, low = pairs(4)
    high, low = np.abs(high), np.sign(high) * low
    found = run(lambda b, x: b.sqrt(x), high, low)
    for f, x in zip(found, exact(high, low)):
        assert abs(f * f - x) <= 2 * BOUNDS["sqrt"] * U2 * x


@pytest.mark.parametrize("name", ["exp", "log", "sin", "tanh", "arctan", "cbrt"])
def test_functions_agree_with_mpmath(name):
    high, low = np.abs(pairs(5, 3)[0]), pairs(5, 3)[1]
    found = run(lambda b, x: getattr(b, name)(x), high, low)
    with mpmath.workprec(300):
        function = {"arctan": mpmath.atan, "cbrt": mpmath.cbrt}.get(name) or getattr(mpmath, name)
        for f, x in zip(found, exact(high, low)):
            true = function(mpmath.mpf(x.numerator) / x.denominator)
            assert abs(mpmath.mpf(f.numerator) / f.denominator - true) <= 8 * mpmath.mpf(2) ** -106 * abs(true)


def test_specials_pass_through():
    values = np.array([np.inf, -np.inf, np.nan, 0.0, -0.0, 1e308, 5e-324, 3.0])

    def define(b, x, y):
        return [b.add(x, y), b.mul(x, y), b.div(x, y), b.sqrt(x), b.maximum(x, y), b.lt(x, y), b.floor(x)]

    made = program({"N": 64}, {"x": ("N",), "y": ("N",)}, define)
    x, y = (m.ravel() for m in np.meshgrid(values, values))
    with np.errstate(all="ignore"):
        expected = [x + y, x * y, x / y, np.sqrt(x), np.maximum(x, y), x < y, np.floor(x)]
    for k, (f, e) in enumerate(zip(native(made, WIDE).run((x, y)), expected)):
        found = np.asarray(f, float) if k != 5 else f
        inside = np.isfinite(e) | (k == 5)
        assert np.array_equal(np.isnan(found[~inside]), np.isnan(e[~inside])) and np.array_equal(np.isinf(found), np.isinf(e))
        np.testing.assert_allclose(found[inside], e[inside], rtol=1e-15, atol=1e-300)


@pytest.mark.parametrize("narrow", ["binary64", "binary32", "bfloat16"])
def test_sums_and_stores_mix_with_narrow_formats(narrow):
    """Sums in binary64x2 of narrow numbers are exact here, whatever the order."""
    rng = np.random.default_rng(6)
    x = np.concatenate([rng.integers(-1000, 1000, 300) * 2.0**40, rng.integers(-100, 100, 300) * 2.0**-20])
    rng.shuffle(x)
    made = program({"N": x.size}, {"x": ("N",)}, lambda b, v: [b.store(b.sum(v, axes=(0,)), container="total")])
    assignment = Assignment.uniform(narrow).with_accumulate({"case.py:1": "binary64x2"}).with_storage(total="binary64")
    (found,) = native(made, assignment).run((x,))
    rounded = round_array(x, FORMATS[narrow])
    assert float(found) == float(sum(map(Fraction, rounded.tolist()), Fraction(0)))


def test_a_program_that_binary64_ruins():
    """Cancellation of 16 digits: binary64 misses by 100 %, binary64x2 is measured exact to 1e-15."""
    def cancel(x, c):
        d = (x + c) - c
        return d * x

    x, c = np.linspace(0.1, 1.0, 16), 1e16
    made = lift(cancel, x, c)
    site = next(n.site for n in made.nodes() if n.op == "add")
    wide = Assignment.uniform("binary64").with_compute({site: "binary64x2"})
    assert compile_program(made, wide).backend == "native"
    given = {"s": sensitivity(made, (x, c)), "rtol": 1e-12, "attributed": False}
    assert measure(made, Assignment.uniform("binary64"), (x, c), **given).error > 0.1
    assert measure(made, wide, (x, c), **given).error < 1e-15
    assert measure(programs.heat(8, 4), WIDE, (np.linspace(0, 1, 8) ** 2, 0.21, 4), attributed=False).error < 2e-19
