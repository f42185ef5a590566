"""What was stored and is then overwritten in the same place: its array is rolled back by what is on the tape, and gives it back then."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents, directional, dot, tangents


def twice(u, w):
    for _ in range(3):
        u[1:-1:2] = w * u[1:-1:2]
        u[1:-1:2] = u[1:-1:2] + u[:-2:2] * u[2::2]
        u[::2] = w * u[::2]


def thrice(u, w):
    for k in range(3):
        u[1:-1] = w * u[1:-1]
        u[1:-1] = u[1:-1] * u[:-2]
        u[1:-1] = u[1:-1] - u[2:] * u[1:-1]


def element(u, w):
    for k in range(3):
        u[2] = w * np.exp(u[2])
        u[2] = u[2] * u[1] + u[3]
        u[:4] = u[:4] * u[2]


@pytest.mark.parametrize("function", [twice, thrice, element])
def test_derivatives_agree_with_differences(function):
    """Reading back and rolling back waited for each other."""
    x = [np.linspace(0.4, 0.9, 9), 0.7]
    program = lift(function, *x)
    made = adjoint(program)
    verify(made)
    bars, direction = cotangents(program, x), tangents(program, x)
    expected = dot(bars, directional(program, x, direction))
    assert dot(interpret(made, [*x, *bars]), direction) == pytest.approx(expected, rel=1e-11)
