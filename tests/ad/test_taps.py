"""Loops of few iterations that add up arrays are written out before they are reversed."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.ir.interpret import interpret
from precis.ir.text import parse
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents, directional, dot, tangents


def convolved(x, w, out):
    n, m = out.shape
    for i in range(3):
        for j in range(3):
            out += w[i, j] * x[i:i + n, j:j + m]


def stepped(u, w, t):
    n = u.shape[0]
    for _ in range(2):
        new = np.zeros((n - 2, n - 2))
        for i in range(3):
            for j in range(3):
                new += w[i, j] * u[i:i + n - 2, j:j + n - 2]
        u[1:-1, 1:-1] = new * t[1:-1, 1:-1]


def convolved_bar(x, w, out, g):
    n, m = out.shape
    found = np.zeros_like(x)
    for i in range(3):
        for j in range(3):
            found[i:i + n, j:j + m] += w[i, j] * g
    return found, np.array([[np.sum(g * x[i:i + n, j:j + m]) for j in range(3)] for i in range(3)]), g


def stepped_bar(u, w, t, g):
    n, states = u.shape[0], [u]
    for _ in range(2):
        new = sum(w[i, j] * states[-1][i:i + n - 2, j:j + n - 2] for i in range(3) for j in range(3))
        states.append(states[-1].copy())
        states[-1][1:-1, 1:-1] = new * t[1:-1, 1:-1]
    w_bar, t_bar, g = np.zeros_like(w), np.zeros_like(t), g.copy()
    for s in states[1::-1]:
        new = sum(w[i, j] * s[i:i + n - 2, j:j + n - 2] for i in range(3) for j in range(3))
        inner = g[1:-1, 1:-1].copy()
        t_bar[1:-1, 1:-1] += inner * new
        g[1:-1, 1:-1] = 0.0
        inner *= t[1:-1, 1:-1]
        for i in range(3):
            for j in range(3):
                part = s[i:i + n - 2, j:j + n - 2]
                w_bar[i, j] += np.sum(inner * part)
                g[i:i + n - 2, j:j + n - 2] += w[i, j] * inner
    return g, w_bar, t_bar


def _data():
    rng = np.random.default_rng(5)
    return rng.normal(size=(26, 26)), rng.normal(size=(3, 3))


@pytest.mark.parametrize(("function", "expected", "size", "loops"), [(convolved, convolved_bar, 24, 0), (stepped, stepped_bar, 26, 2)])
def test_such_loops_are_not_reversed_as_loops(function, expected, size, loops):
    (x, w), rng = _data(), np.random.default_rng(6)
    third, g = rng.normal(size=(size, size)), rng.normal(size=(size, size))
    made = adjoint(lift(function, x, w, third))
    verify(made)
    assert sum(n.op == "loop" for n in made.nodes()) == loops
    for found, bar in zip(interpret(made, [x, w, third, g]), expected(x, w, third, g), strict=True):
        np.testing.assert_allclose(found, bar, rtol=1e-12, atol=1e-13)


def test_sweeps_tally_all_iterations_at_one_place():
    (x, w), program = _data(), lift(convolved, *_data(), np.zeros((24, 24)))
    made = adjoint(instrument(program))
    assert x.shape[0] == 26 and w.shape == (3, 3)
    assert any(n.op == "loop" for n in made.nodes())


def test_loops_over_places_far_from_one_another_stay():
    """Elements that not all parts have would be added up one part after the other: here nearly half of them."""
    x = np.ones((12, 12))
    made = adjoint(lift(convolved, x, np.ones((3, 3)), np.zeros((10, 10))))
    assert any(n.op == "loop" for n in made.nodes())


def powers(c, x, y):
    """Sums that no name of the program keeps: one that begins with what another makes, one for both results."""
    inner = np.polyval(c[:4], np.polyval(c[1:4], x) * y)
    return inner, np.polyval(c[:2], x), np.polyval(c[:2], x) * y


def powers_again_and_again(c, x, y):
    """In branches, and in loops that are not written out."""
    for k in range(x.shape[0]):
        x = np.polyval(c[:3], x) * 0.3 if c[0] > 0.1 * k else x - np.polyval(c[2:5], y * x[k])
    return x, y


def as_they_are(c, x, y):
    """An array goes on unchanged, and two change places."""
    old, new = x * 1.0, np.polyval(c[:3], y)
    for k in range(3):
        old, new = new, old * c[k] + new
    return old, new, x


FROM_A_PARAMETER = """
@sizes(N=9)
def from_a_parameter(x: input[real[N]], c: input[real[N]]):
    def step(k, _1):
        return _1 * c[k] + c
    _2 = loop(step, trips=3, carry=x)
    return _2
"""


def test_cotangents_reach_parameters_that_carries_begin_with():
    program = parse(FROM_A_PARAMETER)
    made, (x, c, g) = adjoint(program), np.random.default_rng(8).normal(size=(3, 9))
    found = interpret(made, [x, c, g])
    assert not any(n.op == "loop" for n in made.nodes())
    np.testing.assert_allclose(found[0], g * np.prod(c[:3]), rtol=1e-12)


@pytest.mark.parametrize(("function", "loops"), [(powers, 0), (powers_again_and_again, 2), (as_they_are, 0)])
def test_what_is_written_out_hands_cotangents_back(function, loops):
    rng = np.random.default_rng(7)
    inputs = rng.uniform(0.2, 0.9, 5), rng.normal(size=9), rng.normal(size=9)
    program = lift(function, *inputs)
    made = adjoint(program)
    verify(made)
    assert sum(n.op == "loop" for n in made.nodes()) == loops
    bars, moves = cotangents(program, inputs), tangents(program, inputs)
    np.testing.assert_allclose(dot(interpret(made, [*inputs, *bars]), moves), dot(bars, directional(program, inputs, moves)), rtol=1e-12)
