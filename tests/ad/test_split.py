"""Loops in parts compute what they computed whole, and their reverse keeps what single iterations overwrite."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.ad.split import split
from precis.ir.build import Names
from precis.ir.interpret import interpret
from precis.ir.types import values_of
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents, directional
from tests.ad.test_tape import stacks

N = 7


def others(a):
    """Gauss and Jordan's elimination, of rows that are not made one."""
    for k in range(len(a)):
        for i in range(len(a)):
            if i != k:
                a[i] -= a[i, k] / (2 * a[k, k]) * a[k]


def one_of_them(a):
    for k in range(len(a)):
        for i in range(len(a)):
            if i == k:
                a[i] = np.sin(a[i])
            else:
                a[i] = a[i] * a[i - 1]


def downwards(a):
    for i in range(len(a) - 1, -1, -1):
        if i > 2:
            a[i] = a[i] * a[i - 1]
        else:
            a[i] = a[i] + a[i + 1]


def from_the_right(a):
    for k in range(len(a)):
        for i in range(len(a)):
            if k >= i:
                a[i] = a[i] * a[k]


def two_branches(a):
    for i in range(len(a)):
        if i > 0:
            a[i] = a[i] * a[i - 1]
        if i < len(a) - 1:
            a[i] = a[i] + np.sin(a[i + 1])


def of_what_runs(a, k):
    for i in range(len(a)):
        if i != k:
            a[i] = a[i] * a[0]


def beside_it(a):
    """The place between both may lie behind the loop."""
    for k in range(len(a)):
        for i in range(len(a) - 1):
            if i != k:
                a[i] = a[i] * a[k]


def both_ends(a):
    """The last loop tells that there are two rows: one test twice, and another one, on both sides of what is in the middle."""
    for k in range(len(a)):
        low = np.sin(a[k - 1]) if k > 0 else 0.5 * a[k]
        if k < len(a) - 1:
            low = low * a[k + 1]
        if k > 0:
            a[k] = a[k] / (2.0 + np.cos(low)) - a[k - 1]
        else:
            a[k] = a[k] * low
    for k in range(len(a) - 2, -1, -1):
        a[k] = a[k] - 0.5 * np.sin(a[k + 1])


A = np.random.default_rng(4).normal(size=(N, N)) / N + np.eye(N)


@pytest.mark.parametrize(("function", "more", "loops"), [
    (others, (), 3), (one_of_them, (), 3), (downwards, (), 2), (from_the_right, (), 2), (two_branches, (), 1), (of_what_runs, (3,), 1),
    (beside_it, (), 2), (both_ends, (), 2)])
def test_parts_compute_what_the_loop_computed(function, more, loops):
    program = lift(function, A.copy(), *more)
    names = Names({v.name for v in values_of(program.body)} | set(program.binding))
    found = program.with_body(split(program.body, names, program.guards))
    verify(found)
    assert sum(n.op == "loop" for n in found.body.walk()) == loops
    assert function is not both_ends or not any(n.op == "cond" for n in found.body.walk())
    expected = A.copy()
    function(expected, *more)
    assert np.array_equal(interpret(found, (A,))[0], expected)
    (bar,), direction = cotangents(program, (A,)), np.cos(A)
    slope = np.sum(interpret(adjoint(program), (A, bar))[0] * direction)
    np.testing.assert_allclose(slope, np.sum(bar * directional(program, (A,), [direction])[0]), rtol=1e-10, atol=1e-10)


def test_the_reverse_of_an_elimination_holds_rows_alone():
    program = lift(others, np.eye(4 * N))
    assert max(stacks(adjoint(program))) <= 8 * 5 * (4 * N) ** 2


def test_two_rows_are_enough_for_both_ends():
    made, a = adjoint(lift(both_ends, A.copy())), A[:2]
    program = lift(both_ends, a.copy())
    (bar,), direction = cotangents(program, (a,)), np.cos(a)
    slope = np.sum(interpret(made, (a, bar), {"N": 2, "M": N})[0] * direction)
    np.testing.assert_allclose(slope, np.sum(bar * directional(program, (a,), [direction])[0]), rtol=1e-10, atol=1e-10)
