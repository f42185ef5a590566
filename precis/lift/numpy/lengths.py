"""Arrays whose length is known only at run time: selections by masks, written out.

Inside a block such an array is a value whose shape has a run-time count. At the edge of a block (a carry of a loop, the result of a
branch or of the function) it is the first part of a buffer of its capacity, beside its length (docs/adr/0011).
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import fields
from functools import cache
from typing import Any, Union

import numpy as np

from precis.ir.size import Size, product
from precis.ir.types import Cut, Pick, Shape, Value
from precis.lift.numpy.arrays import reshaped
from precis.lift.numpy.contents import note_held
from precis.lift.numpy.evaluated import evaluated
from precis.lift.numpy.journal import Slot, Table
from precis.lift.numpy.kinds import INT
from precis.lift.numpy.numbers import array_constant, computed_here, constant, convert, runtime_size
from precis.lift.numpy.room import check_room
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.source import assigned_in
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, Instance, Items, Masked, MaskPart, Maybe, Partial, Reversed, Stacked, Together

Selected = Union[Masked, MaskPart]


def written_out(lift: Lifting, x: Any) -> Any:
    """A selection by a mask as an array of its own; anything else unchanged."""
    if isinstance(x, MaskPart):
        return compact(lift, positions_of(lift, x))
    return compact(lift, x) if isinstance(x, Masked) else x


def compact(lift: Lifting, x: Masked) -> Array:
    """The selected elements one after the other."""
    value, mask = lift.settle(x.value), lift.settle(x.mask)
    rank = len(mask.shape)
    before, behind = value.shape[:x.axis], value.shape[x.axis + rank:]
    flat = reshaped(lift, value, (*before, product(mask.shape), *behind))
    at = (*(Cut(ZERO, d) for d in before), Pick(0))
    return lift.new_array(lift.emit("slice", flat, places(lift, mask), at=at, dtype=x.dtype), x.dtype)


def places(lift: Lifting, mask: Value) -> Value:
    """The positions in the flat array at which a mask holds."""
    mask = lift.settle(mask)
    return computed_here(lift, "places", mask, lambda: _places(lift, mask))


def _places(lift: Lifting, mask: Value) -> Value:
    if (held := evaluated(lift, mask)) is not None:
        return array_constant(lift, np.flatnonzero(held))
    flat = reshaped(lift, mask, (product(mask.shape),))
    return lift.emit("places", flat, dtype=INT, length=number(lift, mask))


def number(lift: Lifting, mask: Value) -> Size:
    """At how many places a mask holds."""
    mask = lift.settle(mask)
    if (held := evaluated(lift, mask)) is not None:
        return Size.of(int(np.count_nonzero(held)))
    count = lift.emit("sum", convert(lift, mask, INT), dtype=INT, axes=tuple(range(len(mask.shape))))
    size = runtime_size(lift, count, "n")
    limit(lift, size, product(mask.shape))
    return size


def limit(lift: Lifting, size: Size, most: Size) -> None:
    """A run-time count is between 0 and `most`."""
    lift.sizes.limits[str(size)] = (ZERO, most)
    lift.sizes.facts.extend([size, most - size])


def ranks(lift: Lifting, mask: Value) -> Value:
    """How many elements of a mask hold before each of its elements, in the order of the flat array."""
    flat = reshaped(lift, lift.settle(mask), (product(mask.shape),))
    counted = lift.emit("cumsum", convert(lift, flat, INT), dtype=INT, axis=0)
    before = lift.emit("sub", counted, convert(lift, flat, INT), dtype=INT)
    return reshaped(lift, before, mask.shape)


def positions_of(lift: Lifting, part: MaskPart) -> Masked:
    """The index array that np.nonzero(mask) gives for one axis, as a selection."""
    mask = lift.settle(part.mask)
    ramp = lift.emit("iota", dtype=INT, length=mask.shape[part.axis])
    rank = len(mask.shape)
    ramp = reshaped(lift, ramp, tuple(d if k == part.axis else Size.of(1) for k, d in enumerate(mask.shape)))
    return Masked(lift.emit("broadcast", ramp, shape=mask.shape) if rank > 1 else ramp, mask, INT)


def write_out_names(lift: Lifting, mark: int) -> None:
    """At the end of a block, what was bound in it to selections gets arrays: what control flow joins has a shape. One selection
    under several names is one array, also under those that were bound to it before."""
    changes = {slot: (table, key) for slot, (table, key, _) in lift.journal.changes(mark).items() if _has_things(lift, table, key)}
    older = _held_besides(lift, changes)
    made: dict[int, Array] = {}

    def array_of(x: Selected) -> Array:
        if id(x) not in made:
            made[id(x)] = own(lift, x) if id(x) in older or (isinstance(x, Masked) and x.of) else written_out(lift, x)
        return made[id(x)]
    for table, key in changes.values():
        _exchange(lift, table, key, array_of)


def _held_besides(lift: Lifting, slots: Mapping[Slot, tuple[Table, Any]]) -> set[int]:
    """Ids of the selections in slots that other slots have, too."""
    found = selections_in(table.get(key) for table, key in slots.values())
    others = ((table[key] for key in table if (id(table), key) not in slots) for table in _tables(lift)) if found else ()
    return found.keys() & selections_in(x for held in others for x in held).keys()


def selections_in(held: Iterable[Any]) -> dict[int, Selected]:
    """The selections that slots hold, by their ids."""
    found: dict[int, Selected] = {}

    def note(x: Selected) -> Selected:
        found[id(x)] = x
        return x
    for x in held:
        _exchanged(x, note)
    return found


def own_before(lift: Lifting, held: Iterable[Any]) -> bool:
    """Before a block that puts other things in the place of what slots hold: whether these were selections; they are arrays now."""
    found = selections_in(held)
    for x in found.values():
        own(lift, x)
    return bool(found)


def write_out_assigned(lift: Lifting, node: ast.AST) -> None:
    """Before a loop, selections whose names it assigns get arrays: what an iteration hands to the next has a shape."""
    for name in sorted(assigned_in(node)):
        for x in _selections(lift, lift.frame.names.get(name), set()):
            own(lift, x)


def own(lift: Lifting, x: Selected) -> Array:
    """The selection as an array that may be changed, wherever a name, a list, a dict or an object has it or a view of it."""
    found: dict[int, Any] = {}

    def array_of(y: Selected) -> Any:
        if id(y) not in found:
            above = array_of(y.of[0]) if isinstance(y, Masked) and y.of else y
            found[id(y)] = y if above is y or above is y.of[0] else lift.call(operator.getitem, [above, y.of[1]], {})  # type: ignore
        return found[id(y)]
    whole = x
    while isinstance(whole, Masked) and whole.of:
        whole = whole.of[0]
    found[id(whole)] = array = written_out(lift, whole)
    for table in _tables(lift):
        for key in list(table):
            array.views += 2 * _exchange(lift, table, key, array_of)
    return array_of(x)


def _tables(lift: Lifting) -> tuple[Table, ...]:
    """Where names, lists, dicts and objects have what they are bound to."""
    return (*(frame.names for frame in lift.frames), *(t for t in lift.journal.tables.values() if _has_things(lift, t)))


def is_shared(lift: Lifting, x: Masked) -> bool:
    """Whether something else than one name has a selection, or part of it or of what it is part of."""
    def marked(y: Selected) -> Any:
        return None if y is x or (isinstance(y, Masked) and y.of) else y
    held = [h for table in (*(frame.names for frame in lift.frames), lift.content) for h in table.values()]
    return x.of is not None or sum(_exchanged(h, marked) is not h for h in held) > 1


@cache
def _bound_apart(node: ast.If) -> tuple[str, ...]:
    """Names that one way of a branch alone binds, and those that plain assignments of names and tuples in it read or write."""
    bound = [n for n in ast.walk(node) if isinstance(n, ast.Assign) and isinstance(n.value, (ast.Name, ast.Tuple))]
    parts = [n for b in bound for side in (b.value, *b.targets) for n in (side, *ast.iter_child_nodes(side))]
    return tuple(sorted({n.id for n in parts if isinstance(n, ast.Name)} | (_assigned(node.body) ^ _assigned(node.orelse))))


def write_out_held(lift: Lifting, node: ast.If, after: Sequence[ast.stmt], names: Set[str]) -> None:
    """Before a branch, selections get arrays that one way alone binds the name of anew, so that arrays meet behind it, or that it binds
    another name to as a whole (`best = result`). So do those among `names` that `after` binds, which a way that leaves does not reach."""
    for name in sorted({*_bound_apart(node), *(_assigned(after) & names)}):
        for x in _selections(lift, lift.frame.names.get(name), set()):
            own(lift, x)


def _assigned(statements: Sequence[ast.stmt]) -> frozenset[str]:
    """The names that statements bind."""
    return frozenset().union(*map(assigned_in, statements))


def _selections(lift: Lifting, x: Any, seen: set[Any]) -> list[Selected]:
    """x, or those that a list, a dict or an object has, or what it has."""
    if isinstance(x, (Masked, MaskPart)):
        return [x]
    if isinstance(x, (Items, Instance)):
        if x in seen:
            return []
        seen.add(x)
        x = lift.content.get(x)
    parts = x.values() if isinstance(x, dict) else x if isinstance(x, tuple) else ()
    return [s for i in parts for s in _selections(lift, i, seen)]


def _has_things(lift: Lifting, table: Table, key: Any = None) -> bool:
    """Whether a table (or its slot `key`) says what names, lists, dicts or objects are bound to."""
    if table is lift.content:
        return key is None or isinstance(key, (Items, Instance))
    return id(table) in lift.frame_of or id(table) in lift.births


def _exchange(lift: Lifting, table: Table, key: Any, array_of: Callable[[Selected], Any]) -> bool:
    """Whether a slot has something else now."""
    held = table.get(key)
    new = _exchanged(held, array_of)
    if new is not held:
        lift.journal.set(table, key, new)
        if table is lift.content:
            note_held(new)
    return new is not held


def _exchanged(held: Any, array_of: Callable[[Selected], Any]) -> Any:
    """What a slot holds, with other things for the selections in it; itself where there is none."""
    if isinstance(held, (Masked, MaskPart)):
        return array_of(held)
    if isinstance(held, tuple):
        items = tuple(_exchanged(x, array_of) for x in held)
        return held if all(x is y for x, y in zip(items, held)) else items
    if isinstance(held, dict):
        values = {k: _exchanged(x, array_of) for k, x in held.items()}
        return held if all(values[k] is x for k, x in held.items()) else values
    if isinstance(held, (Maybe, Stacked, Together, Reversed, Partial)):
        parts = {f.name: getattr(held, f.name) for f in fields(held)}
        new = _exchanged(parts, array_of)
        return held if new is parts else type(held)(**new)
    return held


def padded(lift: Lifting, v: Value, shape: Shape, dtype: Any) -> Value:
    """`v` as the first part of a buffer of a larger shape."""
    v = lift.settle(v)
    if v.shape == lift.shape(shape):
        return v
    check_room(lift, v.shape, shape)
    zeros = lift.emit("broadcast", constant(lift, 0, dtype), shape=shape)
    return lift.emit("update", zeros, v, dtype=dtype, at=tuple(Cut(ZERO, d) for d in v.shape))


def first_part(lift: Lifting, buffer: Value, shape: Shape, dtype: Any) -> Value:
    return lift.emit("slice", buffer, dtype=dtype, at=tuple(Cut(ZERO, d) for d in shape))


