"""The return value of a function as a tree of results."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from operator import methodcaller
from typing import Any

import numpy as np

from precis.errors import UnsupportedProgram
from precis.ir.size import Size, smallest
from precis.ir.trees import Attributes, Fields, Leaf, Part, Tree
from precis.ir.types import Value
from precis.lift.numpy import ceilings, library
from precis.lift.numpy.derived import given_back
from precis.lift.numpy.dicts_given import BY_CALLS, given_by, is_dict, lists_given, many_given
from precis.lift.numpy.functions.classes import closure_behind
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.lengths import first_part, padded, written_out
from precis.lift.numpy.numbers import describe, dtype_of, is_numeric, python_type, value_of, worded
from precis.lift.numpy.pools import laid_out
from precis.lift.numpy.room import FIRST, room_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.tables_of_lists import refuse_uneven
from precis.lift.numpy.things_back import arrays_given, is_given_back, items_given, list_given, runs_given, tuples_given
from precis.lift.numpy.values import (
    Array,
    Chosen,
    Instance,
    Int,
    Items,
    Maybe,
    Method,
    OneOf,
    Opaque,
    Partly,
    Perhaps,
    Scalar,
    Stacked,
    Unsure,
    Wording,
)


@dataclass
class Results:
    """What returned trees are made of.

    values  computed ones, in the order of the leaves
    arrays  name of a value -> the array that it is; another array that holds the same is a copy
    """

    values: list[Value]
    arrays: dict[str, Any] = field(default_factory=dict)


def returned_tree(lift: Lifting, x: Any, out: Results) -> Tree:
    """A thing as a tree; computed values are collected in order."""
    if isinstance(x, Int) and x.dtype is None and lift.sizes.resolve(x.size).constant is not None:
        return Leaf("static", lift.sizes.resolve(x.size).constant)
    if isinstance(x, Instance) and x.cls in library.runs.MADE_ANEW:
        x = lift.call(Method(x, "copy"), [], {})
    if isinstance(x, Instance) and x.cls is library.runs.Pieces:
        x = lift.call(Method(x, "laid"), [], {})
    x = written_out(lift, asarray(lift, x) if isinstance(x, Stacked) else x)
    if isinstance(x, Scalar) and x.value is None and x.weak:
        return Leaf("static", x.known)
    if is_numeric(x) and not isinstance(x, bool):
        return _typed(x, _apart(x, _array_tree(lift, lift.settle(value_of(lift, x)), dtype_of(x), out), out))
    if isinstance(x, Items):
        refuse_uneven(lift, x)
        held = lift.held(x, partly=True)
        return _of_kind(lift, x, items_tree(lift, lift.held(x) if isinstance(held, Unsure) and not _partly(held) else held, out))
    if isinstance(x, tuple):
        return tuple(returned_tree(lift, i, out) for i in x)
    if isinstance(x, Instance):
        return _instance(lift, x, out)
    if x is None or isinstance(x, (bool, str)):
        return Leaf("static", x)
    if isinstance(x, Wording):
        return Leaf("static", worded(lift, x))
    if isinstance(x, Chosen) and any(isinstance(o, (Items, Instance)) for o in x.options):
        return Fields.of([returned_tree(lift, i, out) for i in (x.which, *x.options)], _one_of)
    if isinstance(x, Chosen):
        return Fields.of([returned_tree(lift, x.which, out)], partial(_option, x.options))
    if isinstance(x, OneOf):
        return Fields.of([returned_tree(lift, i, out) for i in (x.which, *x.things)], _one_of)
    if isinstance(x, Maybe):
        return Fields.of([returned_tree(lift, i, out) for i in (x.there, x.thing)], _or_none)
    if isinstance(x, Opaque):
        raise UnsupportedProgram(f"the function returns {x.what}", hints=("return the numbers alone",))
    raise UnsupportedProgram(f"the function returns {describe(x)}", hints=("return arrays, numbers, tuples, lists or dicts",))


def _apart(x: Any, tree: Tree, out: Results) -> Tree:
    """The tree of an array; what two arrays hold alike is copied for the second."""
    if not isinstance(x, Array) or not isinstance(tree, Leaf):
        return tree
    return tree if out.arrays.setdefault(tree.value, x) is x else _made(tree, methodcaller("copy"))


def _typed(x: Any, tree: Tree) -> Tree:
    """Numbers of Python come back as such, not as NumPy's."""
    of_python = x.dtype is None if isinstance(x, Int) else isinstance(x, Scalar) and x.weak
    if not of_python:
        return tree
    kind = int if isinstance(x, Int) else {"f": float, "c": complex, "b": bool}.get(x.dtype.kind, int)
    return _made(tree, kind)


def _made(tree: Leaf | Part, made: Callable[[Any], Any]) -> Tree:
    """The tree of a result of which the caller gets what `made` makes of what it got before."""
    made = made if tree.made is None else partial(_in_turn, tree.made, made)
    return Part.of(tree, made) if isinstance(tree, Part) else replace(tree, made=made)


def _in_turn(first: Callable[[Any], Any], then: Callable[[Any], Any], x: Any) -> Any:
    return then(first(x))


def _array_tree(lift: Lifting, value: Value, dtype: Any, out: Results) -> Tree:
    """An array or number; one whose length is known only at run time as the first part of a buffer."""
    varies = [not d.symbols() <= lift.sizes.binding.keys() for d in value.shape]
    if not any(varies):
        out.values.append(value)
        return Leaf("value", value.name)
    tops = [_most(lift, d, sum(varies) > 1) for d in value.shape]
    lengths = [value_of(lift, Int(d)) if v else None for d, v in zip(value.shape, varies)]
    shape = tuple(room_of(lift) if top is None else top.length if top.enough else smallest(top.length, room_of(lift)) for top in tops)
    if any(top is None or not top.enough for top in tops):
        cut = tuple(d if top is not None and top.enough else smallest(d, room) for d, top, room in zip(value.shape, tops, shape))
        value = first_part(lift, value, cut, dtype)
    found = [padded(lift, value, shape, dtype), *(n for n in lengths if n is not None)]
    out.values.extend(found)
    leaves = iter([Leaf("value", v.name) for v in found])
    return Part((next(leaves), *(Leaf("static") if n is None else next(leaves) for n in lengths)))


@dataclass(frozen=True, slots=True)
class _Top:
    """What a length never exceeds; `enough`: whether there is as much memory wherever there is for the arguments."""

    length: Size
    enough: bool = True


def _most(lift: Lifting, length: Size, several: bool) -> _Top | None:
    """The largest length of a returned array, if any is known. Of counts of iterations it is taken for an array of `several` such lengths
    no further than there is room: their product is much more than an argument has elements."""
    def hidden(s: str) -> bool:
        return s not in lift.sizes.binding
    found = lift.sizes.highest(length, hidden)
    if found is not None:
        return _Top(found)
    top = ceilings.most(lift, symbol, hidden) if hidden(symbol := length.symbol or "") else None
    return _Top(top, not several or top.constant is not None) if top is not None and (lift.sizes.example(top) or FIRST) <= FIRST else None


def _partly(held: dict[Any, Any]) -> bool:
    return any(isinstance(i, Perhaps) for i in held.values())


def items_tree(lift: Lifting, held: Any, out: Results) -> Tree:
    """What a list or dict holds."""
    if isinstance(held, Partly):
        things = {k: i.thing if isinstance(i, Perhaps) else i for k, i in held.items()}
        asked = {k: i.there for k, i in held.items() if isinstance(i, Perhaps)}
        return Fields.of([items_tree(lift, part, out) for part in (things, asked)], _those_there)
    if isinstance(held, dict):
        return {k: returned_tree(lift, i, out) for k, i in held.items()}
    if isinstance(held, Stacked) and held.parts and held.parts.dtypes:
        return _made(returned_tree(lift, held, out), partial(tuples_given, held.parts))
    if isinstance(held, Stacked):
        return _made(returned_tree(lift, held, out), partial(list_given, held.parts, held.weak))
    return [returned_tree(lift, i, out) for i in held]


def _of_kind(lift: Lifting, x: Items, tree: Tree) -> Tree:
    """The tree of a list as that of a set, or of a deque (that keeps so many items); of a dict as that of a defaultdict."""
    if x.factory in BY_CALLS and type(tree) is dict:
        return Attributes(list(tree.items()), partial(defaultdict, x.factory))
    kind = partial(deque, maxlen=x.longest) if x.longest is not None or x in lift.made.deques else lift.made.kind(x)
    return Fields.of([tree], partial(_made_of_one, kind)) if kind not in (list, dict) else tree


def _kept_as(lift: Lifting, x: Instance, make: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """What makes the list, or the deque, that x stands for."""
    longest = lift.held(x).get("maxlen")
    bound = None if longest is None else lift.fixed(longest.size, "the length of a deque")
    return make if x.cls is library.columns.Columns else lambda items: deque(make(items), bound)


def _made_of_one(kind: Callable[[Any], Any], items: Iterable[Any]) -> Any:
    return kind(next(iter(items)))


def _records(dtype: np.dtype, fields: Iterable[Any]) -> Any:
    """The array of records with these fields; a record of its own, where it has no dimensions."""
    given = [np.asarray(x) for x in fields]
    made = np.empty(given[0].shape[:given[0].ndim - dtype[0].ndim], dtype)
    for name, x in zip(dtype.names or (), given, strict=True):
        made[name] = x
    return made if made.ndim else made[()]


def _instance(lift: Lifting, x: Instance, out: Results) -> Tree:
    if issubclass(x.cls, tuple):
        made = library.linear.GIVEN_BACK_AS.get(x.cls, x.cls)._make  # type: ignore[attr-defined]
        return Fields.of([returned_tree(lift, i, out) for i in lift.held(x).values()], made)
    if issubclass(x.cls, library.columns.Columns):
        held = lift.held(x)
        form, lists = laid_out(lift, held["form"], held["lists"])
        if not is_given_back(form):
            raise UnsupportedProgram("the function returns a list with functions in it", hints=("return the numbers alone",))
        return Fields.of([returned_tree(lift, column, out) for column in lists], _kept_as(lift, x, partial(items_given, form)))
    if x.cls is library.jagged.Lists:
        lists, of = lists_given(lift, lift.held(x)["lists"])
        return Fields.of([returned_tree(lift, part, out) for part in (lift.held(x)["rows"], *lists)], partial(many_given, of))
    if x.cls is library.runs.Runs:
        held = lift.held(x)
        return Fields.of([returned_tree(lift, held[part], out) for part in ("begins", "ends", "members")], runs_given)
    x = lift.call(Method(x, "as_stretches"), [], {}) if x.cls is library.lines.Lines else x
    if x.cls is library.stretches.Stretches:
        held = lift.held(x)
        return Fields.of([returned_tree(lift, held[part], out) for part in ("begins", "counts")]
                         + [returned_tree(lift, lift.held(held["members"]).rows, out)], arrays_given)
    if issubclass(x.cls, library.octets.Fixed):
        return Fields.of([returned_tree(lift, lift.held(x)["items"], out)], partial(_made_of_one, x.cls.stands_for[0]))
    if x.cls is library.records.Records:
        dtype, fields = lift.held(x)["dtype"], lift.held(lift.held(x)["fields"])
        return Fields.of([returned_tree(lift, fields[name], out) for name in dtype.names], partial(_records, dtype))
    if is_dict(x):
        parts, made = given_by(lift, x)
        return Fields.of([returned_tree(lift, part, out) for part in parts], made)
    if x.cls.__module__.startswith("precis.lift."):
        raise UnsupportedProgram(f"the function returns an object of the class {python_type(x)}",
                                 hints=("return its arrays as a tuple or a dict",))
    if any(closure_behind(f) for cls in x.cls.__mro__ for f in vars(cls).values()):
        raise UnsupportedProgram(f"the function returns an object of the class {x.cls.__name__}, which it defines itself",
                                 hints=("define the class outside of the function, or return its numbers",))
    held = lift.held(x, partly=True)
    if isinstance(held, Partly):
        return Fields.of([items_tree(lift, held, out)], partial(_object_of_those_there, given_back(x.cls)))
    return Attributes([(str(name), returned_tree(lift, i, out)) for name, i in held.items()], given_back(x.cls))


def _object_of_those_there(made: Callable[[dict[str, Any]], Any], attributes: Iterable[Any]) -> Any:
    return made(next(iter(attributes)))


def _option(options: tuple[Any, ...], which: Iterable[Any]) -> Any:
    return options[int(next(iter(which)))]


def _those_there(parts: Iterable[Any]) -> dict[Any, Any]:
    things, asked = parts
    return {k: x for k, x in things.items() if asked.get(k, True)}


def _one_of(items: Iterable[Any]) -> Any:
    which, *things = items
    return things[which]


def _or_none(items: Iterable[Any]) -> Any:
    there, thing = items
    return thing if there else None
