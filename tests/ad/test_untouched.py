"""What loops read of arrays that they change elsewhere is taken before them, and the reverse keeps no more of it."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.ad.untouched import taken_before
from precis.ir.build import Names
from precis.ir.interpret import interpret
from precis.ir.types import Program, values_of
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents
from tests.ad.test_tape import stacks

N = 12


def eliminated(a):
    for k in range(len(a) - 1):
        for i in range(k + 1, len(a)):
            a[i, k:] = a[i, k:] - a[i, k] / a[k, k] * a[k, k:]
    return a


def below(a):
    """Row k + 1 may not exist where the loop does not run."""
    for k in range(len(a)):
        for i in range(k + 2, len(a)):
            a[i] = a[i] * a[k + 1]
    return a


def of_itself(a):
    for k in range(len(a) - 1):
        for i in range(k, len(a)):
            a[i] = a[i] * a[k]
    return a


def under_the_first(a):
    for i in range(len(a) - 1, 0, -1):
        a[i] = a[i] * a[0, 1:3].sum()
    return a


def moved(program: Program) -> Program:
    names = Names({v.name for v in values_of(program.body)} | set(program.binding))
    return program.with_body(taken_before(program.body, names, program.guards))


@pytest.mark.parametrize(("function", "moves"), [(eliminated, True), (under_the_first, True), (below, False), (of_itself, False)])
def test_what_no_iteration_touches_is_taken_before_the_loop(function, moves):
    a = np.random.default_rng(1).normal(size=(N, N)) + 4 * np.eye(N)
    program = lift(function, a.copy())
    found = moved(program)
    verify(found)
    assert (found != program) == moves
    for x, y in zip(interpret(program, (a.copy(),)), interpret(found, (a.copy(),))):
        assert np.array_equal(x, y)


def test_eliminations_keep_rows_and_factors():
    program = lift(eliminated, np.eye(N))
    assert max(stacks(adjoint(program))) <= 3 * 8 * N * N


def rows_of_lu(a):
    for i in range(len(a)):
        for k in range(i):
            a[i, k] /= a[k, k]
            a[i, k + 1:] -= a[i, k] * a[k, k + 1:]
    return a


def substituted(u, x):
    n = len(x)
    for i in range(n - 1, -1, -1):
        x[i] -= u[i, i + 1:] @ x[i + 1:]
        x[i] /= u[i, i]
    return x


def of_triangle(u, b):
    for j in range(len(b) - 1, -1, -1):
        b[:, j] = b[:, :j + 1] @ u[:j + 1, j]
    return b


def stored_again(a):
    """Row k is stored into by the next iteration, and the last one by the first."""
    n = len(a)
    for k in range(n - 1):
        a[k] = a[k] * a[k + 1]
        a[k + 1] = np.sin(a[k + 1]) * a[0]
    return a


def twice(a):
    for _ in range(2):
        for k in range(1, len(a)):
            a[k] = a[k] * a[k - 1]
    return a


A, X = np.random.default_rng(2).normal(size=(N, N)) + 4 * np.eye(N), np.random.default_rng(3).normal(size=(N, 5))


@pytest.mark.parametrize(("function", "arguments", "at_most"), [
    (rows_of_lu, (A,), 0), (substituted, (A, X), 0), (of_triangle, (A[:5, :5], X[:5]), 0), (stored_again, (A,), N * N * 8 * 4), (twice, (A,), None)])
def test_what_is_never_stored_into_again_is_read_at_the_end(function, arguments, at_most):
    program = lift(function, *(x.copy() for x in arguments))
    made = adjoint(program)
    verify(made)
    assert at_most is None or max(stacks(made), default=0) <= at_most
    bars = cotangents(program, arguments)
    found = interpret(made, [*arguments, *bars])
    slope = sum(np.sum(g * d) for g, d in zip(found, (np.cos(x + 1) for x in arguments)))
    sides = [np.sum(sum(bars) * function(*(x + h * np.cos(x + 1) for x in arguments))) for h in (1e-6, -1e-6)]
    np.testing.assert_allclose(slope, (sides[0] - sides[1]) / 2e-6, rtol=1e-5)
