"""Narrowing and widening back is never optimised away."""

import ctypes
import math
import shutil
import subprocess

import numpy as np
import pytest

from precis import emit
from precis.emit.cpu.build import FLAGS
from precis.emit.engine import compile as compile_native
from precis.formats import Assignment
from precis.lift import lift

# g++ 12.2 -O3 loses double(float(x)) here when it vectorises straight-line code (-ftree-slp-vectorize).
SOURCE = """
#include <cmath>
extern "C" void lengths(double h, double g, int n, double* residuals, double* out) {
    double s = 0, w = 0, t1 = 0, w1 = 0;
    for (int i = 1; i < n + 1; i++) {
        double x = i * h, y = i * g, d = 1, e = 1, t = double(float(x)), u = y;
        for (int k = 0; k < 5; k++) {
            d = 2 * d;
            e = 2 * e;
            double v = t + std::sin(d * x) / d;
            float r = float(v);
            residuals[(i - 1) * 5 + k] = double(r) - v;
            t = double(r);
            u = u + std::sin(e * y) / e;
        }
        double a = t - t1, b = u - w1;
        s = s + std::sqrt(h * h + a * a);
        w = w + std::sqrt(g * g + b * b);
        t1 = t;
        w1 = u;
    }
    out[0] = s;
    out[1] = w;
}
"""


def lengths(h, n, rounding):
    total, before = 0.0, 0.0
    for i in range(1, n + 1):
        t = rounding(i * h)
        for k in range(1, 6):
            t = rounding(t + math.sin(2**k * (i * h)) / 2**k)
        total += math.sqrt(h * h + (t - before) * (t - before))
        before = t
    return total


@pytest.mark.compiler
@pytest.mark.skipif(shutil.which("g++") is None, reason="no g++ here")
def test_conversions_survive_the_optimiser(tmp_path):
    (tmp_path / "lengths.cpp").write_text(SOURCE)
    library = tmp_path / "lengths.so"
    subprocess.run(["g++", *FLAGS, str(tmp_path / "lengths.cpp"), "-o", str(library)], check=True)
    out, residuals, h = np.zeros(2), np.zeros(100), math.pi / 20
    pointer = ctypes.POINTER(ctypes.c_double)
    ctypes.CDLL(str(library)).lengths(ctypes.c_double(h), ctypes.c_double(h), 20, residuals.ctypes.data_as(pointer),
                                      out.ctypes.data_as(pointer))
    assert out[0] == lengths(h, 20, lambda v: float(np.float32(v)))
    assert out[1] == lengths(h, 20, float)


def masked(x, u, colour):
    """Signs of one colour turn where x is low."""
    for c in range(2):
        x = np.where((u[c] < x) & (colour == c), -x, x)
    return x


def test_what_is_compared_under_a_mask_has_a_name():
    """g++ 12.2 dies folding (double(float(x)) < y) & z in a lambda, which paired runs of binary32 have."""
    program = lift(masked, np.ones((5, 6)), np.ones((2, 5, 6)), np.zeros((5, 6), dtype=int))
    text = emit(program, Assignment.uniform("binary32")).text
    together = [line for line in text.splitlines() if " & " in line]
    assert together and not any(sign in line for line in together for sign in (" < ", " == "))


def there_and_back(x):
    """Whole parts as reals, of arrays and of numbers one after the other, and what they leave."""
    total = np.zeros(2)
    for k in range(x.shape[0]):
        i = x[k].astype(np.int64)
        total[0] = 0.5 * total[0] + i.astype(np.float64)
        total[1] = np.copysign(1.0, i.astype(np.float64))
    return x.astype(np.int64).astype(x.dtype), x.astype(np.int32).astype(x.dtype), x - x.astype(np.int64), x.astype(np.int64), total


@pytest.mark.compiler
@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_whole_parts_are_integers_in_between(dtype):
    """g++ 12 has trunc(x) for both conversions: -0.0 of what is less than one below nought, and other numbers beyond the range."""
    compiled = compile_native(lift(there_and_back, np.ones(9, dtype)))
    x = np.array([-0.3, 0.3, -1.7, 2.5, -0.0, 1e30, -1e30, np.inf, np.nan, 2.0**63, -(2.0**63), 9.1e18, *range(9), -0.9], dtype)
    for n in (len(x), 5):
        for found, expected in zip(compiled(x[:n]), there_and_back(x[:n]), strict=True):
            np.testing.assert_array_equal(found, expected)
            known = ~np.isnan(expected)
            np.testing.assert_array_equal(np.signbit(found[known]), np.signbit(expected[known]))


def by_variables(x, y):
    """Numbers that come to where they are made reals by branches, and by lengths."""
    i, n = int(x), int(y)
    j = i if y > 0 else 3
    z = np.zeros(5)
    z[:n] = 1.0
    return np.copysign(1.0, float(j)), y - j, np.copysign(1.0, float(n)), z.sum()


@pytest.mark.compiler
def test_whole_parts_in_variables_are_integers_in_between():
    compiled = compile_native(lift(by_variables, -0.3, 0.4))
    for x, y in ((-0.3, 0.4), (-0.7, -0.2), (2.5, -0.9), (-1.5, 3.2)):
        assert compiled(x, y) == by_variables(x, y)


def turned(image, angle):
    """Bilinear interpolation: the places that are read are whole parts."""
    n, m = image.shape
    u = np.sin(angle) * np.arange(n)[:, None] + np.cos(angle) * np.arange(m)[None, :]
    j = np.where((u >= 0.0) & (u < m - 1), u, 0.0).astype(np.int64)
    return (1.0 - (u - j)) * image[0, j] + (u - j) * image[0, j + 1]


@pytest.mark.compiler
@pytest.mark.skipif(shutil.which("g++") is None, reason="no g++ here")
def test_whole_parts_leave_loops_that_hold_memory_their_vectors(tmp_path):
    source = emit(lift(turned, np.ones((20, 30)), 0.3))
    source.write(tmp_path / "source")
    main = tmp_path / "source" / source.main
    nest = 1 + next(k for k, line in enumerate(main.read_text().splitlines()) if "for (int64_t i1 = 0;" in line)
    made = subprocess.run(["g++", *FLAGS, "-fopt-info-vec-optimized", str(main), "-o", str(tmp_path / "out.so")],
                          capture_output=True, text=True, check=True, cwd=main.parent)
    assert f"{source.main}:{nest}:" in made.stderr
