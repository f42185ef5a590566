"""Places that a statement computes twice are one: an element that is changed where it was read passes its cotangent on."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.ad.places import with_equal_places
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents, directional, dot, tangents

N = 30
RNG = np.random.default_rng(4)
ARGUMENTS = RNG.normal(size=N), RNG.normal(size=N), RNG.integers(-N, N - 1, N)


def scattered(x, y, p):
    """Negative places, too."""
    for i in range(x.shape[0]):
        x[p[i] + 1] += y[i] * x[p[i]]
        x[p[i]] -= np.sin(y[i])


def in_turn(x, y, p):
    """Places that an inner loop and a branch compute, each for itself."""
    for i in range(x.shape[0]):
        k = abs(p[i]) // 2
        x[k + 1] += y[i]
        if p[i] > 0:
            x[k + 1] *= y[k + 1]
            for j in range(2):
                x[k + j] += y[k + 1] * y[j]


def changed_between(x, y, p):
    """One name of a place, two places: the number that says where has changed."""
    for i in range(x.shape[0]):
        before = x[p[0] + 1]
        p[0] = (p[0] + 3) % (x.shape[0] - 1)
        x[p[0] + 1] = before * y[i] + x[p[0] + 1]


FUNCTIONS = scattered, in_turn, changed_between


@pytest.mark.parametrize("function", FUNCTIONS)
def test_adjoint_transposes_the_derivative(function):
    program = lift(function, *(a.copy() for a in ARGUMENTS))
    inputs = bind(program, ARGUMENTS)[0]
    back = adjoint(program)
    verify(back)
    bars, direction = cotangents(program, inputs), tangents(program, inputs)
    found = interpret(back, [*inputs, *bars])
    forward, backward = dot(directional(program, inputs, direction), bars), dot(found, [d for d in direction if d is not None])
    assert abs(backward - forward) <= 1e-9 * sum(np.abs(f * d).sum() for f, d in zip(found, direction) if d is not None)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_programs_mean_the_same(function):
    program = lift(function, *(a.copy() for a in ARGUMENTS))
    inputs, merged = bind(program, ARGUMENTS)[0], program.with_body(with_equal_places(program.body))
    verify(merged)
    assert len(list(merged.nodes())) < len(list(program.nodes()))
    for a, b in zip(interpret(merged, inputs), interpret(program, inputs), strict=True):
        np.testing.assert_array_equal(a, b)


def test_nothing_is_cleared_and_added_again():
    back = adjoint(lift(scattered, *(a.copy() for a in ARGUMENTS)))
    reverse = [n for n in back.nodes() if n.op == "loop"][-1]
    assert sorted(n.op for n in reverse.blocks[0].nodes if n.op.startswith("update")) == ["update", "update_add"]
