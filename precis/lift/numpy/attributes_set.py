"""Attributes that are assigned and deleted."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from precis.lift.numpy import library
from precis.lift.numpy.attributes import attribute
from precis.lift.numpy.derived import HELD
from precis.lift.numpy.elementwise import assign_into
from precis.lift.numpy.flags import are_flags
from precis.lift.numpy.functions.shaping import reshape
from precis.lift.numpy.given import give, takes_attributes
from precis.lift.numpy.numbers import worded
from precis.lift.numpy.options import in_each
from precis.lift.numpy.partly import entry, there
from precis.lift.numpy.scopes import is_users
from precis.lift.numpy.several import each
from precis.lift.numpy.source import callable_name
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import MISSING, Array, Chosen, Instance, Items, OneOf, Perhaps, View, as_held


def set_attribute(lift: Lifting, owner: Any, name: str, x: Any) -> None:
    """owner.name = x"""
    name = worded(lift, name)
    if isinstance(owner, Instance):
        _set_of_instance(lift, owner, name, x)
        return
    if isinstance(owner, OneOf):
        each(lift, owner, lambda thing: set_attribute(lift, thing, name, x), fills=True)
        return
    if isinstance(owner, Chosen):
        in_each(lift, owner, lambda option: set_attribute(lift, option, name, x))
        return
    if isinstance(owner, (Array, View)) and name in ("real", "imag"):
        assign_into(lift, attribute(lift, owner, name), x)
        return
    if isinstance(owner, (Array, View)) and name == "shape":
        _reshape_in_place(lift, owner, x)
        return
    if isinstance(owner, (Array, View)):
        lift.refuse(f"assignment to .{name} of an array cannot be lifted", "use reshape, which gives a new view")
    if are_flags(owner) and name == "writeable":
        return  # NumPy lets a program write behind it, or raises
    if takes_attributes(owner):
        give(lift, owner, name, x)
        return
    if isinstance(owner, ModuleType):
        lift.refuse(f"the function changes {owner.__name__}.{name}", "give the changed value a name of its own")
    lift.refuse(f"assignment to an attribute of {callable_name(type(owner))} cannot be lifted", "return the value instead")


def _set_of_instance(lift: Lifting, owner: Instance, name: str, x: Any) -> None:
    """By the setter of a property or the class's own __setattr__ where there is one."""
    found, own = (inspect.getattr_static(owner.cls, n, None) for n in (name, "__setattr__"))
    if name == "__dict__":
        lift.refuse("the dict of an object's attributes is replaced here", "change its attributes: x.__dict__.update(...)")
    if isinstance(found, property) and found.fset is None:
        lift.wrong(f"the property {name} of {owner.cls.__name__} has no setter")
    if isinstance(found, property):
        lift.call(found.fset, [owner, x], {})
    elif own is library.derived.Dict.__setitem__ and name != HELD:
        lift.call(own, [owner, name, x], {})
    elif isinstance(own, FunctionType) and is_users(own) and name != HELD:
        lift.refuse(f"{owner.cls.__name__} sets its attributes by a __setattr__ of its own", "assign attributes plainly")
    else:
        lift.placed.setdefault((owner.serial, name), lift.span)
        if isinstance(x, (Array, Items)):
            lift.placed.setdefault((x.serial, ""), lift.span)
        if at := lift.pooled(owner):
            at.pool.put(lift, at.place, name, x)
            return
        lift.hold(owner, as_held({**lift.held(owner, partly=True), name: x}))


def _reshape_in_place(lift: Lifting, owner: Array | View, shape: Any) -> None:
    """a.shape = shape: the names that refer to the array refer to a view of it from now on."""
    if owner in lift.arguments:
        lift.refuse("the shape of an argument is changed, which the caller would see", "use reshape, which gives a new view")
    new = reshape(lift, owner, shape)
    if any(owner in x for x in lift.content.values() if isinstance(x, tuple)):
        lift.refuse("the shape of an array in a list is changed", "use reshape, which gives a new view")
    for frame in lift.frames:
        for name, held in list(frame.names.items()):
            if held is owner:
                lift.journal.set(frame.names, name, new)


def delete_attribute(lift: Lifting, owner: Instance, name: str) -> None:
    """del owner.name, an attribute of the object itself."""
    own = inspect.getattr_static(owner.cls, "__delattr__", None)
    if isinstance(own, FunctionType) or isinstance(inspect.getattr_static(owner.cls, name, None), property):
        lift.refuse(f"{owner.cls.__name__} deletes its attributes by a method of its own", "call that method")
    found = entry(lift, owner, name)
    if found is MISSING:
        lift.wrong(f"{owner.cls.__name__} has no attribute {name}", exception=AttributeError)
    if isinstance(found, Perhaps):
        there(lift, found, f"the object has the attribute .{name} that is deleted", AttributeError)
    lift.hold(owner, as_held({k: x for k, x in lift.held(owner, partly=True).items() if k != name}))


def sets(owner: Any, name: str) -> bool:
    """Whether assigning the attribute runs the setter of a property, also where the object in it stays the same."""
    return isinstance(owner, Instance) and isinstance(inspect.getattr_static(owner.cls, name, None), property)


FUNCTIONS: dict[Any, Callable[..., Any]] = {setattr: set_attribute}
