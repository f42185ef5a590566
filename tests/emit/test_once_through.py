"""A matrix that vectors multiply from both sides: the same bits as in two passes of the same loops, and two passes where one would be wrong."""

import numpy as np
import pytest

from precis.emit.cpu.begin import begun
from precis.emit.cpu.once_through import once_through
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Contract, Strips
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler
from tests.emit.without_pass import same_without


def gradient(a, x, b):
    """With the cost, a sum over all rows of what each row leaves."""
    r = a @ x - b
    cost = 0.5 * np.sum(r * r)
    b[:] = r
    return a.T @ (r * x[0]) + cost


def both(a, x, b):
    """The sums over rows come first, and nothing joins the two; then from one side to the other, some times over."""
    p = b @ a
    q = a @ x
    s = np.abs(x) + 0.5
    for _ in range(2):
        t = a @ s
        s = (t / np.max(np.abs(x) + 1.0)) @ a
    x += p
    b += q
    return s


def again(a, x, b):
    """Made orthogonal to the columns twice: the second time begins where the first one ends."""
    for _ in range(2):
        h = b @ a
        b -= 0.01 * (a @ h)
        x += h
    return h


def by_columns(a, x, b):
    """The same, against as many columns as the data ask for: their array of the products is made inside the loop around."""
    m = 0
    for k in range(a.shape[1]):
        if x[k] < 0.2:
            continue
        q = a[:, k] + 0.0
        for _ in range(2):
            q = q - 0.01 * (a[:, :m] @ (a[:, :m].T @ q))
        b += q
        m += 1
    return m


def counted(a, x, b):
    """The same, where the iterations differ."""
    for k in range(2):
        h = b @ a
        b -= 0.01 * (a @ h)
        x += (k + 0.5) * h
    return h


def chained(a, x, b):
    """The second product wants all of the first."""
    return a @ (b @ a)


def normalised(a, x, b):
    """So does what stands between."""
    r = a @ x
    return (r / np.sum(r)) @ a


def changed(a, x, b):
    """The matrix is another one for the second product."""
    r = a @ x
    a[0] = x
    return r @ a


def moved(a, x, b):
    """A loop between the two writes over what rows are added to."""
    r = a @ x
    for i in range(1, x.size):
        x[i] += 0.5 * x[i - 1]
    y = x[-1] + 1.0
    x[:] = r @ a
    return y


def turned(a, x, b):
    """Rows come back in another order."""
    r = a @ x
    return r[::-1] @ a


def overwritten(a, x, b):
    """What rows are added to is what they are multiplied by: the sums have an array of their own until all strips are through."""
    x[:] = (a @ x) @ a
    return np.sum(x)


def small(a, x, b):
    """A matrix of known size."""
    c = np.outer(np.arange(4.0), np.arange(5.0))
    return (c @ x[:5]) @ c


ONCE = {gradient: 1, both: 2, overwritten: 1}
TWICE = (counted, chained, normalised, changed, moved, turned, small)
SHAPES = ((40, 21), (1, 5), (16, 1), (33, 64), (50, 600), (700, 40), (17, 8), (1, 0), (0, 5))


def arguments(shape):
    rng = np.random.default_rng(shape[0])
    a, x, b = rng.normal(size=shape), rng.normal(size=shape[1]), rng.normal(size=shape[0])
    if shape == (17, 8):
        a[3, 0], x[-1], b[-1] = np.nan, np.inf, -0.0
    return a, x, b


def made(function):
    program = lift(function, *arguments(SHAPES[0]))
    found = list(walk(once_through(begun(plan(program, default_assignment(program)))).statements))
    return [s for s in found if isinstance(s, Strips)], [s for s in found if isinstance(s, Contract)]


@pytest.mark.parametrize("function", ONCE, ids=lambda f: f.__name__)
def test_products_share_strips(function):
    strips, left = made(function)
    assert len(strips) == ONCE[function] and not left
    assert all(s.ordered and s.shifted for s in strips)


@pytest.mark.parametrize("function", TWICE, ids=lambda f: f.__name__)
def test_products_that_cannot_do_not(function):
    strips, left = made(function)
    assert not strips and left


def test_loops_of_two_iterations_are_written_out():
    strips, left = made(again)
    assert len(strips) == len(left) == 1


@needs_compiler
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("function", (*ONCE, again, by_columns), ids=lambda f: f.__name__)
def test_the_same_bits(function, monkeypatch):
    """Matrices so small that no library is called."""
    same_without(once_through, function, arguments, SHAPES, SHAPES[-2:], monkeypatch)
