"""What integers that a program counts never exceed: room for arrays of so many elements."""

import numpy as np
import pytest

import precis
from precis.lift import lift
from tests.emit.oracle import needs_compiler

X = np.array([0.5, -1.0, 2.0, -0.25, 3.0, 0.125])


def counted(x):
    n = 0
    for i in range(len(x)):
        if x[i] > 0.0:
            n += 1
    return np.zeros(n)


def counted_twice(x):
    n = 2
    for i in range(len(x)):
        if x[i] > 0.0:
            n += 1
        elif x[i] < -0.5:
            n = 1 + n + 1
    for _ in range(3):
        n -= 1 if x[0] > 0.0 else 0
        n += 2
    return np.zeros(n)


def counted_inside(x):
    n = 0
    for i in range(len(x)):
        for j in range(3):
            if x[i] * j > 1.0:
                n += 1
    return np.zeros(n)


def falling(x):
    n = 40
    for i in range(len(x)):
        if x[i] > 0.0:
            n -= 2
    return np.zeros(max(n, 0))


def truths(x):
    return np.zeros(2 * np.sum(x > 0.0) + 1)


def square(x):
    n = 0
    for i in range(len(x)):
        if x[i] > 0.0:
            n += 1
    found = np.zeros((n, n))
    for i in range(n):
        found[i, n - 1 - i] = i + 1.0
    return found


def doubled(x):
    n = 1
    for i in range(len(x)):
        if x[i] > 0.0:
            n *= 2
    return np.zeros(n)


def summed(x):
    n = 0
    for i in range(len(x)):
        n += int(x[i] * x[i])
    return np.zeros(n)


def begun_anew(x):
    n = 0
    for i in range(len(x)):
        n = int(10.0 * x[i] * x[i]) if x[i] > 2.0 else n + 1
    return np.zeros(n)


def until(x):
    n = 0
    while x[n] < 3.0:
        n += 1
    return np.zeros(n)


def integers(x):
    """A sum of integers is no count."""
    return np.zeros(np.sum((x * x).astype(np.int64)))


BOUNDED = {counted: 6, counted_twice: 2 + 2 * 6 + 3 * 2, counted_inside: 6 * 3, falling: 40, truths: 2 * 6 + 1}  # room for X
UNBOUNDED = [doubled, summed, begun_anew, until, integers]


@pytest.mark.parametrize(("f", "room"), BOUNDED.items(), ids=lambda f: getattr(f, "__name__", ""))
def test_counts_have_room_for_no_more(f, room):
    program = lift(f, X)
    assert not program.rooms
    assert [d.value(program.binding) for d in program.body.results[0].shape] == [room]


@pytest.mark.parametrize("f", UNBOUNDED, ids=lambda f: f.__name__)
def test_others_have_room_that_callers_choose(f):
    assert lift(f, X).rooms


@needs_compiler
@pytest.mark.parametrize("f", [*BOUNDED, *UNBOUNDED, square], ids=lambda f: f.__name__)
@pytest.mark.parametrize("x", [X, np.abs(X) + 3.0, -np.abs(X), X[:1], X[1:2], np.append(X, np.full(5, 4.0))], ids=str)
def test_results_are_numpys(f, x):
    if f is until and not (x >= 3.0).any():
        pytest.skip("no such element")
    compiled = precis.compile(lift(f, X))
    for _ in range(3):
        np.testing.assert_array_equal(compiled(x), f(x), strict=True)


@needs_compiler
def test_products_of_counts_have_no_room_for_all():
    """The square of what bounds a count would be more memory than there is; there is room for 4096 of each, and more where it is asked for."""
    program = lift(square, X)
    assert program.rooms
    big = np.where(np.arange(200_000) % 40_000 == 0, 1.0, -1.0)
    np.testing.assert_array_equal(precis.compile(program)(big), square(big))
    assert all(d.value({**program.binding, "N": 200_000}) <= 4096 for d in program.body.results[0].shape)
