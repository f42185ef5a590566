"""Items that are taken out of lists, or put into them, at places that only a run tells."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run, same


def worst_first(x, tol):
    """Pieces of an interval; the one with the largest error is halved until the sum is small or there are many."""
    pieces = [(0.0, 1.0, x)]
    while len(pieces) < 20:
        if sum(p[2] for p in pieces) < tol:
            break
        worst = max(range(len(pieces)), key=lambda i: pieces[i][2])
        a, b, e = pieces.pop(worst)
        m = 0.5 * (a + b)
        pieces.append((a, m, 0.4 * e))
        pieces.append((m, b, 0.5 * e))
    return pieces, len(pieces)


def deleted(x, tol):
    values = [x, 2.0 * x]
    while len(values) < 9:
        if sum(values) < tol:
            break
        k = values.index(max(values))
        v = values[k]
        del values[k]
        values.extend([0.3 * v, 0.6 * v])
    return values


def refined(x, tol):
    """Points are put between others where values differ."""
    nodes = [(0.0, x), (1.0, 0.5 * x)]
    while len(nodes) < 20:
        gaps = [abs(nodes[i + 1][1] - nodes[i][1]) for i in range(len(nodes) - 1)]
        k = int(np.argmax(gaps))
        if gaps[k] < tol:
            break
        t = 0.5 * (nodes[k][0] + nodes[k + 1][0])
        nodes.insert(k + 1, (t, x / (1.0 + t * t)))
    return np.array(nodes)


def of_few(x, tol):
    pairs = [(0.0, x), (1.0, 2 * x), (2.0, -x)]
    taken = pairs.pop(int(np.argmax([abs(v) for _, v in pairs])))
    pairs.insert(int(x), (9.0, tol))
    return taken, pairs


@pytest.mark.parametrize("program", (worst_first, deleted, refined, of_few), ids=lambda f: f.__name__)
def test_places_that_a_run_tells(program: Any) -> None:
    lifted = lift(program, 1.0, 0.2)
    for args in ((1.0, 0.2), (1.5, 0.02), (0.5, 3.0)):
        same(run(lifted, args), program(*args), 1e-13, "result")


def test_compiled() -> None:
    compiled = compile(lift(worst_first, 1.0, 0.2), quick=2)
    for args in ((1.0, 0.2), (0.5, 3.0)):
        same(compiled(*args), worst_first(*args), 1e-13, "result")


def shared(x, tol):
    rows = [x * np.ones(2), tol * np.ones(2)]
    first = rows[0]
    taken = rows.pop(int(x))
    taken[0] = 7.0
    return taken, first


def unlike(x, tol):
    things = [(x, np.ones(2)), (tol, np.zeros(2))]
    return things.pop(int(x))


@pytest.mark.parametrize("x", (0.0, 1.0, -1.0, -2.0))
def test_things_are_taken_at_computed_places(x: float) -> None:
    number, array = run(lift(unlike, 1.0, 0.2), (x, 0.2))
    expected = unlike(x, 0.2)
    assert number == expected[0] and array.tolist() == expected[1].tolist()


@pytest.mark.parametrize("program, said", ((shared, "changed through another name"),))
def test_refusals_say_what_to_do(program: Any, said: str) -> None:
    with pytest.raises(UnsupportedProgram, match=said) as problem:
        lift(program, 1.0, 0.2)
    assert problem.value.hints
