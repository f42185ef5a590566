"""Chains of branches in loops that change an array in place: the reverse undoes the side that was taken, and the tape has slices."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents, directional, dot, tangents
from tests.ad.test_tape import stacks


def chain(x, w, kinds):
    """Of many sides at most one stores: one slice of x per step has to be saved."""
    for r in range(kinds.shape[0]):
        for s in range(kinds.shape[1]):
            if kinds[r, s] == 1:
                x[:, r] *= w[:, s]
            elif kinds[r, s] == 2:
                x[:, r] = np.sin(x[:, r]) * w[:, s]
            elif kinds[r, s] > 2:
                x[:, r] *= x[:, r] ** 2 + w[:, s]


def nested(x, w, kinds):
    """Sides that store twice, at a position computed inside, and under a test of their own."""
    for r in range(kinds.shape[0]):
        for s in range(kinds.shape[1]):
            if kinds[r, s] > 0:
                k = kinds[r, s] % 2
                x[:, r] *= w[:, k]
                if kinds[r, k] > 1:
                    x[k, :] *= x[k, :]
            else:
                x[0, r] = np.exp(-x[0, r] * w[1, s])


def by_itself(x, w, kinds):
    """Whether the inner side stores depends on what the array was before: no slice says that."""
    for r in range(kinds.shape[0]):
        for s in range(kinds.shape[1]):
            if kinds[r, s] > 0:
                x[:, r] *= w[:, s]
                if x[0, r] > 0.5:
                    x[:, r] *= x[:, r]


def made(function):
    rng = np.random.default_rng(3)
    kinds = np.array([[0, 1, 2, 3], [3, 1, 0, 2], [1, 1, 3, 0]])
    args = (rng.uniform(0.4, 1.2, (5, 3)), rng.uniform(0.6, 1.3, (5, 4)), kinds)
    program = lift(function, *args)
    return program, bind(program, args)[0]


@pytest.mark.parametrize("function", [chain, nested, by_itself])
@pytest.mark.parametrize("memory", [2**30, 300])
def test_adjoint_transposes_the_derivative(function, memory):
    program, inputs = made(function)
    back = adjoint(program, memory=memory)
    verify(back)
    bars, direction = cotangents(program, inputs), tangents(program, inputs)
    found = interpret(back, [*inputs, *bars])
    forward, backward = dot(directional(program, inputs, direction), bars), dot(found, [d for d in direction if d is not None])
    assert abs(backward - forward) <= 1e-9 * sum(np.abs(f * d).sum() for f, d in zip(found, direction))


def test_sides_that_exclude_each_other_save_one_slice():
    program, _ = made(chain)
    assert sorted(stacks(adjoint(program)))[-1] == 3 * 4 * 5 * 8
