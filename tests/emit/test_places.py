"""Positions at which masks hold: in NumPy's order, at every length, with and without the processor's own instruction."""

import ctypes
from importlib import resources

import numpy as np
import pytest

from precis.emit.cpu.build import FLAGS, build
from precis.emit.cpu.precompiled import HEADERS
from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler

SOURCE = """
#include "precis_vector.hpp"
extern "C" int64_t find(const bool* mask, int64_t extent, int64_t* to) {
    return pr::positions(extent, 2, to, [&](const int64_t i) PR_BODY { return mask[i]; });
}
"""


def where_large(a):
    return np.nonzero(a > 0.5)[0]


def chosen(a, b):
    i, j = np.nonzero((a > b) & (a < 0.9))
    return a[i, j] - b[i, j]


def by_mask(a, b):
    return np.sqrt(a[a > b]), b[~(a > b)]


@pytest.mark.parametrize("shape", [(2, 3), (7, 9), (8, 8), (5, 13), (3, 64), (40, 33)])
@pytest.mark.parametrize("share", [0.0, 0.4, 1.0])
def test_as_numpy_says(shape, share):
    rng = np.random.default_rng(2)
    a = rng.random(shape)
    b = np.where(rng.random(shape) < share, a * 0.5, a + 1.0)
    for fn, args in ((where_large, (a.reshape(-1),)), (chosen, (a, b)), (by_mask, (a, b))):
        compiled = compile(lift(fn, *args))
        assert "pr::positions" in compiled.source
        for found, expected in zip(_tuple(compiled(*args)), _tuple(fn(*args)), strict=True):
            assert found.dtype == expected.dtype
            np.testing.assert_array_equal(found, expected)


def _tuple(x):
    return x if isinstance(x, tuple) else (x,)


@pytest.mark.parametrize("more", [(), ("-mno-avx512f",)])
def test_nothing_is_written_elsewhere(more):
    files = {h: resources.files("precis.emit").joinpath("runtime", h).read_text() for h in (*HEADERS, "precis_vector.hpp")}
    find = ctypes.CDLL(str(build({"m.cpp": SOURCE, **files}, "m.cpp", flags=(*FLAGS, *more)))).find
    find.restype = ctypes.c_int64
    rng = np.random.default_rng(5)
    for extent in (0, 1, 8, 63, 64, 65, 200, 640):
        mask = rng.random(extent) < 0.5
        expected = np.flatnonzero(mask)
        to = np.full(expected.size + 5, -7)
        count = find(mask.ctypes.data_as(ctypes.c_void_p), ctypes.c_int64(extent), to.ctypes.data_as(ctypes.c_void_p))
        assert count == expected.size + 2
        np.testing.assert_array_equal(to, [-7, -7, *expected, -7, -7, -7])
