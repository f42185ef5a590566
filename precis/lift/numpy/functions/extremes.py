"""max and min."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from precis.lift.numpy import library
from precis.lift.numpy.branches import choose
from precis.lift.numpy.comparisons import comparison
from precis.lift.numpy.decisions import truth
from precis.lift.numpy.elementwise import apply
from precis.lift.numpy.functions.python import accumulated, len_, written_out
from precis.lift.numpy.functions.ufuncs import UFUNCS
from precis.lift.numpy.iterables import Counted, Listed, iterable
from precis.lift.numpy.kinds import INT
from precis.lift.numpy.numbers import scalar
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_0, MISSING, Generating, Instance, Int, Items, Method, Scalar, Stacked


def extreme(kind: type[ast.cmpop]) -> Callable[..., Any]:
    """max and min of numbers: the first one that no other beats."""
    def handler(lift: Lifting, first: Any, *others: Any, key: Any = None, default: Any = MISSING) -> Any:
        if default is not MISSING:
            return _or_default(lift, first, default, lambda items: handler(lift, items, key=key))
        if key is not None and not others and (place := _place_of_best(lift, first, key, kind)) is not None:
            return lift.call(Method(first, "__getitem__"), [place], {})
        if key is not None and not others and isinstance(over := iterable(lift, first), Counted):
            start = over.item(lift, over.range.start)
            first_pair = start, lift.call(key, [start], {})
            return accumulated(lift, over.after_first(), first_pair, lambda a, x: _better_by(lift, a, x, key, kind))[0]
        if key is not None:
            return _best_by(lift, [first, *others] if others else list(written_out(lift, first)), key, kind)
        if others:
            return _best(lift, [first, *others], kind)
        over = iterable(lift, first)
        if isinstance(over, Listed):
            return _best(lift, list(over.items), kind)
        if lift.sizes.nonnegative(over.range.trips - 1) is False:
            lift.wrong("max or min of nothing")
        return accumulated(lift, over.after_first(), over.item(lift, over.range.start), lambda a, b: _better(lift, a, b, kind))
    return handler


def _place_of_best(lift: Lifting, items: Any, key: Any, kind: type[ast.cmpop]) -> Any:
    """Where the first best one of items with lists of several lengths in them stands, by an int of each; None for other things."""
    if not isinstance(items, Instance) or items.cls is not library.columns.Columns or not any(
            isinstance(column, Instance) for column in lift.held(items)["lists"]):
        return None
    start = savepoint(lift)
    keys = lift.call(library.numeric.keys_of, [key, items], {})
    held = lift.held(keys) if isinstance(keys, Items) else None
    if not isinstance(held, Stacked) or held.first or held.parts or held.rows.dtype.kind not in "iu":
        start.undo(lift)
        return None
    return lift.call(np.argmax if kind is ast.Gt else np.argmin, [held.rows], {})


def _or_default(lift: Lifting, items: Any, default: Any, found: Callable[[Any], Any]) -> Any:
    """What is found among items, or another thing where there are none."""
    if isinstance(items, Generating):
        items = lift.call(list, [items], {})
    some = comparison(lift, ast.Gt(), len_(lift, items), INT_0)
    if isinstance(some, bool):
        return found(items) if some else default
    return choose(lift, some, lambda: found(items), lambda: default)


def _best_by(lift: Lifting, xs: list[Any], key: Any, kind: type[ast.cmpop]) -> Any:
    """The first item whose key no other key beats; keys have to be known where the items are no numbers."""
    if not xs:
        lift.wrong("max or min of nothing")
    best, top = xs[0], lift.call(key, [xs[0]], {})
    for x in xs[1:]:
        new = lift.call(key, [x], {})
        beats = comparison(lift, kind(), new, top)
        if isinstance(beats, bool):
            best, top = (x, new) if beats else (best, top)
        else:
            best, top = (choose(lift, beats, lambda a=a: a, lambda b=b: b) for a, b in ((x, best), (new, top)))
    return best


def _better_by(lift: Lifting, best: tuple[Any, Any], x: Any, key: Any, kind: type[ast.cmpop]) -> Any:
    """(item, its key): the best so far, or another."""
    new = lift.call(key, [x], {})
    beats = truth(lift, comparison(lift, kind(), new, best[1]))
    if isinstance(beats, bool):
        return (x, new) if beats else best
    return choose(lift, beats, lambda: (x, new), lambda: best)


def _best(lift: Lifting, xs: list[Any], kind: type[ast.cmpop]) -> Any:
    if not xs:
        lift.wrong("max or min of nothing")
    best = xs[0]
    for x in xs[1:]:
        best = _better(lift, best, x, kind)
    return best


def _better(lift: Lifting, best: Any, x: Any, kind: type[ast.cmpop]) -> Any:
    best, x = scalar(lift, best), scalar(lift, x)
    if isinstance(best, Int) and isinstance(x, Int) and best.dtype is x.dtype is None:
        pick = lift.sizes.larger if kind is ast.Gt else lift.sizes.smaller
        return Int(pick(best.size, x.size))
    if _is_steady(lift, best, x):
        return replace(apply(lift, UFUNCS[np.maximum if kind is ast.Gt else np.minimum], best, x), weak=True)
    holds = truth(lift, comparison(lift, kind(), x, best))
    if isinstance(holds, bool):
        return x if holds else best
    return choose(lift, holds, lambda: x, lambda: best)


def _is_steady(lift: Lifting, *xs: Any) -> bool:
    """Whether ints that sizes tell by way of floating-point numbers are to be known, and with them the sizes for which they are these."""
    computed = [x for x in xs if isinstance(x, Scalar) and x.given]
    if not computed or not all(x.dtype == INT and x.known is not None if isinstance(x, Scalar) else isinstance(x, Int) for x in xs):
        return False
    lift.lacks.unsteady = True
    return lift.ways.steady


FUNCTIONS: dict[Any, Callable[..., Any]] = {max: extreme(ast.Gt), min: extreme(ast.Lt)}
