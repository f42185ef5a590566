"""Lengths that only a run can compare: where NumPy raises ValueError, the run ends and says which statement it was."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.emit.engine import compile
from precis.emit.plan.checks import checks
from precis.errors import InputError
from precis.ir.call import bind, give_back
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def added(x, a, b):
    return x[x > a] + x[x > b]


def added_twice(x, a, b):
    first = x[x > a] + x[x > a]
    return first * (
        x[x > a] - x[x > b])


def whole(x, a, b):
    return x + x[x > b]


def product(x, a, b):
    return x[x > a] @ x[x > b]


def rows(x, a, b):
    parts = []
    for k in range(3):
        parts.append(x[x > a + k * (b - a)])
    return np.array(parts)


def stacked(x, a, b):
    return np.stack([x[x > a], x[x > b]], axis=-1)


def below(x, a, b):
    return np.vstack([x[x > a], x[x > b]])


def into_part(x, a, b):
    y = np.zeros_like(x)
    y[:3] = x[x > b]
    return y


def into_places(x, a, b):
    y = np.zeros_like(x)
    y[x > a] = x[x > b]
    return y


def at_positions(x, a, b):
    y = np.zeros_like(x)
    y[np.nonzero(x > a)[0]] = x[x > b]
    return y


def in_loops(x, a, b):
    s = 0.0
    for k in range(x.shape[0]):
        m = x > a + k * (b - a)
        s += np.sum(x[m] * x[x > b])
    return s


def read_bounds(x, a, b):
    """Rows whose ends only a run tells."""
    ends = (np.array([0.0, a, b]) * x.shape[0]).astype(int)
    return x[ends[0]:ends[1]] * x[ends[1]:ends[2]]


def handled(x, a, b):
    try:
        y = x[x > a] * x[x > b]
        return y.sum()
    except ValueError:
        return -1.0


def asked_before(x, a, b):
    """What is computed only where lengths are the same."""
    if np.sum(x > a) == np.sum(x > b) and np.all(x[x > a] == x[x > b]):
        return 1.0
    s = (x[x > a] * x[x > b]).sum() if np.sum(x > a) == np.sum(x > b) else 0.5
    for _ in range(int(np.sum(x > a) == np.sum(x > b))):
        s += (x[x > a] * x[x > b]).sum()
    return s


PROGRAMS = [added, added_twice, whole, product, rows, stacked, below, into_part, into_places, at_positions, in_loops, read_bounds, handled,
            asked_before]
GIVEN = [(0.45, 0.45), (0.45, 0.55), (0.05, 0.05), (0.55, 0.25), (0.45, 0.85), (0.85, 0.45), (0.95, 0.95), (0.95, 0.15), (0.25, 0.95), (0.6, 0.6),
         (0.3, 0.6), (0.4, 0.8)]
X = np.arange(10) / 10


def _asked(f, x, a, b):
    """What NumPy gives; None where it raises."""
    try:
        return f(x.copy(), a, b)
    except ValueError:
        return None


def _interpreted(program, x, a, b):
    given = x.copy(), a, b
    arrays, binding = bind(program, given)
    return give_back(program, interpret(program, arrays, binding), given)


@needs_compiler
@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_runs_end_where_numpy_raises(f):
    program = lift(f, X, 0.5, 0.5)
    native = compile(program)
    assert native.backend == "native"
    expected = [_asked(f, X, a, b) for a, b in GIVEN]
    assert any(e is not None for e in expected)
    for (a, b), e in zip(GIVEN, expected):
        for run in (lambda: _interpreted(program, X, a, b), lambda: native(X.copy(), a, b)):
            if e is not None:
                np.testing.assert_allclose(run(), e, rtol=1e-14)
                continue
            with pytest.raises(InputError, match="lengths that do not fit") as raised:
                run()
            assert raised.value.span is not None and raised.value.span.file.endswith("test_lengths_compared.py")


@needs_compiler
def test_the_statement_is_named():
    native = compile(lift(added_twice, X, 0.5, 0.5))
    found = set()
    for a, b in GIVEN:
        if _asked(added_twice, X, a, b) is None:
            with pytest.raises(InputError) as raised:
                native(X, a, b)
            found.add(raised.value.span.line)
    first = added_twice.__code__.co_firstlineno
    assert len(found) == 1 and first + 2 <= found.pop() <= first + 3
    assert len(checks(native.plan)) == 1


@needs_compiler
def test_handlers_wait_for_it():
    assert handled(X, 0.45, 0.75) == -1.0 == compile(lift(handled, X, 0.5, 0.5))(X, 0.45, 0.75)


@needs_compiler
def test_sweeps_end_too():
    program = adjoint(lift(product, X, 0.5, 0.5))
    native = compile(program)
    gradient = native(X, 0.45, 0.45, 1.0)[0]
    np.testing.assert_allclose(gradient, np.where(X > 0.45, 2 * X, 0.0))
    with pytest.raises(InputError, match="lengths that do not fit"):
        native(X, 0.45, 0.75, 1.0)


@pytest.mark.parametrize("make", [np.array, np.stack], ids=["array", "stack"])
def test_shapes_that_are_known_differ(make):
    with pytest.raises(InputError, match=r"different shapes cannot be stacked: \(1,\) and \(3,\)"):
        lift(lambda x: make([x[:1], x[:3]]), X)


def in_rows(start, target, value):
    """What stands in front of a comparison and behind it goes over the same elements; something between reads the former."""
    row = np.repeat(np.arange(start.shape[0] - 1), np.diff(start))
    twice = value * 2.0
    return twice[:2] * 3.0, twice, twice + (row == target)


@needs_compiler
def test_comparisons_do_not_part_loops():
    start, target, value = np.array([0, 2, 3, 6]), np.array([0, 1, 1, 2, 0, 2]), np.arange(6.0)
    native = compile(lift(in_rows, start, target, value))
    for found, expected in zip(native(start, target, value), in_rows(start, target, value), strict=True):
        np.testing.assert_array_equal(found, expected)
    source = native.source[native.source.index("static void compute"):]
    assert source.index("alike") < source.index("value_2[")
    with pytest.raises(InputError, match="lengths that do not fit"):
        native(np.array([0, 2, 3, 5]), target, value)
