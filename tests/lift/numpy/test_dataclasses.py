"""Dataclasses as users write them: order, `InitVar`, arguments by keyword alone, bases; and objects that say what comes next."""

from __future__ import annotations

import heapq
from dataclasses import KW_ONLY, InitVar, dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import precis
from precis.errors import InputError
from tests.lift.numpy.case import Case, check

pytestmark = pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")


@dataclass(order=True)
class Event:
    time: Any
    kind: int = field(compare=False)
    who: int = field(compare=False, default=-1)


@dataclass
class Field:
    data: Any
    scale: InitVar[Any]
    _: KW_ONLY
    name: str = "u"
    shift: InitVar[Any] = 0.5
    total: Any = field(init=False)

    def __post_init__(self, scale: Any, shift: Any) -> None:
        self.data = self.data * scale + shift
        self.total = self.data.sum()


@dataclass
class Point:
    x: Any
    y: Any = 2.0


class Diagonal(Point):
    def __init__(self, x: Any):
        super().__init__(x, y=x)
        self.twice = 2 * self.x


class Halving:
    def __init__(self, x: Any, least: Any):
        self.x, self.least = x, least

    def __iter__(self) -> Halving:
        return self

    def __next__(self) -> Any:
        if self.x < self.least:
            raise StopIteration
        self.x = self.x / 2
        return self.x


class Down:
    def __init__(self, n: int):
        self.n = n

    def __iter__(self) -> Down:
        return self

    def __next__(self) -> int:
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


def queue(x: Any) -> Any:
    waiting: list[Event] = []
    for i in range(len(x)):
        heapq.heappush(waiting, Event(x[i], i))
    found = 0.0
    while waiting:
        e = heapq.heappop(waiting)
        found = found * 0.5 + e.time * e.kind
    return found


def compared(x: Any) -> Any:
    a, b = Event(x[0], 2), Event(x[1], 1, who=3)
    return (1 if a < b else 0), (1 if a >= b else 0), max(a, b).kind


def handed_on(x: Any) -> Any:
    a, b = Field(x, 3.0), Field(x, x[1], name="v", shift=x[0])
    return a.data, b.data, a.total, b.name


def base(x: Any) -> Any:
    p = Diagonal(x[2])
    return p.x * p.y, p.twice


def halved(x: Any) -> Any:
    found, last = 0.0, 0.0
    for v in Halving(x[0], 0.01):
        found += v * v
    for v in Halving(x[1], 0.001):
        last = v
        if v < 0.05:
            break
    return found, last


def downwards(x: Any) -> Any:
    found = 0.0
    for k in Down(4):
        found = found / 2 + x[k]
    return found, [x[k] for k in Down(3)], sum(Down(5)), next(Down(2))


X = np.random.default_rng(4).random(9) + 0.1


@pytest.mark.parametrize("function", (queue, compared, handed_on, base, halved, downwards), ids=lambda f: f.__name__)
def test_programs_are_those_of_python(function: Any) -> None:
    check(Case(function, (X,), more=[(X[::-1].copy(),), (X * 0.5,)], close=1e-15))


Unchecked: Any = Point  # which a checker of types would refuse to call like this


def too_many(x: Any) -> Any:
    return Unchecked(x, x, x).x


def unknown(x: Any) -> Any:
    return Unchecked(x, z=x).x


def missing(x: Any) -> Any:
    return Unchecked(y=x).y


@pytest.mark.parametrize("function", (too_many, unknown, missing), ids=lambda f: f.__name__)
def test_arguments_that_python_would_not_take_are_told(function: Any) -> None:
    with pytest.raises(InputError, match=r"Point\(\)"):
        precis.lift(function, X)


def test_a_namespace_comes_back():
    def spaced(x: Any) -> Any:
        space = SimpleNamespace(g=9.81, x=x)
        space.v = space.g * space.x
        return space.v.mean(), space
    x = np.linspace(0.0, 1.0, 5)
    given = precis.compile(precis.lift(spaced, x))(x)[1]
    assert type(given) is SimpleNamespace
    np.testing.assert_array_equal(given.v, 9.81 * x)
