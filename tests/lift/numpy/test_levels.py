"""Loops that halve or double their lengths are written out where the sizes decide how many there are; others stay loops."""

import numpy as np
import pytest

from precis.ir.interpret import interpret
from precis.lift import lift


def merged(x):
    """Sums of neighbours, level by level, put back one after the other."""
    n = x.shape[0]
    width = 2
    while width <= n:
        part = x[:n // width * 2].copy()
        x[:n // width] = part[::2] + 0.5 * part[1::2]
        width *= 2
    while width > 2:
        width //= 2
        low = x[:width // 2].copy()
        x[width // 2:width] -= 0.25 * low
    return width


def left_early(x):
    """The data decide after how many levels it ends."""
    width = x.shape[0]
    while width > 1:
        half = width // 2
        x[:half] = 0.5 * (x[:half] + x[half:half + half])
        if x[0] > 3.0:
            break
        width = width // 2
    return width


def left_by_size(x):
    width = 1
    while width < 1000:
        x[:width] *= 0.5
        if width >= x.shape[0]:
            return width
        width <<= 1
    return -1


def exchanged(x):
    """How many elements a mask holds is known in no iteration."""
    place = np.arange(x.shape[0])
    swaps = 0
    width = 1
    while width < x.shape[0]:
        first = place[(place & width) == 0]
        second = first ^ width
        first, second = first[x[first] > x[second]], second[x[first] > x[second]]
        x[first], x[second] = x[second], x[first]
        swaps += first.size
        width *= 2
    return swaps


def digits(x, k):
    """No length depends on it: a loop."""
    total = 0.0
    power = 1.5
    while k > 0:
        if k % 2 == 1:
            total = total + power
        power = power * power
        k //= 2
    return total * x


def whiles(program):
    return sum(n.op == "while" for n in program.nodes())


@pytest.mark.parametrize(("function", "kept"), [(merged, 0), (left_early, 1), (left_by_size, 0), (exchanged, 1)])
def test_levels(function, kept):
    x = np.random.default_rng(2).random(16)
    program = lift(function, x.copy())
    assert whiles(program) == kept
    mine = x.copy()
    expected = function(mine)
    *returned, changed = interpret(program, [x.copy()])
    assert returned in ([], [expected])  # what the sizes decide is no result of the program
    np.testing.assert_array_equal(changed, mine)


def test_a_loop_over_digits_stays_a_loop():
    program = lift(digits, np.ones(3), 13)
    assert not any(n.op == "size" for n in program.nodes())
    np.testing.assert_array_equal(interpret(program, [np.ones(3)])[0], digits(np.ones(3), 13))
