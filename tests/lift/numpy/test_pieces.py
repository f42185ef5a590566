"""Lists of lists of several lengths that loops append: what comes back is Python's, and what would be lost, since the list does not know
of later changes of its items, is refused; lists that a loop begins anew."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

import precis
from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run


def segments(x, least):
    found, now = [], []
    for i, v in enumerate(x):
        if v > least:
            now.append(i)
        elif now:
            found.append(now)
            now = []
    if now:
        found.append(now)
    return found, [len(s) for s in found]


def runs_of_steps(x, least):
    found, now = [], [0]
    for i in range(1, len(x)):
        if abs(x[i] - x[i - 1]) < least + 0.5:
            now.append(i)
        else:
            found.append(now)
            now = [i]
    found.append(now)
    return found, max(found, key=len), min(found, key=len), sorted(found, key=len), sorted(found, key=len, reverse=True)


def components(x, least):
    found, seen = [], np.zeros(len(x), bool)
    for s in range(len(x)):
        if seen[s]:
            continue
        stack, own = [s], []
        seen[s] = True
        while stack:
            v = stack.pop()
            own.append(v)
            for w in range(len(x)):
                if not seen[w] and abs(x[w] - x[v]) < 0.2 + least:
                    seen[w] = True
                    stack.append(w)
        found.append(own)
    return found, max(len(own) for own in found)


def groups_by_length(x, least):
    groups = defaultdict(list)
    for i in range(len(x)):
        groups[int(abs(x[i]) * 4)].append(i)
    large = []
    for own in groups.values():
        if len(own) > 1:
            large.append(own)
    return list(groups.values()), large, [len(own) for own in sorted(groups.values(), key=lambda own: -len(own))]


def behind_one_another(x, least):
    members, lengths, now = [], [], []
    for i, v in enumerate(x):
        if v > least:
            now.append(i)
        elif now:
            lengths.append(len(now))
            members.extend(now)
            now = []
    return members, lengths


def begun_and_appended_to(x, least):
    found, now = [], []
    for i in range(len(x)):
        if x[i] > least:
            found.append(now)
            now = []
        now.append(i)
    now.append(-1)
    return found, now


def beside_numbers(x, least):
    found, now = [], []
    for i in range(len(x)):
        if x[i] > least:
            now.append(i)
        else:
            found.append((i, now))
            now = []
    return [(k, len(own)) for k, own in found], found[1:3], [own[0] for _, own in found if own]


PROGRAMS = (segments, runs_of_steps, components, groups_by_length, behind_one_another, begun_and_appended_to, beside_numbers)


def same(found, wanted):
    assert type(found) is type(wanted), (found, wanted)
    if isinstance(wanted, (list, tuple)):
        assert len(found) == len(wanted), (found, wanted)
        for f, w in zip(found, wanted):
            same(f, w)
    else:
        assert found == wanted


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_lists_of_lists_are_those_of_python(program):
    lifted = lift(program, np.random.default_rng(0).normal(size=20), 0.1)
    compiled = precis.compile(lifted)
    for seed, n in ((0, 20), (1, 33), (2, 4), (3, 3)):
        for least in (0.1, -9.0, 9.0):
            x = np.random.default_rng(seed).normal(size=n)
            wanted = program(x, least)
            same(run(lifted, (x, least)), wanted)
            same(compiled(x, least), wanted)


def test_what_is_repeated_may_be_nothing():
    def repeated(x, least):
        kept = np.flatnonzero(x > least)
        return np.repeat(x[kept], kept)
    x = np.array([0.7, -0.2, 0.9, 0.1])
    compiled = precis.compile(lifted := lift(repeated, x, 0.5))
    for least in (0.5, 9.0, -9.0):
        np.testing.assert_array_equal(run(lifted, (x, least)), repeated(x, least))
        np.testing.assert_array_equal(compiled(x, least), repeated(x, least))


def appended_and_changed(x):
    found, now = [], []
    for i in range(len(x)):
        now.append(i)
        if x[i] > 0:
            found.append(now)
    return found


def changed_where_it_was_appended(x):
    found, now = [], []
    for i in range(len(x)):
        if x[i] > 0:
            found.append(now)
        else:
            now = []
        now.append(i)
    return found


def changed_by_its_place(x):
    found, now = [], []
    for i in range(len(x)):
        if x[i] > 0:
            now.append(i)
        else:
            found.append(now)
            now = []
    found[0].append(99)
    return found


def changed_by_its_first_name(x):
    found, now = [], []
    first = now
    for i in range(len(x)):
        if x[i] > 0:
            now.append(i)
        else:
            found.append(now)
            now = []
    first.append(99)
    return found


def changed_by_what_may_be_it(x):
    a, b, found = {"v": 0.0, "w": np.zeros(2)}, {"v": 1.0, "w": np.ones(2)}, []
    either = a if x[0] > 0 else b
    for v in x:
        if v > 0:
            found.append(a)
    either["v"] = 5.0
    return sum(r["v"] for r in found)


def group_that_grows(x):
    groups, found = defaultdict(list), []
    for i in range(len(x)):
        groups[int(abs(x[i]) * 4)].append(i)
        if x[i] > 0:
            found.append(groups[2])
    return found


def compared_by_identity(x):
    found, now = [], []
    for i in range(len(x)):
        if x[i] > 0:
            now.append(i)
        else:
            found.append(now)
            now = []
    return found[0] is found[0]


@pytest.mark.parametrize("program", [appended_and_changed, changed_where_it_was_appended, changed_by_its_place, changed_by_its_first_name,
                                     changed_by_what_may_be_it, group_that_grows, compared_by_identity], ids=lambda p: p.__name__)
def test_what_the_list_does_not_know_is_refused(program):
    with pytest.raises(UnsupportedProgram):
        lift(program, np.random.default_rng(0).normal(size=20))
