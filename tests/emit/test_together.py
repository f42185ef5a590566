"""Nests over the same rows in strips: the same bits, whatever the strips' length, and where strips would meet, none."""

import numpy as np
import pytest

from precis.emit.cpu import ProgramPrinter
from precis.emit.cpu import together as strips
from precis.emit.cpu.begin import begun
from precis.emit.cpu.build import QUICK
from precis.emit.cpu.together import together
from precis.emit.engine import Compiled, compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Allocate, Strips
from precis.emit.plan.walking import walk
from precis.ir.call import bind
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def deviation(x):
    """Running sums of a row, and what is computed from them: the sums of a strip are all that is kept."""
    s, t = np.cumsum(x, axis=1), np.cumsum(x * x, axis=1)
    m = (s[:, 3:] - s[:, :-3]) / 3.0
    return np.sqrt(np.maximum((t[:, 3:] - t[:, :-3]) / 3.0 - m * m, 0.0))


def twice(x):
    """In the argument's own memory, and with a rim."""
    d = np.zeros_like(x)
    d[:, 1:-1] = x[:, 2:] - 2.0 * x[:, 1:-1] + x[:, :-2]
    x[:, 1:-1] += 0.1 * (d[:, 2:] - 2.0 * d[:, 1:-1] + d[:, :-2])
    return d


def stepped(x, steps):
    """In a loop, with scalars between."""
    for k in range(steps):
        s = np.cumsum(x, axis=1)
        scale = 1.0 / (k + 2.0)
        x = scale * (x + 0.5 * s[:, ::-1])
    return x


def chosen(x):
    """Rows of a length that only the run knows."""
    d = np.exp(x[:, np.flatnonzero(x.sum(axis=0) > 0)])
    return np.sum(d / d.sum(axis=1, keepdims=True) < 0.1, axis=1)


def reshaped(x):
    """Rows in another shape from one nest to the next, and what stands between bears on the second only."""
    n = x.shape[1]
    y = np.empty((*x.shape, 2))
    y[:, :, 0] = x + x[:, ::-1]
    y[:, :, 1] = x - x[:, ::-1]
    w = np.cumsum(0.5 * np.arange(n))
    flat = y.reshape(len(x), 2 * n)
    return flat[:, :n] * w + flat[:, n:]


def turn(x):
    s = np.cumsum(x, axis=1)
    return 0.5 * (s[:, ::-1] + x)


def many(x):
    """More nests than one function has."""
    return turn(turn(turn(turn(turn(x)))))


def neighbours(x):
    """Rows take from the rows beside them."""
    s = np.cumsum(x, axis=1)
    return s[1:] - s[:-1, ::-1]


def turned(x):
    s = np.cumsum(x, axis=1)
    return s[::-1] * x


def of_columns(x):
    """All rows bear on each of the second nest."""
    s = np.cumsum(x, axis=1)
    return s - s.sum(axis=0)[::-1]


def lone(x):
    return np.cumsum(x, axis=1)


TOGETHER = {  # and how many arrays hold a strip only
    softmax: 3, deviation: 2, twice: 0, stepped: 1, chosen: 2, reshaped: 0, many: 4,
}
APART = (neighbours, turned, of_columns, lone)


def _arguments(function, rows=7, columns=20):
    x = np.random.default_rng(rows).normal(size=(rows, columns))
    return (x, 3) if function is stepped else (x,)


def _strips(function):
    program = lift(function, *_arguments(function))
    made = together(begun(plan(program, default_assignment(program)))).statements
    found = [s for s in walk(made) if isinstance(s, Strips)]
    return len(found), sum(isinstance(s, Allocate) for t in found for s in t.body)


@pytest.mark.parametrize("function", TOGETHER)
def test_nests_over_the_same_rows_are_together(function):
    assert _strips(function) == (1, TOGETHER[function])


@pytest.mark.parametrize("function", APART)
def test_rows_that_meet_are_not(function):
    assert _strips(function) == (0, 0)


def test_nests_of_long_strips_are_functions():
    """One for each nest, or for those that do the same; what threads share are the strips alone."""
    program = lift(many, *_arguments(many))
    text = ProgramPrinter(plan(program, default_assignment(program))).source("program.h")
    start = text.index("static void compute(")
    assert text[:start].count("PR_CALLED static void") >= 3 and "PR_SHARED" not in text[:start]
    assert text[start:].count("PR_SHARED") == 1


@needs_compiler
@pytest.mark.parametrize("function", TOGETHER)
def test_the_same_bits(function, monkeypatch):
    monkeypatch.setattr(strips, "MOST", 1)
    program = lift(function, *_arguments(function))
    whole = compile(program, quick=True)
    monkeypatch.undo()
    monkeypatch.setattr(strips, "ROOM", 2000)  # bytes: strips of two or three rows
    parts = compile(program, quick=True)
    for rows, columns in ((7, 20), (1, 20), (0, 20), (9, 4), (40, 9)):
        mine, theirs = _arguments(function, rows, columns), _arguments(function, rows, columns)
        np.testing.assert_array_equal(parts(*mine), whole(*theirs))
        np.testing.assert_array_equal(mine[0], theirs[0])


@needs_compiler
@pytest.mark.parametrize("function", (softmax, deviation))
def test_strips_of_single_rows(function, monkeypatch):
    """Rows of known length that fill a strip: strips hold one each."""
    program = lift(function, *_arguments(function))
    lengths = bind(program, _arguments(function))[1]
    monkeypatch.setattr(strips, "ROOM", 100)  # bytes: less than a row
    single = Compiled(program, default_assignment(program), flags=QUICK, lengths=lengths)
    np.testing.assert_allclose(single(*_arguments(function)), function(*_arguments(function)), rtol=1e-12)
