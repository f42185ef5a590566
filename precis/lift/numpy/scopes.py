"""Names: where Python looks them up, what Python objects found there stand for, and what a name's assignment stores."""

from __future__ import annotations

import abc
import ast
import builtins
import enum
import functools
import inspect
import sys
import sysconfig
from collections import OrderedDict
from collections.abc import Mapping, Set
from dataclasses import replace
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any

import numpy as np

from precis.errors import Span
from precis.ir.refill import attributes_of, has_attributes
from precis.ir.types import shape_of
from precis.lift.numpy.arrays import read
from precis.lift.numpy.contents import note_held
from precis.lift.numpy.frames import Frame
from precis.lift.numpy.interpolators import interpolator
from precis.lift.numpy.kinds import BOOL, is_integer, kind_of
from precis.lift.numpy.numbers import array_constant, value_of
from precis.lift.numpy.problems import MayHaveChanged, Unassigned
from precis.lift.numpy.reached import reached
from precis.lift.numpy.source import local_names
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import (
    MISSING,
    Array,
    Filled,
    Instance,
    Int,
    Items,
    Scalar,
    SliceOf,
    Undefined,
    View,
)

STANDARD = (sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"), "<frozen ")  # where files of the standard library are

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

WITHOUT_TRY = "let that function give NaN or a number of its own where it would raise (`if` before), or call it outside of `try`"
INSTALLED = ("site-packages", "dist-packages")
ORDERING = frozenset(f for made in functools._convert.values() for _, f in made)  # type: ignore[attr-defined] # of total_ordering, in Python


def look_up(lift: Lifting, name: str) -> Any:
    """What a name stands for: locals, enclosing functions, globals, builtins."""
    frame: Any = lift.frame
    while isinstance(frame, Frame):
        if name in frame.worldwide:
            return _from_places(lift, name, (frame.globals, vars(builtins)))
        if name not in frame.outward:
            found = lift.journal.get(frame.names, name)
            if found is not MISSING:
                behind = lift.loops.trips_behind.get((id(frame.names), name))
                if behind is not None and behind[0] is found and lift.sizes.nonnegative(behind[1] - 1) is False:
                    lift.wrong(f"{name} is assigned in a loop without iterations only")
                return _defined(lift, name, found)
        if frame.outer is None or isinstance(frame.outer, Mapping):
            break
        frame = frame.outer
    return _from_python(lift, name, frame)


def _defined(lift: Lifting, name: str, found: Any) -> Any:
    if isinstance(found, Undefined):
        if lift.frame.hidden and lift.catching.marks is not None:
            lift.refuse("a function that is called in the middle of this may raise what the `try` around it waits for", WITHOUT_TRY)
        hints = (found.hint,) if found.hint else ()
        shown = "what this computes" if lift.frame.hidden else name
        if lift.build.parent is not None:  # the iteration before may assign it
            raise MayHaveChanged(f"{shown} {found.reason}", hints=hints)
        lift.refuse(f"{shown} {found.reason}", *hints)
    return found


def _from_python(lift: Lifting, name: str, frame: Frame) -> Any:
    cells: Any = frame.outer or {}
    return _from_places(lift, name, (cells, frame.globals, vars(builtins)))


def _from_places(lift: Lifting, name: str, places: tuple[Mapping[str, Any], ...]) -> Any:
    for place in places:
        if name in place:
            return wrap(lift, place[name], name)
    if lift.build.parent is not None:
        raise Unassigned(name)
    lift.wrong(f"the name {name} is not defined")


def wrap(lift: Lifting, thing: Any, name: str) -> Any:
    """What a Python object that the program refers to stands for. Arrays are constants that must not change."""
    if thing is None or isinstance(thing, (bool, str, bytes, ModuleType, FunctionType, type, np.dtype)):
        return thing
    if callable(thing):
        return _wrap_callable(lift, thing, name)
    number = wrap_number(thing)
    if number is not None:
        return number
    if id(thing) not in lift.globals_read:
        lift.globals_read[id(thing)] = (thing, _wrap_object(lift, thing, name))
    stands = lift.globals_read[id(thing)][1]
    return _constant_here(lift, stands, thing) if isinstance(stands, Array) else stands


def _wrap_callable(lift: Lifting, thing: Any, name: str) -> Any:
    """Itself, unless it is an interpolator of SciPy."""
    if id(thing) not in lift.globals_read:
        parts = interpolator(thing)
        if parts is None:
            return thing
        stands = Instance(parts[0])
        lift.globals_read[id(thing)] = ((thing, parts), stands)
        lift.content[stands] = {k: wrap(lift, v, f"{name}_{k}") for k, v in parts[1].items()}
    return lift.globals_read[id(thing)][1]


def wrap_number(thing: Any) -> Any:
    """Python and NumPy numbers; None for other objects."""
    if isinstance(thing, (bool, np.bool_)):
        return bool(thing)
    if isinstance(thing, enum.IntEnum):
        return Int(Int.of(int(thing)).size, member_of=type(thing))
    if isinstance(thing, (int, np.integer)):
        return Int.of(int(thing)) if isinstance(thing, int) else Int(Int.of(int(thing)).size, thing.dtype)
    if isinstance(thing, np.inexact):
        return Scalar(thing.dtype, known=thing.item() if thing.dtype.itemsize <= 16 else complex(thing))
    if isinstance(thing, (float, complex)):
        return Scalar(np.dtype(type(thing)), weak=True, known=thing)
    return None


def _wrap_object(lift: Lifting, thing: Any, name: str) -> Any:
    if isinstance(thing, np.ndarray) and type(thing) is np.ndarray:
        return _wrap_array(thing, name)
    if isinstance(thing, tuple) and hasattr(type(thing), "_fields"):
        record = Instance(type(thing))
        lift.content[record] = {field: wrap(lift, x, name) for field, x in zip(type(thing)._fields, thing)}  # type: ignore[attr-defined]
        return record
    if isinstance(thing, slice):
        return SliceOf(*(wrap(lift, x, name) for x in (thing.start, thing.stop, thing.step)))
    if isinstance(thing, tuple) and hasattr(thing, "n_sequence_fields"):  # sys.float_info and its kin
        return thing
    if isinstance(thing, tuple):
        return tuple(wrap(lift, x, name) for x in thing)
    if isinstance(thing, list):
        return _frozen_items(lift, list, tuple(wrap(lift, x, name) for x in thing), name)
    if isinstance(thing, (set, frozenset)):  # in the order in which Python goes through it
        return _frozen_items(lift, set, tuple(wrap(lift, x, name) for x in thing), name)
    if isinstance(thing, (dict, MappingProxyType)):  # the latter has the members of an Enum
        lift.made.ordered |= isinstance(thing, OrderedDict)
        return _frozen_items(lift, dict, {k: wrap(lift, x, name) for k, x in thing.items()}, name)
    return _standing(lift, thing, name) if is_users_object(thing) else thing


def _standing(lift: Lifting, thing: Any, name: str) -> Instance:
    """An object of the module, or a default argument, which is there before everything that the program makes."""
    record = Instance(type(thing))
    record.serial, record.frozen = 0, f"the object {name}, which is no local variable,"
    lift.globals_read[id(thing)] = (thing, record)
    lift.content[record] = {k: wrap(lift, x, f"{name}_{k}") for k, x in attributes_of(thing).items()}
    return record


def is_users_object(x: Any) -> bool:
    """Whether x is an object of a class of the user's own files, with numbers, arrays and the like as attributes: not a node of a tree."""
    if not _is_of_users_class(x):
        return False
    held = list(attributes_of(x).values())
    held += [i for h in held if isinstance(h, (list, tuple, dict)) for i in (h.values() if isinstance(h, dict) else h)]
    return not any(map(_is_of_users_class, held))


def _is_of_users_class(x: Any) -> bool:
    """Whether x has attributes, and its class is of the user's own files."""
    cls = type(x)
    if type(cls) not in (type, abc.ABCMeta) or not has_attributes(x):
        return False
    file = getattr(sys.modules.get(cls.__module__), "__file__", None) or ""
    of_others = file.startswith(STANDARD) or any(part in file for part in INSTALLED)
    if of_others or any(c.__module__ == "builtins" for c in cls.__mro__[:-1]):
        return False
    methods = [f for c in cls.__mro__ for name, f in vars(c).items() if isinstance(f, FunctionType) and name != "__repr__"]
    return all(map(is_users, methods))


def _frozen_items(lift: Lifting, kind: type, held: Any, name: str) -> Items:
    items = Items(kind, f"the {kind.__name__} {name}, which is no local variable,")
    lift.content[items] = held
    return items


def _wrap_array(array: np.ndarray, name: str) -> Array:
    kind_of(array.dtype)
    return Array(shape_of(*array.shape), array.dtype, f"the array {name}, which is no argument,")


def _constant_here(lift: Lifting, array: Array, thing: np.ndarray) -> Array:
    """The array as a constant that every block sees."""
    if array not in lift.content:
        with lift.building(lift.prelude):
            lift.content[array] = array_constant(lift, thing.copy())
    return array


def bind(lift: Lifting, name: str, x: Any) -> None:
    """name = x. A computed number, or an array without a name so far, is stored in the name's container."""
    frame = home(lift.frame, name) or lift.frame
    lift.journal.set(frame.names, name, named(lift, frame, name, x))


def bind_around(lift: Lifting, name: str, x: Any) -> None:
    """name := x, which a comprehension binds in the function around it."""
    frame: Any = lift.frame
    while isinstance(frame.key, COMPREHENSIONS):
        frame = frame.outer
    frame = home(frame, name) or frame
    lift.journal.set(frame.names, name, named(lift, frame, name, x))


def home(frame: Frame, name: str) -> Frame | None:
    """The frame that a name is assigned in: of nonlocal names that of the function further out whose own the name is, None where that
    one has returned before the program was lifted."""
    if name not in frame.outward:
        return frame
    found: Any = frame.outer
    while isinstance(found, Frame) and not (found.encloses and name in _own(found)):
        found = found.outer
    return found if isinstance(found, Frame) else None


def _own(frame: Frame) -> Set[str]:
    return local_names(frame.key) if isinstance(frame.key, (ast.FunctionDef, ast.Lambda)) else frozenset()


def named(lift: Lifting, frame: Frame, name: str, x: Any) -> Any:
    """x as the name holds it: numbers are copied into a container, fresh arrays are kept in one, views alias."""
    if isinstance(x, Int):
        lift.sizes.call_it(lift.sizes.resolve(x.size), name)
        return x
    if frame.hidden:
        return x
    if isinstance(x, Scalar):
        return _stored_number(lift, frame, name, x)
    if isinstance(x, View) and not lift.container(x.base) and not x.base.frozen and x.base.views <= 1 and not lift.relatives(x.base):
        x = lift.new_array(read(lift, x), x.dtype)
    if isinstance(x, View):
        owner, known = reached(lift, x.base) or (frame, name)
        name_array(lift, *((frame, name) if owner.hidden else (owner, known)), x.base)
        return x
    if isinstance(x, Array):
        name_array(lift, frame, name, x)
    if isinstance(x, Filled):
        name_array(lift, frame, name, x.array)
    if isinstance(x, tuple):
        note_held(x)
    return x


def name_array(lift: Lifting, frame: Frame, name: str, array: Array) -> None:
    """Keep a fresh array in the container of its first name."""
    if lift.container(array) or array.frozen:
        return
    title = container(lift, frame, name, array.shape, array.dtype)
    lift.journal.set(lift.kept, array, title)
    lift.hold(array, lift.emit("store", lift.held(array), dtype=array.dtype, container=title))


def _stored_number(lift: Lifting, frame: Frame, name: str, x: Scalar) -> Scalar:
    if (x.weak and x.known is not None and is_integer(x.dtype)) or (x.dtype == BOOL and x.known is not None):
        return x
    title = container(lift, frame, name, (), x.dtype)
    stored = lift.emit("store", value_of(lift, x), dtype=x.dtype, container=title)
    return replace(x, value=stored)


def container(lift: Lifting, frame: Frame, name: str, shape: Any, dtype: np.dtype, span: Span | None = None) -> str:
    """span: where it was defined, if not here."""
    return lift.containers.of(frame.key, frame.function, name, lift.shape(shape), dtype, span or lift.span)


def closure_of(function: FunctionType) -> dict[str, Any]:
    """The cells of a Python closure, by name."""
    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue
    return found


def is_users(function: FunctionType) -> bool:
    """Whether a Python function has its source outside of NumPy, SciPy and the standard library; a user's file may be named
    like a module of the latter (signal.py, statistics.py), and a decorator may name its function like another (functools.wraps)."""
    if not inspect.isfunction(function):
        return False
    if function in ORDERING:
        return True
    root = function.__globals__.get("__name__", "").split(".")[0]
    return root not in ("numpy", "scipy") and not (root in sys.stdlib_module_names and function.__code__.co_filename.startswith(STANDARD))

