"""Lists of arrays of several lengths that loops append: for every size, and who changes an array that is in one is seen or refused."""

from __future__ import annotations

import numpy as np
import pytest

import precis
from precis.errors import PrecisError, UnsupportedProgram
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def joined(x, n):
    parts, places = [], []
    for k in range(n):
        J = np.flatnonzero(x > k / n)
        parts.append(x[J] * k)
        places.append(J)
    return np.concatenate(parts), np.hstack(places), len(parts)


def views_behind_others(x, n):
    parts = [np.zeros(2), x[:3]]
    for k in range(n):
        parts.append(x[k // 2:k])
    return np.concatenate(parts), parts[1], parts[-1], parts[n // 2 + 2]


def gone_through(x, n):
    parts = []
    for k in range(n):
        parts.append(x[x > 0.9 * k / n])
    total = 0.0
    for k, part in enumerate(parts[1:]):
        total += part[0] * k
    return total, [len(part) for part in parts], np.concatenate([part for part in parts if len(part) > 3]), max(len(p) for p in parts)


def where_the_data_ask(x, n):
    parts, more, k = [], [], 0
    for j in range(n):
        if x[j] > 0.2:
            parts.append(x[x > x[j]])
    while k < n and x[k] < 0.99:
        for j in range(3):
            more.append(x[x > x[k + j]])
        k += 1
    return np.concatenate(parts), len(parts), np.concatenate(more), k


def taken_out_and_changed(x, n):
    parts = []
    for k in range(n):
        parts.append(x[x > 0.9 * k / n])
    parts[1][0] = 9.0
    part = parts[2]
    part *= 3.0
    return np.concatenate(parts), parts[2].sum(), part[0]


def joined_and_changed(x, n):
    parts = []
    for k in range(n):
        parts.append(x[x > 0.9 * k / n])
    whole = np.concatenate(parts)
    whole[:] = 2.0
    return parts[0], parts[-1].sum(), whole


def drawn(n):
    return np.random.default_rng(n).random(n + 20), n


@needs_compiler
@pytest.mark.parametrize("f", [joined, views_behind_others, gone_through, where_the_data_ask, taken_out_and_changed, joined_and_changed])
def test_as_python_for_every_size(f):
    program = lift(f, *drawn(30))
    assert not program.pinned
    compiled = precis.compile(program)
    for n in (30, 4, 7, 50):
        x, _ = drawn(n)
        given = x.copy()
        for found, expected in zip(compiled(given, n), f(x, n), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-14)
        np.testing.assert_array_equal(given, x)


def changed_behind_the_loop(x, n):
    parts = []
    for k in range(n):
        part = x[k % 7:] + 1.0
        parts.append(part)
    part[0] = 7.0
    return np.concatenate(parts)


def changed_in_the_next_iteration(x, n):
    parts, part = [], x.copy()
    for k in range(n):
        part[0] = k
        part = x[k % 7:] + 1.0
        parts.append(part)
    return np.concatenate(parts)


def changed_in_place(x, n):
    parts, part = [], x.copy()
    for k in range(n):
        part *= 2
        parts.append(part[:k % 3 + 1])
    return np.concatenate(parts)


def views_of_what_changes(x, n):
    parts = []
    for k in range(n):
        parts.append(x[:k % 3 + 1])
    x *= 2.0
    return np.concatenate(parts)


def changed_where_branches_meet(x, n):
    parts = []
    for k in range(n):
        part = x * k
        if x[0] > 0.2:
            part = part[k % 3:] + 1
            parts.append(part)
        part[0] = 3.0
    return np.concatenate(parts)


def selected_and_changed(x, n):
    parts = []
    for k in range(n):
        part = x[x > 0.9 * k / n]
        parts.append(part)
        part[0] = 3.0
    return np.concatenate(parts)


def in_two_lists(x, n):
    parts, others = [], []
    for k in range(n):
        part = x[x > 0.9 * k / n]
        parts.append(part)
        others.append(part)
    parts[1][0] = 8.0
    return np.concatenate(others)


def changed_once_the_list_is_longer(x, n):
    parts = []
    for k in range(n):
        parts.append(x[x > 0.9 * k / n])
    first = parts[0]
    parts.append(x)
    first[0] = 4.0
    return np.concatenate(parts)


CHANGED = [changed_behind_the_loop, changed_in_the_next_iteration, changed_in_place, views_of_what_changes, changed_where_branches_meet,
           selected_and_changed, in_two_lists, changed_once_the_list_is_longer]


@needs_compiler
@pytest.mark.parametrize("f", CHANGED)
def test_what_changes_is_seen_or_refused(f):
    x, n = drawn(300)
    try:
        compiled = precis.compile(lift(f, x.copy(), n))
    except PrecisError as problem:
        assert isinstance(problem, UnsupportedProgram)
        return
    np.testing.assert_allclose(compiled(x.copy(), n), f(x.copy(), n), rtol=1e-14)


def test_that_there_is_something_to_join_is_assumed():
    assert ["there is an array to join" in str(lift(f, *drawn(30))) for f in (joined, where_the_data_ask)] == [False, True]


def of_two_dtypes(x, n):
    parts = []
    for k in range(n):
        parts.append(np.flatnonzero(x > k / n))
    parts.append(x[x > 0.5])
    return parts[0], np.concatenate(parts)


def test_refused():
    with pytest.raises(UnsupportedProgram):
        lift(of_two_dtypes, *drawn(300))
