"""Products of complex numbers against exact rationals, and against NumPy's own loops and numbers."""

from fractions import Fraction

import numpy as np
import pytest

from precis.formats import FORMATS, Assignment
from precis.ir import complex_products
from precis.ir.arithmetic import MpArithmetic, NumpyArithmetic
from precis.ir.complex_products import by_fma, product
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from tests.emit.oracle import program

DTYPES = (np.complex64, np.complex128)
PRECISION = {np.complex64: 24, np.complex128: 53}


def normal(dtype, *shape, seed=0):
    re, im = np.random.default_rng((seed, *shape)).normal(size=(2, *shape))
    return (re + 1j * im).astype(dtype)


def rounded(x: Fraction, precision: int) -> Fraction:
    """To nearest, ties to even; the range has no ends."""
    if not x:
        return x
    exponent = abs(x.numerator).bit_length() - x.denominator.bit_length() - precision
    exponent += abs(x) >= Fraction(2) ** (exponent + precision)
    return round(x / Fraction(2) ** exponent) * Fraction(2) ** exponent


def expected(z, w, precision: int, fused: bool) -> tuple[float, float]:
    a, b, c, d = (Fraction(float(part)) for part in (z.real, z.imag, w.real, w.imag))

    def first(x: Fraction) -> Fraction:
        return x if fused else rounded(x, precision)
    re, im = first(a * c) - rounded(b * d, precision), first(a * d) + rounded(b * c, precision)
    return float(rounded(re, precision)), float(rounded(im, precision))


def parts(x) -> list[tuple[float, float]]:
    return [(float(v.real), float(v.imag)) for v in np.ravel(x)]


@pytest.mark.parametrize("dtype", DTYPES)
def test_one_product_of_each_part_of_arrays_is_not_rounded(dtype):
    z, w = normal(dtype, 300), normal(dtype, 300, seed=1)
    exact = [expected(p, q, PRECISION[dtype], True) for p, q in zip(z, w)]
    assert parts(product(z, w)) == parts(by_fma(z, w)) == exact
    assert [expected(p, q, PRECISION[dtype], False) for p, q in zip(z, w)] != exact


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_product_of_numbers_is_rounded(dtype):
    z, w = normal(dtype, 300), normal(dtype, 300, seed=1)
    found = [parts(product(p, q))[0] for p, q in zip(z, w)]
    assert found == [expected(p, q, PRECISION[dtype], False) for p, q in zip(z, w)] == [parts(p * q)[0] for p, q in zip(z, w)]


VIEWS = {
    "whole": lambda z: z, "every second": lambda z: z[::2], "backwards": lambda z: z[::-1], "one": lambda z: z[:1], "none": lambda z: z[:0],
    "number": lambda z: z[3], "column": lambda z: z[:36].reshape(6, 6).T, "row of rows": lambda z: z[:36].reshape(6, 6)[2:3, 1:4],
}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("view", VIEWS)
def test_where_operands_lie_says_nothing(view, dtype, monkeypatch):
    """With NumPy's loops, or where these do not fuse without them; NumPy itself has these bits but for what runs backwards in complex64."""
    z, w = VIEWS[view](normal(dtype, 41)), VIEWS[view](normal(dtype, 41, seed=1))
    found = product(z, w)
    monkeypatch.setattr(complex_products, "_loops_fuse", lambda char: False)
    np.testing.assert_array_equal(product(z, w), found)
    if fusing(dtype) and (view != "backwards" or dtype == np.complex128):
        np.testing.assert_array_equal(z * w, found)


def fusing(dtype) -> bool:
    return complex_products._loops_fuse(np.dtype(dtype).char)


@pytest.mark.parametrize("dtype", DTYPES)
def test_what_is_no_number_stays_so(dtype):
    ends = np.array([0.0, -0.0, 1.5, -np.inf, np.inf, np.nan, np.finfo(dtype).max, np.finfo(dtype).tiny])
    z, w = (complex_products.of_parts(*np.meshgrid(ends, ends)).astype(dtype).ravel() for _ in range(2))
    z, w = (v.ravel() for v in np.meshgrid(z, w))
    with np.errstate(all="ignore"):
        found, again = (f(z, w).view(np.finfo(dtype).dtype) for f in (product, by_fma))
    np.testing.assert_array_equal(found, again)
    there = ~np.isnan(found)
    np.testing.assert_array_equal(np.signbit(found[there]), np.signbit(again[there]))


MADE = program({"N": 50}, {"z": (("N",), "complex"), "w": (("N",), "complex")}, lambda b, z, w: (b.mul(z, w), b.div(z, w)))


@pytest.mark.parametrize("arithmetic", [NumpyArithmetic(np.float64), NumpyArithmetic(np.longdouble), MpArithmetic(200)])
@pytest.mark.parametrize("dtype", DTYPES)
def test_emulated_products_and_quotients_are_numpys_in_every_carrier(dtype, arithmetic):
    z, w = normal(dtype, 50), normal(dtype, 50, seed=1)
    carrier = {np.dtype(np.float64): "binary64", np.dtype(np.longdouble): "binary80"}.get(arithmetic.real, "binary128")
    emulated = emulate(MADE, Assignment.uniform(FORMATS["binary32" if dtype == np.complex64 else "binary64"]), FORMATS[carrier])
    products, quotients = interpret(emulated, (z, w), arithmetic=arithmetic)
    assert parts(products) == parts(product(z, w))
    assert parts(quotients) == parts(z / w)


@pytest.mark.parametrize("name", ["bfloat16", "binary16", "e4m3"])
def test_narrower_products_are_those_of_binary32_rounded(name):
    z, w = (NumpyArithmetic().round(normal(np.complex128, 50, seed=k), FORMATS[name]) for k in range(2))
    found = interpret(emulate(MADE, Assignment.uniform(FORMATS[name])), (z, w))[0]
    narrow = product(*(v.astype(np.complex64) for v in (z, w)))
    np.testing.assert_array_equal(found, NumpyArithmetic().round(narrow.astype(complex), FORMATS[name]))
