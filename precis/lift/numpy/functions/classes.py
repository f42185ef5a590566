"""What makes classes inside functions, and members of them: properties and their kin, fields, named tuples."""

from __future__ import annotations

import abc
import collections
import dataclasses
import enum
import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

from precis.errors import Span
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Closure, Items

KEPT = 256  # classes of named tuples


def as_function(f: Closure) -> FunctionType:
    """A function of Python that stands for one of the program, as a class holds it; `closure_behind` gives that back."""
    def stands_for(*_: Any) -> Any:
        raise NotImplementedError(f"{stands_for.__name__} is defined inside of a function, and is part of the lifted program alone")
    stands_for.__name__ = stands_for.__qualname__ = getattr(f.node, "name", "<lambda>")
    stands_for.closure_behind = f  # type: ignore[attr-defined]
    return stands_for


def closure_behind(function: Any) -> Closure | None:
    """The function of the program that a function of Python stands for, if it does."""
    return vars(function).get("closure_behind") if isinstance(function, FunctionType) else None


def of_closures(make: Callable[..., Any]) -> Callable[..., Any]:
    """`property`, `staticmethod` and their kin, of functions of the program."""
    return lambda lift, *functions: make(*(as_function(f) if isinstance(f, Closure) else f for f in functions))


def of_property(function: Any) -> Callable[..., Any] | None:
    """The handler of `x.setter`, of a property x."""
    return of_closures(function) if isinstance(getattr(function, "__self__", None), property) else None


@functools.lru_cache(KEPT)
def _tuple_class(place: Span | None, name: str, fields: tuple[str, ...], defaults: tuple[Any, ...]) -> type:
    return collections.namedtuple(name, fields, defaults=defaults)  # pyright: ignore[reportUntypedNamedTuple]


def named_tuple(lift: Lifting, typename: Any, field_names: Any, *, defaults: Any = ()) -> type:
    """collections.namedtuple: one class for each place in the program."""
    names = lift.held(field_names) if isinstance(field_names, Items) else field_names
    fields = tuple(names.replace(",", " ").split()) if isinstance(names, str) else names
    if not isinstance(typename, str) or not all(isinstance(f, str) for f in fields):
        lift.refuse("the names of this named tuple depend on data", "define it outside of the function")
    return _tuple_class(lift.span, typename, fields, lift.held(defaults) if isinstance(defaults, Items) else defaults or ())


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    **{make: of_closures(make) for make in (property, staticmethod, classmethod, functools.cached_property, abc.abstractmethod)},
    dataclasses.field: lambda lift, **options: dataclasses.field(**options), enum.auto: lambda lift: enum.auto(),
    collections.namedtuple: named_tuple}
