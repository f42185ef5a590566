"""Dicts and sets whose keys are texts of which the data tell which one: counted, grouped, sorted and returned as in Python."""

from __future__ import annotations

import operator
from collections import Counter, defaultdict
from enum import Enum, IntEnum
from typing import Any

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run
from tests.lift.numpy.test_dicts_given_back import alike

pytestmark = pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")


class Level(Enum):
    LOW = 0
    MID = 1
    HIGH = 2


class Code(IntEnum):
    OFF = 0
    ON = 1


def counted_by_a_table(x, k):
    names, count = {0: "a", 1: "b", 2: "c"}, {}
    for v in k:
        name = names[int(v)]
        count[name] = count.get(name, 0) + 1
    return count, max(count, key=count.get)


def in_dicts_of_each_kind(x, k):
    names = ["a", "b", "c"]
    number, places, counter = defaultdict(int), defaultdict(list), Counter()
    for i, v in enumerate(k):
        name = names[v]
        number[name] += 1
        places[name].append(i)
        counter[name] += 1
    return number, places, counter, counter.most_common(1), sorted(number.items()), len(number), "c" in number


def counted_by_bounds(x, k):
    count, total = {}, {}
    for v in x:
        state = "low" if v < 0.2 else "mid" if v < 0.5 else "high"
        count[state] = count.get(state, 0) + 1
        total[state] = total.get(state, 0.0) + v
    return count, total, {name: total[name] / n for name, n in count.items()}, list(count)


def grouped_by_bounds(x, k):
    groups = {}
    for v in x:
        groups.setdefault("low" if v < 0.2 else "high", []).append(v)
    return groups, {name: len(members) for name, members in groups.items()}


def in_a_set(x, k):
    seen = set()
    for v in k:
        seen.add("odd" if v % 2 else "even")
    return len(seen), "odd" in seen, sorted(seen)


def members_of_numbers(x, k):
    gains, total, high, on = {Level.LOW: 1.0, Level.MID: 2.0, Level.HIGH: 5.0}, 0.0, 0, 0
    for v in k:
        level = Level(int(v))
        total += gains[level]
        high += level is Level.HIGH
        on += Code(int(v) % 2) == Code.ON
    try:
        last = Level(int(k[-1]) + 2).name
    except ValueError:
        last = "none"
    return total, high, on, Level(int(k[0])), last


class Part:
    def __init__(self, v, w):
        self.v, self.w = v, w

    def scaled(self, factor, off=0.0):
        return factor * self.v + off


def asked_by_operators(x, k):
    parts = [Part(x[0], -x[0]), Part(x[1], -x[1]), Part(x[2], -x[2])]
    scaled = operator.methodcaller("scaled", 2.0, off=1.0)
    return ([p.v for p in sorted(parts, key=operator.attrgetter("v"))], operator.attrgetter("v", "w")(parts[0]), [scaled(p) for p in parts],
            operator.attrgetter("real")(x)[0], max(parts, key=operator.attrgetter("w")).v)


def bytes_as_numbers(x, k):
    u = k.astype(np.uint8)
    total = 0
    for v in u.tolist():
        total += v - 250
    return total, u.tolist()[0] - 300, [v - 100 for v in u.tolist()], u[0].item() - 5, -u.tolist()[1], u.tolist()[1] / 2


X, K = np.array([0.3, 0.1, 0.7, 0.15, 0.9, 0.25]), np.array([1, 0, 2, 1, 1, 0])
PROGRAMS = (counted_by_a_table, in_dicts_of_each_kind, counted_by_bounds, grouped_by_bounds, in_a_set, members_of_numbers, asked_by_operators,
            bytes_as_numbers)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_names_are_keys_as_in_python(program: Any) -> None:
    lifted = lift(program, X, K)
    for x, k in ((X, K), (X[::-1].copy(), K[::-1].copy()), (X[2:], K[2:])):
        alike(run(lifted, (x, k)), program(x, k))


def test_compiled_they_are_as_well() -> None:
    found = compile(lift(counted_by_bounds, X, K), quick=True)
    assert found.backend == "native"
    alike(found(X[2:], K), counted_by_bounds(X[2:], K))


def test_names_of_members_that_are_ints() -> None:
    def named(k):
        return Code(int(k[0]) % 2).name

    def of_a_loop(k):
        code = Code(0)
        for i in k:
            code = Code(int(i) % 2)
        return code.name

    def of_a_list(k):
        codes = [Code(int(i) % 2) for i in k]
        return codes[int(k[0])].name
    for f in (named, of_a_loop):
        found = lift(f, K)
        assert [run(found, (k,)) for k in (K, K[::-1].copy())] == [f(K), f(K[::-1])]
    with pytest.raises(UnsupportedProgram, match="members of an IntEnum count as ints"):
        lift(of_a_list, K)
