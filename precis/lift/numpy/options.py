"""What is done to one of several known lists, dicts and objects: it is done to each, and of what comes out the data choose (ADR 250)."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import cached_property
from types import FunctionType
from typing import Any, TypeGuard

import numpy as np

from precis.errors import InputError
from precis.lift.numpy.chosen import from_table, is_named, is_option, is_thing, is_thing_of_its_own, is_true_of, possible, union, which_of
from precis.lift.numpy.functions.conversion import stacked
from precis.lift.numpy.numbers import dtype_of, is_number, is_python, known, value_of
from precis.lift.numpy.picked import pick
from precis.lift.numpy.problems import NeedsTables
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.subscripts import selection, take_array
from precis.lift.numpy.values import MISSING, Array, Chosen, Instance, Items, Maybe, Scalar, Stacked, View

FEW = 8  # lists to which something is done one by one


def has_things(x: Any) -> TypeGuard[Chosen]:
    """Whether something is one of several lists, dicts or objects."""
    return isinstance(x, Chosen) and any(map(is_thing, x.options))


def of_each(lift: Lifting, x: Chosen, way: Callable[[Any], Any]) -> Any:
    """What `way`, which changes nothing, finds for the one that it is. It is taken to be one for which Python finds something."""
    x = possible(lift, x)
    if not isinstance(x, Chosen):
        return way(x)
    if any(_has_any_length(lift, o) for o in x.options):  # others than the one that it is may have no such item
        return in_each(lift, x, way)
    found = [_found(way, o) for o in x.options]
    if all(f is MISSING for f in found):
        return way(x.options[0])
    if any(f is MISSING for f in found):
        lift.assume("what an attribute or a key is asked of has it")
        first = next(f for f in found if f is not MISSING)
        found = [first if f is MISSING else f for f in found]
    return of_options(lift, x, found)


def _has_any_length(lift: Lifting, x: Any) -> bool:
    """Whether x is a list of which only a run tells the length."""
    held = lift.content.get(x) if isinstance(x, Items) else None
    return isinstance(held, Stacked) and lift.sizes.example(held.rows.shape[0]) is None


def _found(way: Callable[[Any], Any], option: Any) -> Any:
    """MISSING where Python raises an exception."""
    try:
        return way(option)
    except InputError:
        return MISSING


def in_each(lift: Lifting, x: Chosen, way: Callable[[Any], Any]) -> Any:
    """What `way`, which may change something, does to the one that it is, in a branch for each."""
    x = possible(lift, x)
    if isinstance(x, Chosen):
        _before_many(lift, x)
    return _from(lift, x, way, 0) if isinstance(x, Chosen) else way(x)


def _before_many(lift: Lifting, x: Chosen) -> None:
    """Something is about to be done to each of many lists, sets or dicts: where the program makes such that may stand side by side, these
    are tried first."""
    lists = [o for o in x.options if isinstance(o, Items)]
    if len(lists) > FEW and not lift.ways.apart and lift.made.nested - lift.ways.keyed:
        raise NeedsTables


def _from(lift: Lifting, x: Chosen, way: Callable[[Any], Any], k: int) -> Any:
    if x.options[k] is None and k + 1 < len(x.options):
        return _from(lift, x, way, k + 1)
    rest = [o for o in x.options[k + 1:] if o is not None]
    if not rest:
        return way(x.options[k])
    return lift.choose(is_option(lift, x, k), lambda: way(x.options[k]), lambda: _from(lift, x, way, k + 1))


def of_options(lift: Lifting, x: Chosen, values: Sequence[Any]) -> Any:
    """The one of several values that stands at the place of the option: one thing, a number, an array, or again one of several."""
    if all(v is values[0] for v in values):
        return values[0]
    if all(isinstance(v, bool) for v in values):
        return is_true_of(lift, x, values)
    if all(map(is_number, values)):
        return _of_numbers(lift, x, values)
    if all(isinstance(v, tuple) and len(v) == len(values[0]) for v in values):
        return tuple(of_options(lift, x, column) for column in zip(*values))
    if all(v is None or is_number(v) for v in values):
        there = is_true_of(lift, x, [v is not None for v in values])
        some = next(v for v in values if v is not None)
        return Maybe(there, of_options(lift, x, [some if v is None else v for v in values]))
    if all(isinstance(v, (Array, View)) and v.shape and v.shape == values[0].shape for v in values):
        return pick(lift, values, x.which)
    several = [v.options if isinstance(v, Chosen) else (v,) for v in values]
    if all(is_named(o) or is_thing_of_its_own(lift, o) for options in several for o in options):
        return _of_things(lift, x, values, union(*several))
    return _one_by_one(lift, x, values, 0)


def _of_things(lift: Lifting, x: Chosen, values: Sequence[Any], options: tuple[Any, ...]) -> Any:
    places = [which_of(lift, options, v) for v in values]
    which = of_options(lift, x, places)
    return Chosen(options, Scalar(which.dtype, value_of(lift, which), True)) if isinstance(which, Scalar) else options[places[0].constant]  # type: ignore[index,union-attr]


def _of_numbers(lift: Lifting, x: Chosen, values: Sequence[Any]) -> Any:
    numbers = [known(lift, v) for v in values]
    weak, dtype = all(map(is_python, values)), np.result_type(*map(dtype_of, values))
    if None not in numbers and weak:
        return from_table(lift, x.which, numbers)
    rows = stacked(lift, values, dtype)
    return Scalar(dtype, value_of(lift, take_array(lift, rows, selection(lift, rows, x.which))), weak)


def _one_by_one(lift: Lifting, x: Chosen, values: Sequence[Any], k: int) -> Any:
    """Values of different kinds, as branches that meet."""
    if k == len(values) - 1:
        return values[k]
    return lift.choose(is_option(lift, x, k), lambda: values[k], lambda: _one_by_one(lift, x, values, k + 1))


def code_of_all(lift: Lifting, x: Chosen, name: str) -> Any:
    """The method or property that the classes of all options have under a name: it runs once, with one of several as its object."""
    found = [_code_of(lift, o, name) for o in x.options if o is not None]
    return found[0] if found and all(f is found[0] for f in found) else None


def runs_code(lift: Lifting, x: Chosen, name: str) -> bool:
    """Whether code of the user's runs where an option is asked for an attribute, or where it is indexed (`__getitem__`)."""
    def runs(option: Any) -> bool:
        cls = option.cls if isinstance(option, Instance) else type(option)
        made = isinstance(option, Items) and option.factory is not None
        return made or isinstance(_code_of(lift, option, name), (property, cached_property)) or (
            isinstance(option, Instance) and hasattr(cls, "__getitem__" if name == "__getitem__" else "__getattr__"))
    return any(runs(o) for o in x.options if o is not None)


def _code_of(lift: Lifting, option: Any, name: str) -> Any:
    if isinstance(option, Instance):
        held, cls = lift.held(option, partly=True), option.cls
    else:
        held, cls = getattr(option, "__dict__", {}), type(option)
    found = None if name in held else inspect.getattr_static(cls, name, None)
    return found if isinstance(found, (FunctionType, property, cached_property)) else None
