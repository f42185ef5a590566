"""What kind of thing one of several things is, as the data ask for: isinstance, type, callable, hasattr, truth, None among them."""
# pyright: reportOptionalMemberAccess=false, reportAttributeAccessIssue=false, reportArgumentType=false

from __future__ import annotations

import math
from collections import OrderedDict
from enum import Enum
from typing import Any

import numpy as np
import pytest

from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run, same

pytestmark = pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")


class Plain:
    level = 1.0

    def __init__(self, v):
        self.v = v

    def __lt__(self, other):
        return self.v < other.v

    def area(self):
        return self.v


class Called(Plain):
    def __init__(self, v):
        super().__init__(v)
        self.w = 2.0 * v

    def __call__(self):
        return self.w


class Other:
    def __init__(self, v):
        self.v = v

    def area(self):
        return 3.0 * self.v


class Heat(Enum):
    LOW = 1
    HIGH = 2


X = np.array([0.2, 0.9])


def picked(options, x, t):
    return options[int(np.argmin(np.abs(x - t)))]


def sorted_objects(x, t):
    things = sorted([Plain(x[0]), Called(x[1]), Plain(t), Called(x[0] + t)])
    return ([isinstance(o, Called) for o in things], [type(o) is Plain for o in things], [hasattr(o, "w") for o in things],
            sum(o.area() for o in things if isinstance(o, Called)), [callable(o) for o in things], [type(o).__name__ for o in things],
            [o.__class__ is Called for o in things], [issubclass(type(o), Called) for o in things])


def of_either_class(x, t):
    o = Called(x[0]) if x[0] > t else Other(x[1])
    return (isinstance(o, Plain), isinstance(o, (Plain, Other)), type(o) is Called, type(o).__name__, hasattr(o, "w"), callable(o),
            hasattr(o, "area"), type(o) is Other, o.__class__ is Other)


def things_and_none(x, t):
    o = picked([Plain(1.0), None, Called(2.0)], x, t)
    return bool(o), 1 if o else 0, not o, o is None, isinstance(o, Called), hasattr(o, "w"), getattr(o, "w", -1.0), callable(o)


def functions_and_none(x, t):
    f, g = np.sin if x[0] > t else None, math.sqrt if x[0] > t else abs
    s, h = "a" if x[0] > t else None, picked([np.sin, None, np.cos], x, t)
    return callable(f), callable(g), isinstance(s, str), isinstance(f, np.ufunc), bool(h), h is None, h is np.sin


def one_that_may_be_none(x, t):
    o = None
    if x[0] > t:
        o = Plain(x[0])
    return isinstance(o, Plain), o is None, callable(o)


def members(x, t):
    kinds = [Heat.LOW if v > t else Heat.HIGH for v in x]
    return sum(k is Heat.LOW for k in kinds), sum(k == Heat.LOW for k in kinds), [k is not Heat.LOW for k in kinds], Heat.LOW in kinds


def one_of_two(x, t):
    a, b = Plain(1.0), Plain(2.0)
    o, p = picked([a, b], x, t), picked([b, b], x, t)
    return o is a, o is p, o == p, o != a, o in [a], (o, p) == (a, b)


PROGRAMS = (sorted_objects, of_either_class, things_and_none, functions_and_none, one_that_may_be_none, members, one_of_two)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_kinds_are_those_of_the_thing_that_it_is(program: Any) -> None:
    lifted = lift(program, X, 0.5)
    for t in (0.5, 0.1, 2.0):
        found, wanted = run(lifted, (X, t)), program(X, t)
        same(found, wanted, 1e-15, "result")
        assert _kinds(found) == _kinds(wanted)


def _kinds(x: Any) -> Any:
    """Which of the items are Python's bools, ints and texts."""
    return list(map(_kinds, x)) if isinstance(x, (list, tuple)) else type(x) if isinstance(x, (bool, int, str, np.bool_, np.integer)) else None


def test_attributes_of_what_may_be_none_are_refused() -> None:
    def asked(x, t):
        o = Plain(x[0]) if x[0] > t else None
        return getattr(o, "v", -1.0)
    with pytest.raises(UnsupportedProgram, match="whether what may be None has an attribute"):
        lift(asked, X, 0.5)


def given_or_made(x, d):
    """Dicts where nobody makes an OrderedDict."""
    e = {"a": x[0]}
    return isinstance(d, OrderedDict), type(e) is dict, isinstance(e, (OrderedDict, list))


def ordered_here(x, d):
    made = OrderedDict(a=x[0])
    return type(made) is dict


def ordered_there(x, d):
    return type(d) is dict


def ordered_outside(x, d):
    return isinstance(HELD, OrderedDict)


HELD = OrderedDict(a=1.0)


def test_dicts_are_no_ordered_dicts_where_there_are_none():
    x, d = np.ones(3), {"k": 2.0}
    assert [bool(r) for r in run(lift(given_or_made, x, d), (x, d))] == list(given_or_made(x, d)) == [False, True, False]


@pytest.mark.parametrize(("fn", "d"), [(ordered_here, {"k": 2.0}), (ordered_there, OrderedDict(k=2.0)), (ordered_outside, {"k": 2.0})])
def test_which_dicts_are_ordered_dicts_is_refused(fn, d):
    with pytest.raises(UnsupportedProgram, match="which dicts are OrderedDicts is not kept track of"):
        lift(fn, np.ones(3), d)
