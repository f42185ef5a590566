"""What was taken from under a key, and is used after keys are gone or have other things under them, or the same; lists that change there."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from precis.lift import lift
from tests.lift.numpy.case import run

KEYS = np.array([3, 1, 2, 3, 4, 2, 3])


def filled(make, keys):
    near = defaultdict(make)
    for i, k in enumerate(keys):
        if make is list:
            near[int(k)].append(i)
        elif make is set:
            near[int(k)].add(i)
        else:
            near[int(k)][i] = 2
    return near


def deleted(keys):
    near = filled(list, keys)
    old = near[3]
    del near[3]
    old.append(7)
    return len(old), len(near)


def deleted_in_the_iteration_before(keys):
    near = filled(list, keys)
    old, total = near[3], 0
    for i in range(3):
        total += len(old)
        if i in near:
            del near[i]
    return total


def taken_under_a_condition(keys):
    near = filled(list, keys)
    old = near[3]
    if len(old) > 1:
        near.pop(3)
    return len(old)


def another_set(keys):
    near = filled(set, keys)
    old = near[3]
    near[3] = {1, 2}
    return len(old)


def another_dict(keys):
    near = filled(dict, keys)
    old = near[3]
    near[3] = {1: 2}
    return len(old)


def cleared(keys):
    near = filled(list, keys)
    old = near[3]
    near.clear()
    return len(old)


def another_list_at_a_place(keys):
    near = [[] for _ in range(5)]
    for i, k in enumerate(keys):
        near[int(k)].append(i)
    old = near[3]
    near[int(keys[0])] = [1]
    return len(old), len(near[3])


def one_list_under_two_keys(keys):
    near = filled(list, keys)
    near[50] = near[3]
    near[50].append(8)
    near[3].append(9)
    del near[3]
    return near, near[50][-1]


def lists_change_places(keys):
    near = [[] for _ in range(5)]
    for i, k in enumerate(keys):
        near[int(k)].append(i)
    a, b = int(keys[0]), int(keys[1])
    near[a], near[b] = near[b], near[a]
    near[a].append(7)
    return near, len(near[b])


def lists_change(keys):
    near = filled(list, keys)
    for k in list(near):
        near[k][0] = 5
        near[k].insert(1, 6)
        near[k].insert(-1, 8)
        near[k] *= 2
        near[k][1:3] = [7]
        near[k].sort(reverse=True)
        if k == 3:
            near[k].remove(6)
            near[k].reverse()
            del near[k][0]
        if len(near[k]) > 3:
            near[k].clear()
            near[k] += [4, 4]
    return near, near[3].index(max(near[3])), near[4].count(6), [1] + near[4] + near[3], near[4] * 2


def taken_again(keys):
    near = filled(list, keys)
    total = 0
    for k in list(near):
        group = near[k]
        total += len(group)
        if len(group) < 2:
            del near[k]
    rest = near[3]
    rest.append(8)
    return total, len(near), near[3], near


def grown_where_it_stands(keys):
    near = filled(set, keys)
    old = near[3]
    near[3] |= {1, 2}
    near[4].add(9)
    return len(old), len(near[3])


def popped(keys):
    near = filled(list, keys)
    old = near.pop(3)
    old.append(4)
    k, last = near.popitem()
    last.append(k)
    return old, last, k, len(near)


PROGRAMS = (deleted, deleted_in_the_iteration_before, taken_under_a_condition, another_set, another_dict, cleared, another_list_at_a_place,
            taken_again, grown_where_it_stands, one_list_under_two_keys, lists_change_places, lists_change, popped)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_is_what_it_is_in_python(program: Any) -> None:
    lifted = lift(program, KEYS)
    for keys in (KEYS, np.array([3, 1, 4, 3]), np.array([4, 2, 1, 3, 0, 0, 1, 4, 3])):
        assert run(lifted, (keys,)) == program(keys)


def test_lists_under_two_keys_come_back_as_one() -> None:
    near, _ = run(lift(shared, KEYS), (KEYS,))
    assert near[3] is near[50]


def shared(keys):
    near = filled(list, keys)
    near[50] = near[3]
    return near, len(near)
