from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from precis.formats import FORMATS, Format, dtype_of, format_named, format_of_dtype
from tests.formats import oracle

# name: (max, min_normal, min_subnormal, bytes), as the standards print them
PRINTED = {
    "e4m3": (448.0, 2.0**-6, 2.0**-9, 1),
    "e5m2": (57344.0, 2.0**-14, 2.0**-16, 1),
    "binary16": (65504.0, 2.0**-14, 2.0**-24, 2),
    "bfloat16": (float.fromhex("0x1.fep127"), 2.0**-126, 2.0**-133, 2),
    "tf32": (float.fromhex("0x1.ffcp127"), 2.0**-126, 2.0**-136, 4),
    "binary32": (float.fromhex("0x1.fffffep127"), 2.0**-126, 2.0**-149, 4),
    "binary64": (float.fromhex("0x1.fffffffffffffp1023"), 2.0**-1022, 5e-324, 8),
    "binary64x2": (Fraction(2**106 - 1) * 2**918, 2.0**-969, 5e-324, 16),
    "binary80": (Fraction(2**64 - 1) * 2**16320, Fraction(1, 2**16382), Fraction(1, 2**16445), 16),
    "binary128": (Fraction(2**113 - 1) * 2**16271, Fraction(1, 2**16382), Fraction(1, 2**16494), 16),
}

CONTAINED_IN = {
    "e4m3": {"e4m3", "binary16", "bfloat16", "tf32", "binary32", "binary64", "binary64x2", "binary80", "binary128"},
    "e5m2": {"e5m2", "binary16", "bfloat16", "tf32", "binary32", "binary64", "binary64x2", "binary80", "binary128"},
    "binary16": {"binary16", "tf32", "binary32", "binary64", "binary64x2", "binary80", "binary128"},
    "bfloat16": {"bfloat16", "tf32", "binary32", "binary64", "binary64x2", "binary80", "binary128"},
    "tf32": {"tf32", "binary32", "binary64", "binary64x2", "binary80", "binary128"},
    "binary32": {"binary32", "binary64", "binary64x2", "binary80", "binary128"},
    "binary64": {"binary64", "binary64x2", "binary80", "binary128"},
    "binary64x2": {"binary64x2", "binary128"},
    "binary80": {"binary80", "binary128"},
    "binary128": {"binary128"},
}


def test_the_tables_name_the_same_formats():
    assert FORMATS.keys() == PRINTED.keys() == CONTAINED_IN.keys() == oracle.CONSTANTS.keys()
    assert all(name == fmt.name == str(fmt) for name, fmt in FORMATS.items())
    assert [fmt.name for fmt in FORMATS.values() if not fmt.storable] == ["tf32"]


@pytest.mark.parametrize("name", FORMATS)
def test_constants(name):
    fmt = FORMATS[name]
    assert (fmt.max, fmt.min_normal, fmt.min_subnormal, fmt.bytes) == PRINTED[name]
    assert (fmt.precision, fmt.emin, fmt.emax) == oracle.CONSTANTS[name][:3]
    assert fmt.max == oracle.largest(name)
    assert fmt.u == Fraction(1, 2**fmt.precision)


@pytest.mark.parametrize("name", ["binary16", "binary32", "binary64"])
def test_constants_agree_with_numpy(name):
    fmt, info = FORMATS[name], np.finfo(dtype_of(FORMATS[name]))
    assert (fmt.max, fmt.min_normal, fmt.min_subnormal, fmt.bits) == (
        info.max,
        info.smallest_normal,
        info.smallest_subnormal,
        info.bits,
    )
    assert 2 * fmt.u == info.eps


@pytest.mark.parametrize("name", FORMATS)
def test_contains(name):
    assert {other.name for other in FORMATS.values() if other.contains(FORMATS[name])} == CONTAINED_IN[name]


@pytest.mark.parametrize("narrow", ["e4m3", "e5m2", "binary16"])
@pytest.mark.parametrize("wide", ["e4m3", "e5m2", "binary16", "bfloat16"])
def test_contains_means_every_value(narrow, wide):
    exact = all(oracle.round_fraction(q, wide) == q for q in oracle.positive_values(narrow))
    assert FORMATS[wide].contains(FORMATS[narrow]) == (exact and (FORMATS[wide].infinities or narrow == "e4m3"))


def test_contains_counts_subnormals_and_infinities():
    # the smallest normal value of binary16 is a normal value with one bit more of precision, or a subnormal one
    assert Format("one_bit_more", 12, -13, 15, 16).contains(FORMATS["binary16"])
    assert not Format("no_bit_more", 11, -13, 15, 16).contains(FORMATS["binary16"])
    assert not FORMATS["e4m3"].contains(Format("e4m3_ieee", 4, -6, 7, 8))
    assert FORMATS["e4m3"].contains(Format("e4m3_narrow", 4, -6, 7, 8, infinities=False))


@pytest.mark.parametrize(
    ("alias", "name"),
    [("fp16", "binary16"), ("half", "binary16"), ("float16", "binary16"), ("bf16", "bfloat16"), ("fp32", "binary32")]
    + [("single", "binary32"), ("float32", "binary32"), ("fp64", "binary64"), ("float64", "binary64")]
    + [("double", "binary64"), ("e4m3", "e4m3"), ("binary128", "binary128")],
)
def test_format_named(alias, name):
    assert format_named(alias) is FORMATS[name]


@pytest.mark.parametrize("wrong", ["float8", "", "Binary16", None, 16, ["binary16"]])
def test_an_unknown_name_lists_the_known_ones(wrong):
    with pytest.raises(ValueError, match=r"unknown format .*; known formats: e4m3, .*binary64, .*; aliases: .*bf16"):
        format_named(wrong)


@pytest.mark.parametrize(
    ("dtype", "name"),
    [
        (np.float16, "binary16"),
        (np.float32, "binary32"),
        (np.float64, "binary64"),
        (float, "binary64"),
        (">f4", "binary32"),
    ]
    + [(np.complex64, "binary32"), (np.complex128, "binary64")]
    + [(np.int64, None), (bool, None), (object, None), ("U3", None)],
)
def test_format_of_dtype(dtype, name):
    assert format_of_dtype(np.dtype(dtype)) is (FORMATS[name] if name else None)


def test_format_of_the_dtypes_of_ml_dtypes():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    pairs = {ml_dtypes.bfloat16: "bfloat16", ml_dtypes.float8_e4m3fn: "e4m3", ml_dtypes.float8_e5m2: "e5m2"}
    assert {dtype: str(format_of_dtype(dtype)) for dtype in pairs} == pairs
    assert format_of_dtype(ml_dtypes.float8_e4m3b11fnuz) is None
    for dtype, name in pairs.items():
        info, fmt = ml_dtypes.finfo(dtype), FORMATS[name]
        assert (float(info.max), float(info.smallest_normal), float(info.smallest_subnormal)) == (
            fmt.max,
            fmt.min_normal,
            fmt.min_subnormal,
        )


def test_dtype_of():
    for name in ("binary16", "binary32", "binary64"):
        assert format_of_dtype(dtype_of(FORMATS[name])) is FORMATS[name]
    wide = format_of_dtype(np.longdouble)
    assert wide is not None
    assert dtype_of(wide).itemsize == np.dtype(np.longdouble).itemsize
    for name in ("tf32", "bfloat16", "e4m3"):
        with pytest.raises(ValueError, match=f"NumPy has no dtype for {name}"):
            dtype_of(FORMATS[name])


def test_a_format_is_a_value():
    assert Format("binary16", 11, -14, 15, 16) == FORMATS["binary16"]
    assert hash(Format("binary16", 11, -14, 15, 16)) == hash(FORMATS["binary16"])
    with pytest.raises(AttributeError):
        FORMATS["binary16"].bits = 8  # type: ignore[misc]
