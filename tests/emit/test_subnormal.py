"""Products in which terms pass below the least normal number: their bits are the library's where that could show, and x86 is not kept waiting."""

import ctypes
import platform
from dataclasses import replace
from importlib import resources

import numpy as np
import pytest

from precis.emit.cpu import build
from precis.emit.engine import compile_all
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
SOURCE = """
#include "precis.hpp"
static int calls, flushing;
static void gemm(char*, char*, int64_t* n, int64_t* m, int64_t* k, double*, double* b, int64_t*, double* a, int64_t*, double*, double* c, int64_t*,
                 size_t, size_t) {
    ++calls;
#if defined(__SSE2__)
    flushing += __builtin_ia32_stmxcsr() >> 15 & 1;
#endif
    for (int64_t i = 0; i < *m; ++i)
        for (int64_t j = 0; j < *n; ++j) {
            double sum = 0.0;
            for (int64_t p = 0; p < *k; ++p) sum += a[i * *k + p] * b[p * *n + j];
            c[i * *n + j] = sum;
        }
}
extern "C" void run(int64_t m, int64_t n, int64_t k, double* a, double* b, double* c, int64_t* seen) {
    calls = flushing = 0;
    pr::product<double>(reinterpret_cast<void*>(gemm), m, n, k, {a, k, false}, {b, n, false}, {c, n, false});
    seen[0] = calls;
    seen[1] = flushing;
    volatile double tiny = 0x1p-1022;  // the mode has gone
    seen[2] = tiny * 0.5 != 0.0;
}
"""


def _numbers(m, n, k, scale):
    rng = np.random.default_rng(m)
    return rng.normal(size=(m, k)) * scale, rng.normal(size=(k, n)) * scale


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="other processors do not wait")
@pytest.mark.parametrize("which, calls, flushing", [
    ("plain", 1, 1), ("some", 1, 1), ("all", 2, 1), ("zeros", 1, 1), ("zero row", 2, 1), ("small", 1, 0)])
def test_the_library_is_called_again_where_it_could_show(which, calls, flushing):
    m, n, k = (4, 4, 4) if which == "small" else (40, 40, 40)
    a, b = _numbers(m, n, k, 1e-160 if which == "all" else 1.0)
    if which in ("some", "zero row"):  # terms below all normal numbers beside others of which nothing is lost
        a[:, 3] *= 1e-200
        b[3] *= 1e-120
    if which in ("zeros", "zero row"):
        a[5] = 0.0
    c, seen = np.empty((m, n)), np.zeros(3, np.int64)
    headers = {h: resources.files("precis.emit").joinpath("runtime", h).read_text() for h in build.HEADERS}
    function = ctypes.CDLL(str(build.build({"m.cpp": SOURCE, **headers}, "m.cpp"))).run
    function(*map(ctypes.c_int64, (m, n, k)), *(x.ctypes.data_as(ctypes.c_void_p) for x in (a, b, c, seen)))
    assert seen.tolist() == [calls, flushing, 1]
    sums = np.zeros((m, n))
    for p in range(k):
        sums += a[:, p, None] * b[p]
    np.testing.assert_allclose(c, sums, rtol=4e-16 if which == "some" else 0.0, atol=1e-322 if which == "all" else 0.0)


def squares(a, b):
    return a.T @ a


def both(a, b):
    return a.T @ b


def vector(a, b):
    return a.T @ b[:, 0], b[:, 1] @ a


FUNCTIONS = (squares, both, vector)
KINDS = (np.float64, np.float32, np.complex128)


def bells(kind, width=1.0, scale=1.0, rows=900):
    """Bells at a distance, whose products pass below all normal numbers on the way and, if narrow, for good."""
    x = np.linspace(0.0, 10.0, rows)[:, None]
    g = np.exp(-0.5 * ((x - np.linspace(0.0, 10.0, 12)) / (0.25 * width)) ** 2) * scale
    return g.astype(kind) * (kind(1.0 + 0.5j) if kind is np.complex128 else kind(1.0)), (g[:, ::-1] * 0.5 + 0.25 * scale).astype(kind)


@pytest.fixture(scope="module")
def compiled():
    cases = [(f, kind) for f in FUNCTIONS for kind in KINDS]
    programs = [replace(lift(f, *bells(kind)), name=f"bells{k}") for k, (f, kind) in enumerate(cases)]
    return dict(zip(cases, compile_all(programs), strict=True))


@pytest.mark.parametrize("width", [4.0, 1.0, 0.2])
@pytest.mark.parametrize("scale", [1.0, 1e-25, 1e-155])
@pytest.mark.parametrize("kind", KINDS, ids=lambda k: k.__name__)
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_products_are_numpys(compiled, function, kind, scale, width):
    with np.errstate(all="ignore"):
        a, b = bells(kind, width, scale)
        a[0, 0] = a[0, 0] * np.inf if width == 4.0 else a[0, 0]
        expected, found = function(a, b), compiled[function, kind](a.copy(), b.copy())
        limits = np.finfo(kind)
        for f, e in zip(found if isinstance(found, tuple) else (found,), expected if isinstance(expected, tuple) else (expected,), strict=True):
            bound = 64 * limits.eps * np.nanmax(np.abs(e)) if kind is np.complex128 else 2 * len(a) * limits.smallest_subnormal
            np.testing.assert_allclose(f, e, rtol=900 * limits.eps, atol=bound)
