"""Truth values that are known before a loop, or that choose several times in it, choose by bits, so that g++ makes vectors of the loop."""

import ctypes
from importlib import resources

import numpy as np
import pytest

import precis
from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.emit.cpu import build
from precis.emit.engine import compile as compile_program
from precis.formats import FORMATS, Assignment
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.ad.oracle import cotangents
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler

SOURCE = """
#include "precis.hpp"
extern "C" void choose(const bool first, const double* a, const double* b, double* y) {
    for (int k = 0; k < 8; ++k) y[k] = pr::chosen_by_bits(first, a[k], b[k]);
}
extern "C" void choose_int(const bool first, const int64_t* a, const int64_t* b, int64_t* y) {
    for (int k = 0; k < 8; ++k) y[k] = pr::chosen_by_bits(first, a[k], b[k]);
}
extern "C" void choose_float(const bool first, const float* a, const float* b, float* y) {
    for (int k = 0; k < 8; ++k) y[k] = pr::chosen_by_bits(first, a[k], b[k]);
}
"""
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 5e-324, 1.0, -2.5]


def chosen_sums(mine, x):
    """Rows of x that count, added up."""
    return np.sum(np.where(mine[:, None], x, 0.0), axis=0)


def waves(x, w):
    """In the loop's version for moderate arguments, too."""
    for k in range(w.shape[0]):
        first = w[k] > 0.5
        x[:] = np.where(first, np.sin(x), 0.5 * x)


def growth(base, levels, shift):
    return base ** (2.0 * levels - shift)


def picked(x, at):
    """Numbers by one truth value, several times, of what is read at computed places."""
    y = x[at]
    low = y < 0.0
    root = np.sqrt(np.where(low, 1.0 - y, 1.0))
    return np.where(low, root * y, y), np.where(low, at, -at), np.where(low, -0.0, y)


def beside(x, at):
    """Of what lies side by side, compilers make vectors of choices."""
    low = x < 0.0
    return np.where(low, x + 1.0, x), np.where(low, -x, 3.0)


def cut_and_compared(x, low, high):
    """What is a constant or a number is compared, and the same truth values choose again, also by their opposites."""
    warm = x > high
    y = np.where(warm, 0.0, x)
    cold = (y < 0.0) & (x > low)
    z = np.where(~cold, 0.0, y * low)
    return np.where(warm, x - y, z), np.where(cold, y + z, y), z


def peeled(image, gone):
    left = np.where(gone, np.uint8(0), image)
    return (left == 1) & (image > 2), left, np.sum((left >= 2) | (left == 0))


@pytest.mark.parametrize("n", [0, 1, 7, 64, 131])
def test_choices_of_constants_that_are_compared(n):
    rng = np.random.default_rng(n)
    x = np.resize(np.array([*SPECIAL, *np.linspace(-2.0, 2.0, 29)]), n)
    image, gone = rng.integers(0, 4, n).astype(np.uint8), rng.random(n) < 0.4
    for function, args, count in ((cut_and_compared, (x, -1.5, 0.5), 4), (peeled, (image, gone), 1)):
        compiled = compile_program(lift(function, *args))
        assert compiled.source.count("pr::chosen_by_bits(") >= (count if n > 1 else 0)
        with np.errstate(invalid="ignore"):
            for found, expected in zip(compiled(*args), function(*args), strict=True):
                assert np.asarray(found).dtype == expected.dtype and np.array_equal(found, expected, equal_nan=expected.dtype.kind == "f")
                assert expected.dtype.kind != "f" or np.array_equal(np.signbit(found), np.signbit(expected))


@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_truth_values_that_choose_several_times(kind):
    x = np.array([*SPECIAL, *np.linspace(-2.0, 2.0, 29)], kind)
    at = np.random.default_rng(5).integers(-x.size, x.size, 53)
    compiled = compile_program(lift(picked, x, at))
    assert compiled.source.count("pr::chosen_by_bits(") >= 4
    assert "pr::chosen_by_bits(" not in compile_program(lift(beside, x, at)).source
    for n in (53, 1, 0, 8, 17):
        for found, expected in zip(compiled(x, at[:n]), picked(x, at[:n]), strict=True):
            assert found.dtype == expected.dtype and np.array_equal(found, expected, equal_nan=expected.dtype.kind == "f")
            assert np.array_equal(np.signbit(found), np.signbit(expected))


@pytest.mark.parametrize(("name", "kind"), [("choose", np.float64), ("choose_float", np.float32), ("choose_int", np.int64)])
def test_every_number_comes_through_unchanged(name, kind):
    header = {h: resources.files("precis.emit").joinpath("runtime", h).read_text() for h in build.HEADERS}
    function = getattr(ctypes.CDLL(str(build.build({"m.cpp": SOURCE, **header}, "m.cpp"))), name)
    a, b, y = np.array(SPECIAL), np.array(SPECIAL[::-1]), np.empty(8, kind)
    a, b = (np.arange(-4, 4) << 60, np.arange(8)) if kind == np.int64 else (a.astype(kind), b.astype(kind))
    for first, expected in ((True, a), (False, b)):
        function(ctypes.c_bool(first), *(x.ctypes.data_as(ctypes.c_void_p) for x in (a, b, y)))
        assert y.tobytes() == expected.tobytes()


def test_rows_chosen_by_a_truth_value_each():
    rng = np.random.default_rng(3)
    mine, x = rng.random(37) < 0.4, rng.standard_normal((37, 5))
    compiled = compile_program(lift(chosen_sums, mine, x))
    assert "pr::chosen_by_bits(" in compiled.source
    np.testing.assert_allclose(compiled(mine, x), x[mine].sum(axis=0), rtol=1e-13)


def test_beside_sines():
    x = np.linspace(-2.0, 3.0, 40)
    assert "pr::chosen_by_bits(" in precis.emit(lift(waves, x, np.ones(9)), None).files["waves_run.cpp"]


@pytest.mark.parametrize("base", [1.3, 0.0])
def test_sweeps_of_powers_of_one_number(base):
    levels, shift = np.arange(70), 11.0
    program = lift(growth, base, levels, shift)
    inputs = [np.asarray(x) for x in (base, levels, shift)]
    made = adjoint(instrument(program))
    compiled = compile_program(made, Assignment.uniform(FORMATS["binary64"]))
    assert "pr::chosen_by_bits(" in compiled.source
    with np.errstate(all="ignore"):
        given = [*inputs, *cotangents(program, inputs)]
        for x, y in zip(compiled.run(given), interpret(made, given), strict=True):
            np.testing.assert_allclose(x, y, rtol=1e-11)
