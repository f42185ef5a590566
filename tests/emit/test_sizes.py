"""Arithmetic of sizes in emitted text, against Python's."""

import ctypes
from importlib import resources

import numpy as np

from precis.emit.cpu import build
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler

DIVISORS = (1, 2, 3, 4, 64, 2**40, -2, -3)  # powers of two that the compiler knows are shifts
CASES = "".join(f"            case {k}: y[j] = pr::size_floordiv(a[j], {d}LL); break;\n" for k, d in enumerate(DIVISORS))
SOURCE = f"""
#include "precis.hpp"
extern "C" void divide(const int64_t which, const int64_t* a, const int64_t n, int64_t* y) {{
    for (int64_t j = 0; j < n; ++j)
        switch (which) {{
{CASES}        }}
}}
static_assert(pr::size_floordiv(-5, 4) == -2 && pr::size_floordiv(8, 4) == 2);
"""


def test_floor_division():
    header = {h: resources.files("precis.emit").joinpath("runtime", h).read_text() for h in build.HEADERS}
    divide = ctypes.CDLL(str(build.build({"m.cpp": SOURCE, **header}, "m.cpp"))).divide
    a = np.concatenate([np.arange(-130, 131), [2**62, -2**62, -2**40 - 1]])
    y = np.empty_like(a)
    for k, d in enumerate(DIVISORS):
        divide(ctypes.c_int64(k), a.ctypes.data_as(ctypes.c_void_p), ctypes.c_int64(a.size), y.ctypes.data_as(ctypes.c_void_p))
        assert y.tolist() == [int(x) // d for x in a], d
