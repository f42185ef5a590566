"""Functions of one element, or of one row, that are called with whole arrays: np.vectorize."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from precis.lift.numpy import library
from precis.lift.numpy.either_dtype import is_told_by_data
from precis.lift.numpy.functions.casts import as_dtype, cast
from precis.lift.numpy.functions.python import written_out
from precis.lift.numpy.functions.ufuncs import as_operand
from precis.lift.numpy.numbers import dtype_of, known
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Int, Vectorized

CORE = re.compile(r"\(([^()]*)\)")
PYTHONS = {**dict.fromkeys(("i1", "i2", "i4", "u1", "u2", "u4"), int), **dict.fromkeys(("f2", "f4"), float), "c8": complex}
NAME = re.compile(r"[A-Za-z_]\w*")


def vectorize(lift: Lifting, pyfunc: Any, otypes: Any = None, doc: Any = None, excluded: Any = None, cache: Any = False,
              signature: Any = None) -> Vectorized:
    """np.vectorize(pyfunc, ...)"""
    left_out = () if excluded is None else written_out(lift, excluded)
    return Vectorized(pyfunc, _dtypes(lift, otypes), frozenset(known(lift, x) if isinstance(x, Int) else x for x in left_out), signature)


def _dtypes(lift: Lifting, otypes: Any) -> tuple[np.dtype, ...] | None:
    """The dtypes that were stated for the results, one code or one entry each."""
    codes = otypes if otypes is None or isinstance(otypes, str) else written_out(lift, otypes)
    return None if codes is None else tuple(as_dtype(lift, t) for t in codes)


def settled(lift: Lifting, made: np.vectorize) -> Vectorized:
    """An object that was made before the program ran."""
    stated = None if made.otypes is None else tuple(as_dtype(lift, t) for t in made.otypes)  # type: ignore[attr-defined]
    return Vectorized(made.pyfunc, stated, frozenset(made.excluded), made.signature)  # type: ignore[attr-defined]


def call_vectorized(lift: Lifting, f: Vectorized, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """f(*args, **kwargs): element by element, or row by row where f has a signature; results as dtypes that were stated."""
    places = [k for k in range(len(args)) if k not in f.excluded]
    names = [k for k in kwargs if k not in f.excluded]
    arrays = [as_operand(lift, x) for x in (*(args[k] for k in places), *(kwargs[k] for k in names))]
    function = f.function
    if names or len(places) < len(args) or len(names) < len(kwargs):
        named = lift.new_items(dict, dict(kwargs))
        function = lift.call(library.elements.arranged, [function, tuple(args), tuple(map(Int.of, places)), named, tuple(names)], {})
    if f.signature is not None:
        return _stated(lift, _by_rows(lift, function, f.signature, arrays), f.otypes)
    first = lift.call(library.elements.first_of, [function, *arrays], {}) if f.otypes is None else f.otypes
    if f.otypes is None:
        _one_dtype(lift, first, "np.vectorize", "state it, as np.vectorize(f, otypes=[float])")
    items = [_as_python(lift, x) for x in arrays]
    if isinstance(first, tuple) and (f.otypes is None or len(first) > 1):
        found = lift.call(library.elements.vectorized_several, [function, Int.of(len(first)), *items], {})
    else:
        found = lift.call(library.elements.vectorized, [function, *items], {})
    return _stated(lift, found, f.otypes or [dtype_of(r) for r in (first if isinstance(first, tuple) else (first,))])


def _one_dtype(lift: Lifting, first: Any, taker: str, hint: str) -> None:
    """NumPy takes the dtype of all results from the first: not where the data tell it."""
    if any(is_told_by_data(lift, x) for x in (first if isinstance(first, tuple) else (first,))):
        lift.refuse(f"{taker} takes the dtype of all results from the first one, which only the data tell: an int or a float",
                    f"{hint}, or write 0.0 for 0")


def along_axis(lift: Lifting, *args: Any, **kwargs: Any) -> Any:
    """np.apply_along_axis"""
    found = lift.call(library.numeric.apply_along_axis, [as_operand(lift, x) for x in args],
                      {name: as_operand(lift, x) for name, x in kwargs.items()})
    _one_dtype(lift, found, "np.apply_along_axis", "return float(...)")
    return found


def _as_python(lift: Lifting, x: Any) -> Any:
    """Elements as NumPy hands them on: Python numbers. What f gives for the first ones as they are has the dtype of the results."""
    wide = PYTHONS.get(dtype_of(x).str[1:])
    return x if wide is None else cast(lift, x, np.dtype(wide))


def _by_rows(lift: Lifting, function: Any, signature: str, arrays: Sequence[Any]) -> Any:
    taken, given = cores(signature)
    results = generalized(lift, function, taken, len(given), arrays)
    return results[0] if len(given) == 1 else results


def generalized(lift: Lifting, function: Any, taken: Sequence[Sequence[str]], count: int, arrays: Sequence[Any]) -> tuple[Any, ...]:
    """A function of the last axes, brought to all other ones: `count` results."""
    ranks = tuple(Int.of(len(axes)) for axes in taken)
    return lift.call(library.elements.generalized, [function, ranks, Int.of(count), *arrays], {})


def cores(signature: str) -> tuple[list[list[str]], list[list[str]]]:
    """The names of the axes of every argument and of every result: "(m,n),(n)->(m)"."""
    taken, given = ([NAME.findall(part) for part in CORE.findall(side)] for side in signature.split("->"))
    return taken, given


def _stated(lift: Lifting, result: Any, otypes: Sequence[np.dtype] | None) -> Any:
    if otypes is None:
        return result
    if isinstance(result, tuple):
        return tuple(cast(lift, r, t) for r, t in zip(result, otypes, strict=True))
    return cast(lift, result, otypes[0])


FUNCTIONS: dict[Any, Callable[..., Any]] = {np.vectorize: vectorize, np.apply_along_axis: along_axis}
