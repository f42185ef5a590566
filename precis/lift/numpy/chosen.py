"""One of several known things, as the data ask for: states by name, members of an Enum, reasons why a loop ended (ADR 126)."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

import numpy as np

from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.numbers import array_constant, constant, is_number, known, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Chosen, Closure, Int, OneOf, Partial, Scalar


def is_option(lift: Lifting, x: Chosen | OneOf, k: int) -> Scalar:
    """Whether it is the k-th of its options."""
    return Scalar(BOOL, lift.emit("eq", value_of(lift, x.which, INT), constant(lift, k, INT), dtype=BOOL))


def which_of(lift: Lifting, options: Sequence[Any], x: Any) -> Scalar | Int:
    """The number, among other options, of one of several things or of a known one."""
    if not isinstance(x, Chosen):
        return Int.of(options.index(x))
    places = [options.index(o) for o in x.options]
    return x.which if places == list(range(len(places))) else from_table(lift, x.which, places)


def place_of(lift: Lifting, key: Chosen, names: Sequence[Any]) -> Scalar | None:
    """Where a key stands among known ones, of which it is taken to be one; None where none of its options is."""
    if not set(key.options) & set(names):
        return None
    if not set(key.options) <= set(names):
        lift.assume("the key that is looked up is in the dictionary")
    return from_table(lift, key.which, [names.index(o) if o in names else 0 for o in key.options])


def of_options(lift: Lifting, x: Chosen, values: Sequence[Any]) -> Any:
    """Something that is known for every option: one thing, a number, or again one of several."""
    if all(v is values[0] for v in values):
        return values[0]
    if all(map(is_number, values)) and all(known(lift, v) is not None for v in values):
        return from_table(lift, x.which, [known(lift, v) for v in values])
    if all(map(is_named, values)):
        return Chosen(tuple(values), x.which)
    lift.refuse("what this is depends on the data", "compute it in each branch: if state == 'a': ...")


def is_named(x: Any) -> bool:
    """Whether something is known, and no number: a text or a method of one, a member of an Enum, None, a function."""
    return x is None or isinstance(x, (str, enum.Enum, FunctionType, BuiltinFunctionType, MethodType, np.ufunc, Closure, Partial))


def from_table(lift: Lifting, which: Scalar, numbers: Sequence[Any]) -> Scalar:
    """One of known numbers."""
    table = np.array(numbers)
    rows = lift.new_array(array_constant(lift, table), table.dtype)
    found = lift.call(np.take, [rows, which], {})
    return Scalar(table.dtype, value_of(lift, found), weak=True)
