"""Floor division and remainders by constants, powers of two among them, are NumPy's for all integers; truth values as numbers are 0 and 1."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.formats import FORMATS, Assignment
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def signed(a):
    return a // 1, a // 4, a % 8, a % 1, a // -4, a % -4, a // 64, a % 64, a // 3, a % 3


def unsigned(a):
    return a // 1, a // 4, a % 8, a % 1, a // 64, a % 128, a // 3, a % 3


@pytest.mark.parametrize(("function", "kind"), [(signed, "int8"), (signed, "int64"), (unsigned, "uint8"), (unsigned, "uint64")])
def test_constants_divide_as_in_numpy(function, kind):
    info = np.iinfo(kind)
    ends = np.array([info.min, info.min + 1, info.max - 1, info.max], dtype=kind)
    a = np.concatenate([ends, np.arange(max(info.min, -70), 70).astype(kind)])
    for found, expected in zip(compile_native(lift(function, a))(a), function(a), strict=True):
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)


def spikes(v, s, count):
    fired = (v > 0.0) & (s <= 0.5)
    return 0.75 * s + fired, count + fired, fired * v


@pytest.mark.parametrize("name", ["binary64", "binary32", "bfloat16"])
def test_truth_values_are_numbers(name):
    v = np.round(np.linspace(-2.0, 2.0, 41) * 8) / 8  # exact in every format
    s, count = np.abs(v) / 2, np.arange(41)
    compiled = compile_native(lift(spikes, v, s, count), Assignment.uniform(FORMATS[name]))
    for found, expected in zip(compiled(v, s, count), spikes(v, s, count), strict=True):
        np.testing.assert_array_equal(found, expected)
