"""Results of which callers get the first part are filled no further; arrays as long as their buffers have zeros there."""

import numpy as np
import pytest

import precis
from precis.emit.engine import compile
from precis.emit.plan.given_parts import given_parts
from precis.emit.plan.padding import UNREAD
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.text import parse
from precis.lift import lift
from tests.emit.oracle import needs_compiler

X = np.array([0.5, -1.0, 2.0, np.nan, -0.0, np.inf, 3.0])


def chosen(x):
    return x[x > 0.0]


def both(x):
    y = x[x > 0.0]
    return y, y, len(y)


def columns(x):
    a = np.outer(x, x)[:, x > 0.0]
    return a, a.sum()


def steps(x):
    found, s = [], np.nansum(np.abs(x[:1])) + 40.0
    while s > 1.0:
        s *= 0.5
        found.append((s, 2.0 * s))
    return np.array(found)


def times(x):
    found, s = [], 1e3
    while s > np.abs(x[0]):
        s *= 0.5
        found.append(s)
    return {"times": found, "last": s}


def kept(x):
    """Elements behind the part are read: zeros of the program's own."""
    y = np.zeros(10)
    n = int(np.sum(x > 0.0))
    y[:n] = 1.0
    return y, x[x < 0.0]


FUNCTIONS = [chosen, both, columns, steps, times, kept]


def marks(f):
    program = lift(f, X)
    return sum(UNREAD in n.attrs for n in given_parts(program).body.nodes)


@pytest.mark.parametrize(("f", "count"), [(chosen, 1), (both, 2), (columns, 1), (steps, 1), (times, 1), (kept, 1)], ids=lambda f: getattr(f, "__name__", ""))
def test_first_parts_are_marked(f, count):
    assert marks(f) == count


TEXT = """
@sizes(N=7)
def chosen(x: input[real[N]]):
    n = size(sum(convert(x > 0.0, kind='int64'), axes=(0,)))
    _1 = index(n)
    _2 = update(broadcast(0.0, shape=(N,)), x[:n], at=s_[:n])
    return part(_2, _1)
"""
READ = {"as it is": ("part(_2, _1)", "(_2, _1)"), "more of it": ("index(n)", "index(n + 1)"), "another number": ("index(n)", "count(x)"),
        "its sum": ("part(_2, _1)", "(part(_2, _1), sum(_2, axes=(0,)))"), "not from the start": ("at=s_[:n]", "at=s_[1:n + 1]"),
        "into others": ("broadcast(0.0, shape=(N,))", "abs(x)")}


def marked(text):
    return any(UNREAD in n.attrs for n in given_parts(parse(text)).body.nodes)


def test_texts_are_marked():
    assert marked(TEXT)


@pytest.mark.parametrize(("old", "new"), READ.values(), ids=READ)
def test_what_is_read_is_filled(old, new):
    text = TEXT.replace(old, new).replace("count(x)", "sum(convert(x > 1.0, kind='int64'), axes=(0,))")
    assert text != TEXT
    assert not marked(text)


@needs_compiler
@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("x", [X, X[:1], -X, X[:0], np.abs(X) + 1.0, np.full(5, -1.0)], ids=str)
def test_calls_give_numpys_and_runs_the_interpreters(f, x):
    program = lift(f, X)
    compiled = precis.compile(program)
    if f in (steps, times) and not len(x):
        pytest.skip("no first element")
    for _ in range(4):
        rubbish = np.full(64, np.nan)  # memory that results may get
        del rubbish
        found, expected = compiled(x), f(x)
        if isinstance(expected, dict):
            found, expected = tuple(found.values()), tuple(expected.values())
        for a, b in zip(*(v if isinstance(v, tuple) else (v,) for v in (found, expected)), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-15)
            assert np.shape(a) == np.shape(b)
    arrays, binding = bind(program, [x])
    for a, b in zip(compile(program).run(arrays, binding), interpret(program, arrays, binding), strict=True):
        np.testing.assert_allclose(np.asarray(a, float), np.asarray(b, float), rtol=1e-15)
