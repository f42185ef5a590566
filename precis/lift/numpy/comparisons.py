"""Comparisons: decided while lifting where sizes and constants allow, else a bool of the program."""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import partial, reduce
from types import FunctionType
from typing import Any

import numpy as np

from precis.lift.numpy.chosen import is_option, is_true_of, possible
from precis.lift.numpy.connectives import conjunction, disjunction, negation
from precis.lift.numpy.elementwise import apply
from precis.lift.numpy.forms import refuse_copies
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.functions.ufuncs import OPERATORS, UFUNCS
from precis.lift.numpy.identity import same_thing
from precis.lift.numpy.kinds import BOOL
from precis.lift.numpy.lengths import positions_of
from precis.lift.numpy.numbers import describe, is_number, is_numeric, is_python, is_python_bool, is_weak, known, value_of, worded
from precis.lift.numpy.options import has_things
from precis.lift.numpy.ordered import note_orders
from precis.lift.numpy.partly import entry
from precis.lift.numpy.plain_keys import is_set, key_in, static_key
from precis.lift.numpy.problems import MayHaveChanged
from precis.lift.numpy.several import each
from precis.lift.numpy.sizes_compared import decided, facts_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import (
    MISSING,
    Array,
    Chosen,
    Instance,
    Int,
    Interval,
    Items,
    Masked,
    MaskPart,
    Maybe,
    Method,
    OneOf,
    Opaque,
    Perhaps,
    Pooled,
    Scalar,
    Stacked,
    View,
    certain,
)

PYTHON: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: lambda a, b: a < b, ast.LtE: lambda a, b: a <= b, ast.Gt: lambda a, b: a > b, ast.GtE: lambda a, b: a >= b,
    ast.Eq: lambda a, b: a == b, ast.NotEq: lambda a, b: a != b}


SPECIAL: dict[type[ast.cmpop], str] = {
    ast.Lt: "__lt__", ast.LtE: "__le__", ast.Gt: "__gt__", ast.GtE: "__ge__", ast.Eq: "__eq__", ast.NotEq: "__ne__"}

REFLECTED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE, ast.Eq: ast.Eq, ast.NotEq: ast.NotEq}


def _in_order(lift: Lifting, op: ast.cmpop, a: tuple[Any, ...], b: tuple[Any, ...]) -> Any:
    """Which tuple comes first: the first items that differ decide, else the lengths."""
    strict: ast.cmpop = ast.Lt() if isinstance(op, (ast.Lt, ast.LtE)) else ast.Gt()
    found: Any = comparison(lift, op, Int.of(len(a)), Int.of(len(b)))
    for x, y in reversed(list(zip(a, b))):
        later = conjunction(lift, comparison(lift, ast.Eq(), x, y), found)
        found = disjunction(lift, comparison(lift, strict, x, y), later)
    return found


def _own(cls: type, name: str) -> bool:
    """Whether a user's class has a method of its own, which dataclasses did not make."""
    found = getattr(cls, name, None)
    return isinstance(found, FunctionType) and not found.__code__.co_filename.startswith("<")


def comparison(lift: Lifting, op: ast.cmpop, a: Any, b: Any) -> Any:
    """`a op b`: True, False, a bool computed by the program, or an array of them."""
    if isinstance(a, Maybe) or isinstance(b, Maybe):
        return _of_maybe(lift, op, a, b)
    a, b = (possible(lift, x) if isinstance(x, Chosen) else x for x in (a, b))
    if isinstance(a, Chosen) or (isinstance(b, Chosen) and (has_things(b) or not isinstance(op, (ast.In, ast.NotIn)))):
        return _of_chosen(lift, op, a, b)
    if isinstance(a, OneOf) and not isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)):
        return each(lift, a, lambda thing: comparison(lift, op, thing, b))
    if isinstance(b, OneOf) and not isinstance(op, (ast.Is, ast.IsNot)):
        return each(lift, b, lambda thing: comparison(lift, op, a, thing))
    if isinstance(op, tuple(SPECIAL)):
        a, b = (_as_tuple(lift, x) for x in (a, b))
    if type(op) in REFLECTED and isinstance(a, Instance) and isinstance(b, Instance) and a.cls is b.cls and _ordered(a.cls):
        a, b = (tuple(lift.held(x)[f.name] for f in fields(x.cls) if f.compare) for x in (a, b))
    if isinstance(op, (ast.Is, ast.IsNot)):
        refuse_copies(lift, a, b)
        if a is not b and OneOf in (type(a), type(b)) and all(isinstance(x, (OneOf, Instance)) for x in (a, b)):
            lift.refuse("whether two objects are one is not known where the data tell their class", "give them numbers, and compare these")
        same = _is(lift, a, b)
        return lift.call(bool, [same if isinstance(op, ast.Is) else negation(lift, same)], {})
    if isinstance(op, ast.NotEq) and any(isinstance(x, Instance) and _own(x.cls, "__eq__") and not _own(x.cls, "__ne__") for x in (a, b)):
        return _opposite(lift, comparison(lift, ast.Eq(), a, b))
    if isinstance(a, Instance) and type(op) in SPECIAL and _own(a.cls, SPECIAL[type(op)]):
        return lift.call(Method(a, SPECIAL[type(op)]), [b], {})
    if isinstance(b, Instance) and type(op) in SPECIAL and _own(b.cls, SPECIAL[REFLECTED[type(op)]]):
        return lift.call(Method(b, SPECIAL[REFLECTED[type(op)]]), [a], {})
    if isinstance(op, (ast.In, ast.NotIn)):
        return _membership(lift, a, b, isinstance(op, ast.In))
    if (isinstance(a, (tuple, Items)) and isinstance(b, (Array, View))) or (isinstance(b, (tuple, Items)) and isinstance(a, (Array, View))):
        a, b = asarray(lift, a), asarray(lift, b)
    a, b = (positions_of(lift, x) if isinstance(x, MaskPart) else x for x in (a, b))
    if is_numeric(a) and is_numeric(b):
        return _of_numbers(lift, op, a, b)
    if is_set(a) and is_set(b):
        return PYTHON[type(op)](*({static_key(lift, i) for i in (lift.held(s) if isinstance(s, Items) else s)} for s in (a, b)))
    if isinstance(a, (tuple, Items)) and isinstance(b, (tuple, Items)) and isinstance(op, (ast.Eq, ast.NotEq)):
        return _of_sequences(lift, op, a, b)
    if all(isinstance(x, Items) and x.kind is list and isinstance(lift.held(x), tuple) for x in (a, b)):
        a, b = lift.held(a), lift.held(b)
    if isinstance(a, tuple) and isinstance(b, tuple):
        plain = [tuple(known(lift, x) if is_number(x) else x for x in items) for items in (a, b)]
        if any(x is None for items in plain for x in items):
            return _in_order(lift, op, a, b)
        a, b = plain
    if isinstance(a, Instance) and isinstance(b, Instance) and isinstance(op, (ast.Eq, ast.NotEq)):
        return _of_instances(lift, op, a, b)
    return _of_objects(lift, op, a, b)


def _ordered(cls: type) -> bool:
    """Whether a class is a dataclass that makes methods for `<` and its kin."""
    return is_dataclass(cls) and cls.__dataclass_params__.order  # type: ignore[attr-defined]


def _as_tuple(lift: Lifting, x: Any) -> Any:
    """A named tuple, which compares as its items do unless its class says otherwise."""
    plain = isinstance(x, Instance) and issubclass(x.cls, tuple) and not any(_own(x.cls, name) for name in SPECIAL.values())
    return tuple(lift.held(x).values()) if plain else x


def _of_chosen(lift: Lifting, op: ast.cmpop, a: Any, b: Any) -> Any:
    """A comparison of one of several known things: by a table of what it gives for each of them."""
    if isinstance(a, Chosen):
        found = [comparison(lift, op, x, b) for x in a.options]
        chosen = a
    else:
        found = [comparison(lift, op, a, x) for x in b.options]
        chosen = b
    if all(isinstance(x, bool) for x in found):
        return is_true_of(lift, chosen, found)
    whole: Any = False
    for k, holds in enumerate(found):
        whole = disjunction(lift, whole, conjunction(lift, holds, is_option(lift, chosen, k)))
    return lift.call(bool, [whole], {}) if all(isinstance(x, bool) or is_python_bool(x) for x in found) else whole


def _of_maybe(lift: Lifting, op: ast.cmpop, a: Any, b: Any) -> Any:
    """Comparisons of what may be None. What has an order is there, as is what contains something."""
    wanted = isinstance(op, (ast.Is, ast.Eq, ast.In))
    if isinstance(op, (ast.Is, ast.IsNot)):
        same = _is_same_or_none(lift, a, b)
    elif isinstance(op, (ast.Eq, ast.NotEq)):
        same = _equals_or_none(lift, a, b)
    elif isinstance(op, (ast.In, ast.NotIn)) and isinstance(a, Maybe):
        same = _contains_or_none(lift, a, lift.present(b))
    else:
        return comparison(lift, op, lift.present(a), lift.present(b))
    return same if wanted else _opposite(lift, same)


def _there(x: Any) -> Any:
    return x.there if isinstance(x, Maybe) else x is not None


def _is_same_or_none(lift: Lifting, a: Any, b: Any) -> Any:
    if a is b:
        return True
    if a is not None and b is not None:
        neither = conjunction(lift, negation(lift, _there(a)), negation(lift, _there(b)))
        both = conjunction(lift, _there(a), _there(b))
        return disjunction(lift, neither, both is not False and conjunction(lift, both, _is(lift, certain(a), certain(b))))
    return negation(lift, _there(b if a is None else a))


def _equals_or_none(lift: Lifting, a: Any, b: Any) -> Any:
    """Both None, or both there and equal."""
    neither = conjunction(lift, negation(lift, _there(a)), negation(lift, _there(b)))
    if a is None or b is None:
        return neither
    equal, both = comparison(lift, ast.Eq(), certain(a), certain(b)), conjunction(lift, _there(a), _there(b))
    if isinstance(equal, (bool, Scalar)):
        return disjunction(lift, neither, conjunction(lift, both, equal))
    if neither is not False:
        lift.refuse("two arrays are compared that may be None, as the data ask for", "ask `is None` before")
    return lift.call(np.logical_and, [both, equal], {})


def _contains_or_none(lift: Lifting, a: Maybe, b: Any) -> Any:
    held = lift.held(b) if isinstance(b, Items) else b
    absent = [x for x in held if x is None or isinstance(x, Maybe)] if isinstance(held, (tuple, dict)) else []
    among = tuple(x for x in held if x is not None and not isinstance(x, Maybe)) if absent and isinstance(held, tuple) else b
    found = among != () and conjunction(lift, a.there, _membership(lift, a.thing, among, True))
    return reduce(partial(disjunction, lift), (_equals_or_none(lift, a, x) for x in absent), found)


def _opposite(lift: Lifting, same: Any) -> Any:
    return negation(lift, same) if isinstance(same, (bool, Scalar)) else lift.call(np.logical_not, [same], {})


def _is(lift: Lifting, a: Any, b: Any) -> Any:
    """`a is b`; of arrays, lists and objects that met in a branch or loop a bool of the program."""
    if lift.pooled(a) or lift.pooled(b):
        return _is_one_place(lift, lift.pooled(a), lift.pooled(b))
    if isinstance(a, (Array, Items, Instance)) and type(a) is type(b):
        same = same_thing(lift, a, b)
        if same is None:
            lift.lacks.ambiguous = True
            raise MayHaveChanged("whether these two names stand for one thing depends on the data",
                                 hints=("keep a bool that says which one it is",))
        return same
    if is_python_bool(a) and isinstance(b, bool):
        return a if b else negation(lift, a)
    if is_python_bool(b) and isinstance(a, bool):
        return b if a else negation(lift, b)
    if any(isinstance(x, Scalar) and x.dtype == BOOL for x in (a, b)) and any(isinstance(x, bool) for x in (a, b)):
        lift.refuse("`is` between a computed truth and True or False: of NumPy's numbers it is never one of them", "use `if x` or `not x`")
    if isinstance(a, (Int, Scalar)) and isinstance(b, (Int, Scalar)) and a is not b:
        return _is_same_number(lift, a, b)
    return is_same(a, b)


def _is_one_place(lift: Lifting, a: Pooled | None, b: Pooled | None) -> Any:
    """Whether two things are one of which at least one lies in a pool."""
    return a is not None and b is not None and a.pool is b.pool and comparison(lift, ast.Eq(), a.place, b.place)


def _is_same_number(lift: Lifting, a: Int | Scalar, b: Int | Scalar) -> Any:
    """`a is b` of numbers: of members of an IntEnum, and of small ints that are known, what `==` says; NumPy's numbers are things of their
    own."""
    if any(x.member_of for x in (a, b)) and all(map(is_python, (a, b))):
        return comparison(lift, ast.Eq(), a, b)
    if all(map(is_python, (a, b))) and Scalar in (type(a), type(b)):
        lift.refuse("whether two numbers are one thing is not known", "compare them with ==")
    return is_same(a, b)


def is_same(a: Any, b: Any) -> bool:
    """`a is b` for objects that live while lifting."""
    return a is b or (isinstance(a, Int) and a == b) or (type(a) is type(b) is str and a == b)


def _of_numbers(lift: Lifting, op: ast.cmpop, a: Any, b: Any) -> Any:
    a, b = (Int.of(int(x)) if isinstance(x, bool) else x for x in (a, b))
    if isinstance(a, Int) and isinstance(b, Int):
        return _of_sizes(lift, op, a, b)
    x, y = known(lift, a), known(lift, b)
    if (isinstance(x, complex) or isinstance(y, complex)) and not isinstance(op, (ast.Eq, ast.NotEq)):
        lift.wrong("complex numbers have no order", "compare their real parts, or abs()")
    if x is not None and y is not None and is_weak(a) and is_weak(b):
        return PYTHON[type(op)](x, y)
    found = apply(lift, UFUNCS[OPERATORS[type(op)]], a, b)  # type: ignore[index]
    note_orders(lift, found, op, a, b)
    return replace(found, weak=True) if is_python(a) and is_python(b) else found


def _of_sizes(lift: Lifting, op: ast.cmpop, a: Int, b: Int) -> Any:
    """By the example and a guard; a bool of the program where the answer changes with a loop index."""
    x, y = lift.sizes.resolve(a.size), lift.sizes.resolve(b.size)
    known_here = decided(lift, op, x, y)
    if known_here is not None:
        return known_here
    values = [value_of(lift, v) for v in (a, b)]
    result = UFUNCS[OPERATORS[type(op)]].rule(lift, *values, dtype=BOOL)  # type: ignore[index]
    lift.implied[result.name] = facts_of(lift, op, x, y)
    return Scalar(BOOL, result, weak=a.dtype is b.dtype is None)


def _of_sequences(lift: Lifting, op: ast.cmpop, a: Any, b: Any) -> Any:
    """Tuples or lists item by item, dicts key by key; those of different kinds are not equal."""
    xs, ys = (lift.held(s) if isinstance(s, Items) else s for s in (a, b))
    wanted = isinstance(op, ast.Eq)
    kind, other = (lift.made.kind(s) if isinstance(s, Items) else tuple for s in (a, b))
    if kind is not other:
        return not wanted
    if isinstance(xs, dict) and isinstance(ys, dict):
        if set(xs) != set(ys):
            return not wanted
        xs, ys = tuple(xs.values()), tuple(ys[key] for key in xs)
    if isinstance(xs, Stacked) or isinstance(ys, Stacked):
        lift.refuse("lists that a loop grew cannot be compared as a whole", "compare np.array of them")
    if len(xs) != len(ys):
        return not wanted
    found: Any = True
    for x, y in zip(xs, ys):
        same = comparison(lift, ast.Eq(), x, y)
        if not isinstance(same, (bool, Scalar)):
            lift.refuse("tuples or lists of arrays cannot be compared", "compare their items")
        found = conjunction(lift, found, same)
    return found if wanted else negation(lift, found)


def _of_instances(lift: Lifting, op: ast.cmpop, a: Instance, b: Instance) -> Any:
    """Objects of data classes by their fields, others by what they are."""
    if a.cls.__eq__ is object.__eq__:
        return comparison(lift, ast.Is() if isinstance(op, ast.Eq) else ast.IsNot(), a, b)
    if a.cls is not b.cls or a is b:
        return (a is b) == isinstance(op, ast.Eq)
    named = [f.name for f in fields(a.cls) if f.compare] if is_dataclass(a.cls) else list(lift.held(a))
    return _of_sequences(lift, op, *(tuple(lift.held(x)[name] for name in named) for x in (a, b)))


def _of_objects(lift: Lifting, op: ast.cmpop, a: Any, b: Any) -> bool:
    a, b = worded(lift, a), worded(lift, b)
    for x in (a, b):
        if isinstance(x, Opaque):
            lift.refuse(f"{x.what} decides what is computed", "decide by the numbers themselves")
    if (a is None) != (b is None) and not isinstance(op, (ast.Eq, ast.NotEq)):
        lift.absent(f"{describe(a)} and {describe(b)} cannot be compared")
    if any(isinstance(x, (Scalar, Array, View, Masked)) for x in (a, b)) and not isinstance(op, (ast.Eq, ast.NotEq)):
        lift.wrong(f"{describe(a)} and {describe(b)} cannot be compared")
    a, b = (np.dtype(x) if isinstance(x, type) and issubclass(x, np.generic) and isinstance(y, np.dtype) else x
            for x, y in ((a, b), (b, a)))
    try:
        return bool(PYTHON[type(op)](a, b))
    except TypeError as problem:
        lift.wrong(str(problem))


def _are_computed_numbers(lift: Lifting, a: Any, held: Any) -> bool:
    """Whether a number is looked for among numbers that are not all known."""
    if not is_numeric(a) or isinstance(held, (Array, View)) or (isinstance(held, Stacked) and held.parts is None):
        return is_numeric(a)
    return isinstance(held, tuple) and all(map(is_number, held)) and any(known(lift, x) is None for x in (a, *held))


def _in_range(lift: Lifting, a: Int, over: Interval) -> Any:
    """Whether an int is start, start + step, ... before stop, for a known step."""
    step = lift.fixed(over.step.size, "the step of a range")
    low, high = (over.start, over.stop) if step > 0 else (over.stop, over.start)
    inside = conjunction(lift, comparison(lift, ast.LtE() if step > 0 else ast.Lt(), low, a),
                         comparison(lift, ast.Lt() if step > 0 else ast.LtE(), a, high))
    apart = a.size - over.start.size
    return conjunction(lift, inside, comparison(lift, ast.Eq(), Int(apart // abs(step) * abs(step)), Int(apart)))


def _among_members(lift: Lifting, a: Any, cls: type[enum.Enum]) -> bool:
    """Whether a known thing is a member of an Enum, or the value of one, as Python 3.12 counts it."""
    if isinstance(a, Int) and a.member_of is not None:
        return issubclass(a.member_of, cls)
    if not isinstance(a, (enum.Enum, str, type(None))):
        lift.refuse("`in` a class of an Enum is known of its members", f"compare with the values: [m.value for m in {cls.__name__}]")
    return isinstance(a, cls) if isinstance(a, enum.Enum) else a in [m.value for m in cls]


def _membership(lift: Lifting, a: Any, b: Any, wanted: bool) -> Any:
    if isinstance(b, str):
        return (a in b) == wanted
    if isinstance(b, type) and issubclass(b, enum.Enum):
        return _among_members(lift, a, b) == wanted
    if isinstance(b, Items) and b.kind is dict:
        found = entry(lift, b, key_in(lift, b, a))
        if isinstance(found, Perhaps):
            return lift.call(bool, [found.there if wanted else negation(lift, found.there)], {})
        return (found is not MISSING) == wanted
    if isinstance(b, Instance) and not issubclass(b.cls, tuple) and hasattr(b.cls, "__contains__"):
        found = lift.call(bool, [lift.call(Method(b, "__contains__"), [a], {})], {})
        return found if wanted else negation(lift, found)
    a, held = _as_tuple(lift, a), lift.held(b) if isinstance(b, Items) else b
    if isinstance(held, Stacked) and held.parts is not None and isinstance(a, tuple) and all(map(is_number, a)):
        if held.parts.kind is not tuple or len(held.parts.dtypes) != len(a):
            return not wanted
        equal = lift.call(np.equal, [held.rows, lift.call(np.array, [a], {})], {})
        found = lift.call(bool, [lift.call(np.any, [lift.call(np.all, [equal], {"axis": Int.of(1)})], {})], {})
        return found if wanted else negation(lift, found)
    if isinstance(held, Interval) and isinstance(a, Int) and all(isinstance(x, Int) for x in (held.start, held.stop, held.step)):
        found = _in_range(lift, a, held)
        return found if wanted else negation(lift, found)
    if held != () and _are_computed_numbers(lift, a, held):
        found = lift.call(bool, [lift.call(np.any, [lift.call(np.equal, [lift.call(np.asarray, [b], {}), a], {})], {})], {})
        return found if wanted else negation(lift, found)
    if not isinstance(held, tuple):
        lift.refuse(f"`in` {describe(b)} cannot be lifted", "compare with ==")
    found: Any = False
    for x in held:
        same = comparison(lift, ast.Eq(), a, x)
        if not isinstance(same, (bool, Scalar)):
            lift.refuse("`in` with computed values cannot be lifted", "compare with ==")
        found = disjunction(lift, found, same)
    return found if wanted else negation(lift, found)
