"""Positions that sizes and loop indices decide: sizes for which Python raises IndexError are refused, and no others."""
# ruff: noqa: SIM113

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from precis.errors import InputError
from precis.ir.call import bind
from precis.ir.text import parse, show
from precis.lift import lift
from tests.lift.numpy.case import run, same


def two_back(a):
    t = np.zeros(len(a))
    for q in range(len(a)):
        t[q] = a[q] + t[q - 2] * 0.5
    return t


def one_back(a):
    t = np.zeros(len(a))
    for q in range(len(a)):
        t[q - 1] += a[-q - 1]
    return t


def every_other(a):
    t = np.zeros(len(a))
    for q in range(0, len(a), 2):
        t[q - 4] += a[q]
    return t


def downwards(a):
    t = np.zeros(len(a))
    for q in range(len(a) - 1, -1, -1):
        t[q - 3] += a[len(a) - 4 - q]
    return t


def triangle(a):
    t = np.zeros(len(a))
    for q in range(len(a)):
        for r in range(q):
            t[r - 3] += a[q]
    return t


def rows(a):
    n, m = len(a), len(a) + 2
    t = np.zeros(n * m)
    for q in range(n):
        for r in range(m):
            t[q * m + r - 7] += a[q - 1]
    return t


def listed(a):
    return np.array([a[q - 3] for q in range(len(a))])


def counted_beside(a):
    t, k = np.zeros(len(a)), 0
    for q in range(len(a)):
        t[k - 3] = a[q]
        k += 1
    return t


def integers(a, k):
    t = np.zeros(len(a))
    for q in range(k):
        t[q - 2] += a[q]
    return t


def middle(a):
    return a[(len(a) - 3) // 2] * 2.0


def branch(a):
    t = np.zeros(len(a))
    for q in range(len(a)):
        if a[q] > 5.0:
            t[q - 4] += a[q]
    return t


def skipped(a):
    t = np.zeros(len(a))
    for q in range(len(a)):
        if a[q] < 5.0:
            continue
        t[q - 4] += a[q]
    return t


def left(a):
    t = np.zeros(len(a))
    for q in range(len(a)):
        if a[q] < 5.0:
            break
        t[q - 4] += a[q]
    return t


def short_circuit(a):
    t = np.zeros(len(a))
    for q in range(len(a)):
        t[q] = 1.0 if a[q] < 5.0 or a[q - 4] > 0.0 else 2.0
    return t


def within_while(a):
    t, s = np.zeros(len(a)), 0.0
    while s < a.sum() - 100.0:
        for q in range(len(a)):
            t[q - 4] += a[q]
        s += 1.0
    return t


def lazily(a):
    return any(a[q - 4] > 0.0 for q in range(len(a)))


def beyond(a):
    t = np.zeros(len(a))
    for q in range(len(a)):
        t[q + 2] = a[q]
    return t


def from_the_end(a):
    t, k = np.zeros(len(a)), len(a)
    for q in range(len(a)):
        k -= 1
        t[k] = a[q]
    return t


ARRAYS = [(np.linspace(1.0, 2.0, n),) for n in (6, 0, 1, 2, 3, 4, 5, 9)]
EXACT = [(f, ARRAYS) for f in (two_back, one_back, every_other, downwards, triangle, rows, listed, counted_beside, from_the_end)]
EXACT.append((integers, [(np.linspace(1.0, 2.0, n), k) for n, k in ((6, 5), (0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (2, 3), (4, 4))]))


def answer(function: Callable[..., Any], args: Any) -> Any:
    try:
        return function(*args)
    except IndexError:
        return None


@pytest.mark.parametrize("function, samples", EXACT, ids=lambda x: getattr(x, "__name__", ""))
def test_what_python_refuses_is_refused_and_nothing_else(function: Callable[..., Any], samples: Any) -> None:
    program = lift(function, *samples[0])
    assert parse(show(program)).guards == program.guards
    for args in samples:
        wanted = answer(function, args)
        if wanted is None:
            with pytest.raises(InputError, match="the lifted program needs"):
                bind(program, args)
        else:
            same(run(program, args), wanted, None, str(args))


@pytest.mark.parametrize("function", [branch, skipped, left, short_circuit, within_while, lazily])
def test_what_may_be_left_out_is_not_asked_for(function: Callable[..., Any]) -> None:
    program = lift(function, *ARRAYS[0])
    assert not program.guards
    for args in ARRAYS:
        wanted = answer(function, args)
        if wanted is not None:
            same(run(program, args), wanted, None, str(args))


def test_sizes_below_zero_are_seen_in_quotients() -> None:
    program = lift(middle, np.ones(6))
    with pytest.raises(InputError, match="the lifted program needs"):
        bind(program, (np.ones(2),))


def test_positions_that_no_size_decides_are_said() -> None:
    def program(a):
        t = np.zeros(len(a))
        for q in range(len(a)):
            for r in range(q):
                t[q - 5] += a[r]
        return t
    lifted = lift(program, np.ones(9))
    assert [a.text for a in lifted.assumed] == ["the position q - 5 is inside of its dimension"]
    assert not lift(triangle, np.ones(9)).assumed


def test_an_example_that_python_refuses_is_an_error_at_its_line() -> None:
    with pytest.raises(InputError, match="index q \\+ 2 is out of bounds") as caught:
        lift(beyond, np.ones(6))
    assert caught.value.span is not None and caught.value.span.line == beyond.__code__.co_firstlineno + 3


def test_cross_products_are_of_two_or_three_components() -> None:
    def moment(a, b):
        return np.cross(a, b)
    program = lift(moment, np.ones((5, 3)), np.ones((5, 3)))
    with pytest.raises(InputError, match="the lifted program needs"):
        bind(program, (np.ones((5, 4)), np.ones((5, 4))))


def test_room_for_returned_arrays_is_no_larger_than_their_lengths_can_be():
    def lattice(width, steps):
        reach = max(min(int(np.ceil(1.0 / width)), 20), 2)
        return np.ones((steps, 2 * reach + 1)), np.ones(max(reach - max(int(width), 0), 0)), np.ones(min(int(width), 100 * steps))
    program = lift(lattice, 0.3, 4)
    rooms = [v.shape for v in program.body.results if v.shape]
    assert [str(shape) for shape in rooms] == ["(steps, 41)", "(20,)", "(100*steps,)"]
