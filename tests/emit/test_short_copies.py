"""Rows that are stored number by number are copied number by number, in loops; longer ones, and what is computed, stay vectors."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def pushed(x):
    """A stack of rows, of which two change places through copies."""
    stack, total, top = np.zeros((40, 5)), 0.0, 0
    for v in x:
        stack[top] = v, v * v, total, 2.0 * v, v + 1.0
        stack[top + 1] = stack[top, 4], total, v, -v, 3.0
        top = (top + 2) % 38 if v > 0.0 else max(top - 2, 0)
        total += stack[top, 0] - stack[top + 1, 3]
    return stack, total


def overlapping(x):
    """A row is read after it was changed through another name."""
    rows = np.zeros((3, 4))
    row = rows[1]
    for v in x:
        made = np.array([v, row[0], row[1], row[2]])
        rows[0] = made
        made[2] = 7.0
        row[:] = made
        rows[2] = row
    return rows


def longer(x):
    rows, made = np.zeros((x.size, 17)), np.zeros(17)
    for k in range(x.size):
        made[k % 17] = x[k]
        rows[k] = made
    return rows


def computed(x):
    rows = np.zeros((x.size, 6))
    for k in range(x.size):
        rows[k] = np.sqrt(np.array([x[k], 1.0, 2.0, 3.0, x[k] * x[k], 5.0]) ** 2)
    return rows


def copies(run):
    """The short rows that are copied in vectors."""
    nests = [s for s in walk(run.plan.statements if run.plan else ()) if isinstance(s, Nest) and s.axes]
    return sum({i.op for i in n.body} == {"load", "store"} for n in nests)


@needs_compiler
@pytest.mark.parametrize("fn", [pushed, overlapping, longer, computed])
def test_rows_that_are_stored_singly_are_copied_singly(fn):
    x = np.random.default_rng(5).normal(size=30)
    run = compile(lift(fn, x), quick=2)
    assert copies(run) == (fn is longer)
    found, expected = run(x), fn(x)
    for one, other in zip(found, expected, strict=True) if fn is pushed else ((found, expected),):
        np.testing.assert_array_equal(one, other)
