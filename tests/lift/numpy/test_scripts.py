"""The smallest programs that show what whole scripts ran into: sets of a module, slices of lists, steps that only a run tells."""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections import deque

import numpy as np
import pytest

import precis
from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.emit.oracle import needs_compiler
from tests.lift.numpy.case import run, same

RULES = {"life": ({3}, {2, 3}), "replicator": (frozenset((1, 3, 5, 100)), {8, 1})}


class Ray:
    def __init__(self, m):
        self.m = m

    def __matmul__(self, other):
        return Ray(self.m @ other.m)


def lists_of_pairs(x):
    points = list(zip(x, x[::-1]))
    legs = [math.hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(points)]
    nth = list(enumerate(x))
    nth.sort(key=lambda pair: pair[1])
    return legs, sorted(points)[0], points[-1], len(points), [k for k, _ in nth], list(zip(range(len(x)), legs + [0.0]))


def sets_of_a_module(x):
    k = (np.abs(x) * 5).astype(int)
    found = []
    for birth, stay in RULES.values():
        found += [np.isin(k, list(birth)), [b * x[0] for b in birth], sum(stay), sorted(birth | {7}), int(k[0]) in birth, 3 in stay]
    return found


def products_of_objects(x):
    a = np.outer(x[:2], x[:2])
    return functools.reduce(operator.matmul, [Ray(a), Ray(a + 1), Ray(2 * a)]).m, operator.matmul(a, a)


def slices_of_lists(x):
    a = [0.0] * len(x)
    a[1:3] = [x[0], 6.0]
    a[::4] = [1.5] * len(a[::4])
    a[-1:] = [9.0]
    b = list(x)
    for k in range(2, 5):
        b[k:k + 2] = [b[k + 1], b[k]]
    flags = [True] * len(x)
    for k in range(2, 4):
        flags[k * k::k] = [False] * len(range(k * k, len(x), k))
    return a, b, flags


def steps_read(x):
    t = []
    for k in (np.abs(x[:3]) * 4).astype(int) + 1:
        for step in (k, -k):
            t += [x[::step].sum(), x[1::step].sum(), x[:-2:step].sum(), x[7:2:step].sum(), x[-3:step:step].sum(), len(x[40:-40:step])]
    return np.array(t)


def steps_of_rows(x):
    a, k = np.outer(x, x), int(abs(x[0]) * 4) + 1
    return a[::k], a[1, ::-k].copy(), a[:, 2::k].sum(axis=0), x[::k] * 2


def elses_that_go_on(x):
    """A break or continue in the `else` of a loop belongs to the loop around it: so Python leaves two loops at once."""
    k, found = np.argsort(x), []
    for i in range(5):
        for j in range(4):
            if k[i] > k[j]:
                break
        else:
            found.append(100 * i)
            continue
        found.append(i)
    for i in range(6):
        j = 0
        while j < 3:
            if k[i] > k[j] + 2:
                break
            j += 1
        else:
            continue
        found.append(-i)
        break
    count = 0
    for i in (0, 1, 2, 3):
        for v in x[:3]:
            if v > x[i] + 0.5:
                break
        else:
            count += 10
            if i > 1:
                break
            continue
        count += 1
    return found, count, _first_row(x)


def _first_row(x):
    for i in range(4):
        for v in x[i:i + 3]:
            if v < -0.3:
                break
        else:
            return i
        if x[i] > 1:
            continue
    return -1


def deques_of_both_ways(x):
    a, b = deque(x[:3]), deque([2.0 * x[0]])
    if x[0] > 0:
        a = deque([x[1], x[2]])
    for v in x:
        if v > 0:
            b.extendleft([v, 2 * v])
        else:
            b.append(v)
    return a, b, len(a)


@needs_compiler
@pytest.mark.parametrize("program", [lists_of_pairs, sets_of_a_module, products_of_objects, slices_of_lists,
                                     elses_that_go_on, deques_of_both_ways, steps_read, steps_of_rows], ids=lambda f: f.__name__)
def test_is_what_python_computes(program):
    def inputs(n):
        return np.random.default_rng(n).normal(size=n)
    lifted = lift(program, inputs(12))
    for compiled in (precis.compile(lifted), precis.compile(lifted, quick=2)):
        for n in (12, 13, 31):
            same(compiled(inputs(n)), program(inputs(n)), 1e-12, f"{n}")


def _behind(x):
    y = x.copy()
    part = y[::int(x[0])]
    y[0] = 9.0
    return part


def _through(x):
    y = x.copy()
    part = y[::int(x[0])]
    part[0] = 9.0
    return y


def _longer(x):
    a = list(x)
    for k in range(1, int(x[0])):
        a[k:k + 1] = [1.0, 2.0]
    return a


@pytest.mark.parametrize("first", [1.0, 2.0, 9.0])
def test_parts_of_lists_become_longer_as_the_data_ask_for(first):
    program = lift(_longer, np.array([2.0, 1.0, 5.0, 3.0]))
    given = np.array([first, 7.0, 5.0])
    assert list(run(program, (given,))) == _longer(given)


@pytest.mark.parametrize("program, why", [(_behind, "may have been changed"), (_through, "a part of an array by a step that only a run tells")])
def test_what_cannot_be_told_apart_is_refused(program, why):
    with pytest.raises(UnsupportedProgram, match=why):
        lift(program, np.array([2.0, 1.0, 5.0, 3.0]))


def _transform(x):
    n = len(x)
    if n == 1:
        return x.astype(complex)
    even, odd = _transform(x[::2]), _transform(x[1::2])
    turned = np.exp(-2j * np.pi * np.arange(n // 2) / n) * odd
    return np.concatenate([even + turned, even - turned])


def recursive_transform(x):
    return _transform(x)


def test_lengths_that_follow_from_one_another_too_often_are_those_of_the_example():
    for n, pinned in ((8, False), (64, True)):
        x = np.random.default_rng(n).normal(size=n)
        program = lift(recursive_transform, x)
        assert bool(program.pinned) == pinned
        np.testing.assert_allclose(run(program, (x,)), np.fft.fft(x), rtol=1e-12)
