"""Narrowing and widening back is never optimised away."""

import ctypes
import math
import shutil
import subprocess

import numpy as np
import pytest

from precis import emit
from precis.emit.cpu.build import FLAGS
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
