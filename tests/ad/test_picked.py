"""Cotangents of parts of what positions pick are added where they came from. jax.vjp is the oracle."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from precis.ad import adjoint
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift
from tests.emit.oracle import needs_compiler

R = np.random.default_rng(8)
X, Y = R.normal(size=60), R.normal(size=(12, 15))
PLACES, ROWS = R.integers(0, 60, (9, 8)), R.integers(0, 12, 20)


def frames(xp, x, places):
    """Windows of a signal, some of them, in four lengths."""
    length = places.shape[1]
    windows = x[xp.arange(x.size - length + 1)[:, None] + xp.arange(length)]
    return xp.sin(windows[::8]) * windows[::8] + 1.0, xp.exp(windows[::8, :5]), windows[::8, 2:].sum(axis=1), xp.cumsum(windows[::8, 1:] ** 2, axis=1)


def anywhere(xp, x, places):
    """Places that are the same for several, columns backwards, one row, one element."""
    chosen = x[places]
    return chosen[6:0:-3, 1:] * 2.0, chosen[2] * chosen[2, 3] + chosen[-1, ::-1]


def patches(xp, y, rows):
    """Two arrays of places side by side, each along an axis of its own."""
    picked = y[xp.arange(10)[:, None, None, None] + xp.arange(3)[:, None], xp.arange(12)[:, None, None] + xp.arange(3)]
    return picked[::4, ::5].sum(axis=(2, 3)), picked[3, 2] ** 2


def rows_of(xp, y, rows):
    """Rows, and columns of these; columns that another axis stands in front of."""
    some, columns = y[rows], y[:, rows % 7][1:9]
    return some[::3, 2:11:2] ** 2, some[4:6, 0:1] * 3.0, xp.cos(columns[::3, 5:9])


def again_and_again(xp, x, places):
    """Places that iterations compute, and that depend on data."""
    y = xp.zeros(3)
    for k in range(4):
        chosen = x[(places * k + 3) % x.size]
        some = x[xp.where(chosen > 0.0, places, 5)]
        y = xp.sin(y) + chosen[::4, k] * some[1:4, 2] + (chosen[2:5, 3:5] ** 2).sum(axis=1)
    return (y,)


def middles(xp, y, rows):
    """Medians and the least, of rows and of columns, some of which are equal."""
    tied = xp.round(y[rows] * 4.0) * 0.25 + 0.0 * y[rows]
    along, down = xp.sort(y * 1.5, axis=1), xp.sort(tied * tied, axis=0)
    return along[:, 7] * along[:, 2], xp.sin(down[9:11]).sum(axis=0), down[0, ::2] ** 2


def all_in_order(xp, y, rows):
    along = xp.sort(y * 1.5, axis=1)
    return along[:, 1:] - along[:, :-1], along[:, 3]


def nearly_all(xp, x, places):
    """Parts that are as large as the whole are summed first."""
    chosen = x[places]
    return chosen[1:] * chosen[:-1], chosen[:, 1:] ** 2


FUNCTIONS = (frames, anywhere, patches, rows_of, again_and_again, middles, all_in_order, nearly_all)
FEW = FUNCTIONS[:5]


def program_of(function):
    given = (Y, ROWS) if function in (patches, rows_of, middles, all_in_order) else (X, PLACES)

    def own(a, b):
        return function(np, a, b)
    return lift(own, *given), given


def expected(function, given, weights):
    with jax.enable_x64(True):
        _, back = jax.vjp(lambda a: function(jnp, a, jnp.asarray(given[1])), jnp.asarray(given[0]))
        return back(tuple(map(jnp.asarray, weights)))[0]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_cotangents_are_those_of_jax(function):
    program, given = program_of(function)
    made = adjoint(program)
    verify(made)
    weights = [np.cos(np.arange(np.size(y))).reshape(np.shape(y)) for y in function(np, *given)]
    found = interpret(made, [*given, *weights], dict(made.sizes))[-1]
    np.testing.assert_allclose(found, expected(function, given, weights), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("function", (*FEW, nearly_all))
def test_no_array_stands_for_what_was_picked(function):
    program, _ = program_of(function)
    picked = {n.output.shape for n in program.nodes() if n.op == "slice" and len(n.inputs) > 1}
    zeros = {n.output.shape for n in adjoint(program).nodes() if n.op == "broadcast" and n.output.kind == "real"}
    assert bool(picked & zeros) == (function not in FEW)


@pytest.mark.parametrize("function", (middles, all_in_order))
def test_of_orders_the_places_of_parts_are_read(function):
    """So that native code selects them."""
    made = adjoint(program_of(function)[0])
    orders = {n.output.name for n in made.nodes() if n.op == "argsort"}
    readers = {n.op for n in made.nodes() for k, v in enumerate(n.inputs) if v.name in orders and not (n.op == "slice" and k == 0)}
    assert orders and bool(readers) == (function is all_in_order)


@needs_compiler
@pytest.mark.parametrize("function", (frames, patches))
def test_places_that_count_are_in_no_memory(function):
    program, given = program_of(function)
    made = adjoint(program)
    weights = [np.ones(np.shape(y)) for y in function(np, *given)]
    found = compile_native(made, default_assignment(made), quick=1).run([*given, *weights])[-1]
    np.testing.assert_allclose(found, expected(function, given, weights), rtol=1e-12, atol=1e-12)
    assert not any(b.element == "int64" and b.shape and b.role == "workspace" for b in plan(made, default_assignment(made)).buffers.values())
