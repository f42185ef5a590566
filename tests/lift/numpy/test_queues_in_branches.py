"""Names that stand for one deque or another behind a branch in which items are taken from the front of these."""

from collections import deque
from dataclasses import dataclass

import numpy as np
import pytest

from precis.lift import lift
from tests.lift.numpy.case import run


def first_of_those_that_hold_something(u):
    queues = [deque() for _ in range(3)]

    def served():
        for q in queues:
            if q:
                return q.popleft()
        return -1
    out = np.zeros(len(u), int)
    for k, (a, b) in enumerate(u):
        if a < 0.6:
            queues[int(3 * b)].append(k)
        else:
            out[k] = served()
    return out, [len(q) for q in queues]


def without_those_that_left(u):
    queues, left = {"high": deque(), "low": deque()}, 0

    def served():
        for q in queues.values():
            while q:
                k = q.popleft()
                if k % 3:
                    return k
        return None
    out = np.zeros(len(u), int)
    for k, (a, b) in enumerate(u):
        if a < 0.6:
            queues["high" if b < 0.5 else "low"].append(k)
        elif (found := served()) is not None:
            out[k] = found
        else:
            left += 1
    return out, left


def named_in_both_branches(u):
    high, low, out = deque(), deque(), np.zeros(len(u), int)
    for k, (a, b) in enumerate(u):
        if b < 0.5:
            q = high
            if a < 0.6:
                q.append(k)
            elif q:
                out[k] = q.popleft()
        else:
            q = low
            if a < 0.6:
                q.append(k)
            elif q:
                out[k] = 3 * q.popleft()
        out[k] += 1000 * len(q)
    return out


def named_in_a_loop(u):
    queue, out = deque(), np.zeros(len(u), int)
    for k, (a, _) in enumerate(u):
        q = queue
        if a < 0.6:
            q.append(k)
        elif q:
            out[k] = q.popleft()
    return out, len(queue)


def made_in_a_loop(u):
    total = 0
    for k in range(len(u)):
        todo = deque([k])
        while todo:
            v = todo.popleft()
            total += v
            if v > 1:
                todo.append(v // 2)
    return total


@dataclass
class Customer:
    number: int
    arrival: float
    start: float = -1.0


def customers(u):
    """Things of a pool wait in several queues."""
    waiting, people, waits, t = [deque(), deque()], [], [], 0.0
    for k, (a, b) in enumerate(u):
        t += a
        people.append(Customer(k, t))

    def following():
        for q in waiting:
            if q:
                return people[q.popleft()]
        return None
    for k, (a, b) in enumerate(u):
        if b < 0.5:
            waiting[int(4 * b)].append(k)
        else:
            found = following()
            if found is not None:
                found.start = people[k].arrival
                waits.append(found.start - found.arrival)
    return np.array(waits), [p.start for p in people]


@pytest.mark.parametrize("f", [first_of_those_that_hold_something, without_those_that_left, named_in_both_branches, named_in_a_loop, made_in_a_loop,
                               customers], ids=lambda f: f.__name__)  # fmt: skip
def test_deques_under_several_names(f):
    u = np.random.default_rng(0).random((20, 2))
    program = lift(f, u)
    for given in (u, np.random.default_rng(1).random((47, 2)), np.random.default_rng(2).random((3, 2))):
        wanted, found = f(given), run(program, (given,))
        for a, b in zip(wanted if isinstance(wanted, tuple) else (wanted,), found if isinstance(found, tuple) else (found,), strict=True):
            np.testing.assert_array_equal(a, b)
