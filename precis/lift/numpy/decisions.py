"""Truth: decided while lifting where sizes and constants allow, else a bool of the program."""

from __future__ import annotations

import ast
from typing import Any

from precis.errors import UnsupportedProgram
from precis.lift.numpy.arrays import read
from precis.lift.numpy.comparisons import comparison
from precis.lift.numpy.connectives import conjunction
from precis.lift.numpy.kinds import BOOL
from precis.lift.numpy.numbers import convert, known, value_of
from precis.lift.numpy.options import has_things, of_each
from precis.lift.numpy.several import each
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import (
    Array,
    Chosen,
    Instance,
    Int,
    Interval,
    Items,
    Masked,
    MaskPart,
    Maybe,
    Method,
    OneOf,
    Opaque,
    Scalar,
    Stacked,
    View,
)


class OpaqueDecides(UnsupportedProgram):
    """What is not computed (a text with computed numbers, a clock) is asked whether it is true."""


def truth(lift: Lifting, x: Any) -> Any:
    """Whether x is true: True or False where that is known, else a bool scalar of the program, NumPy's where x is one of NumPy's."""
    if isinstance(x, bool):
        return x
    if x is None:
        return False
    if isinstance(x, Chosen):
        return _of_chosen(lift, x)
    if isinstance(x, OneOf):
        return each(lift, x, lambda thing: truth(lift, thing))
    if isinstance(x, Maybe):
        holds = truth(lift, x.thing)
        return x.there if holds is True else conjunction(lift, x.there, holds)
    if isinstance(x, Int):
        return comparison(lift, ast.NotEq(), x, Int.of(0))
    if isinstance(x, Scalar):
        number = known(lift, x)
        if number is None and x.dtype == BOOL:
            return x
        return bool(number) if number is not None else Scalar(BOOL, convert(lift, value_of(lift, x), BOOL), weak=True)
    if isinstance(x, (Array, View)):
        return _of_array(lift, x)
    if isinstance(x, Instance) and hasattr(x.cls, "__bool__"):
        return truth(lift, lift.call(Method(x, "__bool__"), [], {}))
    if isinstance(x, (Items, Interval, Stacked)) or (isinstance(x, Instance) and hasattr(x.cls, "__len__")):
        return truth(lift, lift.call(len, [x], {}))
    if isinstance(x, (Masked, MaskPart)):
        lift.wrong("the truth value of an array is ambiguous", "use .any() or .all()")
    if isinstance(x, Opaque):
        raise OpaqueDecides(f"{x.what} decides what the program does", hints=("pass what decides as an argument",))
    return bool(x) if isinstance(x, (str, tuple)) else True


def _of_chosen(lift: Lifting, x: Chosen) -> Any:
    """Texts and the like by what they are, lists and objects by what they hold now."""
    if not has_things(x):
        return comparison(lift, ast.NotIn(), x, tuple(o for o in x.options if not o))
    return of_each(lift, x, lambda option: truth(lift, option))


def _of_array(lift: Lifting, x: Any) -> Any:
    if any(lift.sizes.example(d) != 1 or lift.sizes.fix(d, "an array of one element") != 1 for d in x.shape):
        lift.wrong("the truth value of an array with more than one element is ambiguous", "use .any() or .all()")
    value = lift.emit("reshape", read(lift, x), shape=()) if x.shape else read(lift, x)
    return Scalar(BOOL, convert(lift, value, BOOL), weak=True)
