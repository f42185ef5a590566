"""A name for what is in memory already, and is read by nothing else, costs no buffer and no pass."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from precis.emit.cpu.program import ProgramPrinter
from precis.emit.plan import plan
from precis.emit.plan.kernels import WORKSPACE
from precis.formats import FORMATS, Assignment
from precis.lift import lift


def product_changed(x, y):
    c = x @ y
    for i in range(3):
        c[i] = 2.0 * c[i] + x[i, 0]
    return c.sum()


def stacked(x, y):
    u = np.stack((x, y))
    v = np.tensordot(np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), u, axes=(1, 0))
    for _ in range(99):
        x += v[0] * u[1]


def joined(x, y):
    t = np.concatenate((x, y))
    t[0] = 1.0
    return (t * t).sum(), t[1].sum()


def test_results_without_a_name_are_told_by_their_place() -> None:
    made = plan(lift(joined, np.ones(5), np.ones(5)), Assignment.uniform(FORMATS["binary64"]))
    header = ProgramPrinter(made).header()
    assert "double* result0_2;  // result 0: binary64" in header and "// result 1: binary64" in header


@pytest.mark.parametrize("program, names", [(product_changed, {"c"}), (stacked, {"u", "v"}), (joined, {"t"})],
                         ids=lambda x: getattr(x, "__name__", ""))
def test_names_take_over_the_buffers_of_what_they_name(program: Callable, names: set[str]) -> None:
    made = plan(lift(program, np.ones((5, 5)), np.ones((5, 5))), Assignment.uniform(FORMATS["binary64"]))
    arrays = [b.original for b in made.buffers.values() if b.role == WORKSPACE and b.shape]
    assert len(arrays) <= len(names) and set(arrays) <= names
