"""Texts of known things: of objects by their methods, of containers, numbers of NumPy, texts of which the data tell which. Python is the oracle."""

from __future__ import annotations

import collections
import dataclasses
import enum
from typing import Any, NamedTuple

import numpy as np
import pytest

from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run


class Part:
    def __init__(self, name, *nodes):
        self.name, self.nodes = name, nodes

    def __repr__(self):
        return f"{type(self).__name__}({self.name!r}, nodes={self.nodes})"


class Named(Part):
    def __str__(self):
        return "the " + self.name

    def __format__(self, spec):
        return f"<{self.name:{spec}}>"


class Weighed(Part):
    def __repr__(self):
        return f"{np.linalg.norm(self.nodes[0])}"


@dataclasses.dataclass
class Setting:
    n: int
    name: str = "q"
    hidden: float = dataclasses.field(default=1.0, repr=False)


class Finer(Setting):
    pass


class Place(NamedTuple):
    x: int
    y: Any


class Colour(enum.Enum):
    RED = 1


def conversions(x):
    return f"{'a'!r}{'b'!s:>4}{x.shape!r}{'ü'!a}{1.5!r:>6}{2!r:05}", repr("a"), repr([1, "b"])


def methods(x):
    return f"{Part('p', 1, 2)} {Named('n')} {Named('n'):>3} {Named('n')!r} {[Part('p'), Named('n')]}", repr(Part("a")), str(Named("b", 2))


def methods_by_format(x):
    old, named = "%r %s", "%(a)s"
    return old % (Named("q"), Named("w")), "{!r:>12}|{:>3}".format(Part("q"), "a"), named % {"a": Part("b")}


def made_by_classes(x):
    return f"{Setting(1)} {Finer(2, 'x')} {Place(1, 'z')} {[Setting(3)]} {Place(Setting(x.shape[0]), None)}", f"{Setting(x.shape[0])!r}"


def containers(x):
    d = {"a": (1, 2.5), 3: None}
    return f"{d} {[True, d]} { {1: {2}} } { {'n': x.shape[0]} }", "-".join({"a": 1, "b": 2})


def numbers_of_numpy(x):
    return f"{np.float64(2.5)} {[np.float64(2.5)]} {np.int32(3)!r} {np.float32(0.1)} {np.float32(0.1)!r} {x.dtype} {Colour.RED} {[Colour.RED]}"


def by_data(x):
    s, t, u = ("hot" if x[1] > 0.5 else "cold"), ("a" if x[0] > 1 else "bb"), ("up" if x[2] > x[1] else "down")
    return f"{s!r} {[s]} { {'a': s} } {s.upper()}", f"{s}{t!r}{u}"


@pytest.mark.parametrize("program", [conversions, methods, methods_by_format, made_by_classes, containers, numbers_of_numpy, by_data],
                         ids=lambda f: f.__name__)
def test_texts_are_those_of_python(program):
    lifted = lift(program, np.arange(3.0))
    for x in (np.arange(3.0), np.array([2.0, 0.25, 0.0])):
        assert run(lifted, (x,)) == program(x)


@pytest.mark.parametrize("shown", [collections.OrderedDict(a=1), collections.deque([1]), collections.defaultdict(int, a=1), frozenset([1])],
                         ids=lambda x: type(x).__name__)
def test_what_looks_otherwise_than_a_dict_or_a_list_is_no_known_text(shown):
    make = type(shown)
    given = (int, {"a": 1}) if make is collections.defaultdict else (dict(shown) if isinstance(shown, dict) else list(shown),)

    def program(x):
        return f"{make(*given)}", x
    with pytest.raises(UnsupportedProgram, match="returns text"):
        lift(program, np.arange(3.0))


def test_what_a_method_computes_is_left_out_of_what_is_shown():
    def program(x):
        label = f"{Weighed('w', x)} {x}"
        return x if label else -x
    with pytest.raises(UnsupportedProgram, match="text with computed numbers"):
        lift(program, np.arange(3.0))
