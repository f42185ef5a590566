"""Multiplicand and scaled formats: names, ranges and exact rounding against the oracle."""

import math
from fractions import Fraction

import numpy as np
import pytest

from precis.formats import (
    FORMATS,
    MULTIPLICANDS,
    Assignment,
    decode,
    encode,
    format_named,
    is_known,
    multiplicands_of,
    round_array,
    scaled,
)
from tests.formats import oracle

NARROW = ("e4m3", "e5m2", "binary16", "bfloat16")
SCALES = (-700, -17, -1, 1, 12, 130, 850)


def test_multiplicands_have_the_numbers_of_their_parts():
    for fmt in MULTIPLICANDS.values():
        part = FORMATS[fmt.part]
        assert not fmt.storable and format_named(fmt.name) == fmt and is_known(fmt)
        if fmt.products == 1:
            assert (fmt.precision, fmt.emin, fmt.emax, fmt.infinities) == (part.precision, part.emin, part.emax, part.infinities)
    names = [m.name for m in multiplicands_of(FORMATS["bfloat16"])]
    assert names[0] == "bf16x1" and multiplicands_of(FORMATS["tf32"])[0] == FORMATS["tf32"]
    assert multiplicands_of(FORMATS["binary64"]) == ()


def test_an_assignment_tells_factors_from_arithmetic_and_sums():
    a = Assignment.uniform("binary64").with_compute({"f.py:1": "bf16x1", "f.py:2": "tf32", "f.py:3": "binary16"})
    assert [a.multiplicand_of(f"f.py:{k}").name for k in (1, 2, 3)] == ["bfloat16", "tf32", "binary16"]
    assert [a.accumulate_of(f"f.py:{k}").name for k in (1, 2, 3)] == ["binary32", "binary32", "binary16"]
    assert Assignment.from_json(a.to_json()) == a
    with pytest.raises(ValueError, match="bf16x1 is a multiplicand format"):
        Assignment(storage={"A": format_named("bf16x1")})


@pytest.mark.parametrize("name", NARROW)
@pytest.mark.parametrize("scale", SCALES)
def test_scaled_rounding_is_exact(name, scale):
    """round(x) * 2^scale is the plain format's rounding of x * 2^scale, on rationals."""
    fmt = scaled(FORMATS[name], scale)
    values = _points(name)
    x = np.ldexp(values, -scale)
    got = round_array(x, fmt)
    for v, g in zip(values, got):
        expected = oracle.round_fraction(Fraction(float(v)), name)
        if isinstance(expected, float):
            assert (math.isnan(g) and math.isnan(expected)) or g == expected
        else:
            assert Fraction(float(g)) * Fraction(2) ** scale == expected
    assert np.array_equal(decode(encode(x, fmt), fmt), got, equal_nan=True)
    with np.errstate(over="ignore"):
        assert np.array_equal(encode(x, fmt), encode(values, FORMATS[name]))


def _points(name):
    """All finite values of the format (a sample of those of 16 bits), midpoints and their neighbours, both signs."""
    fmt = FORMATS[name]
    values = np.unique(decode(np.arange(2 ** (fmt.bits - 1) - 1, dtype=encode(1.0, fmt).dtype), fmt))
    values = values[np.isfinite(values)]
    values = values if values.size < 1000 else np.concatenate([values[:300], values[300:-300:97], values[-300:]])
    middle = (values[1:] + values[:-1]) / 2
    top = values[-1] + (values[-1] - values[-2]) * np.array([0.5, 0.499, 0.501, 4.0])
    found = np.concatenate([values, middle, np.nextafter(middle, 0.0), np.nextafter(middle, np.inf), top])
    return np.concatenate([found, -found])


@pytest.mark.parametrize("name", ["binary16*2^12", "e4m3*2^-3", "bfloat16*2^300"])
def test_scaled_formats_are_named(name):
    fmt = format_named(name)
    assert fmt.name == name == str(fmt) and is_known(fmt) and fmt.unit == name.partition("*")[0]
    assert float(fmt.max) == float(FORMATS[fmt.part].max) * 2.0**-fmt.scale
    a = Assignment.uniform("binary64").with_storage(A=name)
    assert Assignment.from_json(a.to_json()) == a


@pytest.mark.parametrize("name", ["binary16*2^0", "binary32*2^3", "binary16*2^851", "binary16*2^1*2^1", "bf16x1*2^2", "binary16*2^+3", "x*2^3"])
def test_what_cannot_be_scaled(name):
    with pytest.raises(ValueError, match=r"cannot be scaled|unknown format"):
        format_named(name)
    assert scaled(FORMATS["binary16"], 0) == FORMATS["binary16"]
