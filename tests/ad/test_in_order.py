"""Loops whose iterations leave the cotangents of carries alone are reversed first to last, without a tape of these carries."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.emit import compile
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents, directional, dot, tangents
from tests.ad.test_tape import stacks

X, W = np.linspace(0.1, 1.7, 23) ** 2, np.linspace(-1.0, 0.8, 5)


def shifted_sum(x, w):
    y = np.zeros(x.shape[0] - w.shape[0])
    for k in range(w.shape[0]):
        y = y + w[k] * np.sqrt(x[k:x.shape[0] - w.shape[0] + k])
    return y * y


def pairs(x, w):
    total = 0.0
    for i in range(w.shape[0]):
        row = 0.0
        for j in range(i, x.shape[0]):
            row += np.exp(-x[j]) * w[i]
        total += row * row * x[i]
    return total


def start_of_its_own(x, w):
    s = x[2] * w[1]
    for k in range(x.shape[0]):
        s = s + x[k] * x[k] * w[0]
    return np.sin(s)


def double_buffer(x, w):
    for k in range(w.shape[0]):
        x = np.cos(x) * w[k]
    return x


def until_large(x, w):
    s, k = 0.0, 0
    while s < 2.0:
        s = s + x[k] * x[k]
        k = k + 1
    return s * w


def swept(function):
    program = lift(function, X, W)
    inputs, binding = bind(program, (X, W))
    return program, instrument(program, binding), inputs


def made(program, in_order: bool):
    found = adjoint(program, in_order=in_order)
    verify(found)
    return found


@pytest.mark.parametrize("function, trips, backward, ordered", [
    (shifted_sum, 5, 8 * 18, 0), (pairs, 5, 8 + 8 + 8 * 23, 8), (start_of_its_own, 23, 8, 0), (double_buffer, 5, 8 * 23, 8 * 23)])
def test_carries_are_on_no_tape(function, trips, backward, ordered):
    _, program, _ = swept(function)
    for wanted, expected in ((False, backward), (True, ordered)):
        assert max(stacks(made(program, wanted))) == trips * expected, wanted


@pytest.mark.parametrize("function", [shifted_sum, pairs, start_of_its_own, double_buffer, until_large])
def test_the_order_changes_nothing(function):
    program, probed, inputs = swept(function)
    bars = cotangents(program, inputs)
    one, other = (made(probed, wanted) for wanted in (True, False))
    expected = interpret(other, [*inputs, *bars])
    native = compile(one, Assignment.uniform(FORMATS["binary64"])).run([*inputs, *bars])
    for found in (interpret(one, [*inputs, *bars]), native):
        for a, b in zip(found, expected):
            np.testing.assert_allclose(a, b, rtol=1e-12)


@pytest.mark.parametrize("function", [shifted_sum, pairs, start_of_its_own, until_large])
@pytest.mark.parametrize("memory", [2**30, 64])
def test_adjoints_agree_with_differences(function, memory):
    program, _, inputs = swept(function)
    bars, direction = cotangents(program, inputs), tangents(program, inputs)
    found = interpret(adjoint(program, memory=memory), [*inputs, *bars])
    assert dot(found, direction) == pytest.approx(dot(bars, directional(program, inputs, direction)), rel=1e-9)
