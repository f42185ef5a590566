"""Dicts under keys of a dict, or at places of a list, that only a run tells: Python is the oracle, for types and identity, too."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run
from tests.lift.numpy.test_dicts_given_back import alike

FROM, TO = np.array([4, 2, 4, 5, 2, 4, 4]), np.array([1, 1, 3, 1, 5, 1, 0])
OTHERS = (np.array([1, 1, 3, 4]), np.array([2, 2, 2, 4])), (np.array([5, 4]), np.array([5, 5])), (np.arange(20) % 6, np.arange(20) % 4)


def weights(owners, members):
    near = defaultdict(dict)
    for k, (u, v) in enumerate(zip(owners, members)):
        near[int(u)][int(v)] = 0.5 * k
        near[int(v)][int(u)] = 1.5 * k
    total = 0.0
    for u in near:
        for v, w in near[u].items():
            total += (u + 1) * v * w
    return total, len(near), len(near[4]), 99 in near[4], max(near[4], key=lambda v: near[4][v]), near


def by_hand(owners, members):
    near = {}
    for u, v in zip(owners, members):
        near.setdefault(int(u), {})[int(v)] = float(u * v)
        if int(v) not in near:
            near[int(v)] = {}
        near[int(v)][int(u)] = near[int(v)].get(int(u), 1.0) + 1.0
    return near, [sum(row.values()) for row in near.values()], sorted(near)


def counted(owners, members):
    steps = defaultdict(lambda: defaultdict(int))
    for u, v in zip(owners, members):
        steps[int(u)][int(v) % 2] += 1
    del steps[4][1]
    return steps[4].get(1, -3), steps[9][9], len(steps), steps[4].pop(0, -5), {u: len(row) for u, row in steps.items()}


def at_places(owners, members):
    near = [{} for _ in range(6)]
    for u, v in zip(owners, members):
        near[u][int(v)] = 1.0 + u
        near[v][int(u)] = near[v].get(int(u), 0.0) + 0.25
    return [len(row) for row in near], np.array([sum(row.values()) for row in near]), 77 in near[4]


def carried(owners, members):
    near = OrderedDict()
    for k, (u, v) in enumerate(zip(owners, members)):
        near.setdefault(int(u), {})[int(v)] = 0.5 * k
    near.move_to_end(int(owners[0]))
    near.move_to_end(int(owners[1]), last=False)
    return list(near), [sum(row.values()) for row in near.values()]


def taken_last(owners, members):
    lists = {}
    for u, v in zip(owners, members):
        lists.setdefault(int(u), []).append(int(v))
    total = 0
    try:
        for _ in range(3):
            u, row = lists.popitem()
            total += 100 * u + sum(row)
    except KeyError:
        total -= 5000
    return total


def last_dict_taken_out(owners, members):
    near = defaultdict(dict)
    for u, v in zip(owners, members):
        near[int(u)][int(v)] = 1.0
    u, row = near.popitem()
    return u, len(row), near


@pytest.mark.parametrize("program", (weights, by_hand, counted, at_places, carried, taken_last, last_dict_taken_out), ids=lambda f: f.__name__)
def test_dicts_inside(program: Any) -> None:
    lifted = lift(program, FROM, TO)
    for args in ((FROM, TO), *(OTHERS if program is not counted else ())):
        alike(run(lifted, args), program(*args))


def test_compiled() -> None:
    compiled = compile(lift(weights, FROM, TO), quick=2)
    for args in ((FROM, TO), *OTHERS):
        alike(compiled(*args), weights(*args))


def list_stored_and_grown(owners, members):
    groups = defaultdict(list)
    for u, v in zip(owners, members):
        row = []
        groups[int(u)] = row
        row.append(int(v))
    return len(groups[4])


def list_read_behind_the_dict(owners, members):
    groups, total = defaultdict(list), 0
    for u, v in zip(owners, members):
        row = [int(v)]
        groups[int(u)] = row
        groups[int(u)].append(7)
        total += len(row)
    return total


def dict_stored_and_filled(owners, members):
    near = defaultdict(dict)
    for u, v in zip(owners, members):
        row = {}
        near[int(u)] = row
        row[int(v)] = 1.0
    return len(near[4])


def dict_with_a_default(owners, members):
    near = defaultdict(dict)
    for u, v in zip(owners, members):
        if int(u) not in near:
            near[int(u)] = defaultdict(float)
        near[int(u)][int(v)] += 1.0
    return len(near)


def dict_taken_out(owners, members):
    near = defaultdict(dict)
    for u, v in zip(owners, members):
        near[int(u)][int(v)] = 1.0
    return len(near.pop(4, {}))


REFUSED = (list_stored_and_grown, list_read_behind_the_dict, dict_stored_and_filled, dict_with_a_default, dict_taken_out)


@pytest.mark.parametrize("program", REFUSED, ids=lambda f: f.__name__)
def test_what_stands_under_two_names_is_refused(program: Any) -> None:
    with pytest.raises(UnsupportedProgram) as problem:
        lift(program, FROM, TO)
    assert problem.value.hints


def classes(x):
    things = [defaultdict(float), {}, Counter(), deque(), deque(maxlen=2), [], (), set(), frozenset()]
    of = [dict, defaultdict, Counter, deque, list, tuple, set, frozenset]
    return [[int(isinstance(t, c)) for c in of] for t in things], [[int(type(t) is c) for c in of] for t in things], x


def test_containers_are_of_their_classes() -> None:
    assert run(lift(classes, 1.0), (1.0,)) == classes(1.0)
