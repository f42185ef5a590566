"""Sets under keys of a dict, or at places of a list, that only a run tells: Python is the oracle, for types and identity, too."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run
from tests.lift.numpy.test_dicts_given_back import alike

KEYS, MEMBERS = np.array([4, 2, 4, 7, 2, 4, 4]), np.array([1, 1, 3, 1, 5, 1, 3])
OTHERS = (np.array([1, 1, 3]), np.array([2, 2, 2])), (np.array([5, 5]), np.array([5, 5])), (np.arange(20) % 6, np.arange(20) % 4)


def members_of_owners(owners, members):
    of = defaultdict(set)
    for k, m in zip(owners, members):
        of[int(k)].add(int(m))
    first = int(owners[0])
    return {k: len(v) for k, v in of.items()}, sorted(of[first]), int(members[0]) in of[first], 99 in of[first], 99 in of


def missing_ones_are_made(owners, members):
    of = defaultdict(set)
    for k in owners:
        of[int(k)].add(1)
    return 55 in of, len(of[55]), 55 in of, len(of), of


def taken_out_again(owners, members):
    of = {}
    for k, m in zip(owners, members):
        of.setdefault(int(k), set()).add(int(m))
    first, lost = int(owners[0]), int(members[0])
    of[first].discard(lost)
    of[first].discard(77)
    left = sorted(of[first])
    of[first].add(lost)
    of[first].remove(lost)
    return left, sorted(of[first]), of


def one_name_sees_the_other(owners, members):
    of = defaultdict(set)
    first = int(owners[0])
    own = of[first]
    for k, m in zip(owners, members):
        of[int(k)].add(int(m))
    own.add(88)
    before = len(of[first])
    copied = own.copy()
    copied.add(89)
    of[first] |= {90, 91}
    of[first] -= {91}
    return sorted(own), before, sorted(copied), own == of[first], own is not None


def combined(owners, members):
    of = defaultdict(set)
    for k, m in zip(owners, members):
        of[int(k)].add(int(m))
    a, b = of[int(owners[0])], of[int(owners[-1]) + 1]
    both = a | b | {1}
    return sorted(a & both), sorted(both - a), sorted(a ^ {1, 2}), a <= both, both <= b, a.isdisjoint(b), min(both), len(a.union(b))


def assigned_anew(owners, members):
    of = {}
    for k, m in zip(owners, members):
        if int(k) not in of:
            of[int(k)] = set()
        of[int(k)].add((int(k), int(m)))
    of[int(owners[0])] = {(0, 0), (1, 2)}
    return of, sum(len(s) for s in of.values()), (1, 2) in of[int(owners[0])]


def pairs_as_keys(owners, members):
    of = defaultdict(set)
    for i, (k, m) in enumerate(zip(owners, members)):
        of[int(k), i % 2].add(int(m))
    del of[int(owners[0]), 0]
    return of, len(of)


def neighbours(owners, members):
    n = 30
    near = [set() for _ in range(n)]
    for a, b in zip(owners, members):
        near[int(a)].add(int(b))
        near[int(b)].add(int(a))
    common = [len(near[int(a)] & near[int(b)]) for a, b in zip(owners, members)]
    return [len(s) for s in near], common, sorted(near[-int(owners[0])]), sorted(near[int(owners[0])])


def under_two_keys(owners, members):
    of = defaultdict(set)
    for k, m in zip(owners, members):
        of[int(k)].add(int(m))
    of[50] = of[int(owners[0])]
    of[50].add(3)
    return len(of[int(owners[0])])


PROGRAMS = (members_of_owners, missing_ones_are_made, taken_out_again, one_name_sees_the_other, combined, assigned_anew, pairs_as_keys,
            neighbours, under_two_keys)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_sets_are_what_they_are_in_python(program: Any) -> None:
    lifted = lift(program, KEYS, MEMBERS)
    native = compile(lifted, quick=2)
    assert native.backend == "native"
    for args in ((KEYS, MEMBERS), *OTHERS):
        wanted = program(*args)
        alike(run(lifted, args), wanted)
        alike(native(*args), wanted)


def gone_through(owners, members):
    of = defaultdict(set)
    for k, m in zip(owners, members):
        of[int(k)].add(int(m))
    total = 0.0
    for m in of[int(owners[0])]:
        total = 0.5 * total + m
    return total


def test_orders_of_hashes_are_refused() -> None:
    with pytest.raises(UnsupportedProgram) as problem:
        lift(gone_through, KEYS, MEMBERS)
    assert problem.value.hints
