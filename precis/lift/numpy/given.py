"""Attributes that the program gives to functions and classes: slots of a table for each, which branches and loops join like names."""

from __future__ import annotations

import abc
import inspect
import sys
from types import FunctionType
from typing import Any

from precis.lift.numpy.scopes import is_users, wrap
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import MISSING, Closure

OTHERS = frozenset((*sys.stdlib_module_names, "numpy", "scipy")) - {"__main__"}


def takes_attributes(x: Any) -> bool:
    """Whether the program may assign attributes of x here: of functions and of the user's classes."""
    return isinstance(x, (Closure, FunctionType)) or _is_users_class(x)


def _is_users_class(x: Any) -> bool:
    if not isinstance(x, type) or type(x) not in (type, abc.ABCMeta) or x.__module__.split(".")[0] in OTHERS:
        return False
    return all(is_users(f) for f in vars(x).values() if isinstance(f, FunctionType) and f.__qualname__.startswith(x.__qualname__))


def given(lift: Lifting, owner: Any, name: str) -> Any:
    """What the program has given to a function, or to a class or one that it inherits from; MISSING where it has given nothing."""
    for one in inspect.getmro(owner) if isinstance(owner, type) else (owner,):
        if one in lift.given and name in lift.given[one]:
            return lift.journal.get(lift.given[one], name)
        if isinstance(one, type) and name in vars(one):
            break
    return MISSING


def give(lift: Lifting, owner: Any, name: str, x: Any) -> None:
    """owner.name = x. What is there before the program runs is there when loops and branches around here begin."""
    if owner not in lift.given:
        lift.given[owner] = lift.new_table()
        lift.births[id(lift.given[owner])] = 0
    table = lift.given[owner]
    before = inspect.getattr_static(owner, name, MISSING) if not isinstance(owner, Closure) else MISSING
    if name not in table and before is not MISSING and not isinstance(before, (property, staticmethod, classmethod)):
        table[name] = wrap(lift, before, name)
    if not isinstance(owner, Closure):
        lift.assume(f"{owner.__name__}.{name} is at first what it was when the program was lifted, and outside of the program stays that")
    lift.journal.set(table, name, x)
