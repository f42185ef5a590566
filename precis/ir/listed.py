"""Lists of the caller whose items are alike, as arrays: of what form the items are, and their numbers column by column.

[(0, 1, 2.5), (1, 2, 0.3)] is three columns, two of integers and one of floats; [[1, 2], [0], []] one of places, where the numbers of each
item begin, and one of all numbers. Types are Python's own: a list of floats is no list of ints.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from precis.errors import InputError, plural
from precis.ir.refill import attributes_of, inside

WHOLE = 2**53  # integers up to this are floating-point numbers, too
NUMBERS = frozenset({bool, int, float, complex})
MIXED = frozenset({int, float})


@dataclass(frozen=True, slots=True)
class Form:
    """What one item of a list is.

    types  of numbers: Python's types (int and float where a column has both); else empty
    kind   of other things: tuple, list, dict or a class, of the parts `parts` under `keys`; without keys, a list of items of the form
           parts[0], of any length (RAGGED) or of one that all items have (`width`, as in the example)
    """

    types: frozenset[type] = frozenset()
    kind: type | None = None
    keys: tuple[Any, ...] = ()
    parts: tuple[Form, ...] = ()
    width: int | None = None

    @property
    def joined(self) -> bool:
        """Whether the parts are numbers of one type, which are columns of one array."""
        return self.kind in (tuple, list) and len(self.keys) > 0 and len({p.types for p in self.parts}) == 1 and bool(self.parts[0].types)

    @property
    def dtype(self) -> np.dtype:
        return np.result_type(*(np.dtype(t) for t in self.types))


RAGGED = -1
AGAIN = ("lift again with this list",)


def form_of(items: Sequence[Any], fixed: int) -> Form | None:
    """The form that all items have; None where they have none, or there are none. Lists of numbers in it, all of one length up to
    `fixed`, have so many parts; longer ones may have another length in other calls."""
    kinds = set(map(type, items))
    if kinds <= NUMBERS or all(issubclass(k, np.number | np.bool_) for k in kinds):
        return Form(frozenset(kinds)) if len(kinds) == 1 or _may_be_mixed(kinds, items) else None
    if len(kinds) != 1:
        return None
    (kind,) = kinds
    if kind is list:
        return _form_of_lists(items, fixed)
    named = [n for n in map(_named, items) if n is not None]
    keys = tuple(named[0]) if named else ()
    if not keys or len(named) < len(items) or any(tuple(n) != keys for n in named):
        return None
    return _of_parts(kind, keys, [form_of([n[key] for n in named], 0) for key in keys])


def _may_be_mixed(kinds: set[type], items: Sequence[Any]) -> bool:
    return kinds == MIXED and all(abs(x) <= WHOLE for x in items if type(x) is int)


def _of_parts(kind: type, keys: tuple[Any, ...], parts: Sequence[Form | None]) -> Form | None:
    found = tuple(p for p in parts if p is not None and p.width is None)
    return Form(frozenset(), kind, keys, found) if len(found) == len(keys) else None


def _form_of_lists(items: Sequence[list[Any]], fixed: int) -> Form | None:
    lengths = set(map(len, items))
    inner = form_of(list(chain.from_iterable(items)), 0)
    if len(lengths) == 1 and 0 < min(lengths) <= fixed:
        keys = tuple(range(min(lengths)))
        return _of_parts(list, keys, [form_of(column, 0) for column in zip(*items)])
    if inner is None or inner.width is not None:
        return None
    if len(lengths) == 1 and inner.types:
        return Form(frozenset(), list, (), (inner,), min(lengths))
    return Form(frozenset(), list, (), (inner,), RAGGED)


def _named(x: Any) -> dict[Any, Any] | None:
    """The parts of a tuple, dict or object by their names."""
    if isinstance(x, (tuple, list)):
        return x._asdict() if hasattr(x, "_asdict") else dict(enumerate(x))  # type: ignore[attr-defined]
    if isinstance(x, dict):
        return dict(x) if type(x) is dict else None
    own = type(x).__module__.split(".")[0] not in ("builtins", "numpy", "scipy")
    return attributes_of(x) if own and not isinstance(x, type) else None


def columns_of(form: Form, items: Sequence[Any], where: str) -> list[np.ndarray]:
    """The arrays that items of a form are. Raises InputError where one of them is of another form; `where`: the list."""
    if not isinstance(items, list):
        raise InputError(f"argument {where}: lifted for a list, not for {type(items).__name__}", hints=AGAIN)
    found = columns_or_none(form, items)
    if found is None:
        _refuse(form, items, where)
    return found or []


def columns_or_none(form: Form, items: Any) -> list[np.ndarray] | None:
    """The same; None where they are of another form."""
    found: list[np.ndarray] = []
    for column in _columns(form, items) if isinstance(items, list) else (None,):
        if column is None:
            return None
        found.append(column)
    return found


def _columns(form: Form, items: Sequence[Any], whole: bool = True) -> Iterator[np.ndarray | None]:
    """None for those that are of another form. `whole`: the items are no parts of other ones."""
    if form.types:
        yield _numbers(form, items)
    elif not form.keys:
        yield from _of_lists(form, items)
    elif not _are_of(form, items):
        yield None
    elif form.joined and whole:
        flat = _numbers(form.parts[0], list(chain.from_iterable(items)))
        yield flat if flat is None else flat.reshape(len(items), len(form.keys))
    elif form.kind in (tuple, list):
        for part, column in zip(form.parts, zip(*items) if items else [()] * len(form.keys)):
            yield from _columns(part, column, False)
    else:
        for part, key in zip(form.parts, form.keys):
            yield from _columns(part, [inside(x, key) if form.kind is dict else getattr(x, key) for x in items], False)


def _numbers(form: Form, items: Sequence[Any]) -> np.ndarray | None:
    if not set(map(type, items)) <= form.types:
        return None
    if form.types == MIXED and not _may_be_mixed(set(MIXED), items):
        return None
    try:
        return np.array(items, form.dtype)
    except OverflowError:
        return None


def _of_lists(form: Form, items: Sequence[Any]) -> Iterator[np.ndarray | None]:
    if set(map(type, items)) - {list}:
        yield None
        return
    lengths, flat = list(map(len, items)), list(chain.from_iterable(items))
    if form.width == RAGGED:
        ends = np.cumsum(lengths, dtype=np.int64)
        yield ends - lengths
        yield ends
        yield from _columns(form.parts[0], flat)
        return
    width, numbers = lengths[0] if lengths else form.width or 0, _numbers(form.parts[0], flat)
    yield None if numbers is None or set(lengths) - {width} else numbers.reshape(len(items), width)


def _are_of(form: Form, items: Sequence[Any]) -> bool:
    """Whether all items are of a kind and have as many parts, or the parts of these names."""
    if set(map(type, items)) - {form.kind}:
        return False
    if form.kind is not None and issubclass(form.kind, (tuple, list)):
        return not set(map(len, items)) - {len(form.keys)}
    return all(tuple(x if form.kind is dict else attributes_of(x)) == form.keys for x in items)


def _refuse(form: Form, items: Sequence[Any], where: str) -> None:
    """Say which item is of another form."""
    for k, x in enumerate(items):
        _look(form, x, f"{where}[{k}]")
    lengths = sorted(set(map(len, items)))
    raise InputError(f"argument {where}: lifted for lists of one length, not of {lengths[0]} and {lengths[-1]} items",
                     hints=("lift again with a list in which they differ",))


def _look(form: Form, x: Any, where: str) -> None:
    if form.types:
        _look_at_number(form, x, where)
    elif form.keys:
        if not _are_of(form, [x]):
            raise InputError(f"argument {where}: lifted for {_said(form.kind, form.keys)}, not {_said(type(x), tuple(_named(x) or ()))}",
                             hints=AGAIN)
        for key, part in zip(form.keys, form.parts):
            _look(part, x[key] if isinstance(x, (dict, list)) else (_named(x) or {})[key], f"{where}[{key!r}]")
    elif type(x) is not list:
        raise InputError(f"argument {where}: lifted for a list, not for {type(x).__name__}", hints=AGAIN)
    else:
        for k, part in enumerate(x):
            _look(form.parts[0], part, f"{where}[{k}]")


def _look_at_number(form: Form, x: Any, where: str) -> None:
    if type(x) not in form.types:
        names = " or ".join(sorted(t.__name__ for t in form.types))
        raise InputError(f"argument {where}: lifted for items that are {names}, not {type(x).__name__}", hints=AGAIN)
    if _numbers(form, [x]) is None:
        raise InputError(f"argument {where}: {x} is too large", hints=("give integers of 64 bits, and beside floats below 2**53",))


def _said(kind: type | None, keys: tuple[Any, ...]) -> str:
    name = getattr(kind, "__name__", "")
    if kind in (tuple, list):
        return f"a {name} of {plural(len(keys), 'item')}"
    return f"{name} of {', '.join(map(str, keys))}" if keys else name
