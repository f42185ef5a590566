"""Loops that store into an array in another shape store where it lies."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.plan import plan
from precis.emit.plan.kernels import Loop, Nest, While
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.carried_shapes import carried_as_stored
from precis.ir.emulate import value_formats
from precis.lift import lift
from tests.emit.oracle import agrees, needs_compiler

BINARY64 = Assignment.uniform(FORMATS["binary64"])


def where_it_flows(z, to, w):
    h = z.reshape(-1)
    for i in range(h.size):
        if to[i] != i:
            h[i] = (h[i] + w[i] * h[to[i]]) / (1.0 + w[i])


def two_at_once(z, to, w):
    h = z.ravel()
    for i in range(h.size):
        h[i] += w[i]
        h[to[i]] -= h[i] * z[0, 1]


def lines_of_flat(z, to, w):
    h = z.reshape(-1)
    for i in range(z.shape[0]):
        for j in range(1, z.shape[1]):
            h[i * z.shape[1] + j] += w[j] * h[to[j]]


def until(z, to, w):
    h, k = z.reshape(-1), 0
    while k < h.size and h[k] < 1.5:
        if w[k] < 0.2:
            h[to[k]] = w[k]
        elif w[k] < 0.8:
            h[k] += h[to[k]]
        k += 1
    return k


def rows_of_two(z, to, w):
    h = w[:z.size // 2 * 2].reshape(-1, 2)
    for i in range(h.shape[0]):
        h[i, 0] = h[to[i] // 3, 1] * z[0, 0]


def in_both_shapes(z, to, w):
    h = z.reshape(-1)
    for i in range(z.shape[0]):
        h[to[i]] = w[i]
        z[i, 0] += h[i]


def of_copies(z, to, w):
    total = np.zeros(z.shape)
    for i in range(w.size):
        h = z.copy().reshape(-1)
        h[to[i]] = w[i]
        total = h.reshape(z.shape) + z
    return total


PROGRAMS = (where_it_flows, two_at_once, lines_of_flat, until, rows_of_two, in_both_shapes, of_copies)
IN_PLACE = (where_it_flows, two_at_once, lines_of_flat, until)


def arguments(rows, columns, kind=float):
    rng = np.random.default_rng(rows)
    w = rng.random(rows * columns)
    return (rng.random((rows, columns)) * (1 + 1j if kind is complex else 1)).astype(kind), rng.integers(0, rows * columns, w.size), w


@pytest.mark.parametrize("f", IN_PLACE)
def test_no_iteration_passes_over_the_array(f):
    made = plan(lift(f, *arguments(4, 5)), BINARY64)
    loops = [s for s in walk(made.statements) if isinstance(s, (Loop, While))]
    assert loops and not any(isinstance(s, Nest) and s.axes for loop in loops for s in walk(loop.body))


def of_its_own_shape_first(z, to, w):
    for i in range(z.shape[0]):
        z[i] += 1.0
        z.reshape(-1)[to[i]] = w[i]


def of_nothing_stored(z, to, w):
    for _ in range(w.size):
        z = (z.reshape(-1) * w[:z.size]).reshape(z.shape)
    return z


def of_another_array(z, to, w):
    for i in range(w.size):
        h = z.flatten()
        h[to[i]] = w[i] / 3.0
        z = h.reshape(z.shape)
    return z


@pytest.mark.parametrize(("f", "storage"), [(of_its_own_shape_first, {}), (of_nothing_stored, {}),
                                            (of_another_array, {"z": FORMATS["binary32"]})])
def test_carries_that_keep_their_shape(f, storage):
    program = lift(f, *arguments(4, 5))
    assignment = Assignment(default=FORMATS["binary64"], storage=storage)
    assert carried_as_stored(program, value_formats(program, assignment))[0] is program


def test_what_is_rounded_nowhere_else_may_change_shape():
    program = lift(of_another_array, *arguments(4, 5))
    assert carried_as_stored(program, value_formats(program, BINARY64))[0] is not program


@needs_compiler
@pytest.mark.parametrize("f", PROGRAMS)
def test_as_numpy_stores(f):
    compiled = compile_native(lift(f, *arguments(4, 5)))
    for shape in ((4, 5), (3, 7), (1, 1)) if f is not two_at_once else ((4, 5), (3, 7)):
        expected, found = arguments(*shape), arguments(*shape)
        results = f(*expected), compiled(*found)
        for e, g in zip((*expected, results[0]), (*found, results[1]), strict=True):
            if e is not None:
                np.testing.assert_allclose(g, e, rtol=1e-14)


@needs_compiler
@pytest.mark.parametrize("kind", [complex, np.float32, np.int64])
def test_of_every_kind(kind):
    def stored(z, to, w):
        h = z.reshape(-1)
        for i in range(h.size):
            if to[i] > 3:
                h[i] = h[to[i]] + h[i]
    expected, found = arguments(4, 5, kind), arguments(4, 5, kind)
    stored(*expected)
    compile_native(lift(stored, *arguments(4, 5, kind)))(*found)
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-6)


@needs_compiler
@pytest.mark.parametrize("name", ["z", "w"])
def test_steps_round_as_before(name):
    program = lift(two_at_once, *arguments(4, 5))
    inputs, binding = bind(program, arguments(4, 5))
    agrees(program, inputs, Assignment(default=FORMATS["binary64"], storage={name: FORMATS["binary32"]}), binding)
