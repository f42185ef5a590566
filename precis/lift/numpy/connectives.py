"""not, and, or of truth values: known, or bools of the program, of which what they imply is remembered."""

from __future__ import annotations

from typing import Any

from precis.lift.numpy.kinds import BOOL
from precis.lift.numpy.numbers import is_python, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Scalar


def negation(lift: Lifting, x: Any) -> Any:
    """`not x` of a truth value."""
    if isinstance(x, bool):
        return not x
    value = value_of(lift, x)
    result = lift.emit("bit_not", value, dtype=BOOL)
    holds, fails = lift.implications(value.name)
    lift.implied[result.name] = (fails, holds)
    return Scalar(BOOL, result, weak=True)


def conjunction(lift: Lifting, a: Any, b: Any) -> Any:
    """`a and b` of truth values that are both evaluated."""
    if isinstance(a, bool) or isinstance(b, bool):
        plain, other = (a, b) if isinstance(a, bool) else (b, a)
        return other if plain else False
    u, v = value_of(lift, a), value_of(lift, b)
    result = lift.emit("bit_and", u, v, dtype=BOOL)
    lift.implied[result.name] = (lift.implications(u.name)[0] + lift.implications(v.name)[0], [])
    return Scalar(BOOL, result, weak=is_python(a) and is_python(b))


def disjunction(lift: Lifting, a: Any, b: Any) -> Any:
    """`a or b` of truth values that are both evaluated."""
    if isinstance(a, bool) or isinstance(b, bool):
        plain, other = (a, b) if isinstance(a, bool) else (b, a)
        return True if plain else other
    u, v = value_of(lift, a), value_of(lift, b)
    result = lift.emit("bit_or", u, v, dtype=BOOL)
    lift.implied[result.name] = ([], lift.implications(u.name)[1] + lift.implications(v.name)[1])
    return Scalar(BOOL, result, weak=is_python(a) and is_python(b))
