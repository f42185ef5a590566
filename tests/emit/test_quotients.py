"""Quotients by multiplication: the bits of division, hard cases, zeros, infinities and the ends of the range included."""

from fractions import Fraction

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.engine import compile
from precis.ir.interpret import interpret
from precis.ir.text import parse
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def rows(x, d):
    """Rows of a part of the result, which may be run again."""
    y = np.zeros_like(x)
    y[:, 1:] = x[:, 1:] / d
    return y


def flat(x, d):
    return 1.0 + x / d


def in_place(x, d):
    """Parts of rows, written when they are right."""
    x[:, 1:] -= x[:, 1:] / d - (1.0 + x[:, 1:]) / d


def across(x, d):
    """What is divided moves by a column, and stands in memory of its own first."""
    x[:, 1:] = x[:, :-1] / d


def around(x, d):
    """Where rows begin anew at their ends."""
    return (np.roll(x, -1, axis=1) + np.roll(x, 1, axis=0)) / d


def by_rows(x, d):
    """Each row by a number of its own."""
    return x / (x[:, :1] + d)


FUNCTIONS = (rows, flat, in_place, across, around, by_rows)


def _numbers(count, seed=0, low=-740, high=740):
    rng = np.random.default_rng(seed)
    return np.ldexp(rng.uniform(1.0, 2.0, count) * rng.choice((-1.0, 1.0), count), rng.integers(low, high, count))


def hard(d, count):
    """Numbers whose quotients by `d` lie next to the middle of two neighbours, by the last bits of their remainders."""
    significand = int(Fraction(d) * 2**52)
    significand >>= (significand & -significand).bit_length() - 1
    found = []
    for k in range(-count, count):
        middle = -k * pow(significand, -1, 2**54) % 2**54 | 2**53
        x = middle * significand + k
        if x % 2**54 == 0 and middle & 1 and x // 2**54 < 2**53:
            found.append(float(x // 2**54))
    return np.array(found)


SPECIAL = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 5e-324, -5e-324, 2.0**-1022, 2.0**-750, 2.0**750, np.nextafter(2.0**750, np.inf),
                    np.nextafter(2.0**-750, 0.0), 1.7976931348623157e308, 2.0**-1000, 3.0 * 2.0**-1060])
DIVISORS = (3.0, -3.0, 0.1, -0.1, 10.0, 1.0 + 2.0**-52, 2.0 - 2.0**-52, -(2.0 - 2.0**-52), 0.37, 4.0, 2.0**-200, 2.0**200, 2.0**-201, 2.0**201, 1e300,
            1e-300, 5e-324, 0.0, -0.0, np.inf, -np.inf, np.nan)


def _same(found, wanted):
    np.testing.assert_array_equal(np.isnan(found), np.isnan(wanted))
    np.testing.assert_array_equal(np.signbit(found) & ~np.isnan(found), np.signbit(wanted) & ~np.isnan(wanted))
    np.testing.assert_array_equal(found, wanted)


@pytest.fixture(scope="module")
def natives():
    x = np.ones((3, 20))
    return {f: compile(lift(f, x.copy(), 3.0)) for f in (rows, flat, in_place, across, around)}


def test_what_is_multiplied():
    """By numbers known in front of the nest, but for powers of two; by those of each row as before."""
    def halved(x):
        return x / 2.0 + 1.0
    x = np.ones((3, 20))
    text = {f.__name__: emit(lift(f, x.copy(), 3.0), None).files[f"{f.__name__}_run.cpp"] for f in FUNCTIONS}
    text["halved"] = emit(lift(halved, x), None).files["halved_run.cpp"]
    assert {name for name, t in text.items() if "pr::over(" in t} == {"rows", "flat", "in_place", "across", "around"}
    assert "double held" in text["in_place"] and "double held" not in text["rows"]


@needs_compiler
@pytest.mark.parametrize("function", (rows, flat, in_place, across, around))
def test_bits_are_those_of_division(function, natives):
    """Of moderate numbers, and of rows of them with one that is not."""
    ends = np.concatenate([SPECIAL, _numbers(30, high=1000, low=-1060)])
    x = np.concatenate([_numbers(1500).reshape(3, 500), np.insert(_numbers(40 * len(ends)).reshape(-1, 40), 20, ends, axis=1).repeat(13, 1)[:, :500]])
    with np.errstate(all="ignore"):
        for d in (*DIVISORS, *_numbers(20, 1, -190, 190)):
            a, b = x.copy(), x.copy()
            found, wanted = natives[function](a, d), function(b, d)
            _same(a, b)
            if wanted is not None:
                _same(found, wanted)


@needs_compiler
def test_hard_cases_are_rounded_correctly(natives):
    """Against rationals: remainders of one unit next to the middles between neighbours, of which one step fewer misses some."""
    count = 0
    for d in np.random.default_rng(3).uniform(1.4, 2.0, 1500):
        x = hard(d, 2)
        count += len(x)
        x = np.concatenate([[1.0], x, -x])[None]
        found = natives[rows](x, d)[0, 1:]
        for number, quotient in zip(x[0, 1:], found):
            exact = abs(Fraction(number) / Fraction(d))
            low, high = (Fraction(np.nextafter(abs(quotient), to)) for to in (0.0, np.inf))
            q = Fraction(abs(quotient))
            assert (low + q) / 2 <= exact <= (q + high) / 2 and np.sign(quotient) == np.sign(number)
        _same(found, x[0, 1:] / d)
    assert count > 1000


SCATTERED = """@sizes(N=4, M=30)
def f(x: input[real[M]], y: input[real[N, M]], p: input[int64[M]], d: input[real]):
    return update_add(y, x / d - (x + 1.0) / d, at=s_[pick(p), pick(iota(M))])
"""


@needs_compiler
def test_places_that_are_looked_up():
    """What is held until a row is right goes nowhere else."""
    program, x, places = parse(SCATTERED), _numbers(30), np.arange(30) * 7 % 4
    given = [x, np.zeros((4, 30)), places, np.float64(3.0)]
    _same(compile(program).run(given)[0], interpret(program, given)[0])


@needs_compiler
def test_threads_change_no_bit():
    x = _numbers(90000).reshape(300, 300)
    for f in (rows, flat):
        program = lift(f, x, 3.0)
        _same(compile(program, threads=2)(x, -0.7), compile(program)(x, -0.7))
