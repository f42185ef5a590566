"""Objects of which the data tell the class: Python itself is the oracle."""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

import precis
from benchmarks.gradients import check_gradient
from benchmarks.outcome import disagreement, outcome
from precis.errors import UnsupportedProgram
from precis.ir.call import bind
from tests.lift.numpy.case import Case, check

pytestmark = pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")


class Circle:
    corners = 0

    def __init__(self, r: Any):
        self.r = r

    def area(self) -> Any:
        return math.pi * (self.r * self.r)

    def grow(self, by: Any) -> None:
        self.r = self.r + by

    @property
    def size(self) -> Any:
        return 2 * self.r


@dataclass
class Rect:
    a: Any
    b: Any
    corners = 4

    def area(self) -> Any:
        return self.a * self.b

    def grow(self, by: Any) -> None:
        self.a += by
        self.b += by

    @property
    def size(self) -> Any:
        return max(self.a, self.b)

    def __mul__(self, s: Any) -> Rect:
        return Rect(self.a * s, self.b * s)


class Square(Rect):
    def __init__(self, a: Any):
        super().__init__(a, a)


def made(kind: Any, p: Any) -> Any:
    if kind == 0:
        return Circle(p[0])
    if kind == 1:
        return Rect(p[0], p[1])
    return Square(p[0])


def areas(kinds: Any, params: Any) -> Any:
    total = 0.0
    for k, p in zip(kinds, params):
        shape = made(k, p)
        total += shape.area() + shape.size
    return total


def grown(kinds: Any, params: Any) -> Any:
    out = np.zeros(len(kinds))
    for i in range(len(kinds)):
        shape = made(kinds[i], params[i])
        shape.grow(params[i, 1])
        shape.seen = i
        out[i] = shape.area() * (1 + shape.seen)
    return out


def told_apart(kinds: Any, params: Any) -> Any:
    circles, corners, flat = 0, 0, 0.0
    for i in range(len(kinds)):
        shape = made(kinds[i], params[i])
        corners += shape.corners
        if isinstance(shape, Circle):
            circles += 1
        elif isinstance(shape, Square):
            flat += shape.a
        if not isinstance(shape, (Circle, Rect)) or shape is None:
            flat += 1000.0
    return circles, corners, flat


def listed(kinds: Any, params: Any) -> Any:
    shapes = [made(k, p) for k, p in zip(kinds, params)]
    largest = max(s.area() for s in shapes)
    return [s.area() / largest for s in shapes], sum(isinstance(s, Rect) for s in shapes)


def appended(kinds: Any, params: Any) -> Any:
    shapes = []
    for i in range(len(kinds)):
        if kinds[i] == 0:
            shapes.append(Circle(params[i, 0]))
        else:
            shapes.append(Rect(params[i, 0], params[i, 1]))
    total = 0.0
    for s in shapes:
        total += s.area()
    return total


class Idle:
    def __init__(self, waited: Any):
        self.waited = waited

    def next(self, x: Any) -> Any:
        return Busy(x, 0.0) if x > 0.5 else Idle(self.waited + 1)

    def output(self) -> Any:
        return -1.0


class Busy(NamedTuple):
    load: Any
    done: Any

    def next(self, x: Any) -> Any:
        return Idle(0) if self.done > 1.0 else Busy(self.load, self.done + x)

    def output(self) -> Any:
        return self.load * self.done


def machine(kinds: Any, params: Any) -> Any:
    state: Any = Idle(0)
    out = []
    for x in params[:, 0]:
        state = state.next(x)
        out.append(state.output())
    return np.array(out)


class Holder:
    def __init__(self, kind: Any, p: Any):
        self.shape = Circle(p[0]) if kind == 0 else Rect(p[0], p[1])

    def area(self) -> Any:
        return self.shape.area()


def held(kinds: Any, params: Any) -> Any:
    holder = Holder(kinds[0], params[0])
    total = holder.area()
    if params[1, 0] > 0.3:
        holder.shape = Circle(params[1, 1])
    holder.shape.grow(1.0)
    return total, holder.area()


def perhaps(kinds: Any, params: Any) -> Any:
    total = 0.0
    for i in range(len(kinds)):
        shape = None if kinds[i] == 2 else made(kinds[i], params[i])
        if shape is not None:
            total += shape.area()
    return total


def given_back(kinds: Any, params: Any) -> Any:
    return made(kinds[1], params[1]), {"first": made(kinds[0], params[0])}


KINDS, PARAMS = np.array([0, 1, 2, 1, 0, 0, 2, 1]), np.random.default_rng(3).random((8, 2)) + 0.1
def asked(kinds: Any, params: Any) -> Any:
    shape = made(kinds[0], params[0])
    has = 1 if hasattr(shape, "r") else 0
    circle = 1 if type(shape) is Circle else 0
    same = 1 if shape.__class__ is Rect else 0
    named = 1 if type(shape).__name__ == "Square" else 0
    return has, circle, same, named, getattr(shape, "r", 5.0), 1 if shape == made(kinds[1], params[1]) else 0


def copied(kinds: Any, params: Any) -> Any:
    shape = made(kinds[0], params[0])
    shallow, deep = copy.copy(shape), copy.deepcopy(shape)
    shallow.grow(1.0)
    deep.grow(2.0)
    setattr(shape, "mark", params[0, 1])
    return shape.area(), shallow.area(), deep.area(), shape.mark


PROGRAMS = (areas, grown, told_apart, listed, appended, machine, held, perhaps, asked, copied)


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_programs_are_those_of_python(function: Any) -> None:
    program = check(Case(function, (KINDS, PARAMS)))
    for kinds, seed in ((KINDS[::-1].copy(), 5), (np.array([1, 1, 0, 2, 2]), 7)):
        params = np.random.default_rng(seed).random((len(kinds), 2))
        assert not disagreement(outcome(function, (kinds, params)), outcome(precis.compile(program), (kinds, params)))


@pytest.mark.parametrize("function", (areas, grown, listed, machine, held), ids=lambda f: f.__name__)
def test_derivatives(function: Any) -> None:
    program = precis.lift(function, KINDS, PARAMS)
    assert check_gradient(program, *bind(program, (KINDS, PARAMS)))["differentiated"] == "yes"


def test_objects_come_back_as_what_they_are() -> None:
    run = precis.compile(precis.lift(given_back, KINDS, PARAMS))
    for kinds in (KINDS, np.array([2, 0, 0]), np.array([1, 2, 0])):
        (a, b), (c, d) = run(kinds, PARAMS[:len(kinds)]), given_back(kinds, PARAMS)
        assert (type(a), vars(a), type(b["first"]), vars(b["first"])) == (type(c), vars(c), type(d["first"]), vars(d["first"]))


def no_method(kinds: Any, params: Any) -> Any:
    return made(kinds[0], params[0]) * 2.0


def test_what_one_class_lacks_is_said() -> None:
    with pytest.raises(UnsupportedProgram, match="Circle"):
        precis.lift(no_method, KINDS, PARAMS)


class Adder:
    def __init__(self, buffer: Any):
        self.buffer = buffer

    def write(self, x: Any) -> None:
        self.buffer += x


class Scaler:
    def __init__(self, buffer: Any, by: Any):
        self.buffer, self.by = buffer, by

    def write(self, x: Any) -> None:
        self.buffer *= x * self.by


def existing(kinds: Any, params: Any) -> Any:
    circle, rect = Circle(params[0, 0]), Rect(params[0, 1], params[1, 0])
    current = circle if kinds[0] == 1 else rect
    current.grow(1.0)
    return circle.area(), rect.area(), current.area()


def afterwards(kinds: Any, params: Any) -> Any:
    circle, rect = Circle(params[0, 0]), Rect(params[0, 1], params[1, 0])
    current = circle if kinds[0] == 1 else rect
    circle.grow(1.0)
    rect.grow(2.0)
    return current.area()


def shared_array(kinds: Any, params: Any) -> Any:
    work = params[:, 0].copy()
    writer = Adder(work) if kinds[0] == 0 else Scaler(work, params[0, 1])
    writer.write(2.0)
    return work, writer.buffer


def written_outside(kinds: Any, params: Any) -> Any:
    work = params[:, 0].copy()
    writer = Adder(work) if kinds[0] == 0 else Scaler(work, params[0, 1])
    work[0] = 7.0
    return writer.buffer * 1.0


def two_arrays(kinds: Any, params: Any) -> Any:
    a, b = params[:, 0].copy(), params[:, 1].copy()
    writer = Adder(a) if kinds[1] == 0 else Scaler(b, 3.0)
    writer.write(2.0)
    return a, b


def in_a_loop(kinds: Any, params: Any) -> Any:
    work = params[:, 0].copy()
    writer: Any = Adder(work)
    for k in range(len(kinds)):
        if kinds[k] == 0:
            writer = Scaler(work, 2.0)
        writer.write(params[k, 1])
    return work


def taken_along(kinds: Any, params: Any) -> Any:
    a, b = params[:, 0].copy(), params[:, 1].copy()
    writer: Any = Adder(a)
    for k in range(len(kinds)):
        writer.write(1.0)
        writer = Scaler(b, 2.0) if kinds[k] == 0 else Adder(a)
    return a, b


def in_two_places(kinds: Any, params: Any) -> Any:
    writer = Adder(params[:, 0].copy()) if kinds[0] == 0 else Scaler(params[:, 1].copy(), 2.0)
    other = writer
    other.write(3.0)
    return writer.buffer


def in_an_object(kinds: Any, params: Any) -> Any:
    holder = Holder(kinds[0], params[0])
    shape = holder.shape
    shape.grow(2.0)
    return holder.area()


ALIASED = (existing, afterwards, shared_array, written_outside, two_arrays, in_a_loop, taken_along, in_two_places, in_an_object)


@pytest.mark.parametrize("function", ALIASED, ids=lambda f: f.__name__)
def test_what_is_one_thing_stays_one(function: Any) -> None:
    check(Case(function, (KINDS, PARAMS), more=[((KINDS[::-1] + 1) % 3, PARAMS), ((KINDS + 2) % 3, PARAMS[::-1].copy())]))


def identity(kinds: Any, params: Any) -> Any:
    shape, other = made(kinds[0], params[0]), made(kinds[1], params[1])
    chosen = shape if params[0, 0] > 0.5 else other
    return 1 if chosen is shape else 0


def test_identity_is_not_guessed() -> None:
    with pytest.raises(UnsupportedProgram, match="whether two objects are one"):
        precis.lift(identity, KINDS, PARAMS)
