"""Reductions over a few elements known beforehand: the results of the interpreter bit by bit, without accumulators in lanes."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.emit.plan import plan
from precis.emit.plan.kernels import WORKSPACE, Nest
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
BINARY64 = Assignment.uniform(FORMATS["binary64"])


def blocks(x):
    """2 x 3 blocks of an image."""
    h, w = x.shape
    z = x.reshape(h // 2, 2, w // 3, 3)
    return np.max(z, axis=(1, 3)), np.min(z, axis=(1, 3)), np.sum(z, axis=(1, 3)), np.prod(z * 1.5, axis=(3, 1)), np.any(z > 1.0, axis=(1, 3))


def channels(x):
    """Windows that overlap, channels last."""
    h, w, c = x.shape
    out = np.empty((h - 1, w - 2, c), dtype=x.dtype)
    for i in range(h - 1):
        for j in range(w - 2):
            out[i, j] = np.max(x[i:i + 2, j:j + 3], axis=(0, 1)) + np.sum(x[i:i + 2, j:j + 3], axis=(0, 1))
    return out


def looked_up(x, where):
    """Positions computed inside the window, and terms that are stored as well."""
    terms = np.abs(x[where]).reshape(-1, 4)
    return np.sum(terms, axis=1), terms, np.mean(terms, axis=1)


def arguments(fn, dtype):
    rng = np.random.default_rng(3)
    x = rng.normal(size=(38, 57)).astype(dtype)
    x[3, 4], x[20:22, 3:6] = np.nan, -0.0
    return {blocks: (x,), channels: (rng.normal(size=(9, 11, 21)).astype(dtype),),
            looked_up: (x[0].copy(), rng.integers(0, 57, 400))}[fn]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("fn", [blocks, channels, looked_up])
def test_windows_are_reduced_in_order(fn, dtype):
    args = arguments(fn, dtype)
    program = lift(fn, *args)
    compiled = compile(program)
    behind = compiled.source.rpartition("pr::inside(")[2]  # what asks whether positions lie in the array looks at all of them
    assert not any(word in behind for word in ("pr::Sum", "pr::Product", "pr::Maximum", "pr::Any", "pr::row", "pr::lanes"))
    inputs, binding = bind(program, args)
    assert program.original is not None
    expected = interpret(emulate(program, program.original), inputs, binding)
    for e, f in zip(expected, compiled.run(inputs, binding), strict=True):
        np.testing.assert_array_equal(f, e)


def averaged(x):
    """The division of a mean, and what is made of it."""
    z = x.reshape(x.shape[0] // 2, 2, x.shape[1] // 3, 3)
    return z.max(axis=(1, 3)), np.sqrt(np.abs(z.mean(axis=(1, 3))) + 1.0)


def test_what_is_done_with_windows_joins_their_loop():
    x = arguments(blocks, np.float64)[0]
    made = plan(lift(averaged, x), BINARY64)
    nests = [s for s in walk(made.statements) if isinstance(s, Nest)]
    assert sum(bool(n.axes) for n in nests) == 1
    assert not any(b.role == WORKSPACE and b.shape for b in made.buffers.values())


def links(r, old, length):
    """Places in space, one after the other: sums and rows of three elements in a loop."""
    turns = 0
    for i in range(len(length)):
        d = r[i + 1] - r[i]
        excess = np.sum(d * d) - length[i] ** 2
        if abs(excess) > 0.5:
            s = old[i + 1] - old[i]
            g = excess / (4.0 * np.sum(d * s))
            r[i] += g * s
            r[i + 1] -= g * s
            turns += np.max(np.abs(s)) > 0.5
    return turns


def test_places_in_space_are_worked_on_one_by_one():
    rng = np.random.default_rng(5)
    args = rng.normal(size=(40, 3)), rng.normal(size=(40, 3)), np.ones(39)
    program = lift(links, *args)
    compiled = compile(program)
    assert not any(word in compiled.source for word in ("pr::Sum", "pr::Maximum", "pr::lanes", "i0"))
    inputs, binding = bind(program, args)
    assert program.original is not None
    expected = interpret(emulate(program, program.original), inputs, binding)
    for e, f in zip(expected, compiled.run(inputs, binding), strict=True):
        np.testing.assert_array_equal(f, e)
    ours = tuple(x.copy() for x in args)
    assert compiled(*ours) == links(*args)
    np.testing.assert_allclose(ours[0], args[0], rtol=1e-9)


def nearby(x, k):
    """Positions computed from the place in a short row."""
    out = np.zeros((k.size, 3))
    for i in range(k.size):
        out[i] = x[np.minimum(np.arange(3), k[i])] * np.arange(3)
    return out


def test_places_in_a_short_row_are_integers():
    x, k = np.random.default_rng(6).normal(size=300), np.array([0, 1, 2, 5])
    np.testing.assert_array_equal(compile(lift(nearby, x, k))(x, k), nearby(x, k))


def filtered(p, n):
    """An innovation: a sum over a few elements into the one element of an array, in a loop."""
    h = np.ones((1, 2))
    p = p.copy()
    for _ in range(n):
        s = h @ p @ h.T + 0.1
        k = (h @ p).T / s
        p = p - k @ s @ k.T
    return p


def test_sums_into_one_element_add_every_term():
    p = np.array([[1.0, 0.3], [0.3, 2.0]])
    np.testing.assert_allclose(compile(lift(filtered, p, 3))(p, 3), filtered(p, 3), rtol=1e-13)


def test_places_in_tables_are_numbers():
    """Columns at places that the program lists are stored and read in one loop, whose steps take what is stored from registers."""
    def coded(bits, noise):
        word = np.zeros((len(bits), 9), dtype=np.uint8)
        word[:, [3, 5, -1, 6]] = bits
        for p in (1, 2, 4):
            word[:, p] = np.bitwise_xor.reduce(word[:, [i for i in range(1, 9) if i & p and i != p]], axis=1)
        return word, (word ^ noise)[:, np.array([8, 1, 0])] + np.array([1, 2, 3], dtype=np.uint8)

    rng = np.random.default_rng(4)
    program = lift(coded, *(rng.integers(0, 2, (20, n)).astype(np.uint8) for n in (4, 9)))
    assert not any(n.op in ("cond", "while") for n in program.nodes())
    compiled = compile(program)
    assert len([line for line in compiled.source.splitlines() if "for (" in line or "PR_SHARED" in line]) <= 3
    assert "PR_BY_BYTES" in compiled.source
    for n in (1, 40, 300):
        args = [rng.integers(0, 2, (n, k)).astype(np.uint8) for k in (4, 9)]
        for found, expected in zip(compiled(*args), coded(*args), strict=True):
            np.testing.assert_array_equal(found, expected)
