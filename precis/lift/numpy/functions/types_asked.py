"""What kind of thing something is: isinstance, type, callable."""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import Any

import numpy as np

from precis.lift.numpy.chosen import is_true_of
from precis.lift.numpy.connectives import negation
from precis.lift.numpy.either_dtype import is_told_by_data
from precis.lift.numpy.numbers import python_type
from precis.lift.numpy.several import holds_for, type_of_one
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import (
    FROZENSET,
    Array,
    Chosen,
    Closure,
    Instance,
    Int,
    Interval,
    Items,
    Mapped,
    Masked,
    Maybe,
    Method,
    OneOf,
    Partial,
    Reversed,
    Scalar,
    SliceOf,
    Together,
    Vectorized,
    View,
)

ABSTRACT = {SliceOf: slice, Interval: range, Together: zip, Mapped: map, Reversed: reversed}


def isinstance_(lift: Lifting, x: Any, kinds: Any) -> Any:
    wanted = kinds if isinstance(kinds, tuple) else (kinds,)
    if isinstance(x, Maybe):
        of_thing = isinstance_(lift, x.thing, kinds)
        if of_thing == isinstance(None, wanted):
            return of_thing
        return lift.call(bool, [x.there if of_thing else negation(lift, x.there)], {})
    if isinstance(x, OneOf):
        return lift.call(bool, [holds_for(lift, x, lambda thing: isinstance_(lift, thing, kinds))], {})
    if isinstance(x, Chosen):
        return is_true_of(lift, x, [isinstance_(lift, option, kinds) for option in x.options])
    if isinstance(x, Instance):
        return issubclass(x.cls, wanted) or _stands_for(lift, x.cls, wanted)
    if isinstance(x, (Array, View, Masked)):
        return issubclass(np.ndarray, wanted)
    if isinstance(x, Scalar):
        if x.weak and issubclass(int, wanted) != issubclass(float, wanted) and is_told_by_data(lift, x):
            lift.refuse("whether a number is an int or a float, only the data tell", "make it one: float(x)")
        kind = {"b": bool, "i": int, "f": float, "c": complex}.get(x.dtype.kind, int) if x.weak else x.dtype.type
        return issubclass(kind, wanted)
    if isinstance(x, Int):
        return issubclass(int if x.dtype is None else x.dtype.type, wanted)
    kind = _class_of(lift, x) if isinstance(x, Items) else ABSTRACT.get(type(x))
    if kind is dict and issubclass(collections.OrderedDict, wanted) and not issubclass(dict, wanted):
        _refuse_ordered(lift)
    return isinstance(x, wanted) if kind is None else issubclass(kind, wanted)


def _class_of(lift: Lifting, x: Items) -> type:
    """The class of Python that these items are of, for OrderedDicts that of dicts."""
    if x in lift.made.deques or x.longest is not None:
        return collections.deque
    if x.kind is dict:
        return dict if x.factory is None else collections.defaultdict
    return frozenset if x.kind is set and x.frozen == FROZENSET else lift.made.kind(x)


def _refuse_ordered(lift: Lifting) -> None:
    if lift.made.ordered:
        lift.refuse("which dicts are OrderedDicts is not kept track of", "ask isinstance(x, dict)")


def _stands_for(lift: Lifting, cls: type, wanted: Any) -> bool:
    """Whether what an object of a class of precis' own stands for is of these kinds."""
    found = {issubclass(kind, wanted) for kind in getattr(cls, "stands_for", ())}
    if len(found) > 1:
        lift.refuse("which kind of dict this is cannot be asked: its keys depend on data", "ask isinstance(x, dict)")
    return found == {True}


def callable_(lift: Lifting, x: Any) -> Any:
    if isinstance(x, Chosen):
        return is_true_of(lift, x, [callable_(lift, option) for option in x.options])
    if isinstance(x, OneOf):
        return lift.call(bool, [holds_for(lift, x, lambda thing: callable_(lift, thing))], {})
    if isinstance(x, Maybe):
        return lift.call(bool, [x.there], {}) if callable_(lift, x.thing) else False
    if isinstance(x, Instance):
        return any("__call__" in vars(cls) for cls in x.cls.__mro__)
    return callable(x) or isinstance(x, (Closure, Method, Partial, Vectorized))


def issubclass_(lift: Lifting, cls: Any, kinds: Any) -> Any:
    return is_true_of(lift, cls, [issubclass(kind, kinds) for kind in cls.options]) if isinstance(cls, Chosen) else issubclass(cls, kinds)


def type_(lift: Lifting, x: Any) -> Any:
    if isinstance(x, OneOf):
        return type_of_one(x)
    if isinstance(x, Chosen):
        kinds = tuple(type_(lift, option) for option in x.options)
        return kinds[0] if all(kind is kinds[0] for kind in kinds) else Chosen(kinds, x.which)
    if isinstance(x, Maybe):
        lift.refuse("the type of what may be None depends on the data", "ask `is None`")
    if isinstance(x, Instance):
        kinds = getattr(x.cls, "stands_for", (x.cls,))
        return kinds[0] if len(kinds) == 1 else lift.refuse("the type of a dict whose keys depend on data", "ask isinstance(x, dict)")
    if isinstance(x, (Array, View)):
        return np.ndarray
    if isinstance(x, Items):
        kind = _class_of(lift, x)
        if kind is dict:
            _refuse_ordered(lift)
        return kind
    name = python_type(x)
    return {"int": int, "float": float, "complex": complex, "bool": bool}.get(name) or (
        x.dtype.type if isinstance(x, Scalar) else type(x))


FUNCTIONS: dict[Any, Callable[..., Any]] = {isinstance: isinstance_, issubclass: issubclass_, type: type_, callable: callable_}
