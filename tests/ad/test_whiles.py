"""Adjoints of whiles: the number of trips is found by running, and what is kept stays within the memory."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from precis.ad import adjoint
from precis.ad import checkpoints as module
from precis.ad.checkpoints import FEWEST, checkpoints
from precis.emit import compile as compile_native
from precis.formats import FORMATS, Assignment
from precis.ir.interpret import interpret
from precis.ir.types import Cut, Program
from precis.ir.verify import verify
from tests.ad.oracle import cotangents
from tests.ad.programs import ZERO, N, T, loop, program

BUDGETS = (2**30, 4000, 1500, 600, 1)


def _step(c, u, s, probes):
    """A bounded map of an array and a scalar, nonlinear in both; one end of the array is changed in place."""
    v = c.mul(s, c.sin(u))
    v = c.probe(v, v, key="v") if probes else v
    w = c.call("update", v, c.slice(u, at=(Cut(ZERO, N - 1),)), at=(Cut(ZERO + 1, N - 1),), container="u")
    mean = c.mul(c.const(0.3), c.cos(c.sum(c.mul(w, u), axes=(0,))))
    return w, c.add(mean, c.mul(c.const(0.9), s))


def relaxation(n=7, probes=False) -> Program:
    """As many steps as `limit` says, known to a while only."""
    def define(b, u, limit):
        test, step = b.child(), b.child()
        types = ((N,), "real", "u"), ((), "real", None), ((), "real", None)
        p, q = ([c.value(k or "", shape, kind, k) for shape, kind, k in types] for c in (test, step))
        again = test.lt(p[2], limit)
        w, s = _step(step, q[0], q[1], probes)
        u, s, _ = b.while_((b.store(u, container="u"), b.const(1.1), b.const(0.0)), test.block(p, (again,)),
                           step.block(q, (w, s, step.add(q[2], step.const(1.0)))))
        return u, s
    return program("relaxation", {"N": n}, {"u": (N,), "limit": ()}, define)


def counted(n=7, probes=False) -> Program:
    """The same steps in a counted loop."""
    def define(b, u):
        return loop(b, T, (b.store(u, container="u"), b.const(1.1)), lambda c, t, u, s: _step(c, u, s, probes))
    return program("counted", {"N": n, "T": 3}, {"u": (N,)}, define)


def nested(n=5) -> Program:
    """A while in a while, whose trips depend on the data: growing until the norm is large, again until it was so twice as often."""
    def define(b, u):
        test, step = b.child(), b.child()
        p, q = ([c.value("", (N,)), c.value()] for c in (test, step))
        again = test.lt(p[1], test.const(3.0))
        inner_test, inner = step.child(), step.child()
        (x,), (y,) = ([c.value("", (N,))] for c in (inner_test, inner))
        small = inner_test.lt(inner_test.sum(inner_test.mul(x, x), axes=(0,)), inner_test.const(40.0))
        (grown,) = step.while_((q[0],), inner_test.block((x,), (small,)),
                               inner.block((y,), (inner.mul(y, inner.add(inner.const(1.2), inner.mul(inner.sin(y), inner.const(0.1)))),)))
        end = step.mul(step.sin(grown), step.add(step.const(1.0), q[1]))
        (end,) = (b.while_((u, b.const(0.0)), test.block(p, (again,)), step.block(q, (end, step.add(q[1], step.const(1.0)))))[0],)
        return (end,)
    return program("nested", {"N": n}, {"u": (N,)}, define)


def _whiles(made: Program) -> int:
    return sum(node.op == "while" for node in made.nodes())


@pytest.mark.parametrize("probes", [False, True])
@pytest.mark.parametrize("memory", BUDGETS)
def test_any_number_of_trips_as_a_counted_loop(memory, probes):
    """No trips, one, a full segment, all slots full, far more than any guess: bit by bit what the counted loop gives."""
    made, twin = relaxation(probes=probes), counted(probes=probes)
    back, expected = adjoint(made, memory=memory), adjoint(twin)
    verify(back)
    rng = np.random.default_rng(1)
    u, bars = rng.uniform(-1, 1, 7), [rng.normal(size=7), 0.7]
    for trips in (0, 1, 2, 7, 8, 9, 31, 64, 65, 300):
        found = interpret(back, [u, float(trips), *bars])
        known = interpret(expected, [u, *bars], {"N": 7, "T": trips})
        np.testing.assert_array_equal(found[0], known[0])
        if probes:
            np.testing.assert_allclose(found[-1], known[-1], rtol=1e-12)


def test_budgets_decide_between_counting_and_checkpoints():
    assert [_whiles(adjoint(relaxation(), memory=m)) for m in BUDGETS] == [1, 3, 3, 3, 1]


@pytest.mark.parametrize("memory", BUDGETS)
def test_nested_whiles(memory):
    made = nested()
    u = np.array([0.3, -0.5, 1.2, 0.1, -0.9])
    bars = cotangents(made, [u])
    for a, b in zip(interpret(adjoint(made, memory=memory), [u, *bars]), _reference(u, bars), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12)


def _reference(u, bars):
    import jax
    import jax.numpy as jnp

    def grow(x):
        rounds = 0.0
        while rounds < 3.0:
            while (x * x).sum() < 40.0:
                x = x * (1.2 + jnp.sin(x) * 0.1)
            x, rounds = jnp.sin(x) * (1.0 + rounds), rounds + 1.0
        return x
    with jax.enable_x64(True):
        return jax.vjp(grow, jnp.asarray(u))[1](jnp.asarray(bars[0]))


@given(st.floats(1, 1e9), st.floats(1, 1e9), st.floats(1, 2**30))
def test_plans_fit_the_memory(tape, carry, memory):
    plan = checkpoints(tape, carry, memory)
    if plan is None:
        assert memory < 2 * max(FEWEST * carry, tape)
    else:
        assert plan.slots % 2 == 0 and plan.slots >= FEWEST and plan.length >= 1
        assert plan.slots * carry + plan.length * tape <= memory


def test_native_code_keeps_a_bounded_number_of_checkpoints(monkeypatch):
    """Twelve times as many trips as there is room for: the tape grows with the interval, and no faster."""
    monkeypatch.setattr(module, "SEGMENT", 2**10)
    monkeypatch.setattr(module, "SLOTS", 8)
    n, made = 64, relaxation(64, probes=True)
    back = adjoint(made, memory=2**18)
    compiled = compile_native(back, Assignment.uniform(FORMATS["binary64"]))
    rng = np.random.default_rng(2)
    u, bars = rng.uniform(-1, 1, n), [rng.normal(size=n), 0.7]
    whole = compile_native(adjoint(counted(n, probes=True)), Assignment.uniform(FORMATS["binary64"]))
    assert compiled.backend == whole.backend == "native"
    held = {}
    for trips in (0, 1, 50, 200):
        found = compiled.run([u, float(trips), *bars], {"N": n})
        held[trips] = compiled.workspace_bytes()
        known = whole.run([u, *bars], {"N": n, "T": trips})
        np.testing.assert_array_equal(found[0], known[0])
    assert held[200] < 0.6 * whole.workspace_bytes()
    assert held[50] <= held[200] <= held[50] + 50 * n * 8 * 3
