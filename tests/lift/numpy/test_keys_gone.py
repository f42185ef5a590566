"""What was taken from under a key, and is used after keys are gone or have other things under them."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from precis.errors import UnsupportedProgram
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
    old.append(7)  # here
    return len(old), len(near)


def deleted_in_the_iteration_before(keys):
    near = filled(list, keys)
    old, total = near[3], 0
    for i in range(3):
        total += len(old)  # here
        if i in near:
            del near[i]
    return total


def taken_under_a_condition(keys):
    near = filled(list, keys)
    old = near[3]
    if len(old) > 1:
        near.pop(3)
    return len(old)  # here


def another_set(keys):
    near = filled(set, keys)
    old = near[3]
    near[3] = {1, 2}
    return len(old)  # here


def another_dict(keys):
    near = filled(dict, keys)
    old = near[3]
    near[3] = {1: 2}
    return len(old)  # here


def cleared(keys):
    near = filled(list, keys)
    old = near[3]
    near.clear()
    return len(old)  # here


GONE = (deleted, deleted_in_the_iteration_before, taken_under_a_condition, another_set, another_dict, cleared)


@pytest.mark.parametrize("program", GONE, ids=lambda f: f.__name__)
def test_is_refused_where_it_is_used(program: Any) -> None:
    with pytest.raises(UnsupportedProgram, match="since this was taken from under one of them") as problem:
        lift(program, KEYS)
    line = Path(__file__).read_text().splitlines()[problem.value.span.line - 1]
    assert line.endswith("# here")


def another_list_at_a_place(keys):
    near = [[] for _ in range(5)]
    for i, k in enumerate(keys):
        near[int(k)].append(i)
    old = near[3]
    near[int(keys[0])] = [1]
    return len(old)


def test_is_refused_at_places_of_lists() -> None:
    with pytest.raises(UnsupportedProgram):
        lift(another_list_at_a_place, KEYS)


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


@pytest.mark.parametrize("program", (taken_again, grown_where_it_stands), ids=lambda f: f.__name__)
def test_is_seen_as_it_is_before(program: Any) -> None:
    for keys in (KEYS, np.array([3, 3]), np.arange(9) % 4):
        assert run(lift(program, KEYS), (keys,)) == program(keys)
