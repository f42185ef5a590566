"""What students and scientists write of dicts in order, members of IntEnums, tables of states and lists of names: Python is the oracle,
for values, types and order."""

from __future__ import annotations

import itertools
from collections import OrderedDict
from enum import Enum, IntEnum
from typing import Any

import numpy as np
import pytest

from precis.errors import InputError, UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run
from tests.lift.numpy.test_dicts_given_back import alike

pytestmark = pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")


class Phase(IntEnum):
    WELL = 0
    ILL = 2
    GONE = 5

    @property
    def step(self):
        return {Phase.WELL: (1, 0), Phase.ILL: (0, -1), Phase.GONE: (0, 0)}[self]

    def after(self, v):
        return Phase.GONE if self == Phase.ILL and v > 2 else self

    @staticmethod
    def weight(k):
        return 0.5 + k


class Rate(IntEnum):
    SLOW = 1, 0.5
    FAST = 4, 2.5

    def __new__(cls, number, speed):
        made = int.__new__(cls, number)
        made._value_ = number
        made.speed = speed
        return made


NEXT = {("idle", 0): "idle", ("idle", 1): "run", ("run", 0): "idle", ("run", 1): "jump", ("jump", 0): "idle", ("jump", 1): "run"}


def least_recent_leaves(x):
    recent = OrderedDict()
    dropped = []
    for v in x:
        k = int(v)
        recent[k] = recent.get(k, 0) + 1
        recent.move_to_end(k)
        if len(recent) > 3:
            old, count = recent.popitem(last=False)
            dropped.append((old, count))
    return dict(recent), dropped


def known_names_in_order(x):
    d = OrderedDict(a=1.0, b=2.0, c=x[0])
    d.move_to_end("a")
    d.move_to_end("c", last=False)
    first = d.popitem(last=False)
    last = d.popitem()
    e = {"p": 1, "q": x[1]}
    return list(d), first, last, e.popitem(), e


def generators_over_groups(x):
    groups = {int(u): x[x == u] + 0.5 for u in np.unique(x)}
    return sum(len(v) for v in groups.values()), max(v.max() for v in groups.values()), {u: v.mean() for u, v in groups.items()}


def what_classes_say_of_members(x):
    now, at, seen = Phase.ILL, (0, 0), []
    for v in x:
        now = now.after(v)
        at = at[0] + now.step[0] * int(v), at[1] + now.step[1]
        other = Phase.WELL if v > 1 else Phase.ILL
        seen.append(other.step[0] + Phase(2 if v > 3 else 0).step[1] + now.weight(other.value))
    table = [[p.step[0] * v for v in x] for p in Phase]
    speeds = sum(Rate(1 if v > 1 else 4).speed for v in x) + Rate.FAST.speed
    return now.name, now.value, now + 1, at, seen, table, speeds, Phase.GONE.after(1.0) is Phase.GONE


def names_of_members(x):
    counts = {p.name: 0 for p in Phase}
    same, now = 0, Phase.WELL
    for v in x:
        p = Phase(Phase.ILL if v == 0 else Phase.GONE if v > 4 else Phase.WELL)
        q = Phase(2 if v == 0 else 5 if v > 4 else 0)
        counts[q.name] += 1
        same += q is Phase.ILL
        same += p is not Phase.GONE
        now = q
    return counts, same, now is Phase.ILL, Phase(int(x[0]) * 0 + 2).name


def states_by_table(x):
    state, trail = "idle", []
    for v in x:
        state = NEXT[state, int(v) % 2]
        trail.append(state)
    return state, trail, trail.count("run"), trail.index("idle"), "jump" in trail


def keys_that_come_and_go(x):
    d = {}
    if x[0] > 2:
        d["first"] = 1
        d["both"] = 2
    else:
        d["second"] = 3
        d["both"] = 4
    d["last"] = 5
    return d


def together(x):
    b = np.broadcast(x[:, None], x[:3], 1.0)
    return b.shape, b.size, b.ndim, np.zeros(np.broadcast(x, x[:, None]).shape), sum(p * q for p, q, _ in b)


def turned_round(x):
    d = {"a": 1.0, "b": 2.0}
    if x[0] > 2:
        v = d.pop("a")
        d["a"] = v + 1
    return list(d), d


PROGRAMS = (generators_over_groups, what_classes_say_of_members, turned_round, least_recent_leaves, known_names_in_order, names_of_members, states_by_table, keys_that_come_and_go, together)
X, Y = np.array([3, 1, 3, 0, 5, 5, 2, 1]), np.array([1, 0, 2, 0, 2, 4, 7, 8, 9, 1, 0])


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_as_in_python(program: Any) -> None:
    lifted = lift(program, X)
    for x in (X, Y):
        alike(run(lifted, (x.copy(),)), program(x.copy()))


def one_number_twice(x):
    best = 0
    for v in x:
        n = int(v)
        best += n is best
    return best


@pytest.mark.parametrize("program, message", [(one_number_twice, "whether two numbers are one thing")])
def test_refused(program: Any, message: str) -> None:
    with pytest.raises(UnsupportedProgram, match=message) as info:
        lift(program, X)
    assert info.value.hints


def windows(a, w):
    b = a + 1.0
    s0, s1 = b.strides
    n = b.shape[0] - w + 1
    v = np.lib.stride_tricks.as_strided(b, shape=(n, n, w, w), strides=(s0, s1, s0, s1))
    return v.max(axis=(2, 3)), (b * a[:, :1]).strides


def test_computed_arrays_lie_as_their_operands_do() -> None:
    a, b = (np.random.default_rng(n).random((n, n)) for n in (4, 6))
    lifted = lift(windows, a, 2)
    for x in (a, b):
        found, wanted = run(lifted, (x, 2)), windows(x, 2)
        assert np.array_equal(found[0], wanted[0]) and found[1] == wanted[1]
    with pytest.raises(InputError, match="order in which its elements lie"):
        run(lifted, (np.asfortranarray(b), 2))
    with pytest.raises(UnsupportedProgram, match="the strides of a computed array"):
        lift(lambda x: (x * x.T).strides, a)


def taken_out_and_put_back(x):
    d = {"a": x[1], "b": x[2]}
    if x[0] > 0.0:
        del d["a"]
    d["a"] = x[3]
    return d, list(d), d["a"]


def taken_out_and_asked_for(x):
    d = {"a": x[1], "b": x[2], "c": x[0]}
    if x[0] > 0.0:
        d.pop("b")
    seen = d.setdefault("b", x[3])
    return seen, list(d.items())


def put_back_on_both_ways(x):
    d = {"a": x[1], "b": x[2]}
    if x[0] > 0.0:
        del d["a"]
    if x[3] > 6.5:
        d["a"] = x[3]
    else:
        d["a"] = x[2]
    return list(d.items())


def put_back_in_a_loop(x):
    d = {"a": x[1], "b": x[2]}
    if x[0] > 0.0:
        d.pop("a")
    for v in x:
        d["a"] = v
    total = 0.0
    for v in d.values():
        total = 10.0 * total + v
    return total


def last_of_all(x):
    """Nothing stands behind it, so that its place is known."""
    d = {"a": x[1]}
    if x[0] > 0.0:
        d["b"] = x[2]
    d["b"] = x[3]
    return list(d.items())


@pytest.mark.parametrize("fn", [taken_out_and_put_back, taken_out_and_asked_for, put_back_on_both_ways, put_back_in_a_loop, last_of_all])
@pytest.mark.parametrize("first", [1.0, -1.0])
def test_keys_that_may_be_there_keep_their_place_where_they_are(fn, first):
    x = np.array([first, 2.0, 3.0, 4.0])
    program = lift(fn, x.copy())
    for sign in (1.0, -1.0):
        given = np.array([sign, 5.0, 6.0, 7.0])
        found, expected = run(program, (given.copy(),)), fn(given.copy())
        assert repr(found) == repr(expected)


class Mode(Enum):
    HEAT = 1
    COOL = 2


def in_classes(x, mode):
    known = [m for m in (Mode.HEAT, Phase.ILL) if m in Mode]
    return mode in Mode, len(known), Phase.GONE in Phase, Mode["COOL"] in Mode, x * mode.value if mode in Mode else x


def test_members_are_in_their_classes():
    args = np.arange(3.0), Mode.COOL
    for found, expected in zip(run(lift(in_classes, *args), args), in_classes(*args)):
        np.testing.assert_array_equal(found, expected)


def flags(x):
    y, column = x.T, x[:, 1]
    if not y.flags.c_contiguous:
        y = np.ascontiguousarray(y)
    z = x[1:] * 2.0
    z.flags.writeable = False
    return (y @ x, x.T.flags["F_CONTIGUOUS"], x.flags.f_contiguous, column.flags.contiguous, x[1:].flags.c_contiguous, x[:, 1:].flags["C"], z,
            x[:1, :1].flags.c_contiguous, x[:0].T.flags.c_contiguous)


def test_flags_say_how_arrays_lie():
    for shape in ((3, 4), (4, 2), (1, 3), (3, 1)):
        x = np.random.default_rng(1).random(shape)
        if shape[1] > 1:
            for found, expected in zip(run(lift(flags, x), (x,)), flags(x)):
                np.testing.assert_allclose(found, expected, rtol=1e-15)


def owns(x):
    return x.flags.owndata


def test_other_flags_are_refused():
    with pytest.raises(UnsupportedProgram, match="the flag owndata"):
        lift(owns, np.ones(2))


def asks_after_zip(x):
    ids = itertools.count(10, 5)
    pairs = [(i, v) for i, v in zip(ids, x)]
    return pairs, next(ids)


def asks_after_zip_of_what_ends_first(x):
    ids = itertools.count(10, 5)
    pairs = [(i, v) for v, i in zip(x, ids)]
    for v, i in zip(x, ids):
        pairs.append((i, v))
    return pairs, next(ids)


def test_zip_asks_what_stands_in_front_for_one_more():
    with pytest.raises(UnsupportedProgram, match="one item more"):
        lift(asks_after_zip, np.ones(3))
    x = np.arange(4.0)
    assert run(lift(asks_after_zip_of_what_ends_first, x), (x,)) == asks_after_zip_of_what_ends_first(x)
