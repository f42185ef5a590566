"""Cotangents that are added to once for each element are stored; all others are added to."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents, directional, dot, tangents

RNG = np.random.default_rng(2)
X, W = RNG.normal(size=(7, 6)), RNG.normal(size=(7, 6))


def each_row(x, w):
    s = np.zeros(x.shape[1])
    for k in range(x.shape[0]):
        s = np.sin(s) * x[k]
    return s + w[0]


def each_element(x, w):
    s = 0.5
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            s = np.sin(s * x[i, j])
    return s + w


def from_behind(x, w):
    s = np.zeros(x.shape[1])
    for k in range(x.shape[0]):
        s = np.cos(s) * x[x.shape[0] - 1 - k] * w[k]
    return s


def two_rows(x, w):
    s = np.zeros(x.shape[1])
    for k in range(x.shape[0] - 1):
        s = np.sin(s) * x[k] + x[k + 1]
    return s + w[0]


def the_same_row(x, w):
    s = np.zeros(x.shape[1])
    for k in range(x.shape[0]):
        s = np.sin(s) * x[1] + w[k]
    return s


def along_the_sum(x, w):
    """i + j is the same time and again."""
    s = 0.5
    for i in range(4):
        for j in range(3):
            s = np.sin(s * x[i + j, 0])
    return s + w


def time_and_again(x, w):
    s = np.zeros(x.shape[1])
    for _ in range(3):
        for k in range(x.shape[0]):
            s = np.sin(s) * x[k]
    return s + w[0]


def each_column(x, w):
    s = np.zeros(x.shape[0])
    for k in range(x.shape[1]):
        s = np.sin(s) * x[:, k]
    return s + w[:, 0]


CASES = [(each_column, True), (each_row, False), (each_element, False), (from_behind, False), (two_rows, True), (the_same_row, True),
         (along_the_sum, True), (time_and_again, True)]


@pytest.mark.parametrize(("function", "added"), CASES)
def test_what_is_added_to_once_is_stored(function, added):
    program = lift(function, X, W)
    made = adjoint(program)
    verify(made)
    stores = [n for n in made.nodes() if n.op == "update_add" and n.output.container in ("x_bar", None) and n.output.rank == 2]
    assert bool(stores) == added
    bars, moves = cotangents(program, (X, W)), tangents(program, (X, W))
    np.testing.assert_allclose(dot(interpret(made, (X, W, *bars)), moves), dot(bars, directional(program, (X, W), moves)), rtol=1e-9)
