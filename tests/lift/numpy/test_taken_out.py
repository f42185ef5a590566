"""Arrays that are taken out of lists, looked at or put there under other names: who changes one is seen, or refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run, same


def younger_than_the_list(x, y):
    """`last` is what is taken out, sometimes, and was made after the list."""
    stack, total, k, last = [], 0.0, 0, x.copy()
    while k < len(y) or stack:
        if k < len(y) and (not stack or y[k] > 0.3):
            last = x * y[k]
            stack.append(last)
        else:
            b = stack.pop()
            b[0] = 7.0
            total += last[0]
        k += 1
    return total


def appended_twice(x, y):
    stack, total, k = [], 0.0, 0
    while k < len(y) or stack:
        if k < len(y) and (not stack or y[k] > 0.3):
            a = x * y[k]
            stack.append(a)
            stack.append(a)
        else:
            b = stack.pop()
            b[0] = 7.0
            c = stack.pop()
            total += c[0]
        k += 1
    return total


def of_several_lengths(x, y):
    stack, total, k, last = [], 0.0, 0, x.copy()
    while k < len(y) or stack:
        if k < len(y) and (not stack or y[k] > 0.3):
            last = y[y > y[k]]
            stack.append(last)
        else:
            b = stack.pop()
            b[:1] = 7.0
            total += last.sum()
        k += 1
    return total


def twice_of_several_lengths(x, y):
    total, k, stack = 0.0, 0, [(0, y.copy())]
    while stack and k < 20:
        d, p = stack.pop()
        k += 1
        if len(p) < 3:
            total += p.sum()
            continue
        q = p[p > p.mean()]
        stack.append((d, q))
        stack.append((d, q))
        stack.pop()[1][:1] = 9.0
    return total


def an_argument(x, y):
    total, stack = 0.0, [y]
    while stack:
        p = stack.pop()
        if len(p) < 3:
            total += p.sum()
            continue
        p[0] = 0.25
        high = p > p.mean()
        stack.append(p[high])
        stack.append(p[~high])
    return total, y.sum()


def looked_at_while_it_grows(x, y):
    total, k, stack = 0.0, 0, [y.copy()]
    while stack and k < 30:
        k += 1
        top = stack[-1]
        if len(top) < 3:
            total += stack.pop().sum()
            continue
        stack.append(top[top > top.mean()])
        top[0] = 0.0
        stack[-2] = stack[-2][top < 0.5]
        total += top.sum()
    return total, [len(p) for p in stack]


def number_among_arrays(x, y):
    parts = []
    for k in range(len(y)):
        parts.append(x * k)
    for k in range(len(y)):
        if y[k] > 0.5:
            parts[int(3 * y[k])] = y[k]
    return parts[1] + 0.0, parts[2]


def number_among_known_arrays(x, y):
    parts = [x, x + 1.0, x * 2.0]
    for k in range(len(y)):
        parts[int(3 * y[k])] = y[k]
    return parts[2] + 0.0


def array_among_numbers(x, y):
    parts = []
    for k in range(len(y)):
        parts.append(y[k])
    for k in range(len(y)):
        if y[k] > 0.5:
            parts[int(3 * y[k])] = y[:1]
    return parts[2] + 0.0


def shorter_among_arrays(x, y):
    """All are arrays with one axis: those of several lengths may stand in one list."""
    parts = []
    for k in range(len(y)):
        parts.append(x * k)
    for k in range(len(y)):
        if y[k] > 0.5:
            parts[int(3 * y[k])] = x[:1] + y[k]
    return [len(part) for part in parts], np.concatenate(parts)


PROGRAMS = [younger_than_the_list, appended_twice, of_several_lengths, twice_of_several_lengths, an_argument, looked_at_while_it_grows,
            number_among_arrays, number_among_known_arrays, array_among_numbers, shorter_among_arrays]


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_as_python_or_refused(function: Callable[..., Any]) -> None:
    random = np.random.default_rng(3)
    args = random.random(3), random.random(12)
    try:
        program = lift(function, *copy.deepcopy(args))
    except UnsupportedProgram:
        assert function is not shorter_among_arrays
        return
    ours, theirs = copy.deepcopy(args), copy.deepcopy(args)
    same(run(program, ours), function(*theirs), 1e-13, "result")
    same(ours, theirs, 1e-13, "arguments")
