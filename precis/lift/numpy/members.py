"""What an IntEnum of the user says of its members, which are ints: properties, methods, and attributes that each of them has."""

from __future__ import annotations

import enum
import functools
import operator
from dataclasses import replace
from types import FunctionType
from typing import Any

import numpy as np

from precis.lift.numpy.numbers import known
from precis.lift.numpy.scopes import wrap
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import MISSING, Int, Scalar


def of_member(lift: Lifting, x: Int | Scalar, name: str) -> Any:
    """An attribute of a member of an IntEnum; MISSING for what ints have, too."""
    if name == "value":
        return replace(x, member_of=None)
    home = next((c for c in x.member_of.__mro__ if name in vars(c)), enum.IntEnum)
    code = vars(home).get(name)
    if home.__module__ == enum.__name__ or not issubclass(home, enum.Enum):
        return _of_each(lift, x, name)
    if isinstance(code, property):
        return lift.call(code.fget, [x], {})
    if isinstance(code, (staticmethod, classmethod)):
        return getattr(x.member_of, name)
    return lift.call(functools.partial, [code, x], {}) if isinstance(code, FunctionType) else MISSING


def _of_each(lift: Lifting, x: Int | Scalar, name: str) -> Any:
    """What __new__ or __init__ of the members gave them."""
    if name.startswith("_") or not all(name in vars(m) for m in x.member_of):
        return MISSING
    return lift.call(operator.getitem, [tuple(wrap(lift, vars(m)[name], name) for m in x.member_of), place_of(lift, x)], {})


def place_of(lift: Lifting, x: Int | Scalar) -> Any:
    """Which of the members it is."""
    numbers = [m.value for m in x.member_of]
    number = known(lift, x)
    if number is not None:
        return Int.of(numbers.index(number))
    return lift.call(np.argmax, [lift.call(np.equal, [tuple(map(Int.of, numbers)), x], {})], {})
