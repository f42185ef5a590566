"""Attributes of arrays, numbers, modules and objects."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cached_property
from types import FunctionType, ModuleType
from typing import Any, NoReturn

import numpy as np

from precis.ir.size import product
from precis.lift.numpy import library
from precis.lift.numpy.chosen import is_option, is_true_of
from precis.lift.numpy.connectives import conjunction, disjunction
from precis.lift.numpy.derived import HELD
from precis.lift.numpy.flags import are_flags, flag
from precis.lift.numpy.functions.lines import changed_otherwise
from precis.lift.numpy.functions.shaping import flat, transpose
from precis.lift.numpy.given import given, takes_attributes
from precis.lift.numpy.kinds import INT, real_part
from precis.lift.numpy.layouts import laid_out
from precis.lift.numpy.lengths import own, written_out
from precis.lift.numpy.members import of_member, place_of
from precis.lift.numpy.numbers import describe, dtype_of, is_weak, operand, python_type, shape_of, value_of, worded
from precis.lift.numpy.options import code_of_all, has_things, in_each, of_each, runs_code
from precis.lift.numpy.partly import entry, or_default, there
from precis.lift.numpy.scopes import is_users, wrap
from precis.lift.numpy.several import among, each
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.steps import Parting
from precis.lift.numpy.values import (
    EXCEPTION,
    MISSING,
    Array,
    Chosen,
    Closure,
    Instance,
    Int,
    Items,
    Masked,
    MaskPart,
    Maybe,
    Method,
    OneOf,
    Opaque,
    Perhaps,
    Scalar,
    SliceOf,
    Super,
    View,
    as_held,
)
from precis.lift.numpy.views import view


def attribute(lift: Lifting, owner: Any, name: str) -> Any:
    """owner.name"""
    if name == "__class__" and isinstance(owner, (Array, Chosen, Instance, Int, Items, OneOf, Scalar, View)):
        return lift.call(type, [owner], {})
    if isinstance(owner, MaskPart) or (isinstance(owner, Masked) and name not in LAZY):
        owner = (own if name in SHOWING else written_out)(lift, owner)
    if isinstance(owner, (Array, View, Scalar, Int, Masked)):
        return _of_array(lift, owner, name)
    if isinstance(owner, Items) and name == "maxlen" and (owner.longest is not None or owner in lift.made.deques):
        return None if owner.longest is None else Int.of(owner.longest)
    if isinstance(owner, Items) and name == "default_factory" and owner.kind is dict:
        return owner.factory
    if isinstance(owner, Items) or (isinstance(owner, tuple) and name in ("index", "count", "isdisjoint")) \
            or (isinstance(owner, SliceOf) and name == "indices"):
        return Method(owner, name)
    if isinstance(owner, Opaque):
        carried = owner.what == EXCEPTION and (name == "args" or not hasattr(Exception, name))
        return Opaque(f"the .{name} of {owner.what}") if carried else Method(owner, name)
    if isinstance(owner, Chosen):
        return _of_options(lift, owner, name)
    if isinstance(owner, Instance):
        return _of_instance(lift, owner, name)
    if isinstance(owner, OneOf):
        return _of_one(lift, owner, name)
    if isinstance(owner, Method) and owner.name == "__dict__":
        return _of_attributes(lift, owner.owner, name)
    if are_flags(owner):
        return flag(lift, owner, name)
    if takes_attributes(owner) and (found := given(lift, owner, name)) is not MISSING:
        return found
    if isinstance(owner, Closure) and name == "__name__":
        return getattr(owner.node, "name", "<lambda>")
    if isinstance(owner, Closure):
        lift.wrong(f"this function has no attribute {name}", exception=AttributeError)
    if isinstance(owner, Super):
        found = owner.found(name)
        return lift.call(found.fget, [owner.instance], {}) if isinstance(found, property) else Method(owner, name)
    return _of_python(lift, owner, name)


def _of_options(lift: Lifting, owner: Chosen, name: str) -> Any:
    """An attribute of one of several known things; methods of lists, dicts and objects are looked up when they are called."""
    code = code_of_all(lift, owner, name) if has_things(owner) else None
    if isinstance(code, property):
        return lift.call(code.fget, [owner], {})
    if isinstance(code, FunctionType) or any(isinstance(o, Items) for o in owner.options):
        return Method(owner, name)
    way = in_each if has_things(owner) and runs_code(lift, owner, name) else of_each
    return way(lift, owner, lambda option: attribute(lift, option, name))


def _of_one(lift: Lifting, owner: OneOf, name: str) -> Any:
    """An attribute of one of several objects: of those that have it, one of which it is taken to be."""
    able = [k for k, thing in enumerate(owner.things) if name in lift.held(thing, partly=True) or hasattr(thing.cls, name)]
    if not able:
        lift.wrong(f"{describe(owner)} has no attribute {name}", exception=AttributeError)
    if len(able) < len(owner.things):
        lift.assume(f"what .{name} is asked of is {' or '.join(describe(owner.things[k]) for k in able)}")
    if all(_is_method(lift, owner.things[k], name) for k in able):
        return Method(among(lift, owner, able), name)
    return each(lift, among(lift, owner, able), lambda thing: attribute(lift, thing, name))


def _is_method(lift: Lifting, x: Any, name: str) -> bool:
    """Whether the class of an object has a method of this name, and the object no attribute."""
    return name not in lift.held(x, partly=True) and isinstance(inspect.getattr_static(x.cls, name, None), FunctionType)


def _of_array(lift: Lifting, owner: Any, name: str) -> Any:
    """An attribute or a method of an array or a number; whether a number is one of NumPy's is not asked here."""
    if isinstance(owner, (Int, Scalar)) and owner.member_of is not None:
        found = _name_of_member(lift, owner) if name == "name" else of_member(lift, owner, name)
        if found is not MISSING:
            return found
    if isinstance(owner, Int) and owner.dtype is None and name == "value":  # of a member of an IntEnum
        return owner
    if name == "name" and python_type(owner) == "int":
        lift.refuse("an int has no name, and members of an IntEnum count as ints", "derive the class from Enum")
    rule = OF_ARRAYS.get(name)
    if rule is None and not any(hasattr(kind, name) for kind in (np.ndarray, np.float64, np.int64, int)):
        lift.wrong(f"{describe(owner)} has no attribute {name}", exception=AttributeError)
    return rule(lift, owner) if rule else Method(owner, name)


def _name_of_member(lift: Lifting, x: Int | Scalar) -> Any:
    """The name of a member of an IntEnum, which is an int."""
    names, place = tuple(m.name for m in x.member_of), place_of(lift, x)
    return names[lift.fixed(place.size, "which member it is")] if isinstance(place, Int) else \
        Chosen(names, Scalar(INT, value_of(lift, place), weak=True))


SHOWING = ("T", "real", "imag", "flat", "ravel", "reshape", "transpose", "squeeze", "swapaxes", "view", "diagonal", "sort", "partition",
           "fill", "put", "resize")  # that change an array, or give views of it
NAMED_TUPLES = ("_replace", "_asdict")
LAZY = ("dtype", "itemsize", "sum", "prod", "max", "min", "any", "all", "mean", "var", "std", "astype", "clip", "round")


def _shape(lift: Lifting, x: Any) -> tuple[Int, ...]:
    return tuple(Int(d) for d in shape_of(lift, x))


def _size(lift: Lifting, x: Any) -> Any:
    return Int(product(shape_of(lift, x)))


def _strides(lift: Lifting, x: Any) -> tuple[Int, ...]:
    """Bytes from one element to the next along each dimension of an array in C order."""
    if isinstance(x, (Array, View)):
        return tuple(Int(stride * x.dtype.itemsize) for stride in laid_out(lift, x)[0])
    shape = shape_of(lift, x)
    return tuple(Int(product(shape[k + 1:]) * dtype_of(x).itemsize) for k in range(len(shape)))


def part(which: str) -> Callable[[Lifting, Any], Any]:
    """.real and .imag: views of complex arrays."""
    def rule(lift: Lifting, x: Any) -> Any:
        if dtype_of(x).kind != "c":
            return x if which == "re" else _zeros(lift, x)
        real = real_part(dtype_of(x))
        if isinstance(x, (Array, View)):
            return view(lift, x, Parting(which), x.shape, real)
        return Scalar(real, lift.emit(which, value_of(lift, x), dtype=real), weak=is_weak(x))
    return rule


def _zeros(lift: Lifting, x: Any) -> Any:
    """The imaginary part of what is real."""
    if isinstance(x, (Array, View, Masked)):
        return lift.call(np.zeros_like, [written_out(lift, x)], {})
    if isinstance(x, (Int, bool)):
        return Int.of(0)
    return Scalar(dtype_of(x), weak=is_weak(x), known=0.0)


OF_ARRAYS: dict[str, Callable[[Lifting, Any], Any]] = {
    "shape": _shape, "size": _size,
    "ndim": lambda lift, x: Int.of(len(shape_of(lift, x))),
    "dtype": lambda lift, x: dtype_of(x),
    "itemsize": lambda lift, x: Int.of(dtype_of(x).itemsize),
    "nbytes": lambda lift, x: Int(product(shape_of(lift, x)) * dtype_of(x).itemsize),
    "strides": _strides,
    "T": lambda lift, x: transpose(lift, x) if shape_of(lift, x) else x,
    "mT": lambda lift, x: lift.call(np.swapaxes, [x, Int.of(-1), Int.of(-2)], {}),
    "real": part("re"), "imag": part("im"),
    "flat": flat,
}


def _lacks(lift: Lifting, cls: type, name: str) -> NoReturn:
    """What objects of a class of precis' own do not have may be what those that they stand for have."""
    if name in getattr(cls, "not_lifted", {}):
        lift.refuse(f".{name} of what the program makes cannot be lifted", cls.not_lifted[name])  # pyright: ignore
    for kind in getattr(cls, "stands_for", ())[:1]:
        if hasattr(kind, name):
            what = "of a dict whose keys depend on data" if issubclass(kind, dict) else f"of {kind.__name__}"
            lift.refuse(f".{name} {what} cannot be lifted", "write it with what docs/lifting.md says of these objects")
    lift.wrong(f"{cls.__name__} has no attribute {name}", exception=AttributeError)


def _of_instance(lift: Lifting, owner: Instance, name: str) -> Any:
    held = entry(lift, owner, name)
    if isinstance(held, Perhaps):
        return _perhaps(lift, owner, name, held)
    if held is not MISSING:
        return held
    if name == "__dict__" or (name in NAMED_TUPLES and issubclass(owner.cls, tuple)):
        return Method(owner, name)
    if (new := given(lift, owner.cls, name)) is not MISSING:
        return new
    found = inspect.getattr_static(owner.cls, name, MISSING)
    if found is MISSING and name in getattr(owner.cls, "by_constants", ()):
        return Method(owner, name)
    if found is MISSING and hasattr(owner.cls, "__getattr__"):
        return lift.call(Method(owner, "__getattr__"), [name], {})
    if found is MISSING:
        if owner.cls is library.lines.Lines and name in owner.cls.changing:
            changed_otherwise(lift, owner)
        _lacks(lift, owner.cls, name)
    if isinstance(found, property):
        return lift.call(found.fget, [owner], {})
    if isinstance(found, cached_property):
        made = lift.call(found.func, [owner], {})
        lift.hold(owner, as_held({**lift.held(owner, partly=True), name: made}))
        return made
    if isinstance(found, FunctionType):
        return Method(owner, name)
    return wrap(lift, getattr(owner.cls, name), name)


def _perhaps(lift: Lifting, owner: Instance, name: str, x: Perhaps) -> Any:
    """An attribute that the object has as the data ask for, else that of its class."""
    if (of_class := inspect.getattr_static(owner.cls, name, MISSING)) is MISSING:
        return there(lift, x, f"the object has the attribute .{name} that is asked for", AttributeError)
    return lift.choose(x.there, lambda: x.thing, lambda: wrap(lift, of_class, name))


def attributes_of(lift: Lifting, x: Any) -> Any:
    """vars(x), which may be read."""
    if not isinstance(x, Instance):
        lift.refuse("vars() of this cannot be lifted", "read the attributes by their names")
    items = Items(dict, "an attribute of an object, by its dict,")
    lift.content[items] = {name: i for name, i in lift.held(x).items() if name != HELD}
    return items


def _of_attributes(lift: Lifting, owner: Instance, name: str) -> Any:
    """x.__dict__.name: `update` changes the object; others may only read."""
    return Method(owner, "__dict__.update") if name == "update" else Method(attributes_of(lift, owner), name)


def _of_python(lift: Lifting, owner: Any, name: str) -> Any:
    """Attributes of Python objects, read as they are now."""
    if isinstance(inspect.getattr_static(type(owner), name, None), property) and not isinstance(owner, (np.dtype, type)):
        fget = inspect.getattr_static(type(owner), name).fget
        if isinstance(fget, FunctionType) and is_users(fget):
            return lift.call(fget, [owner], {})
    try:
        found = getattr(owner, name)
    except AttributeError:
        what = owner.__name__ if isinstance(owner, ModuleType) else describe(owner)
        lift.wrong(f"{what} has no attribute {name}", exception=AttributeError)
    return wrap(lift, found, name)


def has_attribute(lift: Lifting, owner: Any, name: str) -> Any:
    """hasattr(owner, name)"""
    name, owner = worded(lift, name), _certain(lift, owner)
    if isinstance(owner, Instance):
        held = entry(lift, owner, name)
        if isinstance(held, Perhaps) and not hasattr(owner.cls, name):
            return lift.call(bool, [held.there], {})
        return held is not MISSING or hasattr(owner.cls, name)
    if isinstance(owner, (Chosen, OneOf)):
        return _any_has(lift, owner, name)
    if isinstance(owner, (Array, View, Masked)):
        return hasattr(np.ndarray, name)
    if isinstance(owner, (Scalar, Int)):
        kind = operand(owner)
        return hasattr(kind.type if isinstance(kind, np.dtype) else kind, name)
    if takes_attributes(owner) and given(lift, owner, name) is not MISSING:
        return True
    return not isinstance(owner, Closure) and hasattr(owner, name)


def _certain(lift: Lifting, owner: Any) -> Any:
    if isinstance(owner, Maybe):
        lift.refuse("whether what may be None has an attribute depends on the data", "ask `is None`")
    return owner


def _any_has(lift: Lifting, owner: Chosen | OneOf, name: str) -> Any:
    """Whether the one of several things that it is has the attribute."""
    things = owner.options if isinstance(owner, Chosen) else owner.things
    found = [has_attribute(lift, thing, name) for thing in things]
    if isinstance(owner, Chosen) and all(isinstance(has, bool) for has in found):
        return is_true_of(lift, owner, found)
    whole: Any = False
    for k, has in enumerate(found):
        whole = disjunction(lift, whole, conjunction(lift, has, is_option(lift, owner, k)))
    return lift.call(bool, [whole], {})


def get_attribute(lift: Lifting, owner: Any, name: str, *default: Any) -> Any:
    """getattr(owner, name, default)"""
    name, owner = worded(lift, name), _certain(lift, owner) if default else lift.present(owner, AttributeError)
    if default and isinstance(owner, (Chosen, OneOf)):
        return lift.choose(has_attribute(lift, owner, name), lambda: attribute(lift, owner, name), lambda: default[0])
    held = entry(lift, owner, name) if isinstance(owner, Instance) else None
    if default and isinstance(held, Perhaps) and not hasattr(owner.cls, name):
        return or_default(lift, held, default[0])
    return default[0] if default and not has_attribute(lift, owner, name) else attribute(lift, owner, name)


FUNCTIONS: dict[Any, Callable[..., Any]] = {getattr: get_attribute, hasattr: has_attribute, vars: attributes_of}
