"""Dicts whose keys only the run tells: taken apart, emptied, copied and returned as Python does, with its order and its types."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run

X, Y = np.array([4, 2, 4, 7, 2, 2]), np.array([1, 1, 3])


def least_recent_is_dropped(x):
    last, gaps = {}, []
    for t, k in enumerate(x):
        k = int(k)
        if k in last:
            gaps.append(t - last[k])
        last[k] = t
        if len(last) > 2:
            old = min(last, key=last.get)
            del last[old]
    return gaps, last


def emptied_now_and_then(x):
    seen, total = {}, 0
    for v in x:
        seen[int(v)] = seen.get(int(v), 0) + 1
        if len(seen) > 1:
            total += sum(seen.values())
            seen.clear()
    return total, seen


def last_one_first(x):
    d = {}
    for i, v in enumerate(x):
        d[int(v)] = i
    k, v = d.popitem()
    return k, v, k in d, d


def sums_by_pairs(x):
    d = defaultdict(float)
    for i, v in enumerate(x):
        d[int(v), i % 2] += 0.5
    return d


def arrays_under_keys(x):
    d = {}
    for v in x:
        d[v] = np.array([v, 1.0])
    return {"d": d, "n": len(d)}


def groups_are_taken_out(x):
    g = defaultdict(list)
    for i, v in enumerate(x):
        g[int(v)].append(0.5 * i)
    first = g.pop(int(x[0]))
    none = g.pop(99, [])
    del g[int(x[-1])]
    return first, len(none), g


def copies_share_lists(x):
    g = defaultdict(list)
    for i, v in enumerate(x):
        g[int(v)].append((i, int(v)))
    h, k = dict(g), g.copy()
    g[int(x[0])].append((77, 0))
    g[100].append((3, 0))
    return g, h, k


def counted(x):
    c = Counter(x.tolist())
    d = c.copy()
    d[99] += 1
    return c, dict(c), c + d, d - c, list(c.items()), c.most_common(1)


def of_pairs(x):
    values, counts = np.unique(x, return_counts=True)
    d = dict(zip(values.tolist(), counts.tolist()))
    return d, dict(sorted(d.items(), key=lambda pair: -pair[1])), dict(zip(x, 0.5 * x)), {v: k for k, v in d.items()}


def lists_of_it_are_new(x):
    d = {}
    for v in x:
        d[int(v)] = d.get(int(v), 0) + 1
    names, others, counts, rest = list(d), list(d.keys()), list(d.values()), [*d]
    names.append(99)
    names[0] = others[0] = counts[0] = rest[0] = -1
    return d, names, others, counts, rest, 99 in d


def of_known_keys(x):
    d = defaultdict(list)
    d["a"].append(x[0])
    return d


def rounded_pairs_as_keys(x):
    first, seen, places = {}, set(), []
    for i, v in enumerate(x):
        key = round(0.5 * float(v), 1), float(i % 2)
        if key not in first:
            first[key] = i
        seen.add(float(v) - 2.0)
        places.append(first[key])
    return first, places, len(seen), sorted(seen), 0.0 in seen, -0.0 in seen


def loses_lists_of_a_copy(x):
    g = defaultdict(list)
    for v in x:
        g[int(v)].append(v)
    h = dict(g)
    del g[int(x[0])]
    return h


def totals(x):
    found = {}
    for v in x:
        found[int(v)] = found.get(int(v), 0) + 1
    return found


def spread_into_others(x):
    """Dicts whose keys only the run tells among known ones: {**d}, d.update, |."""
    known, more, longer = {-1: 7, 2: 5}, {9: 1}, {1: 2}
    known.update(totals(x))
    more |= totals(x)
    longer.update(Counter(x.tolist()))
    return {**totals(x), -1: 3}, {4: 0, **totals(x)}, {**totals(x), **totals(x + 2), 5: 8}, known, more, longer, totals(x) | {0: 4}, {4: 9} | totals(x + 1)


def counts_together(x):
    one, other = Counter(x.tolist()), Counter((x + 2).tolist())
    changed = one.copy()
    also = changed
    changed |= Counter([int(x[0]), int(x[0]), int(x[0]), 99])
    return one | other, one & other, also, {-5: 1} | other


def nearer_by_a_dict_of_steps(x):
    """The first keys are sizes, later ones are computed: they are for every size."""
    i, total = len(x) - 1, 0
    while i > 1:
        steps = {i - 1: x[i - 1], i - 2: x[i - 2]}
        i = max(steps, key=steps.get)
        total += steps[i]
    return total, i


PROGRAMS = (spread_into_others, counts_together, nearer_by_a_dict_of_steps, loses_lists_of_a_copy, rounded_pairs_as_keys, least_recent_is_dropped, emptied_now_and_then, last_one_first, sums_by_pairs, arrays_under_keys, groups_are_taken_out,
            copies_share_lists, counted, of_pairs, lists_of_it_are_new, of_known_keys)


def alike(found: Any, wanted: Any) -> None:
    """The same things of the same types, dicts in the same order."""
    assert type(found) is type(wanted)
    if isinstance(wanted, dict):
        alike(list(found.items()), list(wanted.items()))
    elif isinstance(wanted, (list, tuple)):
        assert len(found) == len(wanted)
        for f, w in zip(found, wanted):
            alike(f, w)
    else:
        assert np.array_equal(found, wanted)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_they_come_back_as_in_python(program: Any) -> None:
    lifted = lift(program, X)
    for x in (X, Y):
        alike(run(lifted, (x,)), program(x))


def test_compiled_they_come_back_as_well() -> None:
    found = compile(lift(counted, X), quick=True)
    assert found.backend == "native"
    alike(found(Y), counted(Y))


def test_a_missing_factory_is_that_of_python() -> None:
    found = run(lift(sums_by_pairs, X), (X,))
    assert found["new"] == 0.0


def filled_by_a_function(x):
    d = defaultdict(lambda: 1.0)
    for v in x:
        d[int(v)] += v
    return d


def handed_on_by_name(x):
    return dict(**totals(x))


@pytest.mark.parametrize("program, message", [(filled_by_a_function, "returns a defaultdict that a function fills"),
                                              (handed_on_by_name, "only a run tells the keys of this dict")])
def test_refused(program: Any, message: str) -> None:
    with pytest.raises(UnsupportedProgram, match=message) as info:
        lift(program, X)
    assert info.value.hints
