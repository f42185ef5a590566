"""Structured dtypes: arrays of records as objects that hold an array for every field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from precis.lift.numpy import library
from precis.lift.numpy.functions import defined
from precis.lift.numpy.functions.casts import as_dtype
from precis.lift.numpy.functions.conversion import array, as_shape, copy, filled
from precis.lift.numpy.kinds import kind_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Instance, Int, Items, Method


def structured(lift: Lifting, dtype: Any) -> np.dtype | None:
    """The structured dtype that an argument says; None for others."""
    found = np.dtype(_plain(lift, dtype)) if isinstance(dtype, Items) and dtype.kind is list else dtype
    if not isinstance(found, np.dtype) or found.names is None:
        return None
    for name in found.names:
        base = found[name].base
        if base.names is not None:
            lift.refuse("records within records cannot be lifted", "use one array for every field")
        kind_of(base)
    return found


def _plain(lift: Lifting, x: Any) -> Any:
    """A description of fields as plain Python."""
    if isinstance(x, Items):
        return [_plain(lift, i) for i in lift.held(x)]
    if isinstance(x, tuple):
        return tuple(_plain(lift, i) for i in x)
    return lift.fixed(x.size, "a dimension of a field") if isinstance(x, Int) else x


def made(lift: Lifting, dtype: np.dtype, rank: int, fields: dict[str, Any]) -> Any:
    return lift.call(library.records.Records, [dtype, Int.of(rank), lift.new_items(dict, fields)], {})


def constant_records(lift: Lifting, shape: Any, number: int, dtype: np.dtype) -> Any:
    """np.zeros, np.ones and np.empty of records."""
    dims = as_shape(lift, shape)
    names = dtype.names or ()
    sub = {name: tuple(Int.of(n).size for n in dtype[name].shape) for name in names}
    return made(lift, dtype, len(dims), {name: filled(lift, (*dims, *sub[name]), Int.of(number), dtype[name].base) for name in names})


def of_rows(lift: Lifting, rows: Any, dtype: np.dtype) -> Any:
    """np.array([(1.0, 2), ...], dtype)"""
    kinds = tuple((name, dtype[name].base) for name in dtype.names or ())
    return lift.call(library.records.of_rows, [dtype, kinds, rows], {})


def as_dtype_or_records(lift: Lifting, x: Any) -> np.dtype:
    return structured(lift, x) or as_dtype(lift, x)


def array_or_records(lift: Lifting, object: Any, dtype: Any = None, *args: Any, **kwargs: Any) -> Any:
    records = structured(lift, dtype)
    if records is not None:
        return of_rows(lift, object, records)
    return lift.call(Method(object, "copy"), [], {}) if _is_records(object) else array(lift, object, dtype, *args, **kwargs)


def copied(lift: Lifting, a: Any, *args: Any, **kwargs: Any) -> Any:
    return lift.call(Method(a, "copy"), [], {}) if _is_records(a) else copy(lift, a, *args, **kwargs)


def _is_records(x: Any) -> bool:
    return isinstance(x, Instance) and x.cls is library.records.Records


def of_records_or(definition: Callable[..., Any], other: Callable[..., Any]) -> Callable[..., Any]:
    """The definition for arrays of records, the other handler for all else."""
    def handler(lift: Lifting, a: Any, *args: Any, **kwargs: Any) -> Any:
        return lift.call(definition, [a, *args], kwargs) if _is_records(a) else other(lift, a, *args, **kwargs)
    return handler


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.dtype: as_dtype_or_records, np.array: array_or_records, np.copy: copied,
    np.sort: of_records_or(library.records.in_order, defined.FUNCTIONS[np.sort]),
    np.argsort: of_records_or(library.records.places_in_order, defined.FUNCTIONS[np.argsort])}
