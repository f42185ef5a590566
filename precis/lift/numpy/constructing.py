"""Objects made by calling their class: named tuples, dataclasses, classes with an `__init__`; and `super()` in their methods."""

from __future__ import annotations

import ast
import dataclasses
import enum
import inspect
from collections.abc import Sequence
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from precis.lift.numpy.derived import stand_in
from precis.lift.numpy.functions.casts import cast
from precis.lift.numpy.functions.classes import closure_behind
from precis.lift.numpy.functions.columns import list_made
from precis.lift.numpy.functions.objects import member
from precis.lift.numpy.functions.ufuncs import as_operand
from precis.lift.numpy.pools import placed
from precis.lift.numpy.scopes import wrap
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.unlifted import unknown
from precis.lift.numpy.values import Instance, Int, Super


def construct(lift: Lifting, cls: type, args: Sequence[Any], kwargs: dict[str, Any], node: Any) -> Any:
    """An object of a class: NumPy scalar types cast, the user's classes become objects with attributes."""
    if issubclass(cls, (np.datetime64, np.timedelta64, np.str_, np.bytes_, np.void)):
        lift.refuse(f"{cls.__name__} is no number", "count in a fixed unit: days or seconds since a date, as int or float")
    if issubclass(cls, np.generic):
        return cast(lift, as_operand(lift, args[0]) if args else Int.of(0), np.dtype(cls))
    if issubclass(cls, BaseException):
        return cls
    if issubclass(cls, enum.Enum):
        return member(lift, cls, args[0])
    cls = stand_in(cls) or cls
    instance = Instance(cls)
    if hasattr(cls, "_fields") and issubclass(cls, tuple):
        defaults = {k: wrap(lift, v, k) for k, v in getattr(cls, "_field_defaults", {}).items()}
        given = {**defaults, **dict(zip(getattr(cls, "_fields", ()), args)), **kwargs}
        lift.hold(instance, {k: given[k] for k in getattr(cls, "_fields", ()) if k in given})
        return instance
    lift.hold(instance, {})
    init = inspect.getattr_static(cls, "__init__", None)
    if dataclasses.is_dataclass(cls) and not _has_source(init):
        fill(lift, instance, cls, args, kwargs, node)
    elif isinstance(init, FunctionType):
        lift.call(init, [instance, *args], kwargs, node)
    elif cls.__module__ in ("builtins", "numpy") or args or kwargs:
        unknown(lift, cls, node)
    return placed(lift, instance, cls)


def is_bare(cls: Any) -> bool:
    """Whether objects of a class hold nothing before `__init__`: of the user's classes that derive from no other's."""
    return isinstance(cls, type) and cls.__new__ is object.__new__ and cls.__module__ not in ("builtins", "numpy")


def bare(lift: Lifting, cls: type) -> Instance:
    """cls.__new__(cls): an object that gets its attributes one by one."""
    instance = Instance(stand_in(cls) or cls)
    lift.hold(instance, {})
    return instance


def dataclass_of(init: FunctionType, args: Sequence[Any]) -> type | None:
    """The dataclass that made this method __init__, of which the first argument is an object; None for other functions."""
    if _has_source(init) or not args or not isinstance(args[0], Instance):
        return None
    return next((c for c in args[0].cls.__mro__ if dataclasses.is_dataclass(c) and vars(c).get("__init__") is init), None)


def fill(lift: Lifting, instance: Instance, cls: type, args: Sequence[Any], kwargs: dict[str, Any], node: Any) -> None:
    """What the method __init__ that a dataclass made does to an object."""
    given = _given(lift, cls, args, kwargs)
    lift.hold(instance, {**lift.held(instance), **_dataclass_fields(lift, cls, given, node)})
    if hasattr(instance.cls, "__post_init__"):
        lift.call(instance.cls.__post_init__, [instance, *_handed_on(lift, cls, given)], {}, node)


def _has_source(init: Any) -> bool:
    """Whether the user wrote __init__ (dataclasses make one)."""
    return isinstance(init, FunctionType) and not init.__code__.co_filename.startswith("<")


def _parameters(cls: type) -> list[inspect.Parameter]:
    """Of the method __init__ that a dataclass makes."""
    return list(inspect.signature(cls.__init__).parameters.values())[1:]  # type: ignore[misc]


def _given(lift: Lifting, cls: type, args: Sequence[Any], kwargs: dict[str, Any]) -> dict[str, Any]:
    """Arguments by the names of fields and of `InitVar`s."""
    names = [p.name for p in _parameters(cls)]
    positional = [p.name for p in _parameters(cls) if p.kind is p.POSITIONAL_OR_KEYWORD]
    if len(args) > len(positional):
        lift.wrong(f"{cls.__name__}() takes {len(positional)} arguments by position, and gets {len(args)}")
    if unknown_names := [name for name in kwargs if name not in names]:
        lift.wrong(f"{cls.__name__}() has no argument {unknown_names[0]}")
    return {**dict(zip(positional, args)), **kwargs}


def _handed_on(lift: Lifting, cls: Any, given: dict[str, Any]) -> list[Any]:
    """What __post_init__ gets: the arguments that are no fields."""
    fields = {f.name for f in dataclasses.fields(cls)}
    extra = [p for p in _parameters(cls) if p.name not in fields]
    return [given[p.name] if p.name in given else wrap(lift, p.default, p.name) for p in extra]


def _dataclass_fields(lift: Lifting, cls: Any, given: dict[str, Any], node: Any) -> dict[str, Any]:
    held: dict[str, Any] = {}
    for field in dataclasses.fields(cls):
        if field.name in given:
            held[field.name] = given[field.name]
        elif field.default is not dataclasses.MISSING:
            held[field.name] = wrap(lift, field.default, field.name)
        elif field.default_factory is not dataclasses.MISSING:
            held[field.name] = list_made(lift, _place(cls, field.name), lift.call(field.default_factory, [], {}, node))
        elif field.init:
            lift.wrong(f"{cls.__name__}() needs the argument {field.name}")
    return held


@cache
def _place(cls: type, name: str) -> ast.AST:
    """Stands for the place where the lists of a field are made."""
    return ast.Constant(name)


def super_(lift: Lifting, args: Sequence[Any]) -> Super:
    """super() in a method: the classes behind the one that the method stands in."""
    self = args[1] if len(args) > 1 else lift.frame.names.get(next(iter(lift.frame.names), ""))
    if not isinstance(self, Instance):
        lift.refuse("super() outside of a method of a user's class cannot be lifted", "name the class: Base.method(self)")
    after = (stand_in(args[0]) or args[0]) if args else next(
        (c for c in self.cls.__mro__ for f in vars(c).values() if _definition_of(lift, f) is lift.frame.key), self.cls)
    return Super(self, after)


def _definition_of(lift: Lifting, method: Any) -> Any:
    method = method.fget if isinstance(method, property) else getattr(method, "__func__", method)
    if (own := closure_behind(method)) is not None:
        return own.node
    return lift.definition(method)[0] if isinstance(method, FunctionType) and _has_source(method) else None


def _replaced(lift: Lifting, owner: Instance, **new: Any) -> Instance:
    """named_tuple._replace(field=...)"""
    changed = Instance(owner.cls)
    lift.hold(changed, {**lift.held(owner), **new})
    return changed


NAMED_TUPLES = {"_replace": _replaced, "_asdict": lambda lift, owner: lift.new_items(dict, lift.held(owner))}
