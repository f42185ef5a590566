"""Lifting is given up after so much work: with what was wrong with the first way, and not before a way that holds was tried."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from precis.errors import UnsupportedProgram
from precis.lift import lift
from precis.lift.numpy import work
from tests.lift.numpy.case import run

X = np.random.default_rng(1).random(12)


def known_one_by_one(x: Any) -> Any:
    """Lifted in its second way."""
    total, seen = 0.0, {}
    for v in x:
        seen[int(10.0 * v)] = v
    for k in sorted(seen):
        total += k * seen[k]
    return total


def refused(x: Any) -> Any:
    counts = {}
    for v in x:
        counts[int(10.0 * v)] = open
    return counts


def long(x: Any) -> Any:
    for _ in range(3):
        for k in range(len(x)):
            x[k] = np.sin(x[k]) + x[k - 1] * x[k - 2]
    return x


def test_one_way_makes_no_more_names_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "ONE", 20)
    with pytest.raises(work.GivenUp, match="too long") as caught:
        lift(long, X)
    assert caught.value.span is not None and caught.value.span.file == "test_work.py"


def test_further_ways_are_tried_while_there_is_work_left(monkeypatch: pytest.MonkeyPatch) -> None:
    found = lift(known_one_by_one, X)
    np.testing.assert_allclose(run(found, (X,)), known_one_by_one(X))
    first = []
    monkeypatch.setattr(work.Work, "failed", lambda self, problem: (first.append(problem), setattr(self, "reason", first[0])))
    monkeypatch.setattr(work, "ENOUGH", 2)
    monkeypatch.setattr(work, "ALL", 2)
    with pytest.raises(UnsupportedProgram, match="key") as caught:
        lift(known_one_by_one, X)
    assert caught.value is first[0]


def test_what_is_refused_says_what_its_first_way_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnsupportedProgram) as early:
        monkeypatch.setattr(work, "ALL", 0)
        lift(refused, X)
    assert "too long" not in str(early.value) and early.value.span is not None
