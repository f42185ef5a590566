"""Arrays that are surely written before they are read are not filled first; all others are."""

import numpy as np
import pytest

from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.fills import set_whole
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def forwards(x):
    out = np.zeros(x.shape)
    out[0] = x[0]
    for k in range(1, x.shape[0]):
        out[k] = 0.5 * out[k - 1] * x[k] + out[0]
    return out


def backwards(x):
    out = np.empty(x.shape)
    out[-1] = x[-1]
    for k in range(x.shape[0] - 2, -1, -1):
        out[k] = x[k] - 0.5 * out[k + 1]
    return out


def element_by_element(x):
    out = np.zeros(x.shape)
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            out[i, j] = np.sqrt(np.abs(x[i, j])) if x[i, j] > 0.5 else 2.0
    return out


def in_sums(x):
    out = np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        out[i] = np.sum(x[i] * x[0])
    return out


def in_parts(x):
    out = np.empty((x.shape[0], 3, x.shape[1]))
    out[:, 2] = x
    out[:, 0] = 0.5 * x
    out[:, 1] = out[:, 2] + np.roll(out[:, 0], 1, axis=0)
    return out


def part_missing(x):
    out = np.zeros((x.shape[0], 3))
    out[:, 0] = x[:, 0]
    out[:, 2] = 2.0 * x[:, 1]
    return out


def part_read_first(x):
    out = np.zeros((x.shape[0], 2))
    out[1, 1] = x[0, 0]
    out[:, 0] = x[:, 0] + np.roll(out[:, 1], 1)
    out[:, 1] = x[:, 1]
    return out


def part_of_part(x):
    out = np.zeros((x.shape[0], 2))
    out[:, 0] = x[:, 0]
    out[1:, 1] = x[1:, 1]
    return out


def first_unwritten(x):
    out = np.zeros(x.shape)
    for k in range(1, x.shape[0]):
        out[k] = 0.5 * out[k - 1] + x[k]
    return out


def last_unwritten(x):
    out = np.zeros(x.shape)
    for k in range(x.shape[0] - 1):
        out[k] = x[k]
    return out


def read_ahead(x):
    out = np.zeros(x.shape)
    out[0] = x[0]
    for k in range(1, x.shape[0]):
        out[k] = out[x.shape[0] - 1] + x[k] + out[k - 1]
    return out


def only_where(x):
    out = np.zeros(x.shape[0])
    for k in range(x.shape[0]):
        if x[k, 0] > 0.5:
            out[k] = x[k, 0]
    return out


def every_other(x):
    out = np.zeros(x.shape)
    for k in range(0, x.shape[0], 2):
        out[k] = x[k]
    return out


def parts_of_rows(x):
    out = np.zeros(x.shape)
    for k in range(x.shape[0]):
        out[k, 1:] = x[k, 1:]
    return out


def triangle(x):
    out = np.zeros((x.shape[0], x.shape[0]))
    for i in range(x.shape[0]):
        for j in range(i):
            out[i, j] = x[i, 0] * x[j, 1]
    return out


def diagonal(x):
    out = np.zeros((x.shape[0], x.shape[0]))
    for i in range(x.shape[0]):
        out[i, i] = x[i, 0]
    return out


def at_times(x):
    """The loop inside may not run at all."""
    out = np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        for j in range(x.shape[1] - 3):
            out[i] = x[i, j]
    return out


def over_and_over(x):
    """The loop may not run at all."""
    out = np.zeros(x.shape[0])
    for k in range(x.shape[1] - 2):
        out[:] = x[:, k]
    return out


def over_and_over_inside(x):
    out = np.zeros((x.shape[0], 2))
    for k in range(x.shape[1] - 2):
        for i in range(x.shape[0]):
            for j in range(2):
                out[i, j] = x[i, k + j]
    return out


def cleared(x):
    out = np.zeros(x.shape[0])
    for k in range(x.shape[1] - 2):
        out[:] = 0.0
        for i in range(x.shape[0]):
            out[i] = x[i, k]
    return out


def twice(x):
    out = np.zeros(x.shape)
    for k in range(2):
        out[:] = x * k
    return out


def for_each(x):
    """Without iterations there are no elements."""
    out = np.zeros(x.shape)
    for k in range(x.shape[1]):
        out[:] = x * k
    return out


def thirds(x):
    x = np.vstack((x, x))
    out = np.empty(x.shape)
    out[2::3] = 3.0 * x[2::3]
    out[0::3] = x[0::3]
    out[1::3] = x[1::3] + 1.0
    return out


def mosaic(x):
    out = np.zeros((*x.shape, 2))
    out[1::2, 1::2, 0] = x[1::2, 1::2]
    out[0::2, :, 0] = -x[0::2]
    out[:, :, 1] = x * x
    out[1::2, 0::2, 0] = out[1::2, 0::2, 1] + 1.0
    return out


def butterflies(x):
    """What is copied is overwritten, in another shape."""
    y = np.outer(x[0], np.arange(4.0)).reshape(-1)
    for h in (1, 2):
        p = y.reshape(-1, 2, h)
        a = p[:, 0] + p[:, 1]
        b = p[:, 0] - p[:, 1]
        p[:, 0] = a
        p[:, 1] = b
    return np.sqrt(np.abs(y))


def third_missing(x):
    out = np.zeros(x.shape)
    out[0::3] = x[0::3]
    out[2::3] = x[2::3]
    return out


def thirds_too_short(x):
    out = np.zeros(x.shape)
    out[0:-1:2] = x[0:-1:2]
    out[1::2] = x[1::2]
    return out


def third_read_first(x):
    out = np.zeros(x.shape)
    out[0::2] = x[0::2]
    out[1::2] = x[1::2] + np.sum(out[1::2])
    return out


def planes(x):
    out = np.empty((*x.shape, 3))
    for c in range(3):
        y = x * (c + 1.0)
        out[:, :, c] = y - np.sum(y)
    return out


def plane_missing(x):
    out = np.zeros((*x.shape, 3))
    for c in range(2):
        out[:, :, c] = x * c
    return out


def planes_that_read(x):
    out = np.zeros((*x.shape, 3))
    for c in range(3):
        out[:, :, c] = x + out[:, :, c - 1]
    return out


def planes_in_part(x):
    out = np.zeros((*x.shape, 3))
    for c in range(3):
        out[c:, :, c] = x[c:]
    return out


def parts_along_a_diagonal(x):
    out = np.zeros((x.shape[0], x.shape[0]))
    for k in range(x.shape[0]):
        out[k, 0::2] = x[k, 0]
    for k in range(x.shape[0]):
        out[k, k:] = 1.0
    return out


def from_the_row_before(x):
    """The branch is not taken where there is no row before."""
    out = np.zeros(x.shape)
    for k in range(x.shape[0]):
        row = x[k] * x[k]
        if k > 0:
            row -= 0.5 * out[k - 1]
        out[k] = 2.0 * row
    return out


def to_the_row_behind(x):
    out = np.zeros(x.shape)
    last = x.shape[0] - 1
    for k in range(last, -1, -1):
        row = x[k] * x[k]
        if k >= last:
            row += 1.0
        else:
            row -= 0.5 * out[k + 1]
        out[k] = 2.0 * row
    return out


def from_the_first_row_too(x):
    out = np.zeros(x.shape)
    for k in range(x.shape[0]):
        row = x[k] * x[k]
        if k >= 0:
            row -= 0.5 * out[k - 1]
        out[k] = 2.0 * row
    return out


def in_the_other_branch(x):
    out = np.zeros(x.shape)
    for k in range(x.shape[0]):
        row = x[k] * x[k]
        if k > 1:
            row += 1.0
        else:
            row -= 0.5 * out[k + 1]
        out[k] = 2.0 * row
    return out


def by_what_the_data_say(x):
    out = np.zeros(x.shape)
    for k in range(x.shape[0]):
        row = x[k] * x[k]
        if x[k, 0] > 0.0:
            row -= 0.5 * out[k - 1]
        out[k] = 2.0 * row
    return out


def columns(x):
    out = np.empty(x.shape)
    out[:, 0] = x[:, 0]
    for k in range(1, x.shape[1]):
        out[:, k] = 0.5 * out[:, k - 1] + x[:, k]
    return out


def running(x):
    """What is copied but for the first column is overwritten."""
    out = x.copy()
    for k in range(1, x.shape[1]):
        out[:, k] = np.maximum(out[:, k - 1], x[:, k])
    return out


def running_backwards(x):
    out = x.copy()
    for k in range(x.shape[0] - 2, -1, -1):
        out[k] = 0.5 * out[k + 1] + x[k]
    return out


def behind_the_first(x):
    out = np.zeros(x.shape)
    out[:, 1:] = np.diff(x, axis=1)
    return out


def read_before(x):
    """All that is copied is read."""
    out = x.copy()
    for k in range(1, x.shape[1]):
        out[:, k] = np.maximum(out[:, k - 1], out[:, x.shape[1] - 1])
    return out


def turned_about(x):
    """Square, and seen turned about: what is written by rows is read by columns."""
    out = x[:5, :5].copy()
    for k in range(1, 5):
        out[k] = 0.5 * out[k - 1] + out.reshape(-1).reshape(5, 5).T[k - 1]
    return out


WRITTEN = (from_the_row_before, to_the_row_behind, forwards, backwards, element_by_element, in_sums, in_parts, twice, for_each, thirds, mosaic, butterflies,
           planes, columns)
ONE_ROW = (first_unwritten, running, running_backwards)
WANTED = (from_the_first_row_too, in_the_other_branch, by_what_the_data_say, third_missing, thirds_too_short, third_read_first, parts_along_a_diagonal,
          last_unwritten, read_before, turned_about, read_ahead, only_where, every_other, parts_of_rows, triangle, diagonal, at_times,
          part_missing, part_read_first, part_of_part, behind_the_first, over_and_over, over_and_over_inside, cleared, plane_missing,
          planes_that_read, planes_in_part)
X = np.random.default_rng(1).uniform(size=(7, 5))


def _fills(fn):
    program = lift(fn, X)
    return [s for s in walk(plan(program, default_assignment(program)).statements) if (fill := set_whole(s)) and fill.shape]


@pytest.mark.parametrize("fn", WRITTEN)
def test_arrays_that_are_written_first_are_not_filled(fn):
    assert not _fills(fn)


@pytest.mark.parametrize("fn", ONE_ROW)
def test_where_one_row_is_left_it_alone_is_filled(fn):
    assert not _fills(fn)


@needs_compiler
@pytest.mark.parametrize("fn", (*ONE_ROW, turned_about))
def test_the_row_that_is_left_is_there(fn):
    program = lift(fn, X)
    run = compile(program, quick=1)
    for x in (X, X[:1], X[:, :1].copy(), X[:0], X[:, :0].copy()):
        if all(guard.holds(dict(zip("NM", x.shape))) for guard in program.guards):
            np.testing.assert_array_equal(run(x), fn(x))


@pytest.mark.parametrize("fn", WANTED)
def test_arrays_of_which_something_may_be_left_are(fn):
    assert _fills(fn)


@needs_compiler
@pytest.mark.parametrize("fn", WRITTEN)
def test_results_stay(fn):
    run = compile(lift(fn, X))
    for x in (X, X[:1], X[:2, :1].copy()):
        np.testing.assert_allclose(run(x), fn(x), rtol=1e-14)
