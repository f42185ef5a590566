"""Lists that loops grow and shrink are arrays that are updated in place before they are reversed."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.ir.grown import lists_in_place
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents, directional, dot, tangents


def pooled(y, weight):
    """What an item pops is what later ones see."""
    level, mass = [], []
    for v, w in zip(y, weight):
        level.append(v)
        mass.append(w)
        while len(level) > 1 and level[-2] >= level[-1]:
            v1, w1 = level.pop(), mass.pop()
            total = mass[-1] + w1
            level[-1] = (level[-1] * mass[-1] + v1 * w1) / total
            mass[-1] = total
    return np.sum(np.array(level) * np.array(mass) ** 2)


def rising(y, weight):
    """The sum of what is on a stack that only rises, each time."""
    stack, total = [], 0.0
    for v, w in zip(y, weight):
        while len(stack) > 0 and stack[-1] > v:
            stack.pop()
        stack.append(v * w)
        total += stack[0] * stack[-1]
    return total


def counted(y, weight):
    """Only a run tells how long the list gets."""
    found = [y[0]]
    while found[-1] < 3.0:
        found.append(found[-1] * 1.5 + weight[len(found)])
    return found[-1] * found[len(found) // 2]


def bisected(y, weight):
    """A stack of pairs, of which each iteration takes one and puts back two or none."""
    todo, total = [(y[0], y[1])], 0.0
    while todo:
        a, b = todo.pop()
        if abs(a * b) < 0.02:
            total += a * b * weight[0] + a
        else:
            todo.append((0.6 * a, b * weight[1] / 2.0))
            todo.append((0.3 * a, 0.8 * b))
    return total


def relaxed(y, weight):
    """Where the list is rolled back depends on how long it was, which nothing else asks for."""
    r, p = y.copy(), y.copy()
    size = r @ r
    sizes = [size]
    for _ in range(len(y)):
        moved = np.zeros(len(y))
        for i in range(len(y)):
            moved[i] = weight[i] * p[i - 1]
        r = r - 0.01 * size * moved
        sizes.append(r @ r)
        if sizes[-1] < 1e-8 * sizes[0]:
            break
        size = r @ p
        p = r + 0.01 * size * p
    return r


def test_where_lists_are_rolled_back_is_saved():
    rng = np.random.default_rng(3)
    x = [0.1 * rng.normal(size=48), rng.normal(size=48)]
    program = lift(relaxed, *x)
    made = adjoint(program)
    verify(made)
    bars, direction = cotangents(program, x), tangents(program, x)
    expected = dot(bars, directional(program, x, direction))
    assert dot(interpret(made, [*x, *bars]), direction) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("function", [pooled, rising, counted, bisected])
def test_derivatives_agree_with_differences(function):
    rng = np.random.default_rng(3)
    x = [np.abs(rng.normal(size=12)) + 0.1, np.abs(rng.normal(size=12)) + 0.1]
    program = lift(function, *x)
    made = adjoint(program)
    verify(made)
    bars, direction = cotangents(program, x), tangents(program, x)
    expected = dot(bars, directional(program, x, direction))
    assert dot(interpret(made, [*x, *bars]), direction) == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize("function", [pooled, rising, counted, bisected])
def test_no_list_is_copied_for_what_is_appended(function):
    made = adjoint(lift(function, np.ones(12), np.ones(12)))
    assert not any(n.op == "concatenate" and n.output.shape[0].constant is None for n in made.nodes())


def stacked(y, weight):
    rows, total = [], 0.0
    for v in weight:
        if v > 0.5:
            rows.append(y * v)
            total += np.sum(rows[-1] * rows[len(rows) // 2])
    return total


def test_lists_of_arrays_stay():
    """Their cotangents would be as large as their room."""
    program = lift(stacked, np.ones(12), np.ones(12))
    assert lists_in_place(program, plain=True) is program
    assert lists_in_place(program) is not program
