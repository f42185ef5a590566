"""Rows that are copied over other rows of their array, without a temporary, and whatever the order of the copies would spoil."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def ahead(x):
    for _ in range(2):
        x[:-1] = x[1:]


def behind(x):
    for _ in range(2):
        x[1:] = x[:-1]


def two_ahead(x):
    x[:-2] = x[2:]


def every_second(x):
    x[0:-2:2] = x[2::2]


def every_second_behind(x):
    x[3::2] = x[1:-2:2]


def aslant(x):
    x[1:, :-1] = x[:-1, 1:]


def along_rows(x):
    x[:, 1:] = x[:, :-1]


def reversed_rows(x):
    x[1:] = x[:0:-1]


def one_row(x):
    x[1:] = x[2]


def added(x):
    x[1:] = x[:-1] + 1.0


def added_in_place(x):
    x[1:] += x[:-1]


def middle(x):
    x[1:-1, :, 1:] = x[2:, :, 1:]


IN_ORDER = (ahead, behind, two_ahead, every_second, every_second_behind, aslant, middle)
OTHERS = (along_rows, reversed_rows, one_row, added, added_in_place)


@pytest.mark.parametrize("function", IN_ORDER + OTHERS)
def test_shifts_are_those_of_numpy(function):
    shapes = [(5, 3, 4)] if function is middle else [(6, 4), (3, 19), (9, 2), (4, 8)]
    native = compile_native(lift(function, np.ones(shapes[0])))
    for shape in shapes:
        x = np.random.default_rng(1).random(shape)
        expected = x.copy()
        function(expected)
        native(x)
        np.testing.assert_array_equal(x, expected)


@pytest.mark.parametrize("function", IN_ORDER)
def test_shifts_of_rows_need_no_memory(function):
    assert "_memory" not in compile_native(lift(function, np.ones((6, 4, 5) if function is middle else (6, 4)))).source


def steps(x, k):
    x[: x.shape[0] - k] = x[k:]


def test_a_step_that_a_run_tells_goes_through_a_temporary():
    native = compile_native(lift(steps, np.ones((6, 4)), 2))
    for k in (0, 1, 5):
        x = np.arange(24.0).reshape(6, 4)
        expected = x.copy()
        steps(expected, k)
        native(x, k)
        np.testing.assert_array_equal(x, expected)
