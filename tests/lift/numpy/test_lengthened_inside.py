"""Lists that loops inside of loops lengthen by as many items as the data ask for."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.ir.call import bind, give_back
from precis.ir.interpret import interpret
from precis.lift import lift
from precis.lift.numpy import work
from tests.emit.oracle import needs_compiler
from tests.emit.searches import graph
from tests.lift.numpy.case import run
from tests.lift.numpy.judge import AGREES, derivative


def factors(n):
    """A while in a while; what is left is appended behind them."""
    found, p = [], 2
    while p * p <= n:
        while n % p == 0:
            found.append(p)
            n //= p
        p += 1
    if n > 1:
        found.append(n)
    return found


def finished(starts, ends):
    """Nodes in the order in which a search leaves them: its stack becomes longer than the list that is given back."""
    n = len(starts) - 1
    seen, order = np.zeros(n, dtype=bool), []
    for s in range(n):
        if seen[s]:
            continue
        stack = [(s, False)]
        while stack:
            u, left = stack.pop()
            if left:
                order.append(u)
                continue
            if seen[u]:
                continue
            seen[u] = True
            stack.append((u, True))
            for e in range(starts[u], starts[u + 1]):
                if not seen[ends[e]]:
                    stack.append((ends[e], False))
    return np.array(order), len(order)


def several(starts, ends):
    """Two lists, one of which begins with items, under conditions, and extended by parts of arrays."""
    few, many = [-1, -2], []
    for u in range(len(starts) - 1):
        e = starts[u]
        while e < starts[u + 1]:
            if ends[e] > u:
                few.append(ends[e])
                many.extend(ends[starts[u]:e])
            else:
                many.append(u)
            e += 1 + ends[e] % 2
    return sum(few), few[0], many


def read(starts, ends):
    """A list that the loop reads."""
    found = []
    for u in range(len(starts) - 1):
        e = starts[u]
        while e < starts[u + 1] + len(found) % 3:
            found.append(e)
            e += 1
    return found


@needs_compiler
@pytest.mark.parametrize("f, sizes", [(factors, (360360, 97, 1, 2**20, 999983 * 4)), (finished, (30, 5, 400)), (several, (30, 5, 400)),
                                      (read, (30, 5, 400))],
                         ids=lambda x: getattr(x, "__name__", ""))
def test_as_python_for_every_size(f, sizes):
    def given(n):
        return (n,) if f is factors else graph(n, 6)[:2]
    program = lift(f, *given(sizes[0]))
    compiled = compile(program)
    arrays, binding = bind(program, given(sizes[0]))
    interpreted = give_back(program, interpret(program, arrays, binding), given(sizes[0]))  # it sees what is longer than its room
    for n, found in [(sizes[0], interpreted), *((n, compiled(*given(n))) for n in sizes)]:
        expected = f(*given(n))
        assert type(found) is type(expected)
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_array_equal(a, b)


def halved(xs, least):
    found = []
    for x in xs:
        while x > least:
            found.append(x)
            x = 0.5 * x - 0.01
    return np.array(found)


def test_iterations_are_not_written_out_first(monkeypatch):
    """The trials of a loop of 100 iterations make as many names as those of one of 10."""
    names = []
    monkeypatch.setattr(work.Work, "note", lambda self, count: names.append(count))
    program = lift(halved, np.linspace(1.0, 2.0, 10), 0.1)
    few, names[:] = sum(names), ()
    assert lift(halved, np.linspace(1.0, 2.0, 100), 0.1).rooms and sum(names) == few
    for n in (10, 100):
        xs = np.linspace(1.0, 2.0, n)
        np.testing.assert_array_equal(run(program, (xs, 0.1)), halved(xs, 0.1))
    assert derivative(program, (np.linspace(1.0, 2.0, 10), 0.1)) == AGREES
