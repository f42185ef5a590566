"""Elements that masks keep, of several arrays at once: NumPy's bits, however near one another they lie and however many are left over."""

import numpy as np
import pytest

from precis.emit.cpu.program import ProgramPrinter
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def packed(x, y, k, steps):
    """Elements leave in each step; what is left is moved together."""
    sums = np.zeros((steps, 2))
    for s in range(steps):
        x = x - 1.0
        stay = ~(x < 0.0)
        if not np.any(stay):
            break
        x, y, k = (q[stay] for q in (x, y, k))
        sums[s, 0], sums[s, 1] = np.sum(k), np.cumsum(k)[-1]
        y[0] = 0.5 * y[-1]
    return sums, y.sum(), y.size


def scaled(x, y, k, steps):
    """More than a copy is made of what stays."""
    sums = np.zeros(steps)
    for s in range(steps):
        x = x - 1.0
        stay = ~(x < 0.0)
        if not np.any(stay):
            break
        x, y = x[stay], 0.5 * y[stay]
        sums[s] = np.sum(y)
    return sums


def alone(x, y, k, steps):
    """One array is no more than its positions are."""
    sums = np.zeros(steps)
    for s in range(steps):
        x = x - 1.0
        stay = ~(x < 0.0)
        if not np.any(stay):
            break
        x = x[stay]
        sums[s] = x[0]
    return sums


def arguments(n, pattern):
    rng = np.random.default_rng(n)
    x = {"all": np.full(n, 9.0), "none": np.zeros(n), "most": rng.integers(0, 30, n) * 1.0, "few": (rng.random(n) < 0.03) * 5.0,
         "second": np.arange(n) % 2 * 4.0, "blocks": np.arange(n) // 11 % 3 * 2.0}[pattern]
    y = rng.normal(size=n)
    x[3::17], y[::5] = np.nan, -0.0
    return x, y, rng.integers(-9, 9, n), 4


def text(function):
    program = lift(function, *arguments(40, "most"))
    return ProgramPrinter(plan(program, default_assignment(program))).source("program.h")


def test_copies_of_several_arrays_are_taken_together():
    assert text(packed).count("pr::take(") == 1


@pytest.mark.parametrize("function", [scaled, alone])
def test_other_nests_are_not(function):
    assert "pr::take(" not in text(function)


@needs_compiler
def test_results_are_those_of_numpy():
    run = compile_native(lift(packed, *arguments(40, "most")), quick=True)
    for n in (1, 2, 7, 8, 9, 15, 16, 17, 24, 63, 200, 5000):
        for pattern in ("all", "none", "most", "few", "second", "blocks"):
            found, expected = run(*arguments(n, pattern)), packed(*arguments(n, pattern))
            np.testing.assert_array_equal(found[0], expected[0])
            np.testing.assert_allclose(found[1], expected[1], rtol=1e-12, atol=1e-12)
            assert found[2] == expected[2]
