"""How often the bodies of loops are lifted: what a trial showed is not tried again."""

from __future__ import annotations

import heapq
import importlib.util

import numpy as np
import pytest

from precis import compile
from precis.lift import lift
from precis.lift.numpy import carries
from precis.lift.numpy.aliases import End, sources
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array


@pytest.fixture
def trials(monkeypatch):
    """Counts trials of loop bodies: `trials(function, *args)`."""
    count, run = [0], carries.run

    def counting(*given):
        count[0] += 1
        run(*given)
    monkeypatch.setattr(carries, "run", counting)

    def of(function, *args):
        count[0] = 0
        lift(function, *args)
        return count[0]
    return of


def left_on_three_levels(a, tol):
    total = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            x = a[i, j]
            for _ in range(50):
                step = 0.5 * (x - a[i, j] / x)
                x -= step
                if abs(step) < tol:
                    break
            total += x
            if total > 100.0:
                break
        if total > 90.0:
            break
    return total


def test_loops_that_may_be_left_are_while_loops_at_once_the_next_time(trials):
    assert trials(left_on_three_levels, np.ones((3, 4)), 1e-9) <= 9  # 25 where each is a counted loop first, every time


def read_back(limit):
    x, kept = 1.0, [1.0]
    while x < limit:
        x = 1.5 * x + kept[-1]
        if x > 2.0:
            kept.append(x)
    return np.array(kept)


def test_a_first_run_that_forgets_ends_with_the_first_trial_that_reads(trials):
    assert trials(read_back, 50.0) <= 13


LINES = "".join(f"        x = np.where(x > {k}.0, x - 1.0, x + 0.1 * np.sin(x) * t)\n" for k in range(30))
APPENDS = f"""
import numpy as np
def appends(x, limit):
    t, history = 0.0, []
    while t < limit:
{LINES}        history.append(t)
        t += 0.1 + x[0]**2
    return x, np.array(history)
"""


def test_large_bodies_are_not_tried_again_for_lists_that_only_grow(trials, tmp_path):
    path = tmp_path / "appends.py"
    path.write_text(APPENDS)
    spec = importlib.util.spec_from_file_location("appends", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert trials(module.appends, np.full(3, 0.1), 1.0) <= 6  # 10 where a list without an end may still settle


def reached(starts, ends, first):
    seen, todo = np.zeros(len(starts), dtype=bool), [first]
    seen[first] = True
    while todo:
        u = todo.pop()
        for e in range(starts[u], ends[u]):
            if not seen[e]:
                seen[e] = True
                todo.append(e)
    return seen


def test_lists_without_an_end_are_told_by_one_trial(trials):
    starts = np.array([0, 1, 2, 3])
    assert trials(reached, starts, np.minimum(starts + 2, 4), 0) <= 29  # 83 where each loop in it is new in every trial


def last_four(x, limit):
    kept = [x]
    while x < limit:
        x = 1.5 * x + kept[0]
        kept.append(x)
        if len(kept) > 4:
            kept.pop(0)
    return np.array(kept)


def test_lists_whose_end_is_not_seen_are_lists_without_one(trials):
    assert trials(last_four, 1.0, 500.0) <= 18  # 27 where that is found out three times
    program = compile(lift(last_four, 1.0, 500.0))
    for limit in (0.5, 1.5, 20.0, 500.0):
        np.testing.assert_array_equal(program(1.0, limit), last_four(1.0, limit))


def pushed(x, heap_of):
    heap = [0.0]
    for k in range(heap_of):
        if x[k] > 0.5 or x[k] < 0.1 or (k > 3 and x[k - 1] > 0.3 and x[k - 2] > 0.3):
            heapq.heappush(heap, x[k])
    return np.array(heap)


def test_loops_over_lists_in_loops_settle_at_once_the_next_time(trials):
    x = np.random.default_rng(0).random(20)
    assert trials(pushed, x, 20) <= 8  # 10 where the inner loop finds its list again in each trial
    np.testing.assert_array_equal(compile(lift(pushed, x, 20))(x, 20), pushed(x, 20))


def in_a_chain(x, at):
    k = at[0]
    return k >= 0 and k < len(x) and x[k] > 0.1 and x[k] > 0.2 and x[k] > 0.3 and x[k] > 0.4 and x[k] > 0.5 and x[k] > 0.6


def test_operands_of_and_are_lifted_once(monkeypatch):
    emitted, emit = [0], Lifting.emit

    def counting(self, *given, **more):
        emitted[0] += 1
        return emit(self, *given, **more)
    monkeypatch.setattr(Lifting, "emit", counting)
    program = lift(in_a_chain, np.ones(5), np.array([3]))
    assert emitted[0] <= 70  # 2151 where each is lifted twice that the one before it guards; 8 ask whether the position lies in the array
    for k in (-1, 0, 4, 5):
        assert compile(program)(np.ones(5), np.array([k])) == in_a_chain(np.ones(5), np.array([k]))


def test_things_that_hold_one_another_are_followed_once():
    positions = [((0, k), ()) for k in range(24)]
    ends = {p: End("head", p, others=frozenset(("head", q) for q in positions)) for p in positions}
    before = {p: Array((), np.dtype(float)) for p in positions}
    assert sources(before, ends, positions[0]) == frozenset(before.values())  # 23! ways lead there
