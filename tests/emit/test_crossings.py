"""Nests that write over the array of which they read rows and columns: no second array where vectors keep these, NumPy's results always."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import WORKSPACE
from precis.lift import lift
from tests.emit.oracle import needs_compiler

RNG = np.random.default_rng(8)


def shortest_paths(d):
    for k in range(d.shape[0]):
        d[:] = np.minimum(d, d[:, k, None] + d[k])
    return d


def eliminated(d):
    for k in range(d.shape[0]):
        d[k] /= d[k, k]
        f = d[:, k].copy()
        f[k] = 0.0
        d -= np.outer(f, d[k])
    return d


def pivoted(d):
    d -= np.outer(d[:, 1] / d[0, 1], d[0])
    return d


def scaled(d):
    for k in range(3):
        d[:] = d / d[k, k] + d[0, 0]
    return d


def kept_beside(d):
    for k in range(3):
        e = d - d[k]
        d[:] = e * d[0, 1] + d[:, 0, None]
    return d, e


def turned(d):
    for _ in range(3):
        d[:] = d + d.T * d[0]
    return d


def shifted(d):
    for _ in range(3):
        d[1:] = d[:-1] - d[0]
    return d


def gathered(d):
    for k in range(3):
        d[:] = d - d[np.argmax(d[:, k])]
    return d


def read_again(d):
    for k in range(3):
        e = d - d[k]
        s = np.sort(e[0])[0]
        d[:] = e / (9.0 + s) + d[1:2]
    return d


def swept(d):
    for k in range(3):
        p = d[k, k]
        row, column = d[k] / p, d[:, k].copy()
        d -= np.outer(column, row)
        d[k] = row
        d[:, k] = column / p
        d[k, k] = -1.0 / p
    return d


def read_all_again(d):
    for k in range(3):
        e = d.copy()
        d -= np.outer(e[:, k], e[k]) / e[k, k]
        d[1] += e @ d[0]
    return d


def short_rows(d):
    for k in range(3):
        d[:, :3] = d[:, :3] - d[:, k, None] * 0.5
    return d


def bytes_of_signs(d):
    s = d > 1.0
    for k in range(3):
        s = s & (s[:, k, None] | s[k])
    return s


# -> arrays of the size of `d` in the workspace
FUNCTIONS = {shortest_paths: 0, eliminated: 0, pivoted: 0, scaled: 0, kept_beside: 0, turned: 1, shifted: 1, gathered: 0, read_again: 0,
             short_rows: 1, bytes_of_signs: 1,
             swept: 0, read_all_again: 1}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_second_arrays_are_made_only_where_vectors_do_not_do(function):
    program = lift(function, np.eye(12))
    arrays = [b for b in plan(program, default_assignment(program)).buffers.values() if b.role == WORKSPACE and len(b.shape) == 2]
    assert len(arrays) == FUNCTIONS[function]


@needs_compiler
def test_results_are_numpys():
    def every(a, b, c, d, e, f, g, h, i, j, l, m, o):
        return (shortest_paths(a), eliminated(b), pivoted(c), scaled(d), kept_beside(e), turned(f), shifted(g), gathered(h), read_again(i),
                short_rows(j), bytes_of_signs(l), swept(m), read_all_again(o))

    def inputs(n):
        return [np.random.default_rng(k).uniform(0.5, 1.5, (n, n)) + np.eye(n) * n for k in range(13)]
    compiled = compile_native(lift(every, *inputs(12)), quick=True)
    for n in (3, 12, 29):
        flat = [x for part in (compiled(*inputs(n)), every(*inputs(n))) for y in part for x in (y if isinstance(y, tuple) else (y,))]
        half = len(flat) // 2
        for found, expected in zip(flat[:half], flat[half:], strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-12)


def components(f, steps):
    for _ in range(steps):
        g = np.zeros_like(f)
        g[0, 1:-1, 1:-1] = f[0, 1:-1, 1:-1] - 0.1 * (f[1, 1:-1, 2:] - f[1, 1:-1, :-2])
        g[1, 1:-1, 1:-1] = f[1, 1:-1, 1:-1] - 0.1 * (f[0, 2:, 1:-1] - f[0, :-2, 1:-1])
        f = g
    return f


@needs_compiler
def test_components_of_one_array_are_not_copied():
    """One of two planes is half of the array: reading them from a second array costs less than copies of what each place reads."""
    f = RNG.normal(size=(2, 20, 30))
    compiled = compile_native(lift(components, f, 3), quick=True)
    assert compiled.plan is not None
    arrays = [b for b in compiled.plan.buffers.values() if b.role == WORKSPACE and len(b.shape) > 1]
    assert [len(b.shape) for b in arrays] == [3]
    np.testing.assert_array_equal(compiled(f, 3), components(f, 3))
