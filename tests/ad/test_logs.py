"""Logs of adjoints: what iterations overwrite in pieces of run-time length is kept piece by piece, in interpreters and natively."""

from itertools import pairwise

import numpy as np
import pytest

from precis.ad import adjoint
from precis.ad.extent import Extent
from precis.ad.tape import Tape
from precis.emit.engine import compile
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.text import parse
from precis.ir.types import Range, Value
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents, directional, dot, tangents
from tests.emit.oracle import needs_compiler

LENGTHS = ((0,), (1,), (3, 0, 2, 1), (2, 5, 1, 0, 4, 3))


def rows(lengths, width=0):
    """Pointers to rows of these lengths, what they hold, and a few numbers beside."""
    rng, ptr = np.random.default_rng(len(lengths)), np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
    shape = (ptr[-1], width) if width else (ptr[-1],)
    return ptr, rng.uniform(0.3, 1.2, shape), rng.uniform(0.5, 1.5, len(lengths) + 1)


def in_place(ptr, x, s):
    """Rows that overlap, so that each piece is overwritten twice."""
    for i in range(len(ptr) - 1):
        lo, hi = max(ptr[i] - 1, 0), ptr[i + 1]
        x[lo:hi] = np.sin(x[lo:hi]) * s[i]


def masked(ptr, x, s):
    for i in range(len(s)):
        high = x > 0.4 * s[i]
        x[high] = x[high] ** 2 * s[i]


def gathered(ptr, x, s):
    """Stores at positions of run-time number, from pieces that other iterations have changed."""
    for i in range(len(ptr) - 1):
        at = np.arange(ptr[i], ptr[i + 1])
        x[(at * 3 + 1) % len(x)] *= x[ptr[i]:ptr[i + 1]] + s[i]


def nested(ptr, x, s):
    """An inner loop of run-time trips whose iterations overwrite single places, and pieces of run-time length."""
    for i in range(len(ptr) - 1):
        for p in range(ptr[i], ptr[i + 1]):
            x[p] = np.cos(x[p]) * s[i]
            x[ptr[i]:p] = x[ptr[i]:p] * x[p] + 0.1


def rows_of_a_matrix(ptr, x, s):
    for i in range(len(ptr) - 1):
        x[ptr[i]:ptr[i + 1]] = np.tanh(x[ptr[i]:ptr[i + 1]] * s[i])


def under_a_branch(ptr, x, s):
    for i in range(len(ptr) - 1):
        if s[i] > 0.9:
            x[ptr[i]:ptr[i + 1]] = np.exp(-x[ptr[i]:ptr[i + 1]])
        x[ptr[i]:ptr[i + 1]] *= s[i]


def while_true(ptr, x, s):
    """The number of trips is found by running."""
    i = 0
    while i < len(ptr) - 1 and x.sum() < 1e3:
        x[ptr[i]:ptr[i + 1]] = np.exp(0.3 * x[ptr[i]:ptr[i + 1]])
        i += 1


def whole_numbers(ptr, x, s):
    """Where to store is in an array of integers that is overwritten, too."""
    place = np.arange(len(x))
    for i in range(len(ptr) - 1):
        place[ptr[i]:ptr[i + 1]] = place[ptr[i]:ptr[i + 1]][::-1]
        x[place[ptr[i]:ptr[i + 1]]] = np.sin(x[ptr[i]:ptr[i + 1]]) * s[i]


PROGRAMS = (in_place, masked, gathered, nested, under_a_branch, while_true, whole_numbers)


def checked(f, given, memory=None, native=True):
    """The adjoint of `f` against central differences, from a Program that is lifted for one size and called with others."""
    program = lift(f, *rows(LENGTHS[-1], given[1].ndim > 1 and given[1].shape[1]))
    back = adjoint(program, **({} if memory is None else {"memory": memory}))
    verify(back)
    arrays, binding = bind(program, [x.copy() for x in given])
    own = lift(f, *(x.copy() for x in given))
    bars, along = cotangents(own, arrays), tangents(own, arrays)
    found = interpret(back, [*arrays, *bars], binding)
    reals = [t for t in along if t is not None]
    np.testing.assert_allclose(dot(found, reals), dot(bars, directional(own, arrays, along)), rtol=1e-11, atol=1e-12)
    if native:
        code = compile(back)
        assert code.backend == "native", code.reason
        for a, b in zip(code.run([*arrays, *bars], binding), found):
            np.testing.assert_allclose(a, b, rtol=1e-13, atol=1e-15)
    return back


@needs_compiler
@pytest.mark.parametrize("lengths", LENGTHS, ids=str)
@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_pieces_come_back(f, lengths):
    checked(f, rows(lengths))


@needs_compiler
@pytest.mark.parametrize("lengths", LENGTHS, ids=str)
def test_pieces_of_two_dimensions_come_back(lengths):
    checked(rows_of_a_matrix, rows(lengths, 3))


@pytest.mark.parametrize("memory", (2000, 300, 1))
@pytest.mark.parametrize("f", (in_place, nested, while_true), ids=lambda f: f.__name__)
def test_logs_of_loops_in_segments(f, memory):
    checked(f, rows(LENGTHS[-1]), memory, native=False)


def test_complex_pieces_come_back():
    def turned(ptr, z, s):
        for i in range(len(ptr) - 1):
            z[ptr[i]:ptr[i + 1]] = z[ptr[i]:ptr[i + 1]] ** 2 * s[i]

    ptr, x, s = rows(LENGTHS[-1])
    z = x * np.exp(1j * np.arange(len(x)))
    program = lift(turned, ptr, z.copy(), s)
    bars = cotangents(program, [ptr, z, s])
    (dz, ds) = interpret(adjoint(program), [ptr, z, s, *bars])
    of = np.repeat(s[:-1], np.diff(ptr))
    np.testing.assert_allclose(dz, bars[0] * np.conj(2 * z * of), rtol=1e-13)
    sums = [np.sum((np.conj(bars[0]) * z**2).real[a:b]) for a, b in pairwise(ptr)]
    np.testing.assert_allclose(ds[:-1], sums, rtol=1e-13, atol=1e-14)


@pytest.mark.parametrize("f", (in_place, gathered, nested, whole_numbers), ids=lambda f: f.__name__)
def test_no_iteration_keeps_the_array(f):
    """Nothing that a loop hands on is as long as its trips times the array."""
    program = lift(f, *rows(LENGTHS[-1]))
    n, trips = Size.of(program.body.params[1].shape[0].symbol), program.body.params[0].shape[0] - 1
    shapes = [v.shape for node in adjoint(program).nodes() for v in node.outputs if len(v.shape) > 1]
    assert (trips, n) not in shapes and not any(n in s[1:] for s in shapes), shapes


@pytest.mark.parametrize("most, logs, logged", ((4, True, False), (64, True, False), (65, True, True), ("N", True, True), (None, True, True),
                                                (None, False, False)))
def test_what_is_logged(most, logs, logged):
    """What may be longer than some elements; the rest has rows of a stack."""
    extent = Extent({"N": 100}, {"n": (Size(), None if most is None else Size.of(most))})
    tape = Tape("i", Range(Size(), Size.of("N")), frozenset({"n"}), extent, logs)
    piece = Value("v", (Size.of("n"),), "real")
    assert tape.logged(piece) == logged
    assert tape.holds(piece) == (logged or most is not None)
    assert not tape.logged(Value("v", (Size.of("N"),), "real")) and not tape.logged(Value("v", (), "real"))


def test_the_text_of_a_program_with_logs_is_read_back():
    back = adjoint(lift(nested, *rows(LENGTHS[-1])))
    assert str(parse(str(back))) == str(back)


@needs_compiler
def test_native_logs_take_no_second_run():
    """Address space stands for what a run of its own would count, and nothing is filled with zeros; that is proved, or left."""
    source = compile(adjoint(lift(nested, *rows(LENGTHS[-1])))).source
    assert source.count("pr::Reserved<") == 3 and source.count("; p_") == 2, source
