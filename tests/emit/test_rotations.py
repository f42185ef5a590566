"""Rotated arrays are read where they lie: every shift and size, in every place of a program, against NumPy."""

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.cpu.build import QUICK
from precis.emit.cpu.short_turns import MOST
from precis.emit.engine import Compiled, compile, default_assignment
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def shifted(u, v):
    """Rotations along both axes, of expressions and of each other, read by maps and by sums."""
    w = np.roll(u, 1, 0) + np.roll(u, -2, 1) * np.roll(v, 3, 1)
    x = np.roll(np.roll(u + v, 2, 0), -1, 1)
    return w - x, np.roll(u, -1, 1).sum(axis=1), np.roll(u * v, 1, 1).max(), np.roll(w, 1, 1)[:, 1:-1] + u[:, 2:]


def stepped(u, steps):
    """Changes u, which it reads at other places."""
    for t in range(steps):
        u += 0.1 * (np.roll(u, 1, 1) - 2.0 * u + np.roll(u, -1, 1))
        u[0] = np.roll(u, 1, 0)[2] - np.roll(u[1], 2)
    return np.roll(u, 1)


def joined(u, k):
    """Parts that look like rotations, and are none."""
    a = np.concatenate([u[3:], u[:2]])
    b = np.concatenate([u[2:], u[2:]])
    c = np.concatenate([u[-1:], u[:-1]]) + np.concatenate([u[k:], u[:k]])
    return a, b, c


def products(u):
    return np.roll(u, 1, 0) @ np.roll(u, 1, 1).T


@pytest.mark.parametrize("fn, make", [
    (shifted, lambda n, r: (r.normal(size=(n, n + 1)), r.normal(size=(n, n + 1)))),
    (stepped, lambda n, r: (r.normal(size=(n, n + 3)), 3)),
    (joined, lambda n, r: (r.normal(size=n), 4)),
    (products, lambda n, r: (r.normal(size=(n, n + 2)),))])
def test_rotations_of_any_size(fn, make):
    compiled = compile(lift(fn, *make(9, np.random.default_rng(0))), quick=True)
    assert compiled.backend == "native"
    for n in (4, 5, 6, 9, 33, 70):
        mine, theirs = (make(n, np.random.default_rng(n)) for _ in range(2))
        found, expected = compiled(*mine), fn(*theirs)
        for f, e in zip((*_tuple(found), *mine), (*_tuple(expected), *theirs)):
            np.testing.assert_allclose(f, e, rtol=1e-12, atol=1e-12)


def _tuple(x):
    return x if isinstance(x, tuple) else (x,)


@pytest.mark.parametrize("name", ["bfloat16", "binary32"])
def test_rotations_round_as_emulated(name):
    rng = np.random.default_rng(1)
    args = (rng.normal(size=(7, 8)), rng.normal(size=(7, 8)))
    program = lift(shifted, *args)
    assignment = Assignment.uniform(FORMATS[name])
    inputs, binding = bind(program, args)
    for f, e in zip(compile(program, assignment, quick=True).run(inputs, binding), interpret(emulate(program, assignment), inputs, binding)):
        np.testing.assert_array_equal(f, e)


def test_the_loop_is_split_where_the_rotation_begins_anew():
    rng = np.random.default_rng(2)
    compiled = compile(lift(stepped, rng.normal(size=(9, 12)), 3), quick=True)
    assert ", false)" in compiled.source


def turned(u):
    return np.roll(u, 1, 1) - 2.0 * u + np.roll(u, -1, 1)


@pytest.mark.parametrize("lengths", ({"N": 3, "M": 40}, {"N": 3, "M": 9}, {"N": 3, "M": 3}, {"N": 1, "M": 2}))
def test_known_lengths_are_split_at_the_nearer_end(lengths):
    """Both ends are numbers where lengths are: all but two columns are inside. Few columns of several rows are written out."""
    u = np.random.default_rng(3).normal(size=(3, 40))
    program = lift(turned, u)
    rows, columns = lengths.values()
    known = dict(zip(program.binding, lengths.values()))
    single = Compiled(program, default_assignment(program), flags=QUICK, lengths=known)
    split = columns > MOST or rows == 1
    assert (f"pr::size_min(1, {columns})" in single.source) == split
    assert (f"pr::size_min({columns}, {columns - 1})" in single.source) == split or columns == 2
    np.testing.assert_array_equal(single(u[:rows, :columns]), turned(u[:rows, :columns]))


def test_the_few_iterations_at_both_ends_are_written_once():
    """Beside those inside, for which compilers write out more than for all the rest."""
    text = emit(lift(lambda u: np.roll(u, 1, 1) + np.roll(u, -1, 1), np.ones((9, 12)))).text
    assert text.count("PR_SINGLE") == 1 and text.count(", false);") == 1
