"""Lists that are appended to a list, and change: Python has one list, under every name and at every place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import Case, check

X = np.array([0.3, 0.7, 0.2, 0.9, 0.5])


def changed_behind_the_append(x: Any) -> Any:
    out, row = [], [v * 1.0 for v in x]
    for _ in range(len(x)):
        out.append(row)
        row[0] += 1.0
    return np.array(out)


def changed_before_it(x: Any) -> Any:
    out, row = [], [0.0, 1.0]
    for k in range(len(x)):
        row[0] += x[k]
        out.append(row)
    return np.array(out), row


def changed_behind_the_loop(x: Any) -> Any:
    out, row = [], [0.0, 1.0]
    for _ in range(len(x)):
        out.append(row)
    if x[0] > 0.1:
        row[0] = 3.0
    return np.array(out)


def the_last_one_changed(x: Any) -> Any:
    out, row = [], [0.0, 0.0]
    for k in range(len(x)):
        row = [x[0] * k, 1.0]
        out.append(row)
    row[0] = 9.0
    return np.array(out), row


def the_one_before_changed(x: Any) -> Any:
    out, last = [], [0.0, 0.0]
    for k in range(len(x)):
        last[1] += 5.0
        row = [x[0] * k, 1.0]
        out.append(row)
        last = row
    return np.array(out), last


def taking_turns(x: Any) -> Any:
    out, a, b = [], [1.0 * v for v in x], [2.0 * v for v in x]
    for k in range(len(x)):
        out.append(a)
        a[1] = 3.0 * k
        a, b = b, a
    return np.array(out)


def part_of_a_dict(x: Any) -> Any:
    d = {"row": [0.0, 1.0], "log": []}
    for k in range(len(x)):
        d["row"][0] += x[k]
        d["log"].append(d["row"])
    return np.array(d["log"])


def filled_behind_the_append(x: Any) -> Any:
    out = []
    for k in range(len(x)):
        row = [0.0] * 3
        out.append(row)
        for j in range(3):
            row[j] = x[j] * k
    return np.array(out)


def made_anew(x: Any) -> Any:
    at, out = [0.0, 0.0], []
    for _ in range(len(x)):
        at = [at[0] + x[0], at[1] - x[1]]
        out.append(at)
    return np.array(out)


def copied(x: Any) -> Any:
    row, out = [0.0, 1.0], []
    for k in range(len(x)):
        row[0] += x[k]
        out.append(row[:])
    return np.array(out), row


ONE_LIST = (changed_behind_the_append, changed_before_it, changed_behind_the_loop, the_last_one_changed, the_one_before_changed, taking_turns,
            part_of_a_dict)
LISTS_OF_THEIR_OWN = (filled_behind_the_append, made_anew, copied)


@pytest.mark.parametrize("program", (*ONE_LIST, *LISTS_OF_THEIR_OWN))
def test_results(program: Callable[..., Any]) -> None:
    check(Case(program, (X,), [(X[::-1].copy(),)], close=1e-13))


@pytest.mark.parametrize("program", LISTS_OF_THEIR_OWN)
def test_for_every_size(program: Callable[..., Any]) -> None:
    found = check(Case(program, (X,), [(X[:4],), (np.concatenate([X, X]),)], close=1e-13))
    assert not found.pinned


def test_on_a_condition() -> None:
    def program(x: Any) -> Any:
        out, row = [], [v * 1.0 for v in x]
        for k in range(len(x)):
            row[0] += 1.0
            if x[k] > 0.3:
                out.append(row)
        return np.array(out)
    with pytest.raises(UnsupportedProgram, match="is changed here"):
        lift(program, X)
