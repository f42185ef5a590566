"""Rows that a condition leaves as they are: stepped over where all that a nest stores is either new or what is there."""

import re

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def chosen_rows(a, b, m):
    a[m] ^= a[2]


def other_rows(a, b, m):
    a[:] = np.where(m[:, None], a, 3 * b)


def planes(a, b, m):
    c = np.repeat(a[None], 2, axis=0)
    c[:, m] += b[m]
    a[:] = c[1]


def two_arrays(a, b, m):
    a[:], b[:] = np.where(m[:, None], b, a), np.where(m[:, None], a + 1, b)


def whole(a, b, m):
    if a[0, 0] != 7:
        a[m] = b[m] * 2


def by_columns(a, b, m):
    """The condition differs from one element of a row to the next."""
    a[:] = np.where(m[: a.shape[1]], b, a)


def from_elsewhere(a, b, m):
    """What is kept is not what is there."""
    a[1:] = np.where(m[1:, None], b[1:], a[:-1])


def beside(a, b, m):
    """Another array is written in all rows."""
    b[:] = a + 1
    a[m] = 4


def by_two_masks(a, b, m):
    a[:], b[:] = np.where(m[:, None], b, a), np.where(m[::-1, None], a + 1, b)


def made_of_it(a, b, m):
    """The condition is computed from what is written, before."""
    a[:] = np.where(a[:, :1] > 4, b, a)


def skips(program):
    """Whether a loop stands behind a condition on its own."""
    return bool(re.search(r"if \(!?\w+(\[\w+\])?\) \{\n\s*(PR_INDEPENDENT|PR_SHARED|pr::whole_vectors)", compile_native(program).source))


def data(rows, columns):
    rng = np.random.default_rng(rows * columns)
    return rng.integers(0, 99, (rows, columns)), rng.integers(0, 99, (rows, columns)), rng.random(rows) < 0.4


@pytest.mark.parametrize("fn", [chosen_rows, other_rows, planes, two_arrays, whole, by_columns, from_elsewhere, beside,
                                by_two_masks, made_of_it])
def test_results_are_numpys(fn):
    program = lift(fn, *data(90, 70))
    for rows, columns in ((90, 70), (3, 2), (40, 40), (64, 33)):
        (a, b, m), (c, d, n) = data(rows, columns), data(rows, columns)
        fn(a, b, m)
        compile_native(program)(c, d, n)
        assert (a == c).all() and (b == d).all()


@pytest.mark.parametrize("fn", [chosen_rows, other_rows, planes, two_arrays, whole, made_of_it])
def test_rows_are_stepped_over(fn):
    assert skips(lift(fn, *data(90, 70)))


@pytest.mark.parametrize("fn", [by_columns, from_elsewhere, by_two_masks])
def test_what_has_to_be_stored_is(fn):
    assert not skips(lift(fn, *data(90, 70)))


def test_short_rows_are_not():
    assert not skips(lift(chosen_rows, *data(90, 5)[:2], np.ones(90, bool)))


def test_numbers_that_are_none_stay_where_they_are():
    def fn(a, m):
        a[m] = a[m] * 2.0
    a = np.full((50, 40), np.nan)
    a[::3] = 1.5
    b, m = a.copy(), np.arange(50) % 2 == 0
    fn(a, m)
    compile_native(lift(fn, b.copy(), m))(b, m)
    assert np.array_equal(a.view(np.int64), b.view(np.int64))
