"""Arrays of a few elements, worked on element by element in loops, are scalars."""

import re
from dataclasses import replace

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.cpu.elements_apart import elements_apart
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan as plan_program
from precis.emit.plan.kernels import Loop, Nest
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def staged(y, w, h, steps):
    """Loops over stages and unknowns, the inner one shorter for earlier stages."""
    k, now, y = np.zeros((3, 2)), np.zeros(2), y.copy()
    for step in range(steps):
        for stage in range(3):
            for i in range(2):
                s = 0.0
                for j in range(stage):
                    s += w * k[j, i]
                now[i] = y[i] + h * s
            k[stage, 0] = now[1]
            k[stage, 1] = -now[0]
        for i in range(2):
            y[i] += h * (k[0, i] + k[2, i])
    return y


def six_stages(y, w, h, steps):
    """As many stages and unknowns as integrators of fifth order for paths in a plane have."""
    k, now, y = np.zeros((6, 4)), np.zeros(4), y.copy()
    for step in range(steps):
        for stage in range(6):
            for i in range(4):
                s = 0.0
                for j in range(stage):
                    s += w / (j + 1.0) * k[j, i]
                now[i] = y[i] + h * s
            far = now[0] * now[0] + now[1] * now[1] + 1.0
            k[stage, 0] = now[2]
            k[stage, 1] = now[3]
            k[stage, 2] = now[0] + 2.0 * now[3] - (1.0 - w) * now[0] / far - w * now[0] / (far + w)
            k[stage, 3] = now[1] - 2.0 * now[2] - (1.0 - w) * now[1] / far - w * now[1] / (far + w)
        error = 0.0
        for i in range(4):
            s = 0.0
            for stage in range(6):
                s += (w - stage) * k[stage, i]
            error = max(error, abs(h * s))
        if error < 1e3:
            for i in range(4):
                s = 0.0
                for stage in range(6):
                    s += w * k[stage, i]
                y[i] += h * s
    return y


def leapfrog(y, w, h, steps):
    """Arrays change places, and one of them nothing touches alone."""
    out = np.zeros(4)
    for start in range(4):
        before, now = np.zeros(2), y[:2] + w * start
        for step in range(steps):
            before, now = now, before + h * np.array([now[1], -now[0]])
        out[start] = now[0] + before[1]
    return out


def kept(y, w, h, steps):
    """What an iteration stores is read by a later one, and in the first by none: elements outlive iterations."""
    last, found = np.empty(3), np.zeros(steps)
    for step in range(steps):
        if step > 0:
            found[step] = last[0] - last[2]
        if step % 3 != 1:
            last[0] = w * step
            last[2] = h + step
    return found


def alone(y, w, h, steps):
    """Places that the data tell, and places of which none but vectors know."""
    chosen, row, y = np.zeros(4), np.zeros(3), y.copy()
    for step in range(steps):
        chosen[int(y[0] * 7.0) % 4] += w
        row = row * h + y[:3]
        y[0] = np.abs(row[1]) + chosen[2]
    return y, row


def table(y, w, h, steps):
    """Loops only read it."""
    moves, y = np.array([0.5, -0.25, 1.0]), y.copy()
    for step in range(steps):
        for i in range(3):
            y[i] += moves[i] * w
    return y


def outside(y, w, h, steps):
    """A branch that is not taken reads beyond the end."""
    z, y = np.zeros(2), y.copy()
    for step in range(steps):
        for i in range(3):
            if i < 2:
                z[i] = w * y[i] + h
                y[i] = z[i] - z[0]
    return y


ARRAYS = {staged: {"k": 6, "now": 2}, six_stages: {"k": 24, "now": 4}, leapfrog: {"now": 4, "before": 2}, kept: {"last": 2}, alone: {}, table: {}, outside: {}}
STATES = (np.array([0.3, -0.2, 0.1, 0.7]), np.array([np.nan, np.inf, -0.0, -np.inf]))


@pytest.mark.parametrize("function", ARRAYS, ids=lambda f: f.__name__)
def test_elements_of_small_arrays_are_scalars(function):
    program = lift(function, STATES[0], 0.7, 0.1, 5)
    legend = re.findall(r"//   \w+  (\w+)(\[\d+\])  binary64, workspace", emit(program, default_assignment(program)).text)
    assert {name: sum(n == name for n, _ in legend) for name, _ in legend} == ARRAYS[function]


@needs_compiler
@pytest.mark.parametrize("steps", [0, 1, 2, 9])
@pytest.mark.parametrize("state", STATES, ids=["finite", "special"])
@pytest.mark.parametrize("function", ARRAYS, ids=lambda f: f.__name__)
def test_the_bits_stay(function, state, steps):
    if function is alone and not np.isfinite(state[0]):
        pytest.skip("its places are of no number")
    run = compile_native(lift(function, STATES[0], 0.7, 0.1, 5))
    with np.errstate(all="ignore"):
        expected = function(state, 0.7, 0.1, steps)
    given = state.copy()
    found = run(given, 0.7, 0.1, steps)
    assert given.tobytes() == state.tobytes()
    for a, b in zip(found if isinstance(found, tuple) else (found,), expected if isinstance(expected, tuple) else (expected,)):
        np.testing.assert_array_equal(a, b)
        assert np.array_equal(np.signbit(a)[~np.isnan(a)], np.signbit(b)[~np.isnan(b)])


def taken(x, most):
    """Vectors read the elements, each at a number: which rows to take."""
    for step in range(most.shape[0]):
        rows = x[(step + np.arange(3)) % x.shape[0]]
        np.maximum(most, rows.min(axis=0), out=most)
        np.maximum(most, -rows.max(axis=0) - step, out=most)
    return most


@needs_compiler
def test_elements_that_vectors_read_at_numbers():
    """The loop goes through a strip of the vectors at a time then."""
    x, most = np.random.default_rng(0).normal(size=(7, 5, 40)), np.zeros((5, 40))
    program = lift(taken, x, most)
    text = emit(program, default_assignment(program)).text
    assert not re.search(r"\[i0\] = pr::mod", text)
    assert re.search(r"for \(int64_t step.*\n(.*\n)*?.*i0 \+ stepfrom", text)
    for n in (3, 7):
        given = x[:n], most.copy()
        expected = taken(x[:n], most.copy())
        np.testing.assert_array_equal(compile_native(program)(*given), expected)


@needs_compiler
@pytest.mark.parametrize("kind", [np.float32, np.int64, np.int32])
def test_other_numbers(kind):
    def squares(x, n):
        state, out = np.zeros(2, dtype=kind), np.zeros(n, dtype=kind)
        for k in range(n):
            state[0] = state[1] * x[0] + kind(3)
            state[1] = state[0] - x[1]
            out[k] = state[1]
        return out
    x = np.array([3, 2], dtype=kind)
    with np.errstate(all="ignore"):
        expected = squares(x, 11)
    run = compile_native(lift(squares, x, 11))
    assert run(x, 11).tobytes() == expected.tobytes()


def test_what_outlives_iterations_is_declared_around_their_loop():
    """Where nothing stores the elements in front of the loop."""
    plan = plan_program(*_planned(kept))
    name = next(b.name for b in plan.buffers.values() if b.original == "last")
    begun = replace(plan, statements=tuple(s for s in plan.statements if isinstance(s, Loop))[-1:])
    made = elements_apart(begun)
    zeros = [i.access.buffer for s in made.statements if isinstance(s, Nest) for i in s.body if i.op == "store" and i.access]
    assert {f"{name}[0]", f"{name}[2]"} <= set(zeros)


def _planned(function):
    program = lift(function, STATES[0], 0.7, 0.1, 5)
    return program, default_assignment(program)


def test_programs_do_not_grow_without_bound():
    """Many loops around many statements stay loops."""
    def long(y, n):
        z = np.zeros((5, 6))
        for step in range(n):
            for a in range(5):
                for b in range(6):
                    for c in range(6):
                        z[a, b] += y[c] * z[a, c] - y[a] * z[a, b] + y[b] * z[a, b] * y[c] + step
        return z
    program = lift(long, np.linspace(0.1, 0.9, 6), 3)
    assert "z[0]" not in emit(program, default_assignment(program)).text
