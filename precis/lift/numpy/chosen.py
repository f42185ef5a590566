"""One of several known things, as the data ask for: states by name, members of an Enum, reasons why a loop ended (ADR 126)."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from itertools import chain
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.numbers import array_constant, constant, value_of
from precis.lift.numpy.problems import Among
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import GROWN, Chosen, Closure, Instance, Int, Items, Method, OneOf, Partial, Scalar

NAMED = (str, enum.Enum, FunctionType, BuiltinFunctionType, MethodType, np.ufunc, Closure, Partial)
VALUES = (bool, str, bytes, int, float, complex, tuple, type, ModuleType, np.generic, np.ndarray, np.dtype, enum.Enum)
MOST = 256  # known things of which a name stands for one


def is_option(lift: Lifting, x: Chosen | OneOf, k: int) -> Scalar:
    """Whether it is the k-th of its options."""
    return Scalar(BOOL, lift.emit("eq", value_of(lift, x.which, INT), constant(lift, k, INT), dtype=BOOL))


def is_same_option(a: Any, b: Any) -> bool:
    """Whether two known things are one: texts, functions and members of an Enum by what they are, others by identity."""
    return a is b or (is_named(a) and is_named(b) and a == b)


def _mark(x: Any) -> Any:
    """What two known things have in common where they are one: finding it among many takes one look, not one for each."""
    return x if is_named(x) else (id(x),)


def union(*several: Sequence[Any]) -> tuple[Any, ...]:
    """The options of all, each once."""
    found: dict[Any, Any] = {}
    for x in chain(*several):
        found.setdefault(_mark(x), x)
    return tuple(found.values())


def which_of(lift: Lifting, options: Sequence[Any], x: Any) -> Scalar | Int:
    """The number, among other options, of one of several things or of a known one."""
    at = {_mark(o): k for k, o in reversed([*enumerate(options)])}
    if not isinstance(x, Chosen):
        return Int.of(at[_mark(x)])
    places = [at[_mark(o)] for o in x.options]
    return x.which if places == list(range(len(places))) else from_table(lift, x.which, places)


def place_of(lift: Lifting, key: Chosen, names: Sequence[Any]) -> Scalar | None:
    """Where a key stands among known ones, of which it is taken to be one; None where none of its options is."""
    if not set(key.options) & set(names):
        return None
    if not set(key.options) <= set(names):
        lift.assume("the key that is looked up is in the dictionary")
    return from_table(lift, key.which, [names.index(o) if o in names else 0 for o in key.options])


def possible(lift: Lifting, x: Chosen) -> Any:
    """The same without the options that what is known here rules out; where one is left, that one."""
    which = value_of(lift, x.which).name
    facts = [f.places for f in lift.holding if isinstance(f, Among) and f.which == which]
    left = [k for k in range(len(x.options)) if all(k in places for places in facts)]
    if not left or len(left) == len(x.options):
        return x
    places = [left.index(k) if k in left else 0 for k in range(len(x.options))]
    return x.options[left[0]] if len(left) == 1 else Chosen(tuple(x.options[k] for k in left), from_table(lift, x.which, places))


def is_true_of(lift: Lifting, x: Chosen, found: Sequence[bool]) -> Any:
    """Whether something that is known of every option holds for the one that it is. It tells which one that may be."""
    if all(found) or not any(found):
        return found[0]
    value = value_of(lift, from_table(lift, x.which, found))
    ways = [frozenset(k for k, holds in enumerate(found) if holds is way) for way in (True, False)]
    which = value_of(lift, x.which).name
    lift.implied[value.name] = ([Among(which, ways[0])], [Among(which, ways[1])])
    return Scalar(BOOL, value, weak=True)


def is_named(x: Any) -> bool:
    """Whether something is known, and no number: a text or a method of one, a member of an Enum, None, a function."""
    return x is None or isinstance(x, NAMED) or (isinstance(x, Method) and isinstance(x.owner, (Items, Instance)))


def is_older(x: Any, born: int) -> bool:
    """Whether something was there before: of a method, what it belongs to."""
    return getattr(x.owner if isinstance(x, Method) else x, "serial", 0) < born


def is_thing(x: Any) -> bool:
    """Whether something is a list, a dict or an object, of the program or from outside of it, of which there is one."""
    if isinstance(x, (Items, Instance)):
        return x.frozen != GROWN
    return x is not None and not isinstance(x, VALUES) and not callable(x) and not type(x).__module__.startswith("precis.lift.")


def is_thing_of_its_own(lift: Lifting, x: Any) -> bool:
    """Whether something is a thing, and no place of a pool, which others may be as well."""
    return is_thing(x) and lift.pooled(x) is None


def from_table(lift: Lifting, which: Scalar, numbers: Sequence[Any]) -> Scalar:
    """One of known numbers."""
    table = np.array(numbers)
    rows = lift.new_array(array_constant(lift, table), table.dtype)
    found = lift.call(np.take, [rows, which], {})
    return Scalar(table.dtype, value_of(lift, found), weak=True)
