"""Stores that no later iteration reads, into arrays that nobody reads behind their loop, are dropped, and the tape with them; others stay."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.ad.unread import without_unread
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents, jax_adjoint
from tests.ad.test_tape import stacks

N = 7


def put_back(a, x):
    w, s = a.copy(), 0.0
    for k in range(N - 1, 0, -1):
        s += w[k] * w[k - 1]
        w[k] = x[k] * s
    return s


def every_other(a, x):
    w, s = a.copy(), 0.0
    for k in range(1, N, 2):
        w[k] = w[k - 1] * x[k]
        s += w[k - 1] * x[k - 1]
    return s


def on_both_sides(a, x):
    w, s = a.copy(), 0.0
    for k in range(N - 1, 0, -1):
        s += w[k] * w[k - 1]
        if x[k] > 0.2:
            w[k] = x[k] * s
        else:
            w[k] -= s
    return s


def one_of_two(a, x):
    w, s = a.copy(), 0.0
    for k in range(N - 1, 0, -1):
        w[k - 1] += x[k] * w[k]
        s += w[k]
        w[k] = x[k]
    return s


def added(a, x):
    """What is added is read in the next iteration."""
    w, s = a.copy(), 0.0
    for k in range(N - 1, 0, -1):
        s += w[k]
        w[k - 1] += x[k] * s
        w[k] += s
    return s


def then_read(a, x):
    w, s = a.copy(), 0.0
    for k in range(N - 1, 0, -1):
        w[k] = x[k] * s
        s += w[k] * w[k - 1] + 1.0
    return s


def in_the_next(a, x):
    w, s = a.copy(), 0.0
    for k in range(N - 2, 0, -1):
        s += w[k] * w[k + 1]
        w[k] = x[k] * s
    return s


def at_the_end(a, x):
    w, s = a.copy(), 0.0
    for k in range(N - 1, 0, -1):
        s += w[k] * w[0]
        w[k] = x[k] * s
        w[0] = s
    return s


def returned(a, x):
    w, s = a.copy(), 0.0
    for k in range(N - 1, 0, -1):
        s += w[k]
        w[k] = x[k] * s
    return w


def whole(a, x):
    w, s = a.copy(), 0.0
    for k in range(N - 1, 0, -1):
        s += np.max(w)
        w[k] = x[k] * s
    return s


def in_turns(a, x):
    w, v, s = a.copy(), x.copy(), 0.0
    for k in range(N - 1, 0, -1):
        s += w[k] * v[k]
        w[k] = x[k] * s
        w, v = v, w
    return s


def wherever(a, x):
    w, s = a.copy(), 0.0
    for k in range(N - 1, 0, -1):
        s += w[k] * w[np.argmax(x[:k])]
        w[np.argmin(x[:k])] = s
    return s


# -> stores that are dropped
FUNCTIONS = {put_back: 1, every_other: 1, on_both_sides: 2, added: 1, then_read: 0, in_the_next: 0, at_the_end: 1, returned: 0, whole: 0,
             in_turns: 0, wherever: 0, one_of_two: 1}


def stores(program):
    return sum(n.op in ("update", "update_add") for n in program.body.walk())


def inputs():
    return np.random.default_rng(3).normal(size=N), np.random.default_rng(5).uniform(-1.0, 1.0, N)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_stores_that_no_iteration_reads_are_dropped(function):
    program = lift(function, *inputs())
    found = program.with_body(without_unread(program.body))
    verify(found)
    assert stores(program) - stores(found) == FUNCTIONS[function]
    for f, p in zip(interpret(found, inputs()), interpret(program, inputs()), strict=True):
        assert np.array_equal(f, p)
    np.testing.assert_allclose(interpret(found, inputs())[0], function(*inputs()), rtol=1e-13)


def filled(a, x):
    """Levels of an array of zeros, each from the one before."""
    c, d = np.zeros(a.shape), np.zeros(a.shape)
    for k in range(a.shape[1]):
        c[:, k] = a[:, k] + 2.0
        d[:, k] = x[0] * a[:, k]
        if k > 0:
            c[:, k] = 1.0 / (c[:, k] - c[:, k - 1] * a[:, k])
            d[:, k] = (d[:, k] - d[:, k - 1] * a[:, k]) * c[:, k]
    return d


def jax_filled(jnp, binding, a, x):
    columns, before = [], None
    for k in range(a.shape[1]):
        c, d = a[:, k] + 2.0, x[0] * a[:, k]
        if before is not None:
            c = 1.0 / (c - before[0] * a[:, k])
            d = (d - before[1] * a[:, k]) * c
        before = c, d
        columns.append(d)
    return (jnp.stack(columns, 1),)


def test_what_arrays_held_before_is_not_on_the_tape():
    arrays = np.random.default_rng(7).uniform(0.5, 1.5, (5, 6)), np.array([0.7, 0.2])
    program = lift(filled, *arrays)
    made = adjoint(program)
    bars = cotangents(program, arrays)
    found = interpret(made, (*arrays, *bars))
    for f, e in zip(found, jax_adjoint(jax_filled, program.binding, arrays, bars)[1], strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-11)
    assert sum(stacks(made)) == 2 * arrays[0].size * 8
