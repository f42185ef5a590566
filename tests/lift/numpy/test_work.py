"""Lifting is given up after so much work: with what was wrong with the first way, and not before a way that holds was tried."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from precis.errors import Span, UnsupportedProgram
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


@pytest.mark.parametrize(("ways", "left"), [
    ((), work.ONE), ((10,), work.ENOUGH - 10), ((10, 70), work.ENOUGH - 80), ((130_000,), 130_000), ((130_000, 50_000), 80_000),
    ((210_000,), work.ALL - 210_000), ((150_000, 150_000), None), ((10, work.ENOUGH), None)])
def test_all_ways_together_make_twice_as_many_names_as_the_first(ways: tuple[int, ...], left: int | None) -> None:
    done = work.Work()
    for names in ways:
        done.note(names)
    if left is None:
        with pytest.raises(work.GivenUp):
            done.left()
    else:
        assert done.left() == left


def test_the_first_reason_is_the_one() -> None:
    done, reasons = work.Work(), [UnsupportedProgram("one"), UnsupportedProgram("another")]
    for problem in (work.GivenUp("too long"), *reasons):
        done.failed(problem)
    assert done.reason is reasons[0]


@pytest.mark.parametrize("reason", (None, UnsupportedProgram("a text here", Span("one.py", 3), hints=("a number",))))
def test_what_is_given_up_says_what_was_in_the_way_before(reason: UnsupportedProgram | None) -> None:
    lift: Any = SimpleNamespace(loops=SimpleNamespace(failed=reason), sources={"one.py": ""})
    found = work.given_up(lift, work.TooMuch(Span("one.py", 7)))
    assert found.span == Span("one.py", 7) and ("a number" in found.hints) == (reason is not None)
    assert found.notes == (() if reason is None else ("before, it was found at one.py:3:1: a text here",))
