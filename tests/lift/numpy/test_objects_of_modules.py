"""Objects that a module makes, and default arguments that are objects, beside those that the program makes: Python is the oracle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run, same

X = np.array([0.2, 0.9, 0.7])
OTHERS = (X, -X, np.array([0.6, -0.3, 0.9, 0.4]))


@dataclass
class Vector:
    x: float
    y: float

    def __add__(self, other: Vector) -> Vector:
        return Vector(self.x + other.x, self.y + other.y)

    @property
    def squared(self) -> float:
        return self.x**2 + self.y**2


class Gain:
    __slots__ = ("by", "of")

    def __init__(self, by: Any, of: Any = None):
        self.by, self.of = by, of

    def twice(self) -> Gain:
        return Gain(2 * self.by)


ORIGIN, AHEAD = Vector(0.0, 0.0), Vector(1.0, 0.5)
CHAIN = Gain(2.0, Gain(3.0, np.array([1.0, 4.0, 9.0])))


def summed(x):
    total = ORIGIN
    for v in x:
        total = total + Vector(v, 2 * v) + AHEAD
    return total.x, total.y, total.squared


def one_or_the_other(x):
    v = Vector(x[0], x[1]) if x[0] > 0 else AHEAD
    return v.x + 1, v.squared, v is AHEAD, v == AHEAD, v is ORIGIN


def returned(x, fallback=Gain(3.0)):
    def found(k):
        return fallback if x[k] < 0 else Gain(x[k])
    return found(0).twice().by * 1.0, found(1).by * x[0]


def equal(x):
    return [bool(e) for e in (Vector(x[0], x[1]) == ORIGIN, Vector(0.0, 0.0) == ORIGIN, ORIGIN != AHEAD, ORIGIN is ORIGIN)]


def best(x):
    found = None
    for v in x:
        here = Vector(v, v) if v > 0.5 else ORIGIN
        if found is None or here.x > found.x:
            found = here
    return found.x * x[0], found.y * 1.0


def held_by_another(x):
    return CHAIN.by * CHAIN.of.by * x[0], x[:3] + CHAIN.of.of, CHAIN.of.of[1]


@pytest.mark.parametrize("program", (summed, one_or_the_other, returned, equal, best, held_by_another), ids=lambda f: f.__name__)
def test_computes_what_python_computes(program: Any) -> None:
    lifted = lift(program, X)
    for x in OTHERS:
        same(run(lifted, (x,)), program(x), 1e-14, program.__name__)


def changed(x):
    v = Vector(x[0], x[1]) if x[0] > 0 else ORIGIN
    v.x = 3.0
    return v.x


def changed_itself(x):
    ORIGIN.x = x[0]
    return ORIGIN.x


@pytest.mark.parametrize("program", (changed, changed_itself), ids=lambda f: f.__name__)
def test_they_must_not_change(program: Any) -> None:
    with pytest.raises(UnsupportedProgram, match="the object ORIGIN, which is no local variable, is changed here"):
        lift(program, X)
