"""Divisions and functions of rows are done once per element of the row, not once per element of the array that the row is used with."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler

SLOW = ("div", "sqrt", "exp")


def centred(a, b):
    return a - b / 3.0


def by_roots(a, b):
    return a * np.sqrt(b)


def weighed(a, b):
    return np.outer(a[:, 0], b / a[0, 0]) + a


def by_columns(a, b):
    return a * (a[:, 0] / b[0])[:, None]


def all_over(a, b):
    return a / b


# -> axes of the nests that divide or take roots
FUNCTIONS = {centred: {1}, by_roots: {1}, weighed: {1}, by_columns: {2}, all_over: {2}}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_rows_are_computed_once(function):
    program = lift(function, np.ones((20, 30)), np.ones(30))
    nests = [s for s in walk(plan(program, default_assignment(program)).statements) if isinstance(s, Nest)]
    assert {len(n.axes) for n in nests if any(i.op in SLOW for i in n.body)} == FUNCTIONS[function]


@needs_compiler
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_results_are_numpys(function):
    rng = np.random.default_rng(4)
    a, b = rng.uniform(0.5, 1.5, (20, 30)), rng.uniform(0.5, 1.5, 30)
    np.testing.assert_array_equal(compile_native(lift(function, a, b), quick=True)(a, b), function(a, b))
