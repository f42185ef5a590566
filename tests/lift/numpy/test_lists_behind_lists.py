"""Lists one behind the other of which loops grew some: items of one kind and of different ones, read by places, changed through names."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import Case, check


def lagged(y: Any, lags: int) -> Any:
    n = len(y)
    return np.hstack([np.ones((n - lags, 1))] + [y[lags - j:n - j] for j in range(1, lags + 1)])


def as_columns(y: Any, lags: int) -> Any:
    n = len(y)
    return np.column_stack([np.arange(n - lags)] + [y[lags - j:n - j, 0] for j in range(1, lags + 1)])


def in_front(y: Any, lags: int) -> Any:
    parts = [np.ones((2, 3)), np.zeros((1, 4))] + [y[j] * 2.0 for j in range(lags)]
    return parts[0] * 2.0, parts[1].shape, parts[2] + 1.0, parts[-1], len(parts)


def ints_in_front(y: Any, lags: int) -> Any:
    parts = [2, 5] + [y[j] for j in range(lags)]
    return parts[0], parts[1], parts[2]


def of_one_kind(y: Any, lags: int) -> Any:
    parts = [y[0] - 1.0] + [y[j] * 2.0 for j in range(lags)]
    return np.array(parts), parts[0]


ARGUMENTS = np.random.default_rng(3).normal(size=(9, 4))


def unpacked(y: Any, lags: int) -> Any:
    n, x = len(y), y[:, 0]
    parts = [np.ones((n - lags, 1)), *[y[lags - j:n - j] for j in range(1, lags + 1)]]
    knots = [0.0, *x, 1.0, 2.0]
    return np.hstack(parts), np.array(knots), len(knots), [*x[:2], *[a * 2.0 for a in x]]


def unpacked_beside_ints(y: Any, lags: int) -> Any:
    x = y[:, 0]
    return [*x, 3], np.array([0, *x])


@pytest.mark.parametrize("program", [lagged, as_columns, in_front, ints_in_front, of_one_kind, unpacked])
def test_what_is_in_front_may_be_of_another_kind(program):
    check(Case(program, (ARGUMENTS, 3), [(ARGUMENTS[:7], 5), (ARGUMENTS[:3], 1)]))


def at_the_end(y: Any, lags: int) -> Any:
    parts = [y[j:j + 2] for j in range(lags)] + [np.ones((1, 4))]
    return np.concatenate(parts), parts[0], parts[lags], len(parts)


def test_items_behind_rows_fix_how_many_these_are():
    program = check(Case(at_the_end, (ARGUMENTS, 3), [(ARGUMENTS[:7], 3)]))
    assert any("the length of a list that another is joined to" in str(pin) for pin in program.pinned.values())


def test_ints_beside_unpacked_floats_stay_ints():
    program = check(Case(unpacked_beside_ints, (ARGUMENTS, 3)))
    assert program.pinned


def changed_behind(y: Any, lags: int) -> Any:
    parts = [np.zeros(2)] + [y[j] for j in range(lags)]
    y[0] = 7.0
    return np.concatenate(parts)


def changed_through_an_item(y: Any, lags: int) -> Any:
    parts = [y[j] for j in range(lags)] + [np.zeros(2)]
    parts[0][1] = 3.0
    return y * 2.0


def extended(y: Any, lags: int) -> Any:
    parts = []
    parts.extend(y)
    parts[0][0] = 5.0
    return y * 1.0


def read_later(y: Any, lags: int) -> Any:
    parts = [y[0].copy()]
    parts.extend(y)
    y[1] = 7.0
    return parts[2] * 1.0


@pytest.mark.parametrize("program", [changed_behind, changed_through_an_item, extended, read_later])
def test_items_that_are_views_are_right_or_refused(program):
    try:
        check(Case(program, (ARGUMENTS.copy(), 3), [(ARGUMENTS.copy(), 3)]))
    except UnsupportedProgram as refusal:
        assert "changed through another name" in refusal.message


def test_computed_places_are_refused():
    def computed(y, lags):
        parts = [np.zeros(2)] + [y[j] for j in range(lags)]
        return parts[np.argmax(y[:, 0])]
    with pytest.raises(UnsupportedProgram, match="cannot be indexed here"):
        lift(computed, ARGUMENTS, 3)


def turned_parts(places: Any, moves: Any) -> Any:
    """The moves of a search for short round trips: the length of each list follows from that of the one before, both ways."""
    n = len(places)
    tour, best = list(range(n)), 0.0
    for a, b, p in moves:
        i, j = sorted((int(a * n), int(b * n)))
        other = tour[:i] + tour[i:j + 1][::-1] + tour[j + 1:]
        length = places[other[0], 0]
        if length < best or p < 0.5:
            tour, best = other, length
    return tour, best


def test_lengths_that_follow_from_lengths_are_bounded_in_time():
    """It took more than 500 s, and was refused later."""
    rng = np.random.default_rng(0)
    compiled = compile(lift(turned_parts, rng.random((7, 2)), rng.random((12, 3))), quick=True)
    for count in (12, 5, 30):
        given = rng.random((7, 2)), rng.random((count, 3))
        found, expected = compiled(*given), turned_parts(*given)
        assert [*found[0]] == expected[0] and found[1] == expected[1]
