"""What the iterations of a loop over scalars add up runs side by side, in the order of each sum: the bits of NumPy's loops."""

import numpy as np
import pytest

from precis.emit.cpu.abreast import abreast
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Loop, Nest
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
        for k in range(a.shape[0] - 1, -1, -1):
            for m in range(2):
                s -= abs(a[k, j + m] - middle)
                most = max(most, a[k, j + m] * middle)
        last = 0.5 * last + s * most
        c[0, j] = last + c[0, j - 1]


def taps(a, c):
    """Sums of a few terms are written out, and branches of scalars on the way to them are selections."""
    for i in range(a.shape[0] - 2):
        for j in range(a.shape[1] - 2):
            if a[i, j] > 0.0:
                s = 1.0
            else:
                s = 0.25
            for k in range(3):
                for m in range(3):
                    s += a[i + k, j + m] * a[k, m]
            c[i, j] = s


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
    """A sum begins with half of the last one."""
    s = 0.0
    for j in range(a.shape[1]):
        s = 0.5 * s + 1.0
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


def elements(a, c):
    """Added up where they lie, beside a scalar that each iteration hands on; read again behind that."""
    for j in range(a.shape[1]):
        s = first = a[0, j]
        for k in range(a.shape[0]):
            c[1, j] -= s * a[k, 0]
            s = 0.5 * s + (first if a[k, 0] < 0.0 else 1.0)
        c[1, j] += s


def elements_read_by_others(a, c):
    """What the next iteration adds up is read before it does."""
    for j in range(a.shape[1] - 1):
        s = a[0, j]
        for k in range(a.shape[0]):
            c[1, j] -= s * a[k, 0]
            s = 0.5 * s + a[k, 1]
        c[1, j] += s * c[1, j + 1]


# -> loops, and nests over loops in order and iterations side by side, that are left; before there is none of these
LEFT = {products: (1, 1), in_place: (1, 1), windows: (1, 1), taps: (1, 0),
        handed_on: (3, 0), going_on: (2, 0), left_over: (2, 0), elements: (0, 1), elements_read_by_others: (2, 0), across: (2, 0), shrinking: (2, 0)}


@pytest.mark.parametrize("function", LEFT, ids=lambda f: f.__name__)
def test_sums_of_independent_iterations_run_side_by_side(function):
    program = lift(function, RNG.normal(size=(12, 12)), np.zeros((12, 12)))
    made = plan(program, default_assignment(program))
    statements = list(walk(abreast(made).statements))
    sums = [s for s in statements if isinstance(s, Nest) and s.sequential and s.axes[-1].symbol not in s.sequential]
    assert (sum(isinstance(s, Loop) for s in statements), len(sums)) == LEFT[function]


def everything(a, c):
    for k, function in enumerate((products, in_place, windows, taps, handed_on, going_on, left_over, elements, elements_read_by_others,
                                  across, shrinking)):
        function(a[k], c[k])


@needs_compiler
def test_results_are_those_of_numpy():
    count = len(LEFT)
    compiled = compile_native(lift(everything, RNG.normal(size=(count, 12, 12)), np.zeros((count, 12, 12))), quick=True)
    for n in (12, 9, 37):
        a, c = RNG.normal(size=(count, n, n)) / n, np.zeros((count, n, n))
        mine, got = a.copy(), c.copy()
        everything(a, c)
        compiled(mine, got)
        assert np.array_equal(mine, a)
        assert np.array_equal(got, c)
