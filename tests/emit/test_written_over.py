"""What nothing reads any more is written over, element by element, by the nest that reads it last."""

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import WORKSPACE
from precis.lift import lift
from tests.emit.oracle import needs_compiler

RNG = np.random.default_rng(4)
A, V = RNG.normal(size=(20, 20)), RNG.normal(size=20)


def layers(a, v):
    return np.maximum(np.maximum(a @ a + v, 0.0) @ a, 0.1) @ a


def softmax(a, v):
    b = a @ a
    e = np.exp(b - np.max(b, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True)


def neighbours(a, v):
    b = a @ a
    c = np.exp(b[::-1] + v)
    return c @ c


def turned(a, v):
    b = a @ a
    c = np.exp(b.T + b)
    return c @ c


def kept(a, v):
    b = a @ a
    c = np.exp(b)
    return c @ b


def butterflies(a, v):
    b = a @ a
    c = np.empty_like(b)
    c[0::2], c[1::2] = b[0::2] + b[1::2], b[0::2] - b[1::2]
    d = np.empty_like(c)
    d[:, 0::2], d[:, 1::2] = c[:, 1::2] * v[0::2], c[:, 1::2] - c[:, 0::2]
    return d @ d


def crossed(a, v):
    """Other iterations still read what would be written over."""
    b = a @ a
    c = np.empty_like(b)
    c[0::2], c[1::2] = b[0::2] + b[1::2], b[0::2] - b[1::2][::-1]
    return c @ c


def halves(a, v):
    b = a @ a
    c = np.empty_like(b)
    c[0::2], c[1::2] = b[:10] + v, b[10:] - v
    return c @ c


FUNCTIONS = {butterflies: 1, crossed: 2, halves: 2, layers: 2, softmax: 1, neighbours: 2, turned: 2, kept: 2}  # -> arrays of the size of `a` in the workspace


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_memory_is_taken_over_only_where_places_are_the_same(function):
    program = lift(function, A, V)
    arrays = [b for b in plan(program, default_assignment(program)).buffers.values() if b.role == WORKSPACE and len(b.shape) == 2]
    assert len(arrays) == FUNCTIONS[function]


@needs_compiler
def test_results_are_numpys():
    def every(a, v):
        return tuple(f(a, v) for f in (layers, softmax, neighbours, turned, kept, butterflies, crossed, halves))
    for found, expected in zip(compile_native(lift(every, A, V), quick=True)(A, V), every(A, V), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-12)


@needs_compiler
def test_elements_are_read_before_they_are_written_over():
    np.testing.assert_allclose(compile_native(lift(butterflies, A, V), quick=True)(A, V), butterflies(A, V), rtol=1e-12)


def test_ones_on_the_diagonal_are_chosen_before_what_is_written_over_is_read():
    """Else g++ 12 makes branches of the sum, and no vectors of the loop."""
    def screened(a, v):
        b = a @ a
        c = b + np.eye(a.shape[0])
        d = c * c * c
        return c, d @ v, d @ a
    program = lift(screened, A, V)
    lines = [line.strip() for line in emit(program, default_assignment(program)).text.splitlines()]
    chosen = next(k for k, line in enumerate(lines) if line.endswith("(i0 == i1) ? 1.0 : 0.0;"))
    assert lines[chosen + 1].startswith("const double") and " = d_" in lines[chosen + 1]


def scaled_then_added_to(a, v):
    a *= 0.5
    for k in range(v.shape[0]):
        a += v[k] / (1.0 + a * a)


def scaled_beside_the_old(a, v):
    """The loop still reads what was there before."""
    b = a * 0.5
    for k in range(v.shape[0]):
        b += v[k] / (1.0 + a * a)
    a[:] = b


def exchanged(a, v):
    """The loop exchanges two arrays."""
    a *= 0.5
    for _ in range(3):
        a[:] = a.T + v


@needs_compiler
@pytest.mark.parametrize("function", [scaled_then_added_to, scaled_beside_the_old, exchanged], ids=lambda f: f.__name__)
def test_loops_add_to_arguments_where_they_are(function):
    program = lift(function, A, V)
    arrays = [b for b in plan(program, default_assignment(program)).buffers.values() if b.role == WORKSPACE and len(b.shape) == 2]
    assert (arrays == []) == (function is scaled_then_added_to)
    found, expected = A.copy(), A.copy()
    compile_native(program, quick=True)(found, V)
    function(expected, V)
    np.testing.assert_array_equal(found, expected)


def three_terms(a, v):
    """Three arrays change places; the oldest is read where the newest is written."""
    before, now = a * 0.5, a + v
    for _ in range(5):
        before, now = now, 2.0 * now.T - before
    return before @ v, now @ v


def three_terms_crossed(a, v):
    """The oldest is read elsewhere, too."""
    before, now = a * 0.5, a + v
    for _ in range(5):
        before, now = now, 2.0 * now - before.T
    return before @ v, now @ v


def four_terms(a, v):
    """Of two that are read where the newest is written, one is written over."""
    first, second, third = a * 0.5, a + v, a * v
    for _ in range(7):
        first, second, third = second, third, third.T - 0.5 * second + first
    return first @ v, second @ v, third @ v


@needs_compiler
@pytest.mark.parametrize(("function", "count"), [(three_terms, 2), (three_terms_crossed, 3), (four_terms, 3)])
def test_the_oldest_of_arrays_that_change_places_is_written_over(function, count):
    program = lift(function, A, V)
    arrays = [b for b in plan(program, default_assignment(program)).buffers.values() if b.role == WORKSPACE and len(b.shape) == 2]
    assert len(arrays) == count
    for found, expected in zip(compile_native(program, quick=True)(A, V), function(A, V), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-12)


def pivoted(a, rows):
    """Which rows meet is known when it runs; one of them may be the row itself."""
    for k in range(len(rows) - 1):
        a[rows[k]] -= 0.5 * a[rows[k + 1]]
        a[:, rows[k]] += a[:, k] * a[:, rows[k + 1]]


def pivoted_elsewhere(a, rows):
    for k in range(len(rows) - 1):
        a[rows[k]] -= 0.5 * a[rows[k + 1], ::-1]
        a[1:, rows[k]] += a[:-1, rows[k + 1]]


@needs_compiler
@pytest.mark.parametrize(("function", "staged"), [(pivoted, False), (pivoted_elsewhere, True)])
def test_rows_are_written_over_whichever_they_are(function, staged):
    rows = np.array([3, 7, 7, 0, 19, 3, -1, 19])
    program = lift(function, A, rows)
    made = plan(program, default_assignment(program)).buffers.values()
    assert any(b.role == WORKSPACE and b.shape for b in made) == staged
    found, expected = A.copy(), A.copy()
    compile_native(program, quick=True)(found, rows)
    function(expected, rows)
    np.testing.assert_array_equal(found, expected)


def reduced(a, v):
    """Rows are eliminated where there is something to eliminate with."""
    rank = 0
    for k in range(v.shape[0]):
        if a[rank, k] == 0.0:
            continue
        factor = a[:, k] / a[rank, k]
        factor[rank] = 0.0
        a -= factor[:, None] * a[rank]
        rank += 1
    return rank


def mirrored(a, v):
    """What is written over is read elsewhere."""
    for k in range(v.shape[0]):
        if v[k] > 0.0:
            a[:] = a.T * v[k]
        else:
            a -= 1.0


def remembered(a, v):
    """The array of before is wanted once more."""
    before = a.copy()
    for k in range(v.shape[0]):
        if v[k] > 0.0:
            before = a.copy()
            a *= v[k]
        else:
            a -= before
    return before


@needs_compiler
@pytest.mark.parametrize(("function", "arrays"), [(reduced, 0), (mirrored, 1), (remembered, 1)])
def test_branches_write_over_what_nothing_reads_any_more(function, arrays):
    program = lift(function, A, V)
    made = plan(program, default_assignment(program)).buffers.values()
    assert sum(b.role == WORKSPACE and len(b.shape) == 2 for b in made) == arrays
    found, expected = A.copy(), A.copy()
    found[3, 3] = expected[3, 3] = 0.0
    np.testing.assert_array_equal(compile_native(program, quick=True)(found, V), function(expected, V))
    np.testing.assert_array_equal(found, expected)
