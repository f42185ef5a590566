from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from precis.formats import FORMATS, code_dtype, decode, encode
from tests.formats import oracle

SMALL = ["e4m3", "e5m2", "binary16", "bfloat16"]


def all_codes(name: str) -> np.ndarray:
    return np.arange(1 << FORMATS[name].bits).astype(code_dtype(FORMATS[name]))


@pytest.mark.parametrize("name", SMALL)
def test_decode_every_code(name):
    fmt, values = FORMATS[name], oracle.positive_values(name)
    got, half = decode(all_codes(name), fmt), 1 << (fmt.bits - 1)
    assert [Fraction(v) for v in got[: len(values)].tolist()] == values
    specials = np.full(half - len(values), np.nan)
    if name != "e4m3":
        specials[0] = np.inf
    np.testing.assert_array_equal(got[len(values) : half], specials)
    np.testing.assert_array_equal(got[half:], -got[:half])
    np.testing.assert_array_equal(np.signbit(got[half:]), ~np.signbit(got[:half]))


@pytest.mark.parametrize("name", SMALL)
def test_encode_inverts_decode(name):
    codes, fmt = all_codes(name), FORMATS[name]
    values = decode(codes, fmt)
    back = encode(values, fmt)
    assert back.dtype == codes.dtype
    number = ~np.isnan(values)
    np.testing.assert_array_equal(back[number], codes[number])
    assert np.isnan(decode(back[~number], fmt)).all()
    np.testing.assert_array_equal(back[~number] >> (fmt.bits - 1), codes[~number] >> (fmt.bits - 1))


def test_codes_are_those_of_numpy_and_of_binary32():
    codes = np.arange(1 << 16).astype(np.uint16)
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(decode(codes, FORMATS["binary16"]), codes.view(np.float16).astype(np.float64))
        upper_half = (codes.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    np.testing.assert_array_equal(decode(codes, FORMATS["bfloat16"]), upper_half)
    x = np.random.default_rng(0).normal(size=100_000) * np.exp2(
        np.random.default_rng(1).integers(-28, 18, size=100_000)
    )
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(encode(x, FORMATS["binary16"]), x.astype(np.float16).view(np.uint16))


@pytest.mark.parametrize("name", ["e4m3", "e5m2", "bfloat16"])
def test_codes_are_those_of_ml_dtypes(name):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    dtype = {"bfloat16": ml_dtypes.bfloat16, "e4m3": ml_dtypes.float8_e4m3fn, "e5m2": ml_dtypes.float8_e5m2}[name]
    with np.errstate(invalid="ignore"):
        expected = all_codes(name).view(dtype).astype(np.float64)
    np.testing.assert_array_equal(decode(all_codes(name), FORMATS[name]), expected)


@pytest.mark.parametrize("carrier", [np.float32, np.float64, np.longdouble])
def test_encode_rounds_once_and_keeps_shapes(carrier):
    fmt = FORMATS["bfloat16"]
    x = np.array([[1 + 2.0**-8, -1.0], [np.inf, -0.0]], carrier)
    np.testing.assert_array_equal(encode(x, fmt), np.array([[0x3F80, 0xBF80], [0x7F80, 0x8000]], np.uint16))
    assert encode(1 + 2.0**-8 + 2.0**-40, fmt) == 0x3F81
    assert decode(encode(x, fmt).T, fmt).shape == (2, 2)
    assert encode(x[:0], fmt).shape == (0, 2)


@pytest.mark.parametrize(("x", "code"), [(np.nan, 0x7FC0), (-np.nan, 0xFFC0)])
def test_nan_codes(x, code):
    assert encode(x, FORMATS["bfloat16"]) == code
    assert encode(x, FORMATS["binary16"]) == code & 0x8000 | 0x7E00
    assert encode(x, FORMATS["e4m3"]) == code >> 8 & 0x80 | 0x7F


def test_errors():
    for call in (lambda: encode(1.0, FORMATS["tf32"]), lambda: decode(np.uint16(1), FORMATS["binary32"])):
        with pytest.raises(ValueError, match="codes are kept for formats of 16 bits or less"):
            call()
    with pytest.raises(TypeError, match="codes of e4m3 are uint8, not uint16"):
        decode(np.zeros(2, np.uint16), FORMATS["e4m3"])
