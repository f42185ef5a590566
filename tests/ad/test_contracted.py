"""Loops that only add products: products of matrices in their place, where iterations know nothing of one another."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.emit.engine import compile as compile_native
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents, directional, dot, tangents
from tests.emit.oracle import needs_compiler

RNG = np.random.default_rng(11)
N = 12
A, B, C = RNG.normal(size=(N, N + 2)), RNG.normal(size=(N, N + 2)), RNG.normal(size=(N, N))
X, Y = RNG.normal(size=N), RNG.normal(size=N + 2)


def rank_two(a, b, c):
    for k in range(a.shape[1]):
        c = c + 1.5 * (np.outer(a[:, k], b[:, k]) - np.outer(b[:, k], a[:, k]))
    return c


def from_behind(a, b, c):
    """Columns of one from the last on, of the other from the second on."""
    for k in range(1, a.shape[0]):
        c = c + np.outer(a[:, a.shape[0] - k], b[:, k + 1])
    return c


def columns(a, x, y):
    """Combinations of columns and of rows, time and again."""
    for _ in range(3):
        for j in range(a.shape[0]):
            x = x + a[:, j] * y[j]
        for i in range(a.shape[0]):
            y = y - a[i, :] * x[i]
    return x, y


def by_elements(a, b, c):
    """A product of matrices in three loops."""
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] = c[i, j] + a[i, k] * b[j, k]
    return c


def scaled(a, x, y):
    """Two factors along the same axis."""
    s = np.zeros(a.shape[0])
    for k in range(a.shape[0]):
        s = s + x[k] * a[k, 1] * (a[:, k] * x)
    return s, y


def of_a_row(a, x, y):
    """Only some columns, into one row."""
    z = np.zeros((3, a.shape[1]))
    for k in range(2, a.shape[0]):
        z[1, 1:] = z[1, 1:] + a[k, 1:] * x[k]
    return z, y


def the_same_again(a, x, y):
    """What each iteration adds is the same."""
    for _ in range(9):
        x = x + a @ y
    return x, y


def one_after_the_other(a, x, y):
    for k in range(a.shape[0]):
        x = x + a[:, k] * x[k]
    return x, y


def of_sines(a, x, y):
    for k in range(a.shape[0]):
        x = x + np.sin(a[:, k] * y[k])
    return x, y


def few(a, x, y):
    """As many as the sizes say: four, which are not written out before."""
    for k in range(a.shape[0] - 8):
        x = x + a[:, k] * y[k]
    return x, y


def along_the_diagonal(a, b, c):
    """One element for each iteration, which are no rows or columns."""
    for k in range(a.shape[0]):
        c[k, k] = c[k, k] + a[k, k] * np.sum(b[k] * a[k])
    return c


def own_columns(a, x, b):
    """A triangle times a matrix: each iteration reads and stores a column of its own."""
    for i in range(b.shape[0]):
        for j in range(b.shape[1]):
            b[i, j] = (b[i, j] + a[i + 1:, i] @ b[i + 1:, j]) * x
    return b


def own_rows(a, x, b):
    """Stored over, and nothing of what was there is left."""
    for k in range(b.shape[0]):
        b[k] = a[k] * (a[:, 0] @ b[k])
    return b


def neighbours(a, x, b):
    """The row before is none of its own."""
    for k in range(1, b.shape[0]):
        b[k] = b[k] * x + a[k] * np.sum(b[k - 1] * a[k])
    return b


def parts_of_rows(a, x, b):
    """What is read was stored in part."""
    for k in range(b.shape[0]):
        b[k, 1:] = b[k, 1:] * a[k, 1:]
        b[k] = a[k] * np.sum(b[k] * a[k]) * x
    return b


CASES = [(rank_two, (A, B, C), 0), (from_behind, (A, B, C), 0), (columns, (A, X, Y), 1), (by_elements, (A, B, C), 0), (scaled, (A, X, Y), 0),
         (of_a_row, (A, X, Y), 0), (the_same_again, (A, X, Y), 1), (one_after_the_other, (A, X, Y), 1), (of_sines, (A, X, Y), 1),
         (few, (A, X, Y), 1), (along_the_diagonal, (A, B, C), 1), (own_columns, (C, 0.8, C[:, :9] + 0.1), 1), (own_rows, (C, 0.8, C + 0.1), 0),
         (neighbours, (C, 0.8, C + 0.1), 1), (parts_of_rows, (C, 0.8, C + 0.1), 1)]


def slopes(made, program, inputs, run):
    bars, moves = cotangents(program, inputs), tangents(program, inputs)
    return dot(run(made, (*inputs, *bars)), moves), dot(bars, directional(program, inputs, moves))


@pytest.mark.parametrize(("function", "inputs", "left"), CASES)
def test_loops_of_products_are_none_in_the_reverse(function, inputs, left):
    program = lift(function, *map(np.copy, inputs))
    made = adjoint(program)
    verify(made)
    assert sum(n.op == "loop" for n in made.nodes()) == sum(n.op == "loop" for n in live_forward(made)) + left
    found, expected = slopes(made, program, inputs, lambda p, given: interpret(p, given))
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def live_forward(made):
    """The nodes of what is left of the forward run: loops that walk upwards."""
    return [n for n in made.nodes() if n.op == "loop" and n.attrs["range"].step > 0]


@needs_compiler
@pytest.mark.parametrize("n", [9, 40])
def test_compiled_for_other_sizes(n):
    rng = np.random.default_rng(3)
    program = lift(rank_two, A, B, C)
    inputs = rng.normal(size=(n, n + 5)), rng.normal(size=(n, n + 5)), rng.normal(size=(n, n))
    made = adjoint(program)
    bars, binding = [rng.normal(size=(n, n))] * (len(made.body.params) - 3), bind(program, inputs)[1]
    for found, expected in zip(compile_native(made).run([*inputs, *bars], binding), interpret(made, [*inputs, *bars], binding), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


def test_no_zero_stands_in_for_what_is_not_added():
    """An infinite element reaches what it was a factor of, and nothing else."""
    program = lift(from_behind, A, B, C)
    b = B.copy()
    b[:, 0] = np.inf
    bars = cotangents(program, (A, b, C))
    assert all(np.isfinite(g).all() for g in interpret(adjoint(program), (A, b, C, *bars)))


def row_by_row(a, x, y):
    """A product in its rows, whose sums have an order of their own."""
    for i in range(a.shape[0]):
        y[i] = np.dot(a[i], x)
    return np.sin(y)


def sums_of_rows(a, b, c):
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            c[i, j] += np.sum(a[i] * b[j])
    return c * c


@pytest.mark.parametrize(("function", "inputs", "loops"), [(by_elements, (A, B, C), 3), (row_by_row, (C, C[0], C[1]), 2),
                                                          (sums_of_rows, (A, B, C), 4)])
def test_the_forward_run_stays_as_it_is(function, inputs, loops):
    program = lift(function, *map(np.copy, inputs))
    made = adjoint(program, keep_results=True)
    assert sum(n.op == "loop" for n in made.nodes()) == loops
    given = (*inputs, *cotangents(program, inputs))
    for found, expected in zip(interpret(made, given), interpret(program, inputs), strict=False):
        assert np.array_equal(found, expected)
