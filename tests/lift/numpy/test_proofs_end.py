"""Proofs about sizes end: few extremes are taken apart, and what could not be proved is not tried again."""

from __future__ import annotations

import numpy as np
import pytest

from precis.ir.size import Size, smallest
from precis.lift import lift
from precis.lift.numpy.journal import Journal
from precis.lift.numpy.sizes import Sizes
from precis.lift.numpy.sizes_proved import MOST_APART
from tests.lift.numpy.case import run


def many(count: int) -> Size:
    """More of the smaller of two sizes, of which only a run tells either, than can be taken apart."""
    total = Size.of(-1)
    for k in range(count):
        total = total + smallest(Size.of(f"a{k}"), Size.of(f"b{k}"))
    return total


def test_sums_of_many_extremes_are_given_up() -> None:
    sizes = Sizes(Journal())
    sizes.facts.extend([Size.of(f"a{k}") - 1 for k in range(40)] + [Size.of(f"b{k}") - 1 for k in range(40)])
    assert sizes.nonnegative(many(40)) is None
    assert sizes.apart <= 2 * MOST_APART


def test_what_could_not_be_proved_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes, tried = Sizes(Journal()), []
    monkeypatch.setattr(Sizes, "_tried", lambda self, size: tried.append(size) or False)
    x = Size.of("x")
    assert [sizes.nonnegative(x) for _ in range(3)] == [None] * 3
    assert len(tried) == 2  # that it is, and that it is not
    sizes.facts.append(x)
    sizes.nonnegative(x)
    assert len(tried) == 4


def test_facts_still_prove() -> None:
    sizes = Sizes(Journal())
    x, y = Size.of("x"), Size.of("y")
    assert sizes.nonnegative(x + y) is None
    with sizes.knowing([x, y]):
        assert sizes.nonnegative(x + y) is True
    assert sizes.nonnegative(x + y) is None


def test_facts_prove_as_often_as_a_count_is_there() -> None:
    sizes, x, y = Sizes(Journal()), Size.of("x"), Size.of("y")
    with sizes.knowing([x, y - x]):
        assert sizes.nonnegative(3 * x) is True
        assert sizes.nonnegative(5 * y - 5 * x) is True
        assert sizes.nonnegative(3 * x - 1) is None
        assert sizes.nonnegative(3 * x - 2 * y) is None


def drawn(seed, x):
    s = seed
    a = s = (s * 16807) % 2147483647
    b = s = (s * 16807) % 2147483647
    s = (s * 16807) % 2147483647
    for _ in (1, 2, 3, 4, 5, 6, 7, 8, 9):
        s = (s * 16807) % 2147483647
    return x[s % x.size], s, b // 7, a


def test_remainders_of_remainders_of_a_size_are_computed() -> None:
    x = np.arange(5.0)
    program = lift(drawn, 7, x)
    assert len(str(program)) < 20_000
    for seed in (7, 12345):
        assert tuple(run(program, (seed, x))) == drawn(seed, x)
