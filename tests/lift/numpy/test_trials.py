"""How often the bodies of loops are lifted: what a trial showed is not tried again."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

from precis.lift import lift
from precis.lift.numpy import carries


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
    assert trials(read_back, 50.0) <= 26


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
