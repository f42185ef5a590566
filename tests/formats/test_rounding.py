from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import libmp

from precis.formats import FORMATS, Format, round_array, round_mpf, stochastic_round_array
from precis.formats.rounding import BLOCK
from tests.formats import oracle

SMALL = ["e4m3", "e5m2", "binary16", "bfloat16"]
NARROW = [*SMALL, "tf32", "binary32"]  # narrower than float64
CARRIERS = [np.float32, np.float64, np.longdouble]
HAS_X87 = np.finfo(np.longdouble).nmant == 63
x87 = pytest.mark.skipif(not HAS_X87, reason="longdouble is not the x87 extended format here")


def midpoints(name: str) -> list[Fraction]:
    """Between all neighbours, and above the largest value where overflow begins."""
    values = oracle.positive_values(name)
    above = [2 * values[-1] - values[-2]]
    return [(low + high) / 2 for low, high in zip(values, values[1:] + above, strict=True)]


def to_array(values: list[Fraction], dtype: type) -> np.ndarray:
    """Exact conversion: numerators here have at most 24 bits, denominators are powers of two."""
    numerators = np.array([float(q.numerator) for q in values]).astype(dtype)
    exponents = np.array([q.denominator.bit_length() - 1 for q in values])
    return np.ldexp(numerators, -exponents)


def assert_same_array(got: Any, expected: Any) -> None:
    """Equal values, NaN where NaN, and the same signs, those of zeros included."""
    np.testing.assert_array_equal(got, expected)
    np.testing.assert_array_equal(np.signbit(got), np.signbit(expected))


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("name", SMALL)
def test_all_values_all_midpoints_and_their_neighbours(name, carrier):
    fmt, values, middles = FORMATS[name], oracle.positive_values(name), midpoints(name)
    exact, tie = to_array(values, carrier), to_array(middles, carrier)
    assert [Fraction(*x.as_integer_ratio()) for x in tie] == middles, "the carrier must hold the midpoints"
    overflow = np.inf if fmt.infinities else np.nan
    upper = np.append(exact[1:], carrier(overflow))
    even = np.where(np.arange(len(exact)) % 2 == 0, exact, upper)
    for x, expected in [
        (exact, exact),
        (tie, even),
        (np.nextafter(tie, carrier(0)), exact),
        (np.nextafter(tie, carrier(np.inf)), upper),
    ]:
        assert_same_array(round_array(x, fmt), expected)
        assert_same_array(round_array(-x, fmt), -expected)


@pytest.mark.parametrize("name", SMALL)
def test_the_rational_oracle_agrees_on_the_same_points(name):
    points = midpoints(name)[:: 1 if name in ("e4m3", "e5m2") else 7]
    x = to_array(points, np.float64)
    x = np.concatenate([x, np.nextafter(x, 0), np.nextafter(x, np.inf)])
    got = round_array(x, FORMATS[name])
    assert all(oracle.same(r, oracle.round_float(v, name)) for r, v in zip(got.tolist(), x.tolist(), strict=True))


def adversarial_doubles(name: str) -> st.SearchStrategy[float]:
    """Any bits; and multiples of a quarter of the ulp, off by a few ulps of binary64, from underflow to overflow."""
    precision, emin, emax, _ = oracle.CONSTANTS[name]
    integers = st.integers(0, 2 ** (precision + 2) + 8)
    exponents = st.integers(emin - precision - 3, emax - precision + 2)
    near = st.builds(_near, integers, exponents, st.integers(-2, 2), st.sampled_from([1.0, -1.0]))
    return st.one_of(st.floats(), near, st.floats(-1e-3, 1e-3), st.floats(width=32))


def _near(integer: int, exponent: int, steps: int, sign: float) -> float:
    x = math.ldexp(integer, exponent)
    for _ in range(abs(steps)):
        x = math.nextafter(x, math.copysign(math.inf, steps))
    return sign * x


@pytest.mark.parametrize("name", NARROW)
def test_float64_against_the_oracle(name):
    @settings(max_examples=400, deadline=None, derandomize=True)
    @given(x=adversarial_doubles(name))
    def check(x):
        got = round_array(x, FORMATS[name])
        assert oracle.same(got, oracle.round_float(x, name))
        assert np.signbit(got) == np.signbit(x)
        assert_same_array(round_array(got, FORMATS[name]), got)

    check()


def longdoubles() -> st.SearchStrategy[np.longdouble]:
    """64-bit significands, many with runs of zeros or ones below bit 53, from underflow of binary64 to overflow."""
    tail = st.one_of(st.integers(0, 2047), st.sampled_from([0, 1, 1023, 1024, 1025, 2047]))
    head = st.one_of(st.integers(0, 2**53 - 1), st.sampled_from([0, 1, 2**52, 2**53 - 1]))
    exponent = st.one_of(st.integers(-1150, 970), st.sampled_from([960, 961, -1085, -1074 - 11, -1074 - 64]))
    return st.builds(_longdouble, head, tail, exponent, st.booleans())


def _longdouble(head: int, tail: int, exponent: int, negative: bool) -> np.longdouble:
    significand = np.longdouble(float(head)) * 2048 + tail
    return np.ldexp(-significand if negative else significand, exponent)


@x87
@pytest.mark.parametrize("name", [*NARROW, "binary64"])
def test_longdouble_against_the_oracle(name):
    @settings(max_examples=300, deadline=None, derandomize=True)
    @given(x=longdoubles())
    def check(x):
        got = round_array(x, FORMATS[name])
        assert got.dtype == np.longdouble
        assert oracle.same(got, oracle.round_float(x, name))

    check()


@pytest.mark.parametrize("name", ["binary32", "binary64"])
@x87
def test_overflow_and_underflow_borders_of_wide_formats(name):
    fmt = FORMATS[name]
    largest, smallest = np.longdouble(fmt.max), np.longdouble(fmt.min_subnormal)
    border = largest + np.ldexp(np.longdouble(1), fmt.emax - fmt.precision)
    assert round_array(np.nextafter(border, np.longdouble(0)), fmt) == fmt.max
    assert round_array(border, fmt) == np.inf
    assert round_array(-border, fmt) == -np.inf
    assert_same_array(round_array(-smallest / 2, fmt), np.longdouble(-0.0))
    assert round_array(np.nextafter(smallest / 2, np.longdouble(1)), fmt) == smallest


TRAPS = [
    # double rounding through a format between lands on its tie and then goes the wrong way
    (1 + 2.0**-8 + 2.0**-40, "bfloat16", 1.0078125),
    (1 + 2.0**-8, "bfloat16", 1.0),
    (1 + 3 * 2.0**-8, "bfloat16", 1.015625),
    (1 + 2.0**-11 + 2.0**-40, "binary16", 1 + 2.0**-10),
    (1 + 2.0**-4 + 2.0**-40, "e4m3", 1.125),
    (1 + 2.0**-3 + 2.0**-40, "e5m2", 1.25),
    (2.0**-25 + 2.0**-60, "binary16", 2.0**-24),
    (2.0**-134 + 2.0**-180, "bfloat16", 2.0**-133),
    (2.0**-150 + 2.0**-190, "binary32", 2.0**-149),
    (65519.99, "binary16", 65504.0),
    (65520.0, "binary16", math.inf),
    (464.0, "e4m3", 448.0),
    (464.0001, "e4m3", math.nan),
    (-math.inf, "e4m3", math.nan),
    (61439.9, "e5m2", 57344.0),
    (61440.0, "e5m2", math.inf),
    (1e300, "bfloat16", math.inf),
    (-5e-324, "binary16", -0.0),
]


@pytest.mark.parametrize(("x", "name", "expected"), TRAPS)
def test_traps(x, name, expected):
    assert_same_array(abs(round_array(x, FORMATS[name])), np.float64(abs(expected)))
    assert np.signbit(round_array(x, FORMATS[name])) == np.signbit(x)
    rounded = round_mpf(mpmath.mpf(x), FORMATS[name])
    assert rounded == expected or (mpmath.isnan(rounded) and math.isnan(expected))


def random_doubles(seed: int, size: int) -> np.ndarray:
    """Random bits, and random values spread over the exponents that the narrow formats have."""
    rng = np.random.default_rng(seed)
    spread = rng.normal(size=size) * np.exp2(rng.integers(-155, 130, size=size))
    near = rng.normal(size=size) * np.exp2(rng.integers(-28, 17, size=size))
    return np.concatenate([rng.integers(0, 2**64, size=size, dtype=np.uint64).view(np.float64), spread, near])


@pytest.mark.parametrize(("name", "dtype"), [("binary16", np.float16), ("binary32", np.float32)])
def test_agrees_with_numpy_casts(name, dtype):
    x = random_doubles(1, 200_000)
    with np.errstate(all="ignore"):
        assert_same_array(round_array(x, FORMATS[name]), x.astype(dtype).astype(np.float64))


@pytest.mark.parametrize("name", ["bfloat16", "e4m3", "e5m2"])
def test_agrees_with_ml_dtypes_from_float32(name):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    dtype = {"bfloat16": ml_dtypes.bfloat16, "e4m3": ml_dtypes.float8_e4m3fn, "e5m2": ml_dtypes.float8_e5m2}[name]
    with np.errstate(all="ignore"):
        x = random_doubles(2, 100_000).astype(np.float32)
        x = x[~np.isnan(x)]
        np.testing.assert_array_equal(round_array(x, FORMATS[name]), x.astype(dtype).astype(np.float32))


@x87
@pytest.mark.parametrize("name", NARROW)
def test_all_carriers_round_alike(name):
    with np.errstate(all="ignore"):
        x = random_doubles(3, 50_000).astype(np.float32)
    expected = round_array(x, FORMATS[name])
    for carrier in (np.float64, np.longdouble):
        assert_same_array(round_array(x.astype(carrier), FORMATS[name]).astype(np.float32), expected)


@pytest.mark.parametrize("carrier", CARRIERS)
def test_a_format_that_holds_the_carrier_changes_nothing(carrier):
    x = np.array([np.pi, -0.0, np.inf, np.nan, np.finfo(carrier).smallest_subnormal], carrier)
    for fmt in (FORMATS["binary80"], FORMATS["binary128"]):
        assert_same_array(round_array(x, fmt), x)
    assert round_array(x, FORMATS["binary128"]) is not x


@pytest.mark.parametrize("carrier", CARRIERS)
def test_shape_dtype_and_kind_are_kept_and_the_input_is_not_touched(carrier):
    fmt = FORMATS["bfloat16"]
    x = np.linspace(-3, 3, 2 * BLOCK + 6, dtype=carrier).reshape(2, -1)
    before = x.copy()
    x.flags.writeable = False
    expected = np.array([round_array(v, fmt) for v in x[1, ::997]])
    for view in (x, x.T, x[:, ::-1], x[:0], x[1, 2]):
        assert round_array(view, fmt).shape == view.shape
        assert round_array(view, fmt).dtype == carrier
    np.testing.assert_array_equal(round_array(x, fmt)[1, ::997], expected)
    np.testing.assert_array_equal(round_array(x.T, fmt), round_array(x, fmt).T)
    np.testing.assert_array_equal(x, before)
    assert isinstance(round_array(1.1, fmt), np.float64)


def test_complex_parts_round_apart():
    z: Any = np.array([1 + 2.0**-8 + 2.0**-40 - 1j / 3, complex(-0.0, 1e300)])
    got = round_array(z, FORMATS["bfloat16"])
    assert_same_array(got.real, round_array(z.real, FORMATS["bfloat16"]))
    assert_same_array(got.imag, round_array(z.imag, FORMATS["bfloat16"]))
    assert got.dtype == np.complex128


@pytest.mark.parametrize("name", NARROW)
def test_no_warnings(name):
    x = np.array([1e300, np.inf, np.nan, 1e-320, -0.0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        round_array(x, FORMATS[name])
        stochastic_round_array(x, FORMATS[name], np.random.default_rng(0))


@pytest.mark.parametrize(
    "wrong", [np.arange(3), np.zeros(2, np.float16), np.array(["a"]), np.zeros(2, object), np.zeros(2, ">f8")]
)
def test_other_dtypes_are_refused(wrong):
    with pytest.raises(TypeError, match="expected float32, float64, longdouble"):
        round_array(wrong, FORMATS["bfloat16"])


def test_a_carrier_too_narrow_is_refused():
    with pytest.raises(ValueError, match="float32 values are too narrow to be rounded exactly to wide_range"):
        round_array(np.float32(1), Format("wide_range", 20, -500, 500, 32))
    with pytest.raises(ValueError, match="float64 values are too narrow"):
        round_array(1.0, Format("short", 30, -1022, 1023, 64))


@dataclass
class Draws:
    """A generator whose every draw is the same."""

    draw: float

    def random(self, shape: tuple[int, ...]) -> np.ndarray:
        return np.full(shape, self.draw)


def draws(draw: float) -> Any:
    return Draws(draw)


@pytest.mark.parametrize("carrier", [np.float64, np.longdouble])
@pytest.mark.parametrize("name", NARROW)
def test_stochastic_rounding_goes_up_exactly_as_often_as_it_should(name, carrier):
    fmt = FORMATS[name]
    down = np.array([fmt.min_subnormal * 3, 0, 1], carrier)
    up = down + np.array([fmt.min_subnormal, fmt.min_subnormal, 2 * fmt.u], carrier)
    x = down + (up - down) / 4
    for sign in (1, -1):
        for draw, expected in [(0.0, up), (np.nextafter(0.25, 0), up), (0.25, down), (0.99, down)]:
            assert_same_array(stochastic_round_array(sign * x, fmt, draws(draw)), sign * expected)


@pytest.mark.parametrize("name", SMALL)
def test_stochastic_rounding_keeps_the_values_of_the_format(name):
    values = to_array(oracle.positive_values(name), np.float64)
    for draw in (0.0, np.nextafter(1.0, 0)):
        assert_same_array(stochastic_round_array(-values, FORMATS[name], draws(draw)), -values)


def test_stochastic_rounding_is_unbiased_and_overflows():
    fmt, rng = FORMATS["bfloat16"], np.random.default_rng(5)
    n, x = 200_000, 1 + 0.3 * 2.0**-7
    mean = stochastic_round_array(np.full(n, x), fmt, rng).mean()
    assert abs(mean - x) < 5 * 2.0**-7 * math.sqrt(0.3 * 0.7 / n)
    above = np.array([fmt.max * (1 + 2.0**-9), -np.inf, np.nan])
    assert_same_array(stochastic_round_array(above, fmt, draws(0.0)), np.array([np.inf, -np.inf, np.nan]))
    assert_same_array(stochastic_round_array(above[:1], fmt, draws(0.9)), np.array([fmt.max]))
    assert np.isnan(stochastic_round_array(1000.0, FORMATS["e4m3"], rng))


@pytest.mark.parametrize("name", FORMATS)
def test_mpf_against_the_oracle(name):
    precision, emin, emax, _ = oracle.CONSTANTS[name]
    exponents = st.one_of(
        st.integers(emin - 2 * precision - 40, emin + 40), st.integers(-60, 60), st.integers(emax - 300, emax)
    )
    tails = st.sampled_from([0, 1, 2**39 - 1, 2**39, 2**39 + 1, 2**40 - 1])

    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(head=st.integers(-(2**precision), 2**precision), tail=tails, exponent=exponents)
    def check(head, tail, exponent):
        integer = head * 2**40 + tail
        got = round_mpf(mpmath.mp.make_mpf(libmp.from_man_exp(integer, exponent)), FORMATS[name])
        expected = oracle.round_fraction(integer * Fraction(2) ** exponent, name)
        assert same_mpf(got, expected)

    check()


def same_mpf(got: Any, expected: Fraction | float) -> bool:
    if isinstance(expected, float):
        return bool(mpmath.isnan(got)) if math.isnan(expected) else got == expected
    sign, integer, exponent, _ = got._mpf_
    return (integer != 0 or got == 0) and (-1) ** sign * integer * Fraction(2) ** exponent == expected


def test_mpf_specials_arrays_and_other_numbers():
    fmt = FORMATS["bfloat16"]
    assert round_mpf(mpmath.inf, fmt) == mpmath.inf
    assert round_mpf(-mpmath.inf, fmt) == -mpmath.inf
    assert mpmath.isnan(round_mpf(mpmath.nan, fmt))
    assert mpmath.isnan(round_mpf(mpmath.inf, FORMATS["e4m3"]))
    assert round_mpf(257, fmt) == 256
    assert round_mpf(np.longdouble(1) / 3, fmt) == round_array(1 / 3, fmt)
    assert round_mpf(mpmath.mpc(257, -259), fmt) == mpmath.mpc(256, -260)
    array = np.array([[mpmath.mpf(257), 1.1], [3, mpmath.mpf("1e-50")]], object)
    got = round_mpf(array, fmt)
    assert got.shape == (2, 2)
    assert [float(v) for v in got.flat] == [256, 1.1015625, 3, 0]
    assert round_mpf(np.zeros((0, 3), object), fmt).shape == (0, 3)


def test_mpf_rounding_does_not_depend_on_the_working_precision():
    with mpmath.workprec(300):
        x = mpmath.mpf(1) + mpmath.mpf(2) ** -53 + mpmath.mpf(2) ** -200
    with mpmath.workprec(10):
        assert round_mpf(x, FORMATS["binary64"])._mpf_ == libmp.from_float(1 + 2.0**-52)
