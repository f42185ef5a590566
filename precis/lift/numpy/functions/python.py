"""Python's own functions: builtins and the math module."""

from __future__ import annotations

import ast
import cmath
import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from precis.errors import UnsupportedProgram
from precis.ir.size import Size
from precis.lift.numpy import library
from precis.lift.numpy.connectives import conjunction, disjunction
from precis.lift.numpy.decisions import truth
from precis.lift.numpy.elementwise import apply
from precis.lift.numpy.functions.accumulating import accumulated, sum_
from precis.lift.numpy.functions.conversion import as_shape, asarray
from precis.lift.numpy.functions.reductions import deciding
from precis.lift.numpy.functions.shaping import ravel
from precis.lift.numpy.functions.texts import formatted, represented, shown
from precis.lift.numpy.functions.ufuncs import UFUNCS
from precis.lift.numpy.iterables import Counted, Listed, iterable, length, yielded
from precis.lift.numpy.lengths import own
from precis.lift.numpy.lengths import written_out as selected
from precis.lift.numpy.numbers import as_size, describe, is_number, is_python_bool, is_weak, operand, scalar
from precis.lift.numpy.operators import binary
from precis.lift.numpy.options import of_options
from precis.lift.numpy.plain_keys import static_key
from precis.lift.numpy.problems import MayHaveChanged
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.unending import next_of
from precis.lift.numpy.values import (
    INT_0,
    INT_1,
    Array,
    Chosen,
    Generating,
    Instance,
    Int,
    Interval,
    Items,
    Mapped,
    Masked,
    Method,
    Places,
    Reversed,
    Scalar,
    SliceOf,
    Stacked,
    Together,
    View,
)


def as_range(lift: Lifting, first: Any, stop: Any = None, step: Any = INT_1) -> Interval:
    return Interval(INT_0, first, step) if stop is None else Interval(first, stop, step)


def len_(lift: Lifting, x: Any) -> Any:
    if isinstance(x, Chosen) and all(isinstance(option, str) for option in x.options):
        return of_options(lift, x, [Int.of(len(option)) for option in x.options])
    return Int(length(lift, x))


def absolute(lift: Lifting, x: Any) -> Any:
    if isinstance(x, bool) or is_python_bool(x):
        return lift.call(int, [x], {})
    if isinstance(x, Int) and x.dtype is None:
        sign = lift.sizes.nonnegative(x.size)
        if sign is not None:
            return x if sign else Int(-x.size)
    if isinstance(x, Instance) and hasattr(x.cls, "__abs__"):
        return lift.call(Method(x, "__abs__"), [], {})
    if isinstance(x, (tuple, Items)):
        lift.wrong(f"abs() of {describe(x)}")
    result = apply(lift, UFUNCS[np.absolute], x)
    return replace(result, weak=True) if is_weak(x) and isinstance(result, Scalar) else result


def as_bool(lift: Lifting, x: Any = False) -> Any:
    """bool(x)"""
    found = truth(lift, x)
    return replace(found, weak=True) if isinstance(found, Scalar) else found


def tested(ufunc: np.ufunc) -> Callable[..., Any]:
    """A test of the math module."""
    return lambda lift, x: as_bool(lift, apply(lift, UFUNCS[ufunc], scalar(lift, x)))


def quantified(op: str) -> Callable[..., Any]:
    """any and all of an iterable."""
    join = conjunction if op == "all" else disjunction

    def handler(lift: Lifting, iterable_: Any) -> Any:
        return as_bool(lift, joined(lift, iterable_))

    def joined(lift: Lifting, iterable_: Any) -> Any:
        if isinstance(iterable_, (Array, View)):
            return deciding(op)(lift, iterable_)
        over = iterable(lift, iterable_)
        if isinstance(over, Counted):
            return accumulated(lift, over, op == "all", lambda a, b: join(lift, a, truth(lift, b)))
        result: Any = op == "all"
        for x in over.items:
            result = join(lift, result, truth(lift, x))
        return result
    return handler


def pow_(lift: Lifting, base: Any, exp: Any, mod: Any = None) -> Any:
    if mod is not None:
        return lift.call(library.python.power_of_integers, [base, exp, mod], {})
    return binary(lift, ast.Pow, base, exp)


def divmod_(lift: Lifting, a: Any, b: Any) -> Any:
    return binary(lift, ast.FloorDiv, a, b), binary(lift, ast.Mod, a, b)


def enumerate_(lift: Lifting, iterable_: Any, start: Any = INT_0) -> Together:
    if next_of(lift, iterable_) is not None:
        return Together((lift.call(itertools.count, [start], {}), iterable_))
    over = iterable(lift, iterable_)
    count = Size.of(len(over.items)) if isinstance(over, Listed) else over.range.trips
    return Together((Interval(start, binary(lift, ast.Add, start, Int(count)), Int.of(1)), iterable_))


def ndindex(lift: Lifting, *shape: Any) -> Places:
    """np.ndindex: all positions of a shape, row by row."""
    return Places(as_shape(lift, shape[0] if len(shape) == 1 else tuple(shape)))


def ndenumerate(lift: Lifting, arr: Any) -> Together:
    a = asarray(lift, arr)
    return Together((Places(lift.shape(a.shape)), ravel(lift, a)))


def product(lift: Lifting, *iterables: Any, repeat: Any = INT_1) -> Any:
    """itertools.product of ranges (positions) or of known lists."""
    times = lift.fixed(repeat.size, "repeat")
    parts = [iterable(lift, x) for x in iterables] * times
    if all(isinstance(p, Counted) for p in parts):
        return Places(tuple(p.range.trips for p in parts), tuple(p.by_number() for p in parts))  # type: ignore[union-attr]
    return tuple(itertools.product(*(written_out(lift, x) for x in iterables), repeat=times))


def list_(lift: Lifting, x: Any = ()) -> Any:
    if isinstance(x, Items) and x.kind is list:
        return lift.new_items(list, lift.held(x))
    found = yielded(lift, x) if isinstance(x, Generating) else collected(lift, numbers_of(lift, x))
    if isinstance(found, Instance) and found.cls is library.columns.Columns:
        return lift.call(Method(found, "copy"), [], {})
    if isinstance(found, Items) and isinstance(held := lift.held(found), Stacked):
        return lift.new_items(list, held) if isinstance(x, Instance) else found  # an object may keep what it goes through
    return lift.new_items(list, written_out(lift, found))


def numbers_of(lift: Lifting, x: Any) -> Any:
    """What gives as many numbers as a size says as a list of them, rows of an array; other things as they are."""
    x = own(lift, x) if isinstance(x, Masked) and _has_rows(x) else selected(lift, x)
    if isinstance(x, (Array, View)) and len(x.shape) == 1 and lift.as_rows(x.shape[0]):
        return lift.new_items(list, Stacked((), lift.call(np.copy, [x], {}), weak=False))
    if isinstance(x, (Array, View)) and len(x.shape) > 1 and lift.sizes.example(lift.sizes.resolve(x.shape[0])) is None:
        return lift.call(library.numeric.as_list, [x], {})  # only a run can count the rows
    of = x.of if isinstance(x, Reversed) else x
    together = of.parts if isinstance(of, Together) else ()
    one_by_one = isinstance(of, Mapped) or _gives_numbers(lift, of) or (bool(together) and all(_gives_numbers(lift, p) for p in together))
    counted = iterable(lift, x) if one_by_one else None
    return lift.call(library.numeric.as_list, [x], {}) if isinstance(counted, Counted) and lift.as_rows(counted.range.trips) else x


def _has_rows(x: Masked) -> bool:
    """Whether items of a selection are arrays, which share their elements with it."""
    return len(x.value.shape) > len(x.mask.shape)


def _gives_numbers(lift: Lifting, x: Any) -> bool:
    """Whether something gives one number after the other, as often as it is asked: a range, an array, rows that are numbers."""
    held = lift.held(x) if isinstance(x, Items) and x.kind is list else x
    rows = held.rows if isinstance(held, Stacked) and not held.first and held.parts is None else held
    return isinstance(rows, Interval) or (isinstance(rows, (Array, View)) and len(rows.shape) == 1)


def written_out(lift: Lifting, x: Any) -> tuple[Any, ...]:
    over = iterable(lift, x)
    if isinstance(over, Listed):
        return over.items
    count = lift.fixed(over.range.trips, "the length of a list")
    return tuple(over.item(lift, over.range.start + k * over.range.step) for k in range(count))


def collected(lift: Lifting, x: Any, running: bool = True) -> Any:
    """What has no known number of items as a list (`running`: what only a run can count, as `zip(*np.nonzero(mask))`); other things as
    they are."""
    if isinstance(x, Instance) and hasattr(x.cls, "__iter__") and not issubclass(x.cls, tuple):
        return collected(lift, lift.call(Method(x, "__iter__"), [], {}), running)
    if isinstance(x, Generating):
        return yielded(lift, x)
    if not isinstance(x, (Together, Mapped, Reversed, Places, Interval)):
        return x
    over = iterable(lift, x)
    if isinstance(over, Listed) or over.range.trips.constant is not None or (running and lift.sizes.example(over.range.trips) is not None):
        return x
    return lift.call(library.numeric.as_list, [x], {})


def tuple_(lift: Lifting, x: Any = ()) -> tuple[Any, ...]:
    return tuple(written_out(lift, x))


def dict_(lift: Lifting, *given: Any, **more: Any) -> Items | Instance:
    x = given[0] if given else ()
    if isinstance(x, Items) and x.kind is dict:
        return lift.new_items(dict, {**lift.held(x), **more})
    if isinstance(x, Instance) and issubclass(x.cls, library.dicts.Table):
        return lift.call(library.lists_by_key.plain, [x], {})
    if isinstance(x, Instance) and hasattr(x.cls, "items"):
        x = lift.call(Method(x, "items"), [], {})
    return _of_pairs(lift, x, more)


def _of_pairs(lift: Lifting, x: Any, more: dict[str, Any]) -> Items | Instance:
    """A dict of pairs, whose number or keys only a run may tell."""
    before = savepoint(lift)
    try:
        pairs = [written_out(lift, pair) for pair in written_out(lift, x)]
        return lift.new_items(dict, {**{static_key(lift, key): value for key, value in pairs}, **more})
    except MayHaveChanged:
        raise
    except UnsupportedProgram as problem:
        before.undo(lift)
        if more:
            raise
        try:
            return lift.call(library.dicts.of_pairs, [x], {})
        except UnsupportedProgram:
            raise problem from None


def from_keys(lift: Lifting, keys: Any, value: Any = None) -> Items | Instance:
    """dict.fromkeys: one value under all keys."""
    return dict_(lift, tuple((key, value) for key in written_out(lift, keys)))


def map_(lift: Lifting, function: Any, *iterables: Any) -> Any:
    """map: of items that are known one by one the results, else one after the other as they are asked for."""
    rows = Mapped(Together(iterables), lambda row: lift.call(function, list(row), {}))
    if next_of(lift, rows) is not None:
        return rows
    at_once = any(isinstance(i, Generating) for i in iterables)
    over = None if at_once else iterable(lift, rows.of)
    return rows if isinstance(over, Counted) and over.range.trips.constant is None else written_out(lift, rows)


def result_type(lift: Lifting, *xs: Any) -> np.dtype:
    seen = [operand(x) if isinstance(x, (Array, View, Scalar, Int)) else x for x in xs]
    return np.result_type(*(x() if isinstance(x, type) and x in (int, float, complex) else x for x in seen))  # a number counts as Python's


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    ord: lambda lift, c: Int.of(ord(c)), chr: lambda lift, i: chr(lift.fixed(as_size(lift, i), "the number of a character")),
    range: as_range, len: len_, sum: sum_, abs: absolute, any: quantified('any'),
    all: quantified('all'), pow: pow_, divmod: divmod_, np.divmod: divmod_, enumerate: enumerate_,
    reversed: lambda lift, x: Reversed(x), list: list_, tuple: tuple_, dict: dict_,
    dict.fromkeys: from_keys,
    np.ndindex: ndindex, np.ndenumerate: ndenumerate, itertools.product: product, map: map_,
    str: lambda lift, x="": shown(lift, x), repr: represented,
    format: formatted,
    slice: lambda lift, *b: _slice(*b), bool: as_bool,
    math.isnan: tested(np.isnan),
    math.isinf: tested(np.isinf),
    math.ulp: lambda lift, x: replace(absolute(lift, scalar(lift, lift.call(np.spacing, [x], {}))), weak=True),
    math.nextafter: lambda lift, x, y: replace(scalar(lift, lift.call(np.nextafter, [x, y], {})), weak=True),
    math.isfinite: tested(np.isfinite),
    cmath.phase: lambda lift, x: replace(scalar(lift, lift.call(np.angle, [x], {})), weak=True),
    cmath.polar: lambda lift, x: (absolute(lift, x), lift.call(cmath.phase, [x], {})),
    cmath.exp: lambda lift, x: replace(apply(lift, UFUNCS[np.exp], x), weak=True),
    cmath.sqrt: lambda lift, x: replace(apply(lift, UFUNCS[np.sqrt], x, dtype=np.complex128), weak=True), np.result_type: result_type,
    np.iscomplexobj: lambda lift, x: asarray(lift, x).dtype.kind == 'c', np.isrealobj: lambda lift, x: asarray(lift, x).dtype.kind != 'c',
    np.isscalar: lambda lift, x: is_number(x),
    np.errstate: lambda lift, **settings: None,
}


def _slice(*bounds: Any) -> Any:
    return SliceOf(None, bounds[0], None) if len(bounds) == 1 else SliceOf(*(*bounds, None)[:3])
