"""Arrays of levels lie on their sides where all walks down them; others stay as they are; results are the same bit for bit."""

import numpy as np
import pytest

from precis.emit.cpu.laid import laid, planes_laid
from precis.emit.cpu.program import ProgramPrinter
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.lift import lift
from tests.emit.oracle import needs_compiler
from tests.emit.without_pass import same_without


def own(a, b):
    """The caller's array is read by one nest an iteration, its own by two that do not meet in strips."""
    w = np.zeros(a.shape)
    for k in range(1, a.shape[2]):
        w[:, :, k] = a[:, :, k] - w[:, :, k - 1]
        w[1:, :, k] += w[:-1, :, k - 1] * np.sum(w[:, :, k])
    return np.sum(w[:, :, -1])


def read(a, b):
    """Three nests an iteration read the caller's array."""
    s, t = np.zeros(a.shape[:2]), 1.0
    for k in range(1, a.shape[2]):
        t = np.sum(a[:, :, k] * s) * 0.01
        s[1:] += t * a[:-1, :, k]
        t = np.sum(a[:, :, k - 1] * s) * 0.01
        s[:-1] += t * a[1:, :, k]
    return s


def given_back(a, b):
    w = np.empty(a.shape)
    w[:, :, :] = 0.5
    for k in range(1, a.shape[2]):
        w[:, :, k] += a[:, :, k] + 0.1 * np.sum(w[:, :, k - 1])
        w[1:, :, k] += w[:-1, :, k - 1]
        w[:, 1:, k] *= w[:, :-1, k - 1]
    return w


def changed(a, b):
    """The caller's array itself, and back."""
    for k in range(1, a.shape[2]):
        a[:, :, k] += 0.01 * np.sum(a[:, :, k - 1])
        a[1:, :, k] += a[:-1, :, k - 1]
        a[:, 1:, k] *= a[:, :-1, k - 1]
        a[:, :, k] -= 0.02 * np.sum(a[:, :, k])
        a[1:, :, k] -= a[:-1, :, k - 1]
        a[:, 1:, k] += 0.5 * a[:, :-1, k]


def once(a, b):
    s = np.zeros(a.shape[:2])
    for k in range(a.shape[2]):
        s += a[:, :, k] * np.sum(s)
    return s


def both_ways(a, b):
    w = np.zeros(a.shape)
    for k in range(1, a.shape[2]):
        w[:, :, k] = a[:, :, k] - w[:, :, k - 1] * np.sum(w[:, :, k - 1])
    for i in range(1, a.shape[0]):
        w[i] = w[i] * np.sum(w[i - 1])
    return np.sum(w[-1])


def whole_too(a, b):
    w = np.zeros(a.shape)
    for k in range(1, a.shape[2]):
        w[:, :, k] = a[:, :, k] - w[:, :, k - 1] * np.sum(w[:, :, k - 1])
    return w.reshape(-1) @ b.reshape(-1)


def copied_first(a, b):
    w = a.copy()
    for k in range(1, a.shape[2]):
        w[:, :, k] -= w[:, :, k - 1] * np.sum(w[:, :, k - 1])
        w[1:, :, k] += w[:-1, :, k - 1]
    return np.sum(w[:, :, -1])


def two_dimensions(a, b):
    w = np.zeros((a.shape[0], a.shape[2]))
    for k in range(1, a.shape[2]):
        w[:, k] = a[:, 0, k] - w[:, k - 1] * np.sum(w[:, k - 1])
        w[1:, k] += w[:-1, k - 1]
    return np.sum(w[:, -1])


def from_nan(a, b):
    w = np.full(a.shape, np.nan)
    w[:] = -0.0
    for k in range(1, a.shape[2]):
        w[:, :, k] = a[:, :, k] * w[:, :, k - 1]
        w[1:, :, k] += b[1:, :, k] / w[:-1, :, k - 1]
        w[:, :, k] -= np.sum(w[:, :, k])
    return w


# -> arrays that lie on their sides
FUNCTIONS = {own: 1, read: 1, given_back: 1, changed: 1, from_nan: 1, once: 0, both_ways: 0, whole_too: 0, copied_first: 0,
             two_dimensions: 0}
SHAPES = ((20, 18, 24), (3, 2, 5), (2, 2, 2), (5, 3, 2), (70, 3, 130), (9, 4, 1), (2, 0, 3), (9, 4, 0))


def arguments(shape):
    rng = np.random.default_rng(3)
    return rng.uniform(0.5, 1.5, shape), rng.normal(size=shape)


def before(program, wanted=laid):
    made = plan(program, default_assignment(program))
    for apply in ProgramPrinter.passes[:ProgramPrinter.passes.index(wanted)]:
        made = apply(made)
    return made


def turned_around(made, function):
    found = function(made)
    return {b.name for b in found.buffers.values() if made.buffers.get(b.name) != b}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_arrays_lie_where_all_walks_down_them(function):
    assert len(turned_around(before(lift(function, *arguments(SHAPES[0]))), laid)) == FUNCTIONS[function]


@needs_compiler
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_results_are_those_of_arrays_that_stand(function, monkeypatch):
    same_without(laid, function, arguments, SHAPES, SHAPES[-3:], monkeypatch)


def heights(a, b):
    """The plane that is an outer product is written along rows as often as it is read down columns; the other is filled."""
    columns, levels = a.shape
    p = b[:, :1] * a[:1]
    z = np.zeros((columns, levels))
    z[:, -1] = b[:, 0] - a[:, -1]
    for k in range(levels - 2, -1, -1):
        z[:, k] = z[:, k + 1] + a[:, k] * (p[:, k + 1] - p[:, k])
    return z[:, 0] * p[:, -1]


def found_between(a, b):
    """Levels of levels: each element is looked at as often as there are levels."""
    columns, levels = a.shape
    p, t = b[:, :1] + a[:1], 0.5 * a[:1] - b[:, :1]
    out = np.full((levels, columns), np.nan)
    for m in range(levels):
        for k in range(levels - 1):
            inside = (p[:, k] <= a[0, m]) & (a[0, m] < p[:, k + 1])
            if np.any(inside):
                out[m, inside] = t[inside, k] / t[inside, k + 1]
    return out


def along_rows(a, b):
    p = b[:, :1] * a[:1]
    for i in range(1, a.shape[0]):
        p[i] = p[i] - p[i - 1] * np.sum(p[i - 1])
    return p[-1]


def product_too(a, b):
    p = b[:, :1] * a[:1]
    for k in range(1, a.shape[1]):
        p[:, k] -= 0.1 * p[:, k - 1]
    return p @ b[0]


def given(a, b):
    for k in range(1, a.shape[1]):
        a[:, k] -= 0.1 * a[:, k - 1]


PLANES = {heights: 1, found_between: 2, along_rows: 0, product_too: 0, given: 0}
SQUARES = ((20, 24), (24, 24), (3, 5), (2, 2), (70, 130), (9, 4), (1, 3), (0, 3))


def planes(shape):
    rng = np.random.default_rng(4)
    return np.sort(rng.uniform(0.5, 1.5, shape), axis=1), np.sort(rng.normal(size=shape), axis=1)


@pytest.mark.parametrize("function", PLANES, ids=lambda f: f.__name__)
def test_planes_lie_that_nobody_else_sees(function):
    assert len(turned_around(before(lift(function, *planes(SQUARES[0])), planes_laid), planes_laid)) == PLANES[function]


@needs_compiler
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("function", (heights, found_between), ids=lambda f: f.__name__)
def test_results_are_those_of_planes_that_stand(function, monkeypatch):
    same_without(planes_laid, function, planes, SQUARES, SQUARES[-2:], monkeypatch)
