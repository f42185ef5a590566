"""Lists of things that a program gives back: what the caller gets, from what their lists hold (forms.py)."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from precis.lift.numpy.forms import Form
from precis.lift.numpy.library.runs import Pieces
from precis.lift.numpy.library.stretches import Stretches
from precis.lift.numpy.values import Chosen, Maybe, OneOf, Parts

HEAP = 1 << 9  # Py_TPFLAGS_HEAPTYPE: a class that a class statement made, which copyreg tells by the same flag


def items_given(form: Form, lists: Iterable[Any]) -> list[Any]:
    """A list that the program returns, from what its lists hold."""
    columns = [column if isinstance(column, list) else _listed(np.asarray(column)) for column in lists]
    return [_given(form, iter(row)) for row in zip(*columns)]


def _listed(column: np.ndarray) -> Any:
    """What stands in one of the lists; Python's numbers, as far as they are such."""
    return column.tolist() if column.ndim == 1 and column.dtype in (bool, int, float, complex) else column


def runs_given(parts: Iterable[Any]) -> list[list[Any]]:
    """A list of lists that the program returns, from where each begins and ends and the items of all."""
    begins, ends, members = parts
    return [members[begin:end] for begin, end in zip(begins, ends)]


def arrays_given(parts: Iterable[Any]) -> list[np.ndarray]:
    """A list of arrays of several lengths that the program returns, from where each begins, its length, and the elements of all."""
    begins, counts, members = parts
    return [members[begin:begin + count, 0].copy() for begin, count in zip(begins, counts)]


def list_given(parts: Parts | None, weak: bool, rows: np.ndarray) -> list[Any]:
    """A list of numbers, of arrays, or (`parts`, without dtypes) of lists of numbers that the program returns, from an array."""
    return [parts.kind(_column(row, parts.weak[0])) for row in rows] if parts else list(_column(rows, weak))


def tuples_given(parts: Parts, rows: np.ndarray) -> list[Any]:
    """A list of tuples of numbers that the program returns, from the rows of an array."""
    columns = [_column(column.astype(dtype), weak) for column, dtype, weak in zip(np.moveaxis(rows, -1, 0), parts.dtypes, parts.weak)]
    return list(map(parts.kind, zip(*columns)))


def _column(column: np.ndarray, weak: bool) -> Any:
    """Numbers one after the other; Python's where they are such (`weak`)."""
    return column.tolist() if weak else column


def is_given_back(form: Form) -> bool:
    """Whether the items of a list consist of what the caller has a use for."""
    known = form.kind is not Chosen or all(k is None or isinstance(k, (str, enum.Enum)) for k in form.keys)
    return known and all(map(is_given_back, form.parts))


def _given(form: Form, leaves: Iterator[Any]) -> Any:
    if form.kind in (None, Pieces, Stretches):
        return next(leaves)
    if form.kind is Chosen:
        return form.keys[int(next(leaves))]
    if form.kind is Maybe:
        there, thing = next(leaves), _given(form.parts[0], leaves)
        return thing if there else None
    which = int(next(leaves)) if form.kind is OneOf else None
    parts = [_given(part, leaves) for part in form.parts]
    if which is not None:
        return parts[which]
    if form.kind is dict:
        return dict(zip(form.keys, parts))
    if issubclass(form.kind, (tuple, list)):
        return getattr(form.kind, "_make", form.kind)(parts)
    return object_of(form.kind, dict(zip(map(str, form.keys), parts)))


def object_of(cls: type, attributes: dict[str, Any]) -> Any:
    """An object of the user's class as it is at the end of the function, whatever its __init__ does."""
    builtin: Any = next(c for c in cls.__mro__ if not c.__flags__ & HEAP)  # object, or a class that object.__new__ cannot make
    made = builtin.__new__(cls)
    for name, x in attributes.items():
        object.__setattr__(made, name, x)
    return made
