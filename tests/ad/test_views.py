"""Views of which iterations take parts: cotangents are filled part by part and turned once."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift


def turned(x, p, q, w):
    total = np.zeros(p.shape[1])
    for k in range(p.shape[0]):
        total = total + w[k] * x.T[p[k], q[k]] + x.T[q[k] % 2, p[k] % 2]
    return total


def flat(x, p, q, w):
    total = np.zeros(p.shape[1])
    for k in range(p.shape[0]):
        total = total + w[k] * x.reshape(-1)[p[k] * 4 + q[k]] + x.reshape(-1)[p[k]]
    return total


def changing(x, p, q, w):
    """The view is of what iterations change: it stays."""
    total = np.zeros(p.shape[1])
    for k in range(p.shape[0]):
        total = total + x.T[p[k], q[k]]
        x = x * w[k]
    return total


def turned_bar(x, p, q, w, g):
    found = np.zeros_like(x)
    for k in range(p.shape[0]):
        np.add.at(found, (q[k], p[k]), w[k] * g)
        np.add.at(found, (p[k] % 2, q[k] % 2), g)
    return found


def flat_bar(x, p, q, w, g):
    found = np.zeros(x.size)
    for k in range(p.shape[0]):
        np.add.at(found, p[k] * 4 + q[k], w[k] * g)
        np.add.at(found, p[k], g)
    return found.reshape(x.shape)


def changing_bar(x, p, q, w, g):
    found, scale = np.zeros_like(x), 1.0
    for k in range(p.shape[0]):
        np.add.at(found, (q[k], p[k]), scale * g)
        scale = scale * w[k]
    return found


@pytest.mark.parametrize(("function", "expected", "inside"), [(turned, turned_bar, 0), (flat, flat_bar, 0), (changing, changing_bar, 1)])
def test_cotangents_of_views_are_turned_once(function, expected, inside):
    rng = np.random.default_rng(2)
    x, w, g = rng.standard_normal((5, 4)), rng.standard_normal(3), rng.standard_normal(6)
    p, q = rng.integers(0, 4, (3, 6)), rng.integers(0, 4, (3, 6))
    made = adjoint(lift(function, x, p, q, w), wrt=["x"])
    verify(made)
    loops = [n for n in made.body.nodes if n.op == "loop"]
    assert sum(n.op in ("transpose", "reshape") for loop in loops for n in loop.blocks[0].nodes) == inside
    (found,) = interpret(made, [x, p, q, w, g])
    np.testing.assert_allclose(found, expected(x, p, q, w, g), rtol=1e-13, atol=1e-14)
