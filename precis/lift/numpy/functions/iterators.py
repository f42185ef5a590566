"""itertools: of things whose items are known one by one the results, of those of a size what gives one item after the other."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from precis.lift.numpy import library
from precis.lift.numpy.functions.python import written_out
from precis.lift.numpy.iterables import Counted, iterable
from precis.lift.numpy.numbers import as_size, known
from precis.lift.numpy.plain_keys import static_key
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.unending import next_of
from precis.lift.numpy.values import (
    INT_0,
    INT_1,
    Array,
    Generating,
    Instance,
    Int,
    Interval,
    Items,
    Mapped,
    Scalar,
    SliceOf,
    Together,
    View,
)


def _of_a_size(lift: Lifting, *xs: Any) -> bool:
    """Whether a size, or a run, says how many items one of these has. Where they may be known one by one nevertheless, that is noted."""
    if lift.ways.itemwise or any(isinstance(x, (Generating, Instance)) or next_of(lift, x) is not None for x in xs):
        return False
    overs = [iterable(lift, x) for x in xs]
    sized = any(isinstance(over, Counted) and over.range.trips.constant is None for over in overs)
    lift.lacks.sized |= sized
    return sized


def chain(lift: Lifting, *parts: Any) -> Any:
    return lift.call(library.iterators.chained, [parts], {}) if _of_a_size(lift, *parts) else listing(itertools.chain)(lift, *parts)


def compress(lift: Lifting, data: Any, selectors: Any) -> Any:
    return lift.call(library.iterators.compressed, [data, selectors], {})


def in_twos_and_threes(make: Callable[..., Iterator[Any]], twos: Callable[..., Any], threes: Callable[..., Any]) -> Callable[..., Any]:
    """combinations and their kin: loops inside of loops over the places of what has the length of a size."""
    def handler(lift: Lifting, iterable_: Any, r: Any = None) -> Any:
        number = None if r is None else lift.fixed(as_size(lift, r), "how many items are taken together")
        if number in (2, 3) and _of_a_size(lift, iterable_):
            whole = iterable_ if isinstance(iterable_, (Array, View, Interval)) else lift.call(list, [iterable_], {})
            return lift.call(twos if number == 2 else threes, [whole], {})
        return listing(make)(lift, iterable_, *(() if r is None else (r,)))
    return handler


def accumulate(lift: Lifting, iterable_: Any, func: Any = None, initial: Any = None) -> Any:
    if next_of(lift, iterable_) is not None:
        lift.refuse("itertools.accumulate of what has no end cannot be lifted", "take some of it before: itertools.islice(x, n)")
    given = {} if initial is None else {"initial": initial}
    if func is None:
        return lift.call(library.python.accumulate_added, [iterable_], given)
    return lift.call(library.python.accumulate, [iterable_, func], given)


def listing(make: Callable[..., Iterator[Any]]) -> Callable[..., Any]:
    """Functions of itertools on iterables whose items are known one by one, and on numbers that are known; `fillvalue` is an item."""
    def handler(lift: Lifting, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        given = [lift.fixed(x.size, "a number") if isinstance(x, Int) else x if x is None else written_out(lift, x) for x in args]
        named = {k: lift.fixed(x.size, k) if isinstance(x, Int) and k != "fillvalue" else x for k, x in kwargs.items()}
        return tuple(make(*given, **named))
    return handler


def groupby(lift: Lifting, iterable_: Any, key: Any = None) -> Any:
    """itertools.groupby: neighbours with the same key; where only a run tells the keys, one group after the other."""
    over = iterable(lift, iterable_)
    if isinstance(over, Counted) and (isinstance(iterable_, (Array, View)) or _of_a_size(lift, iterable_)):
        return _grouped(lift, iterable_, key)
    items, start = written_out(lift, iterable_), savepoint(lift)
    keys = items if key is None else [lift.call(key, [item], {}) for item in items]
    if any(isinstance(k, Scalar) and known(lift, k) is None for k in keys):
        start.undo(lift)
        return _grouped(lift, iterable_, key)
    found: list[tuple[Any, list[Any]]] = []
    for item, k in zip(items, keys):
        if not found or static_key(lift, found[-1][0]) != static_key(lift, k):
            found.append((k, []))
        found[-1][1].append(item)
    return tuple((k, tuple(items)) for k, items in found)


def _grouped(lift: Lifting, x: Any, key: Any) -> Generating:
    """What may change while a loop goes through the groups, which then would be others, is read before."""
    whole = lift.call(np.copy if isinstance(x, (Array, View)) else list, [x], {})
    keys = whole if key is None else lift.call(list, [lift.call(map, [key, whole], {})], {})
    return replace(lift.call(library.iterators.grouped, [whole, keys], {}), ahead=True)


def repeat(lift: Lifting, x: Any, times: Any = None) -> Any:
    if times is None:
        return lift.call(library.python.Repeat, [x], {})
    return (x,) * lift.fixed(as_size(lift, times), "the number of repetitions")


def islice(lift: Lifting, x: Any, *bounds: Any) -> Any:
    start, stop, step = (INT_0, bounds[0], INT_1) if len(bounds) == 1 else (bounds[0], bounds[1], bounds[2] if bounds[2:] else INT_1)
    if next_of(lift, x) is None and _is_sequence(x) and _of_a_size(lift, x):
        return lift.call(operator.getitem, [x, SliceOf(start, stop, step)], {})
    if next_of(lift, x) is None:
        return listing(itertools.islice)(lift, x, *bounds)
    if stop is None:
        lift.refuse("itertools.islice without an end, of what has no end, cannot be lifted", "say where it stops: islice(x, start, stop)")
    if start in (None, INT_0) and step in (None, INT_1):  # one after the other, as they are asked for
        return Mapped(Together((Interval(INT_0, stop, INT_1), x)), operator.itemgetter(1))
    return lift.call(library.python.some_of_unending, [x, INT_0 if start is None else start, stop, step], {})


def _is_sequence(x: Any) -> bool:
    return isinstance(x, (Array, View, Interval)) or (isinstance(x, Items) and x.kind is list and x.longest is None)


def takewhile(lift: Lifting, predicate: Any, x: Any) -> Any:
    taken = library.python.taken_first if next_of(lift, x) is None else library.python.taken_while
    return lift.call(taken, [predicate, x], {})


def pairwise(lift: Lifting, x: Any) -> Any:
    if isinstance(x, (Array, View)) and len(x.shape) == 1:
        x = lift.call(np.copy, [x], {})  # Python keeps the second number of a pair for the next one
    if isinstance(x, (Array, View)) or (isinstance(x, (Items, Instance)) and isinstance(iterable(lift, x), Counted)):
        return Together(tuple(lift.call(operator.getitem, [x, SliceOf(*b, None)], {}) for b in ((None, Int.of(-1)), (INT_1, None))))
    return tuple(itertools.pairwise(written_out(lift, x)))


def starmap(lift: Lifting, function: Any, rows: Any) -> Any:
    """itertools.starmap: as map."""
    if isinstance(rows, Generating) or not _of_a_size(lift, rows):
        return tuple(lift.call(function, list(written_out(lift, row)), {}) for row in written_out(lift, rows))
    return Mapped(rows, lambda row: lift.call(function, list(written_out(lift, row)), {}))


_L = library.iterators
FUNCTIONS: dict[Any, Callable[..., Any]] = {
    itertools.accumulate: accumulate, itertools.repeat: repeat, itertools.pairwise: pairwise, itertools.starmap: starmap,
    itertools.groupby: groupby, itertools.islice: islice, itertools.takewhile: takewhile, itertools.chain: chain,
    itertools.compress: compress, itertools.zip_longest: listing(itertools.zip_longest),
    itertools.combinations: in_twos_and_threes(itertools.combinations, _L.pairs, _L.triples),
    itertools.combinations_with_replacement: in_twos_and_threes(
        itertools.combinations_with_replacement, _L.pairs_or_twice, _L.triples_or_twice),
    itertools.permutations: in_twos_and_threes(itertools.permutations, _L.ordered_pairs, _L.ordered_triples),
    itertools.chain.from_iterable: lambda lift, x: tuple(i for part in written_out(lift, x) for i in written_out(lift, part))}
