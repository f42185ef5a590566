"""`class` statements and named tuples inside functions: Python itself is the oracle."""

from __future__ import annotations

import copy
import enum
import functools
import math
import typing
from abc import ABC, abstractmethod
from collections import namedtuple
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

import precis
from precis.errors import UnsupportedProgram
from tests.lift.numpy.case import Case, check

pytestmark = pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")


def methods_of_all_kinds(x, n):
    scale = 2.0

    class Total:
        unit = 3.0

        def __init__(self, v: Any) -> None:
            self.v, self.log = v, []

        def add(self, y: Any) -> Total:
            self.v = self.v + scale * y * self.unit
            self.log.append(self.v)
            return self

        @property
        def double(self) -> Any:
            return 2 * self.v

        @double.setter
        def double(self, w: Any) -> None:
            self.v = w / 2

        @staticmethod
        def norm(a: Any, b: Any) -> Any:
            return math.hypot(a, b)

        @classmethod
        def zero(cls) -> Total:
            return cls(0.0)

        @functools.cached_property
        def cube(self) -> Any:
            return self.v * self.v * self.v

        def __lt__(self, other: Total) -> Any:
            return self.v < other.v

        def __add__(self, other: Total) -> Total:
            return Total(self.v + other.v)

        def __len__(self) -> int:
            return len(self.log)

        def __call__(self, z: Any) -> Any:
            return z * self.v

    a = Total(x)
    for k in range(n):
        a.add(k * x)
    scale = 5.0
    b = Total.zero().add(1.0)
    b.double = b.double + 1
    return a.double, b.v, Total.norm(a.v, b.v), a.cube, (a + b).v, b < a, len(a), a(2.0), isinstance(a, Total)


def two_names_for_one_object(x):
    class Box:
        def __init__(self, v: Any) -> None:
            self.v = v
    a = Box(x.copy())
    b = a
    c = a if x[0] > 0 else Box(x * 2)
    for k in range(3):
        b.v[k] += 1.0
        c.v[k] *= 3.0
    return a.v, b.v, c.v, a is b, c is a


def closures_see_what_is_assigned_later(x):
    class Step:
        rate = 7.0

        def run(self, y: Any) -> Any:
            return y * rate
    rate = 2.0
    s = Step()
    first = s.run(x)
    rate = 3.0
    return first, s.run(x), s.rate


def fields(x):
    @dataclass
    class P:
        a: float
        b: float = 2.0
        tags: list = field(default_factory=list)

        def __post_init__(self) -> None:
            self.c = self.a + 1

    @dataclass(frozen=True, order=True)
    class Q:
        k: float
        z: float = 0.5
    p, other = P(x), P(x)
    p.tags.append(x + 1)
    q = max(Q(x), Q(1.0), Q(2.0, 1.0))
    return p.a * p.b, p.c, p.tags, other.tags, q.k, q.z, Q(x) < Q(1.0)


def bases(x, n):
    class Base(ABC):
        def __init__(self, k: Any) -> None:
            self.k = k

        @abstractmethod
        def f(self, x: Any) -> Any: ...

        def g(self, x: Any) -> Any:
            return self.f(x) + self.k

    class A(Base):
        def f(self, x: Any) -> Any:
            return x * 2

    class B(Base):
        def __init__(self, k: Any, m: Any) -> None:
            super().__init__(k)
            self.m = m

        def f(self, x: Any) -> Any:
            return x - self.m

        def g(self, x: Any) -> Any:
            return super().g(x) * 10
    s = 0.0
    for i in range(n):
        for o in (A(1.0), B(2.0, 3.0)):
            s += o.g(x + i)
    either = A(1.5) if x > 0 else B(1.0, 2.0)
    return s, either.g(x)


def members(x):
    class Mode(enum.Enum):
        LOW = 1
        HIGH = "hi"

        def weight(self) -> float:
            return 2.0 if self is Mode.LOW else 3.0

    class Code(enum.IntEnum):
        A = enum.auto()
        B = enum.auto()
    m = Mode.LOW if x < 0 else Mode.HIGH
    return m.weight() * x, int(Code.B), [c.value for c in Code], m.name


def tuples(x):
    class V(typing.NamedTuple):
        a: float
        b: float = 1.0

        def dot(self, o: Any) -> Any:
            return self.a * o.a + self.b * o.b
    W = namedtuple("W", "p q", defaults=(2.0,))  # noqa: PYI024
    v, w = V(x, x + 1), W(x)
    a, b = w
    return v.dot(V(2.0)), tuple(w), a * b, v._replace(a=0.0).b, w._asdict()


def one_class_for_each_call(x, n):
    def make(k: Any) -> Any:
        class Step:
            def __init__(self) -> None:
                self.t = 0.0

            def run(self, y: Any) -> Any:
                self.t += k
                return y + self.t
        return Step()
    s, t = make(x), make(2.0)
    for _ in range(n):
        x = s.run(x) if x < 3 else t.run(x)
    return x, s.t, t.t, isinstance(s, type(t))


X = np.array([0.5, 1.5, 2.5])
CASES = [
    Case(methods_of_all_kinds, (1.0, 4), [(0.3, 7)], 1e-14), Case(two_names_for_one_object, (X,), [(-X,)]),
    Case(closures_see_what_is_assigned_later, (1.5,)), Case(fields, (0.5,), [(3.5,)]), Case(bases, (0.5, 4), [(-0.5, 6)]),
    Case(members, (0.5,), [(-0.5,)]), Case(tuples, (0.5,)), Case(one_class_for_each_call, (0.5, 5), [(0.1, 9)], 1e-14),
]


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_they_compute_what_python_computes(case):
    program = check(case)
    run = precis.compile(program)
    for args in (case.args, *case.more):
        theirs, ours = copy.deepcopy(args), copy.deepcopy(args)
        wanted, found = case.program(*theirs), run(*ours)
        flat = [np.asarray(x, float).ravel() for out in (wanted, found) for x in _numbers(out)]
        np.testing.assert_allclose(np.concatenate(flat[:len(flat) // 2]), np.concatenate(flat[len(flat) // 2:]), rtol=1e-13)


def _numbers(x):
    if isinstance(x, dict):
        x = list(x.values())
    return [i for part in x for i in _numbers(part)] if isinstance(x, (list, tuple)) else [] if isinstance(x, str) else [x]


def gives_back_an_object(x):
    class Box:
        def get(self) -> Any:
            return x
    return Box()


def by_a_decorator(x):
    @functools.partial
    class Box:
        v = x
    return Box().v


@pytest.mark.parametrize("program, said", [
    (gives_back_an_object, "the function returns an object of the class Box, which it defines itself"),
    (by_a_decorator, "this decorator of a class in a function cannot be lifted")])
def test_refused(program, said):
    with pytest.raises(UnsupportedProgram, match=said) as info:
        precis.lift(program, 1.0)
    assert info.value.hints and info.value.span


class Measured:
    """Equal by one attribute alone."""

    def __init__(self, value: Any, error: Any) -> None:
        self.value, self.error = value, error

    def __eq__(self, other: object) -> Any:
        return self.value == other.value  # type: ignore[attr-defined]


@functools.total_ordering
class Ranked(Measured):
    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, other: Ranked) -> Any:
        return self.value < other.value


def unequal(x):
    p, q = Measured(x, 1.0), Measured(x, 2.0)
    return float(p != q), float(p == q), float(p in [q]), float(p != Measured(2 * x, 1.0))


def ordered(x, y):
    p, q = Ranked(x, 1.0), Ranked(y, 2.0)
    return [float(c) for c in (p < q, p <= q, p > q, p >= q, p == q, p != q)], max(p, q).error, min(p, q).error


def letters(x):
    """What a loop over a known text puts together is known, as are the dicts that it fills."""
    masses, found = {"H": 1.008, "C": 12.011, "O": 15.999}, dict.fromkeys("HCO", 0)
    for formula in ("H2O", "C2H6O"):
        i = 0
        while i < len(formula):
            element, number = formula[i], ""
            i += 1
            while i < len(formula) and formula[i].isdigit():
                number += formula[i]
                i += 1
            found[element] += int(number or 1)
    return x * sum(masses[e] * n for e, n in found.items())


@pytest.mark.parametrize("case", [Case(unequal, (0.5,)), Case(ordered, (0.5, 1.5), [(1.5, 0.5), (1.0, 1.0)]), Case(letters, (2.0,))],
                         ids=lambda c: c.name)
def test_comparisons_and_texts(case):
    check(case)
