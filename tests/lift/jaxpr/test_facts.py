"""What is known of integers: only what is sure."""

import numpy as np
import pytest

from precis.ir.size import Size
from precis.ir.types import Value
from precis.lift.jaxpr.facts import FOLDS, Facts, constant_elements

I, N = Size.of("i"), Size.of("n")


@pytest.fixture
def facts():
    found = Facts()
    found.ranges["i"] = Size.of(1), Size.of(6)
    return found


@pytest.mark.parametrize(
    "size, low, high, sure",
    [
        (I, 1, 6, True),
        (I, 2, 6, False),
        (I, 1, 5, False),
        (I - 1, 0, 5, True),
        (Size.of(8) - I, 2, 7, True),
        (N, 0, 9, False),
        (I * I, 0, 99, False),
        (I + N - N, 1, 6, True),
    ],
)
def test_between(facts, size, low, high, sure):
    assert facts.between(size, low, high) is sure


@pytest.mark.parametrize(
    "relation, a, b, known",
    [
        ("lt", I, Size.of(0), False),
        ("lt", I, Size.of(7), True),
        ("lt", I, Size.of(4), None),
        ("ge", I, Size.of(1), True),
        ("le", I, Size.of(6), True),
        ("gt", I, Size.of(6), False),
        ("eq", I, Size.of(0), False),
        ("ne", I, I + 1, True),
        ("eq", I, I, True),
        ("eq", I, Size.of(3), None),
        ("lt", N, Size.of(0), None),
    ],
)
def test_relations(facts, relation, a, b, known):
    out = FOLDS[relation](facts, {}, np.array(a, dtype=object), np.array(b, dtype=object))
    assert out.item() is known


def test_reals_are_known_where_they_are_integers_without_rounding():
    assert constant_elements(np.float32(3.0), np.float32).item() == Size.of(3)
    for value in (0.5, -0.0, np.inf, np.nan, 2.0**24):
        assert constant_elements(np.float32(value), np.float32) is None


def test_within_needs_facts_of_every_element(facts):
    v = Value("v", (Size.of(2),), "int32")
    assert not facts.within(v, 0, 9)
    facts.elements["v"] = np.array([Size.of(0), I], dtype=object)
    assert facts.within(v, 0, 6) and not facts.within(v, 0, 5)
