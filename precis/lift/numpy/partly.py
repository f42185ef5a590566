"""Dicts and objects of which the data tell some keys or attributes (ADR 251): what is under one, and whether it is there, is asked by `in`,
`[]` and `get`, by hasattr and getattr."""

from __future__ import annotations

from typing import Any

from precis.lift.numpy.connectives import conjunction, negation
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import MISSING, Instance, Items, Maybe, Perhaps, certain


def entry(lift: Lifting, x: Items | Instance, key: Any) -> Any:
    """What a dict or an object holds under a known key: MISSING, a thing, or one that is there as the data ask for."""
    at = lift.pooled(x)
    return lift.held(x, partly=True).get(key, MISSING) if at is None else at.pool.part(lift, at.place, key)


def there(lift: Lifting, x: Perhaps, said: str = "the key that is looked up is in the dictionary",
          exception: type[Exception] = KeyError) -> Any:
    """The thing, where Python finds it."""
    if lift.holds(x.there):
        return x.thing
    if lift.catching.hazards is None:
        lift.assume(said)
    else:
        lift.may_raise(exception, negation(lift, x.there))
    return x.thing


def or_default(lift: Lifting, x: Any, default: Any) -> Any:
    """dict.get(key, default)"""
    if x is MISSING or not isinstance(x, Perhaps):
        return default if x is MISSING else x
    if default is None:
        holds = conjunction(lift, x.there, x.thing.there) if isinstance(x.thing, Maybe) else x.there
        return None if x.thing is None else Maybe(holds, certain(x.thing))
    return lift.choose(x.there, lambda: x.thing, lambda: default)
