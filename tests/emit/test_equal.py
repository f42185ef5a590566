"""Equal expressions are computed once, where the Assignment rounds them alike."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import Contract, Nest, Routine
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.ir.types import Program
from precis.lift import lift
from tests.emit.oracle import needs_compiler

BINARY64 = Assignment.uniform(FORMATS["binary64"])
RNG = np.random.default_rng(3)
X, W, M = RNG.standard_normal((9, 5)), RNG.standard_normal((5, 4)), RNG.standard_normal(5)


def centred(x, w, m):
    c = (x - m).T @ (x - m)
    y = (x - m) @ w
    return c, y


def totals(x, w, m):
    a = (x * m).sum() * w
    b = (x * m).sum() + w
    return a, b


def changed_between(x, w, m):
    """The second matrix is another one."""
    y = (x - m) @ w
    x[0] = 1.0
    return y, (x - m) @ w


def zeros_of_two_signs(x, w, m):
    """0.0 and -0.0 are equal numbers and different operands."""
    return np.copysign(x, 0.0) @ w, np.copysign(x, -0.0) @ w


def kept_by_name(x, w, m):
    """Two arrays of the user's: each may change without the other."""
    a = x - m
    b = x - m
    b[0] = 2.0
    return a @ w, b @ w


def in_a_loop(x, w, m):
    y = np.zeros((9, 4))
    for k in range(3):
        y = y + (x - m) @ w * np.tanh((x - m) @ w)
        x[k] = np.tanh(y[k, 0])
    return y, x


def distance(x, m):
    d = x - m
    return np.sqrt(np.sum(d * d, axis=1))


def named_twice(x, w, m):
    """What a function names in each call, or the user by another name, is equal until it is changed."""
    first, again = distance(x, m)[:, None] * x @ w, x - m
    second = distance(x, m) + np.sqrt(np.sum(again * again, axis=1))
    x[1] = 3.0
    return first, second, distance(x, m)


def counted(program: Program, assignment: Assignment, op: str) -> int:
    """How many instructions `op` stand in the nests of the plan, library products' own loops left out."""
    made = plan(program, assignment)
    apart = {id(s) for c in walk(made.statements) if isinstance(c, Contract) for s in walk(c.otherwise)}
    return sum(i.op == op for s in walk(made.statements) if isinstance(s, Nest) and id(s) not in apart for i in s.body)


def reductions(program: Program, assignment: Assignment = BINARY64) -> int:
    return sum(len(s.reductions) for s in walk(plan(program, assignment).statements) if isinstance(s, Nest))


def test_equal_operands_of_products_are_one_array():
    assert counted(lift(centred, X, W, M), BINARY64, "sub") == 1


def test_equal_sums_are_one_sum():
    assert reductions(lift(totals, X, W, M)) == 1


def test_what_is_made_of_equal_names_is_one_where_both_are_stored_alike():
    program = lift(named_twice, X, W, M)
    assert reductions(program, BINARY64) == 2
    assert reductions(program, BINARY64.with_storage(again="binary32")) == 3


def of_complex_matrices(x, w, m):
    g = x + 1j * m
    return g @ x.T @ g, g @ x.T @ w, (g @ x.T).imag


@needs_compiler
def test_equal_products_of_complex_matrices_are_one():
    args = X + 0j, np.ones((9, 3)), M
    program = lift(of_complex_matrices, *args)
    assert sum(isinstance(s, Contract) for s in walk(plan(program, BINARY64).statements)) == 3
    for a, b in zip(compile_program(program)(*args), of_complex_matrices(*args)):
        np.testing.assert_allclose(a, b, rtol=1e-13)


def test_lines_that_round_otherwise_share_nothing():
    program = lift(centred, X, W, M)
    site = next(n.site for n in program.nodes() if n.op == "einsum")
    assert counted(program, BINARY64.with_compute({site: "binary32"}), "sub") == 2


@needs_compiler
@pytest.mark.parametrize("function", [centred, totals, changed_between, zeros_of_two_signs, kept_by_name, in_a_loop, named_twice])
def test_results_are_those_of_numpy(function):
    mine, theirs = (X.copy(), W.copy(), M.copy()), (X.copy(), W.copy(), M.copy())
    found, expected = compile_program(lift(function, *mine))(*mine), function(*theirs)
    for a, b in zip((*found, mine[0]), (*expected, theirs[0])):
        np.testing.assert_allclose(a, b, rtol=1e-13)


COUNTS = RNG.integers(0, 4, 9)


def repeated_twice(x, y, counts):
    """Both want the ends of the repeats, and what lies where."""
    return np.repeat(x, counts), np.repeat(y[:, 0], counts) * np.cumsum(counts)[1]


def of_some(x, y, counts):
    """Where it is the program that finds how many there are, a shape is asked for that the array has."""
    some = counts[counts > 1]
    return np.repeat(y[counts > 1, 0], some), np.cumsum(some)[1] * x


def ordered_twice(x, y, counts):
    """The order of rows, until one of them changes."""
    a = x[np.argsort(counts, kind="stable")] - y[np.argsort(counts, kind="stable"), 0]
    counts[0] = 9
    return a + np.sort(y[:, 0] + 0.0)[::-1] + np.sort(y[:, 0] + 0.0), x[np.argsort(counts, kind="stable")]


def routines(function, *args: np.ndarray) -> tuple[int, int]:
    """How many routines there are, and how many nests run from one element to the next (places of a mask, too)."""
    statements = [*walk(plan(lift(function, *args), BINARY64).statements)]
    return sum(isinstance(s, Routine) for s in statements), sum(isinstance(s, Nest) and bool(s.sequential) for s in statements)


@needs_compiler
@pytest.mark.parametrize("function, once", [(repeated_twice, (1, 1)), (of_some, (1, 2)), (ordered_twice, (3, 0))])
def test_equal_scans_searches_and_orders_are_found_once(function, once):
    mine, theirs = (X[:, 1].copy(), X.copy(), COUNTS.copy()), (X[:, 1].copy(), X.copy(), COUNTS.copy())
    assert routines(function, *mine) == once
    for a, b in zip(compile_program(lift(function, *mine))(*mine), function(*theirs), strict=True):
        np.testing.assert_array_equal(a, b)
