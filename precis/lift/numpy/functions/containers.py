"""Python's containers and iterators: collections, functools, itertools, operator, sets, filters."""

from __future__ import annotations

import ast
import bisect
import collections
import functools
import heapq
import itertools
import operator
import typing
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from precis.ir.types import Cut
from precis.lift.numpy import library, queues
from precis.lift.numpy.comparisons import comparison
from precis.lift.numpy.decisions import truth
from precis.lift.numpy.functions.linear import matmul
from precis.lift.numpy.functions.python import accumulated, collected, written_out
from precis.lift.numpy.indexing import put
from precis.lift.numpy.iterables import Counted, iterable, length
from precis.lift.numpy.layouts import deciding, require
from precis.lift.numpy.numbers import as_size
from precis.lift.numpy.operators import binary, unary
from precis.lift.numpy.plain_keys import key_in, static_key
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.steps import Cutting, Transposing
from precis.lift.numpy.templates import bases
from precis.lift.numpy.unending import next_of
from precis.lift.numpy.values import (
    FROZENSET,
    Array,
    Generating,
    Instance,
    Int,
    Interval,
    Items,
    Method,
    Partial,
    SliceOf,
    Stacked,
    Together,
    View,
)


def ordered_dict(lift: Lifting, x: Any = None, **more: Any) -> Items:
    lift.made.ordered = True
    return lift.call(dict, [] if x is None else [x], more)


def default_dict(lift: Lifting, default_factory: Any = None, x: Any = None, **more: Any) -> Items:
    items = Items(dict, None, default_factory)
    lift.hold(items, lift.held(lift.call(dict, [] if x is None else [x], more)))
    return items


def deque(lift: Lifting, iterable_: Any = (), maxlen: Any = None) -> Items:
    longest = None if maxlen is None else lift.fixed(as_size(lift, maxlen), "the length of a deque")
    items = Items(list, None, None, longest)
    if longest is None:
        queues.as_queue(lift, items)
        lift.made.deques.add(items)
    given = collected(lift, iterable_)
    if longest is None and isinstance(given, Items) and isinstance(lift.held(given), Stacked):
        lift.hold(items, lift.held(given))
        return items
    found = written_out(lift, given)
    lift.hold(items, found if longest is None else found[len(found) - min(longest, len(found)):])
    return items


def reduce(lift: Lifting, function: Any, iterable_: Any, *initial: Any) -> Any:
    """functools.reduce: a loop over ranges and arrays, else one call after the other."""
    over = iterable(lift, iterable_)
    if isinstance(over, Counted):
        start = initial[0] if initial else over.item(lift, over.range.start)
        return accumulated(lift, over if initial else over.after_first(), start, lambda a, x: lift.call(function, [a, x], {}))
    items = [*initial, *over.items]
    if not items:
        lift.wrong("reduce() of nothing, without an initial value")
    return functools.reduce(lambda a, x: lift.call(function, [a, x], {}), items)


def filtered(lift: Lifting, function: Any, x: Any) -> Any:
    """filter: items that are kept or not whatever the data are are known one by one; else it is a list that the data make."""
    test = bool if function is None else function
    if isinstance(x, (Array, View)):
        return lift.call(library.python.filtered, [test, x], {})
    found, start = [], savepoint(lift)
    for item in written_out(lift, x):
        holds = truth(lift, item if function is None else lift.call(function, [item], {}))
        if not isinstance(holds, bool):
            start.undo(lift)
            return lift.call(library.python.filtered, [test, x], {})
        found += [item] if holds else []
    return tuple(found)


def as_set(lift: Lifting, x: Any = ()) -> Items:
    """A set of known numbers, texts and objects."""
    found: dict[Any, Any] = {}
    for item in written_out(lift, x):
        found.setdefault(static_key(lift, item), item)
    return lift.new_items(set, _in_order(found))


def as_frozenset(lift: Lifting, x: Any = ()) -> Items:
    items = as_set(lift, x)
    items.frozen = FROZENSET
    return items


def _in_order(members: dict[Any, Any]) -> tuple[Any, ...]:
    """In the order in which Python goes through a set of these, where it is the same in every process; others as they come."""
    return tuple(members[k] for k in (set(members) if all(map(_is_number, members)) else members))


def _is_number(key: Any) -> bool:
    return all(map(_is_number, key)) if isinstance(key, (tuple, frozenset)) else isinstance(key, (int, float, complex, np.number))


def add(lift: Lifting, items: Items, x: Any) -> None:
    """set.add"""
    held, key = lift.held(items), key_in(lift, items, x)
    if not any(static_key(lift, i) == key for i in held):
        lift.hold(items, _in_order({**{static_key(lift, i): i for i in held}, key: x}))


def discard(lift: Lifting, items: Items, x: Any) -> None:
    key = key_in(lift, items, x)
    lift.hold(items, tuple(i for i in lift.held(items) if static_key(lift, i) != key))


def combined(keep: Callable[[bool, bool], bool]) -> Callable[..., Items]:
    """union, intersection, difference: `keep(in the first, in the second)`."""
    def handler(lift: Lifting, a: Items, b: Any) -> Items:
        both = [{static_key(lift, i): i for i in written_out(lift, s)} for s in (a, b)]
        meet = keep(True, True) and not keep(True, False)
        first = min(both[::-1], key=len) if meet else both[0]  # Python goes through the smaller set
        found = {k: i for s in (first, *both) for k, i in s.items() if keep(k in both[0], k in both[1])}
        return lift.new_items(set, _in_order(found))
    return handler


def related(holds: Callable[[Any, Any], bool]) -> Callable[..., bool]:
    """isdisjoint, issubset, issuperset."""
    return lambda lift, a, b: holds(*({static_key(lift, i) for i in written_out(lift, s)} for s in (a, b)))


def update(lift: Lifting, items: Items, *others: Any) -> None:
    for other in others:
        for item in written_out(lift, other):
            add(lift, items, item)


def iterator(lift: Lifting, x: Any) -> Any:
    """iter(x): a list from which next() takes."""
    if next_of(lift, x) is not None:
        return x
    if not isinstance(x, (Array, View)) or len(x.shape) != 1:
        found = lift.call(list, [x], {})
    else:
        rows = lift.call(np.copy, [x], {})
        lift.relate(rows, bases(x))  # it reads the array when it is asked
        found = lift.new_items(list, Stacked((), rows))
    if isinstance(found, Items):
        found.once = True
    return found


def zipped(lift: Lifting, *xs: Any, strict: bool = False) -> Together:
    """zip: what takes the items of one iterator in turns gets every second of them, or every third, ..."""
    if strict:
        _alike_in_length(lift, xs)
    first = xs[0] if len(xs) > 1 else None
    if not (isinstance(first, Generating) or (isinstance(first, Items) and first.once)) or any(x is not first for x in xs):
        return Together(tuple(xs))
    found, n = lift.call(list, [first], {}), Int.of(len(xs))
    return Together(tuple(lift.call(operator.getitem, [found, SliceOf(Int.of(k), None, n)], {}) for k in range(len(xs))))


def _alike_in_length(lift: Lifting, xs: tuple[Any, ...]) -> None:
    """zip(..., strict=True): of one length, as operands are; where only a run tells, that is taken to be so."""
    if lift.catching.hazards is not None:
        lift.refuse("zip(..., strict=True) under a try cannot be lifted", "compare the lengths, and raise what the handler waits for")
    known = [length(lift, x) for x in xs if isinstance(x, (str, tuple, Items, Array, View, Interval))]
    sizes = [n for n in known if lift.sizes.example(n) is not None]
    if not all(lift.sizes.unify(a, b) for a, b in pairwise(sizes)):
        lift.wrong("zip() arguments have different lengths", exception=ValueError)
    if len(sizes) < len(xs):
        lift.assume("the arguments of zip have one length")


def next_(lift: Lifting, x: Any, *default: Any) -> Any:
    if (following := next_of(lift, x)) is not None:
        return following()
    if isinstance(x, Instance) and hasattr(x.cls, "__next__") and not default:
        return lift.call(Method(x, "__next__"), [], {})
    if isinstance(x, Generating):
        x = lift.call(list, [x], {})
    if not isinstance(x, Items):
        lift.refuse("next() of what is no iterator made by iter() cannot be lifted", "loop over it")
    held = lift.held(x)
    if not held and default:
        return default[0]
    if isinstance(held, Stacked) and default:
        return lift.call(library.python.next_or, [x, *default], {})
    return lift.call(Method(x, "pop"), [Int.of(0)], {}) if held else lift.wrong("next() of an iterator that has ended")


def of_operator(op: type[ast.operator]) -> Callable[..., Any]:
    return lambda lift, a, b: binary(lift, op, a, b)


def of_comparison(op: type[ast.cmpop]) -> Callable[..., Any]:
    return lambda lift, a, b: comparison(lift, op(), a, b)


def item_getter(lift: Lifting, *keys: Any) -> Partial:
    return Partial(*((library.python.item_of, keys) if len(keys) == 1 else (library.python.items_of, (keys,))), {})


def attribute_getter(lift: Lifting, *names: str) -> Partial:
    """operator.attrgetter; names may have dots."""
    return Partial(library.python.attributes_of, (tuple(tuple(name.split(".")) for name in names),), {})


def method_caller(lift: Lifting, name: str, *args: Any, **kwargs: Any) -> Partial:
    """operator.methodcaller"""
    return Partial(library.python.called, (name, args, lift.new_items(dict, kwargs)), {})


def take_item(lift: Lifting, x: Any, key: Any) -> Any:
    return lift.call(library.python.item_of, [key, x], {})


_BINARY = {"add": ast.Add, "sub": ast.Sub, "mul": ast.Mult, "truediv": ast.Div, "floordiv": ast.FloorDiv, "mod": ast.Mod, "pow": ast.Pow,
           "and_": ast.BitAnd, "or_": ast.BitOr, "xor": ast.BitXor, "lshift": ast.LShift, "rshift": ast.RShift}
_COMPARING = {"lt": ast.Lt, "le": ast.LtE, "gt": ast.Gt, "ge": ast.GtE, "eq": ast.Eq, "ne": ast.NotEq}

def nditer(lift: Lifting, op: Any, *args: Any, **kwargs: Any) -> Any:
    """np.nditer, which goes through memory: of arrays in C order, which arguments then have to be."""
    for x in lift.held(op) if isinstance(op, Items) else op if isinstance(op, tuple) else (op,):
        if isinstance(x, (Array, View)) and kwargs.get("order") != "C":
            needed = deciding(lift, x)
            if needed is None or (isinstance(x, View) and any(map(_turns, x.steps))):
                lift.refuse("np.nditer goes through an array in the order of memory, which is not, or may not be, C order here",
                            'say order="C", or copy it before: np.ascontiguousarray(x)')
            require(lift, needed)
    return lift.call(library.iteration.Nditer, [op, *args], kwargs)


def _turns(step: Any) -> bool:
    """Whether a step of a view exchanges axes or runs backwards."""
    return isinstance(step, Transposing) or (isinstance(step, Cutting) and any(isinstance(i, Cut) and i.step < 0 for i in step.at))


def by_definition(definition: Callable[..., Any]) -> Callable[..., Any]:
    return lambda lift, *args: lift.call(definition, list(args), {})


def defined(definition: Callable[..., Any]) -> Callable[..., Any]:
    """The same for functions that have keywords."""
    return lambda lift, *args, **kwargs: lift.call(definition, list(args), kwargs)


def from_buffer(lift: Lifting, buffer: Any, *args: Any, **kwargs: Any) -> Any:
    """np.frombuffer, of bytes."""
    if isinstance(buffer, bytes):
        buffer = lift.call(library.octets.Fixed, [lift.new_items(list, tuple(map(Int.of, buffer)))], {})
    if not isinstance(buffer, Instance) or buffer.cls is not library.octets.Fixed:
        lift.refuse("np.frombuffer shares the memory of what it is given", "give it bytes: np.frombuffer(bytes(b), dtype)")
    return lift.call(library.octets.frombuffer, [buffer, *args], kwargs)


METHODS: dict[tuple[Any, str], Callable[..., Any]] = {
    (set, "add"): add, (set, "discard"): discard, (set, "remove"): discard, (set, "update"): update,
    (set, "copy"): lambda lift, items: as_set(lift, items), (set, "union"): combined(lambda a, b: a or b),
    (set, "intersection"): combined(lambda a, b: a and b), (set, "difference"): combined(lambda a, b: a and not b),
    (set, "symmetric_difference"): combined(lambda a, b: a != b), (set, "isdisjoint"): related(set.isdisjoint),
    ("number", "is_integer"): by_definition(library.python.is_integer), ("number", "bit_count"): by_definition(library.python.bit_count),
    ("number", "to_bytes"): defined(library.octets.octets_of_int), ("number", "tobytes"): defined(library.octets.to_octets),
    (list, "extendleft"): by_definition(library.python.extend_left),
    (slice, "indices"): by_definition(library.python.slice_indices),
    (set, "issubset"): related(set.issubset), (set, "issuperset"): related(set.issuperset)}
FUNCTIONS: dict[Any, Callable[..., Any]] = {
    itertools.count: by_definition(library.python.Count), zip: zipped, functools.cache: by_definition(library.python.unchanged),
    functools.wraps: lambda lift, wrapped, **_: library.python.unchanged, functools.update_wrapper: lambda lift, wrapper, *_, **__: wrapper,
    functools.lru_cache: lambda lift, *args, **kwargs: lift.call(library.python.cached, list(args), kwargs),
    collections.OrderedDict: ordered_dict, collections.defaultdict: default_dict, collections.deque: deque,
    functools.partial: lambda lift, function, /, *args, **kwargs: Partial(function, args, kwargs), functools.reduce: reduce,
    itertools.dropwhile: by_definition(library.python.left_behind), itertools.cycle: by_definition(library.python.Cycle),
    bytearray: by_definition(library.octets.octets), bytes: by_definition(library.octets.fixed),
    int.from_bytes: defined(library.octets.int_of), np.frombuffer: from_buffer,
    collections.Counter: by_definition(library.counts.counter), collections.ChainMap: by_definition(library.chained.Chain),
    np.nditer: nditer, np.broadcast: by_definition(library.iteration.Broadcast),
    filter: filtered, set: as_set, frozenset: as_frozenset, iter: iterator, next: next_,
    **{getattr(operator, name): of_operator(op) for name, op in _BINARY.items()},
    operator.matmul: lambda lift, a, b: (binary(lift, ast.MatMult, a, b) if Instance in (type(a), type(b)) else matmul(lift, a, b)),
    **{getattr(operator, name): of_comparison(op) for name, op in _COMPARING.items()},
    operator.neg: lambda lift, x: unary(lift, ast.USub, x), operator.getitem: take_item, operator.itemgetter: item_getter,
    operator.attrgetter: attribute_getter, operator.methodcaller: method_caller,
    bin: by_definition(library.python.Binary),
    **{getattr(heapq, name): by_definition(getattr(library.python, name)) for name in (
        "heappush", "heappop", "heapify", "heapreplace", "heappushpop")},
    **{getattr(heapq, name): defined(getattr(library.python, name)) for name in ("nsmallest", "nlargest")},
    bisect.bisect_left: by_definition(library.python.bisect_left), bisect.bisect_right: by_definition(library.python.bisect_right),
    bisect.insort_right: by_definition(library.python.insort), bisect.insort_left: by_definition(library.python.insort_left),
    typing.cast: lambda lift, typ, val: val,
    operator.setitem: put,
}
