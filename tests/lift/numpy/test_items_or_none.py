"""Lists and dicts whose items are things or None, as the data ask for: where a search came from, what a test found. Python is the oracle,
for values and types."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from precis.emit.engine import compile_all
from precis.lift import lift
from tests.lift.numpy.case import run, same

pytestmark = pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")


@dataclass
class Hit:
    place: int
    value: float


def way_through(walls):
    rows, cols = walls.shape
    goal = (rows - 1, cols - 1)
    came = {(0, 0): None}
    queue = deque([(0, 0)])
    while queue:
        here = queue.popleft()
        if here == goal:
            break
        r, c = here
        for dr, dc in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            rr, cc = r + dr, c + dc
            if 0 <= rr < rows and 0 <= cc < cols and not walls[rr, cc] and (rr, cc) not in came:
                came[(rr, cc)] = here
                queue.append((rr, cc))
    if goal not in came:
        return -1, came
    steps, node = 0, goal
    while node is not None:
        node = came[node]
        steps += 1
    return steps, came


def first_above(row, t):
    for j, v in enumerate(row):
        if v > t:
            return Hit(j, v)
    return None


def hits(x):
    found, pairs, names = [], [], []
    for row in x:
        h = first_above(row, 0.8)
        found.append(h)
        pairs.append(None if h is None else (h.place, h.value))
        names.append(None if h is None else "left" if h.place < 2 else "right")
    missing = sum(1 for p in pairs if p is None)
    total = 0.0
    for p in pairs:
        if p is not None:
            total += p[1] * p[0]
    return found, pairs, names, missing, total, pairs[0] is None


@dataclass
class Way:
    places: list[int] = field(default_factory=list)
    cost: float = 0.0


def best_so_far(x):
    best, now = None, []
    for v in x:
        now.append(int(v))
        if v > 2 and (best is None or sum(now) > sum(best)):
            best = now[:]
        if v == 0:
            now = []
    return best, now


def those_above(x, t):
    out = []
    for i, v in enumerate(x):
        if v > t:
            out.append((i, int(v)))
    return out if len(out) > 1 else None


def lists_found_or_not(x):
    r, s = those_above(x, 2), those_above(x, 100)
    if r is None:
        n = 0
    else:
        r.append((7, 7))
        n = len(r)
    return r, n, s, s is None


def selected_or_not(x):
    if x[0] > 3:
        return None
    return x[x > 1]


def objects_with_lists(x):
    w = None
    if x[1] > 0:
        w = Way()
        for v in x:
            if v > 1:
                w.places.append(int(v))
                w.cost += float(v)
    return w, w is not None and len(w.places) > 1


def lists_in_a_list(x):
    rows = []
    for v in x:
        rows.append(None if v < 2 else [int(v)] * 2)
    return rows, rows[0], [r for r in rows if r is not None]


def one_list_under_two_names(x):
    a, b = [int(v) for v in x if v > 1], None
    if x[0] > 2:
        b = a
    a.append(50)
    n = len(b) if b is not None else 0
    if b is not None:
        b[0] = 77
    return a, n


def doubled_above(v, t):
    if v > t:
        return 2 * v
    return None


def none_behind_a_loop_in_the_condition(x):
    found, best, others = [], None, []
    for v in x:
        r = doubled_above(int(v), 1)
        if r is not None and not any(abs(r - s) < 1 for s in found):
            found.append(r)
        if best is None or any(r == s + 2 for s in found):
            best = int(v), len(found)
        else:
            others.append(best[0])
    found.sort()
    return found, best, others


def alike(found: Any, wanted: Any) -> None:
    assert type(found) is type(wanted)
    same(found, wanted, 1e-13, "result")
    for f, w in zip(found, wanted) if isinstance(wanted, (list, tuple)) else ():
        alike(f, w)


def maze(seed: int, n: int) -> np.ndarray:
    walls = np.random.default_rng(seed).random((n, n + 1)) < 0.25
    walls[0, 0] = walls[-1, -1] = False
    return walls


NUMBERS = [np.array(x) for x in ([3, 0, 1, 2, 3], [4, 5, 3, 0, 1, 2, 2], [0, 0, 1, 0], [5, 1])]


@pytest.mark.parametrize("program", (best_so_far, lists_found_or_not, selected_or_not, objects_with_lists, lists_in_a_list,
                                     one_list_under_two_names, none_behind_a_loop_in_the_condition), ids=lambda f: f.__name__)
def test_lists_or_none_as_in_python(program: Any) -> None:
    lifted = lift(program, NUMBERS[0])
    for x in NUMBERS:
        alike(run(lifted, (x,)), program(x))


def test_compiled_they_are_as_well() -> None:
    found = compile_all([lift(f, NUMBERS[0]) for f in (best_so_far, lists_found_or_not)])
    for f, program in zip(found, (best_so_far, lists_found_or_not)):
        assert f.backend == "native"
        for x in NUMBERS:
            alike(f(x), program(x))


@pytest.mark.parametrize("program, arguments", [(way_through, [maze(1, 5), maze(3, 6), maze(2, 4), maze(7, 6)]),
                                                (hits, [np.random.default_rng(k).random((4 + k, 3)) for k in range(3)])],
                         ids=lambda x: getattr(x, "__name__", ""))
def test_as_in_python(program: Any, arguments: list[np.ndarray]) -> None:
    lifted = lift(program, arguments[0])
    for x in arguments:
        alike(run(lifted, (x,)), program(x))
