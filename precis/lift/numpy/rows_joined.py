"""Lists as rows of an array: of which numbers, arrays or tuples of numbers the items are, and how rows of two kinds meet."""

from __future__ import annotations

from functools import reduce

import numpy as np

from precis.ir.size import Size
from precis.lift.numpy.not_joined import CannotJoin, NoRows
from precis.lift.numpy.numbers import dtype_of, is_python
from precis.lift.numpy.templates import ROWS, ArrayLeaf, Group, ListLeaf, NumberLeaf, Same, Template, opened
from precis.lift.numpy.values import Int, Parts, Scalar


def as_rows(t: Template) -> ListLeaf:
    """The template of a list as rows of an array. Raises CannotJoin."""
    if isinstance(t, ListLeaf):
        return t
    if not isinstance(t, Group) or t.kind not in (tuple, list):
        raise CannotJoin("is a list or something else")
    if t.keys == ROWS and isinstance(t.items[0], ListLeaf):
        return t.items[0]
    if not t.items:
        return ListLeaf(None)
    items = [opened(i) for i in t.items]
    if all(isinstance(i, ArrayLeaf) and not i.lengths and i.shape == items[0].shape for i in items):  # type: ignore[union-attr]
        return ListLeaf(ArrayLeaf((Size.of(len(items)), *items[0].shape), np.result_type(*(i.dtype for i in items))), False)  # type: ignore
    tuples = [p for p in map(_parts, items) if p is not None]
    if len(tuples) == len(items):
        parts = reduce(joined_parts, tuples)
        return ListLeaf(ArrayLeaf((Size.of(len(items)), Size.of(len(parts.dtypes))), np.result_type(*parts.dtypes)), False, parts)
    numbers = [as_number(i) for i in items]
    if any(n is None for n in numbers):
        raise NoRows
    found = [n for n in numbers if n is not None]
    return ListLeaf(ArrayLeaf((Size.of(len(found)),), np.result_type(*(n.dtype for n in found))), all(n.weak for n in found))


def _parts(t: Template) -> Parts | None:
    """What a tuple or list of numbers consists of; None for other things."""
    if not isinstance(t, Group) or t.kind not in (tuple, list) or not t.items:
        return None
    numbers = [n for n in (as_number(opened(i)) for i in t.items) if n is not None]
    return Parts(t.kind, tuple(n.dtype for n in numbers), tuple(n.weak for n in numbers)) if len(numbers) == len(t.items) else None


def joined_parts(a: Parts | None, b: Parts | None) -> Parts:
    if a is None or b is None or a.kind is not b.kind or len(a.dtypes) != len(b.dtypes):
        raise CannotJoin("is a list that grows by tuples of different kinds")
    return Parts(a.kind, tuple(map(np.result_type, a.dtypes, b.dtypes)), tuple(x and y for x, y in zip(a.weak, b.weak)))


def as_number(t: Template) -> NumberLeaf | None:
    if isinstance(t, NumberLeaf):
        return t
    if isinstance(t, ArrayLeaf) and not t.shape:
        return NumberLeaf(t.dtype)
    if isinstance(t, Same) and isinstance(t.value, (bool, Int, Scalar)):
        return NumberLeaf(dtype_of(t.value), is_python(t.value), member_of=getattr(t.value, "member_of", None))
    return None
