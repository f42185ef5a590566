"""What the iterations of a loop over scalars add up runs side by side, in the order of each sum: the bits of NumPy's loops."""

import numpy as np
import pytest

from precis.emit.cpu.abreast import abreast
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler

RNG = np.random.default_rng(5)


def products(a, c):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            s = 0.0
            for k in range(a.shape[0]):
                s += a[i, k] * a[k, j]
            c[i, j] = 2.0 * s


def in_place(a, c):
    """A row is stored over what only its own sums read."""
    for i in range(a.shape[0]):
        for j in range(i + 1):
            s = 0.0
            for k in range(i, a.shape[0]):
                s += a[k, i] * a[k, j]
            a[i, j] = s
    c[:] = a


def windows(a, c):
    """Several scalars of an iteration, loops in one another, and a rest that goes on from one iteration to the next."""
    last = 1.0
    for j in range(1, a.shape[1] - 2):
        middle = a[3, j]
        s, most = middle, -9.0
        for k in range(3, -1, -1):
            for m in range(2):
                s -= abs(a[k, j + m] - middle)
                most = max(most, a[k, j + m] * middle)
        last = 0.5 * last + s * most
        c[0, j] = last + c[0, j - 1]


def handed_on(a, c):
    """Sums read what earlier iterations have stored."""
    for i in range(1, a.shape[0]):
        for j in range(1, a.shape[1]):
            s = 0.0
            for k in range(i + 1):
                s += a[k, j] * a[i, 0] + a[k, j - 1]
            a[i, j] = s
    c[:] = a


def going_on(a, c):
    s = 0.0
    for j in range(a.shape[1]):
        for k in range(a.shape[0]):
            s += a[k, j]
        c[0, j] = s


def left_over(a, c):
    s = 0.0
    for j in range(a.shape[1]):
        s = 0.0
        for k in range(a.shape[0]):
            s += a[k, j]
        c[1, j] = s
    c[0, 0] = s


def across(a, c):
    """Neighbours would have to be gathered."""
    for j in range(a.shape[0]):
        s = 0.0
        for k in range(a.shape[1]):
            s += a[j, k] * a[0, k]
        c[0, j] = s


def shrinking(a, c):
    for j in range(a.shape[1]):
        s = 0.0
        for k in range(j, a.shape[0]):
            s += a[k, j]
        c[0, j] = s


TAKEN, LEFT = (products, in_place, windows), (handed_on, going_on, left_over, across, shrinking)


def _sums(statements):
    """Nests over one axis of iterations side by side, inside others in order."""
    return [s for s in walk(statements) if isinstance(s, Nest) and s.sequential and s.axes[-1].symbol not in s.sequential]


@pytest.mark.parametrize("function", (*TAKEN, *LEFT), ids=lambda f: f.__name__)
def test_sums_of_independent_iterations_run_side_by_side(function):
    program = lift(function, RNG.normal(size=(12, 12)), np.zeros((12, 12)))
    made = plan(program, default_assignment(program))
    assert not _sums(made.statements)
    assert len(_sums(abreast(made).statements)) == (function in TAKEN)


def everything(a, c):
    for k, function in enumerate((products, in_place, windows, handed_on, going_on, left_over, across, shrinking)):
        function(a[k], c[k])


@needs_compiler
def test_results_are_those_of_numpy():
    count = len(TAKEN) + len(LEFT)
    compiled = compile_native(lift(everything, RNG.normal(size=(count, 12, 12)), np.zeros((count, 12, 12))), quick=True)
    for n in (12, 9, 37):
        a, c = RNG.normal(size=(count, n, n)) / n, np.zeros((count, n, n))
        mine, got = a.copy(), c.copy()
        everything(a, c)
        compiled(mine, got)
        assert np.array_equal(mine, a)
        assert np.array_equal(got, c)
