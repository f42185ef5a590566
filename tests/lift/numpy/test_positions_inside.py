"""Positions that stand in arguments: where NumPy raises IndexError, the run ends and says which statement it was."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.emit.engine import compile
from precis.errors import InputError
from precis.ir.call import bind, give_back
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def read(x, k):
    return x[k] * 2.0


def taken(x, k):
    return np.take(x, k)


def row_and_column(x, k):
    square = x[:4].reshape(2, 2)
    return square[k % 2, k]


def written(x, k):
    y = np.zeros(5)
    y[k] = 1.0
    return y


def added(x, k):
    y = np.zeros(5)
    y[k] += 1.0
    return y


def added_up(x, k):
    y = np.zeros(5)
    np.add.at(y, k, x[0] + 1.0)
    return y


def along(x, k):
    return np.take_along_axis(x, k, 0)


def one_by_one(x, k):
    s = 0.0
    for i in range(k.shape[0]):
        s += x[k[i]]
    return s


def some(x, k):
    """Elements that nobody reads may hold anything."""
    s = 0.0
    for i in range(k.shape[0] - 1):
        s += x[k[i]]
    return s


def parts(x, k):
    s = np.zeros(2)
    for i in range(2):
        s[i] = x[k[i:i + 2]].sum()
    return s


def where_it_is_inside(x, k):
    s = 0.0
    for i in range(k.shape[0]):
        if -5 <= k[i] < x.shape[0]:
            s += x[k[i]]
    return s


def until_negative(x, k):
    s, i = 0.0, 0
    while i < k.shape[0] and k[i] >= 0:
        s += x[k[i]]
        i += 1
    return s


def changed(x, k):
    """Arguments are as NumPy leaves them."""
    for i in range(k.shape[0]):
        x[k[i]] += 1.0
    return x.sum()


def handled(x, k):
    try:
        return x[k].sum()
    except IndexError:
        return -1.0


PROGRAMS = [read, taken, row_and_column, written, added, added_up, along, one_by_one, some, parts, where_it_is_inside, until_negative, changed,
            handled]
POSITIONS = [[0, 1, 4], [0, 1, 1], [4, 0, -5], [5, 0, 0], [0, 5, 0], [0, 0, 5], [0, -6, 0], [-6, 0, 0], [0, 0, -6], [1 << 40, 0, 0], [0, 0, 1 << 40],
             [-(1 << 40), 1, 1], [-(1 << 63), 0, 0], [0, (1 << 63) - 1, 0], [200, 0, 0], [0, 255, 1], [0, -1, 100]]
KINDS = ["int64", "int32", "uint8", "int8"]


def _asked(f, x, k):
    """What NumPy gives (None where it raises), and what it leaves of `x`."""
    try:
        return f(x, k), x
    except IndexError:
        return None, x


def _interpreted(program, x, k):
    given = x, k
    arrays, binding = bind(program, given)
    return give_back(program, interpret(program, arrays, binding), given)


@needs_compiler
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_runs_end_where_numpy_raises(f, kind):
    start = np.arange(5.0)
    program = lift(f, start, np.array([0, 1, 1], kind))
    native = compile(program)
    assert native.backend == "native"
    for given in POSITIONS:
        if not all(np.iinfo(kind).min <= k <= np.iinfo(kind).max for k in given):
            continue
        k = np.array(given, kind)
        expected, left = _asked(f, start.copy(), k)
        for run, changes in ((native, True), (lambda x, k: _interpreted(program, x, k), False)):
            x = start.copy()
            if expected is not None:
                np.testing.assert_allclose(run(x, k), expected, rtol=1e-14)
            else:
                with pytest.raises(InputError, match="a position here is out of bounds") as raised:
                    run(x, k)
                assert raised.value.span is not None and raised.value.span.file.endswith("test_positions_inside.py")
            if changes or expected is not None:
                np.testing.assert_array_equal(x, left)


@needs_compiler
def test_nothing_is_asked_of_no_positions():
    native = compile(lift(read, np.arange(5.0), np.array([0, 1, 1])))
    assert native(np.arange(5.0), np.array([], int)).shape == (0,)
    assert native(np.zeros(0), np.array([], int)).shape == (0,)


@needs_compiler
def test_the_statement_is_named():
    native = compile(lift(one_by_one, np.arange(5.0), np.array([0, 1, 1])))
    with pytest.raises(InputError) as raised:
        native(np.arange(5.0), np.array([0, 7, 1]))
    assert raised.value.span.line == one_by_one.__code__.co_firstlineno + 3


@needs_compiler
def test_what_is_inside_is_asked_once():
    """Nothing of it is left in the loop; calls whose positions are not all inside are served by code that asks there."""
    native = compile(lift(some, np.arange(5.0), np.array([0, 1, 1])))
    body = native.source[native.source.index("static void compute"):]
    assert body.count("pr::inside") == 1 and body.index("pr::inside") < body.index("for (int64_t")
    assert native(np.arange(5.0), np.array([4, 2, 99])) == 6.0
    body = native.source[native.source.index("static void compute"):]
    assert body.count("pr::inside") == 1 and body.index("pr::inside") > body.index("for (int64_t")


@needs_compiler
def test_calls_that_are_laid_out_are_served_too():
    native, x, k = compile(lift(changed, np.arange(5.0), np.array([0, 1, 1]))), np.arange(5.0), np.array([0, 4, 1])
    call = native.native_call([x, k])
    call()
    np.testing.assert_array_equal(call.arrays[native.plan.parameters[0]], [1.0, 2.0, 2.0, 3.0, 5.0])
    served = compile(lift(some, x, k))
    call = served.native_call([x, np.array([4, 2, 99])])
    call()
    assert call.results()[0] == 6.0


PROVED = [lambda x, k: x[np.argsort(x)], lambda x, k: x[np.clip(k, 0, x.shape[0] - 1)], lambda x, k: x[k % x.shape[0]],
          lambda x, k: x[np.nonzero(x > 1.0)[0]], lambda x, k: x[np.arange(x.shape[0]) - 1], lambda x, k: x[np.argmax(x)]]


@pytest.mark.parametrize("f", PROVED)
def test_nothing_is_asked_where_it_is_shown(f):
    assert "most=" not in str(lift(f, np.arange(5.0), np.array([0, 1, 1])))


def squares(x, k):
    s = 0.0
    for i in range(k.shape[0]):
        s += x[k[i]] ** 2
    return s + (x[k] * 3.0).sum()


@needs_compiler
def test_adjoints_ask_too():
    native, x, k = compile(adjoint(lift(squares, np.arange(5.0), np.array([0, 4, -1, 2])))), np.arange(5.0), np.array([0, 4, -1, 2])
    expected = np.zeros(5)
    np.add.at(expected, k, 2.0 * x[k] + 3.0)
    np.testing.assert_array_equal(native(x, k, 1.0)[0], expected)
    for outside in (5, -6, 10**6):
        with pytest.raises(InputError, match="out of bounds"):
            native(x, np.array([0, outside, 1, 2]), 1.0)
