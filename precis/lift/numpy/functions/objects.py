"""Objects as wholes: dataclasses, copies, enumerations."""

from __future__ import annotations

import copy
import dataclasses
import enum
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from precis.lift.numpy import library, queues
from precis.lift.numpy.derived import HELD
from precis.lift.numpy.numbers import is_number, known, scalar
from precis.lift.numpy.options import of_options
from precis.lift.numpy.pools import leads_to_things
from precis.lift.numpy.scopes import wrap
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, Chosen, Instance, Int, Items, Method, Perhaps, Scalar, Stacked, View, as_held


def _fields(lift: Lifting, obj: Any) -> dict[str, Any]:
    """The fields of an object of a dataclass, in order; it may be an object from outside the program."""
    if not _is_record(obj):
        lift.wrong("only objects of dataclasses have fields")
    if not isinstance(obj, Instance):
        return {f.name: lift.call(getattr, [obj, f.name], {}) for f in dataclasses.fields(obj) if hasattr(obj, f.name)}
    held = lift.held(obj)
    return {f.name: held[f.name] for f in dataclasses.fields(obj.cls) if f.name in held}


def _class(obj: Any) -> type:
    return obj.cls if isinstance(obj, Instance) else type(obj)


def _is_record(x: Any) -> bool:
    """Whether this is an object of a dataclass; values of the lifter stand for other things."""
    return dataclasses.is_dataclass(_class(x)) and (isinstance(x, Instance) or not type(x).__module__.startswith("precis.lift."))


def fields_of(lift: Lifting, obj: Any) -> tuple[Any, ...]:
    """dataclasses.fields: what the class says of them, the same of every object."""
    cls = obj if isinstance(obj, type) else _class(obj)
    if not dataclasses.is_dataclass(cls) or (not isinstance(obj, (type, Instance)) and not _is_record(obj)):
        lift.wrong("only objects of dataclasses have fields")
    return tuple(dataclasses.fields(cls))


def replaced(lift: Lifting, obj: Any, /, **changes: Any) -> Any:
    """dataclasses.replace: a new object, made by its class."""
    held, cls = _fields(lift, obj), _class(obj)
    initial = {f.name for f in dataclasses.fields(cls) if f.init}
    return lift.call(cls, [], {**{k: x for k, x in held.items() if k in initial}, **changes})


def _plain(lift: Lifting, x: Any, of_fields: Callable[[dict[str, Any]], Any]) -> Any:
    """A value of a field as asdict and astuple give it: dataclasses and containers inside are taken apart, arrays copied."""
    if _is_record(x):
        return of_fields({k: _plain(lift, v, of_fields) for k, v in _fields(lift, x).items()})
    return copied(lift, x, {})


def as_dict(lift: Lifting, obj: Any) -> Items:
    _fields(lift, obj)
    return _plain(lift, obj, lambda held: lift.new_items(dict, held))


def as_tuple(lift: Lifting, obj: Any) -> tuple[Any, ...]:
    _fields(lift, obj)
    return _plain(lift, obj, lambda held: tuple(held.values()))


def copied(lift: Lifting, x: Any, memo: Any = None) -> Any:
    """copy.deepcopy: arrays, lists, dicts and objects anew, each once."""
    done: dict[Any, Any] = memo if isinstance(memo, dict) else {}
    if isinstance(x, tuple):
        return tuple(copied(lift, i, done) for i in x)
    if not isinstance(x, (Array, View, Items, Instance)):
        return x
    if leads_to_things(lift, x):
        lift.refuse("a list of things that change, or a thing that holds some, is copied as a whole",
                    "copy them one by one: [copy.deepcopy(p) for p in items]")
    if x not in done:
        done[x] = lift.call(np.copy, [x], {}) if isinstance(x, (Array, View)) else _anew(lift, x, lambda i: copied(lift, i, done), done)
    return done[x]


def shallow(lift: Lifting, x: Any) -> Any:
    """copy.copy"""
    if isinstance(x, (Array, View)):
        return lift.call(np.copy, [x], {})
    if isinstance(x, Instance) and issubclass(x.cls, library.columns.Columns):
        return lift.call(Method(x, "copy"), [], {})
    return _anew(lift, x, lambda i: i, {}) if isinstance(x, (Items, Instance)) else x


def _anew(lift: Lifting, x: Items | Instance, item: Callable[[Any], Any], done: dict[Any, Any]) -> Any:
    new = queues.copied(lift, Items(x.kind, None, x.factory, x.longest), x) if isinstance(x, Items) else Instance(x.cls)
    done[x] = new
    held = lift.held(x, partly=True)
    if isinstance(held, Stacked):
        lift.hold(new, dataclasses.replace(held, first=tuple(map(item, held.first)), rows=lift.call(np.copy, [held.rows], {})))
    elif isinstance(held, dict):
        lift.hold(new, as_held({k: Perhaps(v.there, item(v.thing)) if isinstance(v, Perhaps) else item(v) for k, v in held.items()}))
    else:
        lift.hold(new, tuple(map(item, held)))
    return new


def _attributes_in(lift: Lifting, x: Any) -> dict[Any, Any]:
    """What a dict, or the __dict__ of an object, says that another object has."""
    if isinstance(x, Method) and x.name == "__dict__":
        return {name: i for name, i in lift.held(x.owner).items() if name != HELD}
    if not isinstance(x, Items) or not isinstance(held := lift.held(x), dict):
        lift.refuse("attributes are taken from something that is no dict", "set them one by one: x.name = ...")
    return held


def set_attributes(lift: Lifting, owner: Instance, other: Any = None, **more: Any) -> None:
    """x.__dict__.update(...)"""
    given = {} if other is None else _attributes_in(lift, other)
    lift.hold(owner, as_held({**lift.held(owner, partly=True), **given, **more}))


def member(lift: Lifting, cls: type[enum.Enum], value: Any) -> Any:
    """Enumeration(value)"""
    if isinstance(value, cls):
        return value
    if isinstance(value, Chosen) and set(value.options) <= {m.value for m in cls}:
        return of_options(lift, value, [cls(option) for option in value.options])
    number = value if isinstance(value, str) else known(lift, value) if isinstance(value, (Int, Scalar, bool)) else None
    if number is None and is_number(value) and all(isinstance(m.value, int) for m in cls):
        return _member_by_data(lift, cls, value)
    if number is None:
        lift.refuse(f"which {cls.__name__} this is depends on the data", "compare the number itself")
    try:
        return wrap(lift, cls(number), cls.__name__)
    except ValueError as problem:
        lift.wrong(str(problem))


def _member_by_data(lift: Lifting, cls: type[enum.Enum], value: Any) -> Any:
    """The member of a number that only a run tells, which is taken to be one of theirs."""
    values = lift.call(np.array, [tuple(Int.of(m.value) for m in cls)], {})
    equal = lift.call(np.equal, [values, value], {})
    if lift.catching.hazards is not None:
        lift.may_raise(ValueError, lift.call(np.logical_not, [lift.call(np.any, [equal], {})], {}), called=True)
    else:
        lift.assume(f"the number is that of a member of {cls.__name__}")
    if issubclass(cls, int):
        return dataclasses.replace(lift.call(int, [value], {}), member_of=cls)
    return Chosen(tuple(cls), dataclasses.replace(scalar(lift, lift.call(np.argmax, [equal], {})), weak=True))


def namespace(lift: Lifting, /, **attributes: Any) -> Instance:
    """types.SimpleNamespace(**attributes)"""
    instance = Instance(SimpleNamespace)
    lift.hold(instance, attributes)
    return instance


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    SimpleNamespace: namespace,
    dataclasses.fields: fields_of, dataclasses.replace: replaced, dataclasses.asdict: as_dict, dataclasses.astuple: as_tuple,
    copy.deepcopy: copied, copy.copy: shallow}
