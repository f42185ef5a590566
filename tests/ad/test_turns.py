"""The cotangents of a rotated array are turned back as a whole, not added part by part."""

import numpy as np

from precis.ad import adjoint
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.lift import lift


def periodic(u, v):
    """Second differences along both axes, and the halves of an array changed round."""
    w = np.roll(u, 1, 0) - 2.0 * u + np.roll(u, -1, 0) + v * np.roll(u, 2, 1)
    return w, np.concatenate([v[:, 3:], v[:, :3]], axis=1) * v, u[2:] * u[:-2]


def test_parts_that_change_places_are_turned_back():
    rng = np.random.default_rng(0)
    u, v = rng.normal(size=(5, 7)), rng.normal(size=(5, 7))
    program = lift(periodic, u, v)
    made = adjoint(program)
    text = [n.op for n in made.nodes()]
    assert text.count("concatenate") == 6  # four are turned back, two are wanted as they are
    assert text.count("update_add") == 2  # what is cut off is no rotation
    signs = [rng.normal(size=shape) for shape in ((5, 7), (5, 7), (3, 7))]
    inputs, binding = bind(program, (u, v))
    bars = interpret(made, [*inputs, *signs], binding)
    du, dv = rng.normal(size=(2, 5, 7))
    plus, minus = (periodic(u + s * 1e-5 * du, v + s * 1e-5 * dv) for s in (1.0, -1.0))
    slope = sum(np.sum(g * (p - m)) for g, p, m in zip(signs, plus, minus)) / 2e-5
    np.testing.assert_allclose(np.sum(bars[0] * du) + np.sum(bars[1] * dv), slope, rtol=1e-8)


def test_all_that_is_rotated_alike_is_turned_back():
    """Rotations of several arrays by the same number, and of one array twice, meet in the same two parts."""
    def mixed(u):
        return np.roll(u, 1) * u + np.roll(u * u, 1) - 3.0 * np.roll(u, 1) + np.roll(u, -1) * np.roll(u, 1)

    u, du, g = np.random.default_rng(1).normal(size=(3, 9))
    made = adjoint(lift(mixed, u))
    assert not any(n.op == "update_add" for n in made.nodes())
    slope = g @ (mixed(u + 1e-6 * du) - mixed(u - 1e-6 * du)) / 2e-6
    np.testing.assert_allclose(interpret(made, [u, g])[0] @ du, slope, rtol=1e-8)
