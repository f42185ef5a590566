"""Lists of the caller whose items are alike: rows of arrays, as lists are that the program makes, so that it is for every length.

Numbers, and tuples of numbers of one type, are the rows of one array; tuples of several types, dicts and objects are a list for each part;
lists of one length are the rows of a matrix, lists of several the parts of one list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from precis.ir import listed
from precis.ir.refill import has_attributes
from precis.ir.size import Size
from precis.ir.trees import Leaf, Listed, Tree
from precis.ir.types import Shape
from precis.lift.numpy import library
from precis.lift.numpy.forms import LEAF, Form
from precis.lift.numpy.given_pools import things_given
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, Instance, Items, Parts, Stacked

LONG = 9  # items of a list that are rather data than the structure of a program
FEW = 4  # numbers of the lists in a list that are parts of it, such as coordinates

Parameter = Callable[[str, np.ndarray, Shape, bool], Array]  # an array of the caller; the bool: of ints and floats
Dimension = Callable[[str, int, int], Size]  # the size of a name's axis


def form_given(lift: Lifting, x: list[Any], fixed: int) -> listed.Form | None:
    """The form of the items of a list that becomes rows; None of one that is taken item by item. Lists of up to `fixed` numbers have so
    many parts."""
    form = listed.form_of(x, fixed) if len(x) >= lift.ways.least else None
    return None if form is None or (len(x) < LONG and any(leaf.types == listed.MIXED for leaf in _leaves(form))) else form


def is_plain_object(x: Any) -> bool:
    """An object of a user's class whose state is its attributes."""
    return has_attributes(x) and type(x).__module__.split(".")[0] not in ("builtins", "numpy", "scipy")


def rows_given(lift: Lifting, name: str, x: list[Any], form: listed.Form, dimension: Dimension, parameter: Parameter) -> tuple[Any, Tree]:
    """(the list, its tree)"""
    columns = list(zip(_names(name, form), listed.columns_of(form, x, name), strict=True))
    rows = dimension(name, 0, len(x))
    members = dimension(name, 1, len(columns[-1][1])) if form.width == listed.RAGGED else rows
    mixed = [leaf.types == listed.MIXED for leaf in _leaves(form)]
    mixed = [False] * (len(columns) - len(mixed)) + mixed[:len(columns)]  # places come first; columns of one array are alike
    arrays = [parameter(title, column, (rows if k < 2 else members, *_width(form, column, partial(dimension, name, 1))), mixed[k])
              for k, (title, column) in enumerate(columns)]
    leaves = [Leaf("value", lift.content[a].name) for a in arrays]
    return _list(lift, form, iter(arrays)), Listed.of(leaves, form)


def _names(name: str, form: listed.Form, whole: bool = True) -> Iterator[str]:
    """Of the arrays that a list is."""
    if form.types or (form.joined and whole) or (not form.keys and form.width != listed.RAGGED):
        yield name
    elif not form.keys:
        yield from (f"{name}_begins", f"{name}_ends")
        yield from _names(name, form.parts[0])
    else:
        for key, part in zip(form.keys, form.parts):
            yield from _names(f"{name}_{key}", part, False)


def _width(form: listed.Form, column: np.ndarray, dimension: Callable[[int], Size]) -> Shape:
    """Of the rows of a matrix: as many columns as items have parts, or as lists have items in this call."""
    return tuple(dimension(n) if form.width is not None and form.width != listed.RAGGED else Size.of(n) for n in column.shape[1:])


def _list(lift: Lifting, form: listed.Form, arrays: Iterator[Array]) -> Items | Instance:
    if form.types:
        return lift.new_items(list, Stacked((), next(arrays), _is_weak(form)))
    if form.joined:
        count = len(form.keys)
        parts = Parts(form.kind or tuple, (form.parts[0].dtype,) * count, (_is_weak(form.parts[0]),) * count)
        return lift.new_items(list, Stacked((), next(arrays), False, parts))
    if form.keys:
        lists = tuple(_list(lift, leaf, arrays) for leaf in _leaves(form))
        return things_given(lift, _form(form), lists) or _object(lift, library.columns.Columns, form=_form(form), lists=lists)
    if form.width == listed.RAGGED:
        begins, ends = (lift.new_items(list, Stacked((), next(arrays), True)) for _ in range(2))
        return _object(lift, library.runs.Runs, begins=begins, ends=ends, members=_list(lift, form.parts[0], arrays))
    return lift.new_items(list, Stacked((), next(arrays), False, Parts(list, (), (_is_weak(form.parts[0]),))))


def _object(lift: Lifting, cls: type, **attributes: Any) -> Instance:
    made = Instance(cls)
    lift.hold(made, attributes)
    return made


def lists_in(lift: Lifting, rows: Items | Instance) -> tuple[Items, ...]:
    """The lists of parts that a list is now."""
    return lift.held(rows)["lists"] if is_columns(rows) else ()


def is_columns(x: Any) -> bool:
    """Whether a list is a list for each part of its items."""
    return isinstance(x, Instance) and x.cls is library.columns.Columns


def keeps_its_items(form: listed.Form) -> bool:
    """Whether the items are things of their own, which a list keeps wherever they stand in it; numbers and tuples of them are not."""
    return not form.types and (form.kind is None or not issubclass(form.kind, tuple) or any(map(keeps_its_items, form.parts)))


def _is_weak(form: listed.Form) -> bool:
    """Whether numbers are Python's."""
    return form.types <= listed.NUMBERS


def _leaves(form: listed.Form) -> Iterator[listed.Form]:
    if form.types:
        yield form
    for part in form.parts:
        yield from _leaves(part)


def _form(form: listed.Form) -> Form:
    return LEAF if form.types else Form(form.kind, form.keys, tuple(map(_form, form.parts)))
