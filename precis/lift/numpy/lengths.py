"""Arrays whose length is known only at run time: selections by masks, written out.

Inside a block such an array is a value whose shape has a run-time count. At the edge of a block (a carry of a loop, the result of a
branch or of the function) it is the first part of a buffer of its capacity, beside its length (docs/adr/0011).
"""

from __future__ import annotations

import ast
from typing import Any

from precis.ir.size import Size, product
from precis.ir.types import Cut, Pick, Shape, Value
from precis.lift.numpy.arrays import reshaped
from precis.lift.numpy.journal import Table
from precis.lift.numpy.kinds import INT
from precis.lift.numpy.numbers import computed_here, constant, convert, runtime_size
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, Instance, Items, Masked, MaskPart


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
    flat = reshaped(lift, mask, (product(mask.shape),))
    return lift.emit("places", flat, dtype=INT, length=number(lift, mask))


def number(lift: Lifting, mask: Value) -> Size:
    """At how many places a mask holds."""
    mask = lift.settle(mask)
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
    """At the end of a block, names that were bound in it to selections get arrays: what control flow joins has a shape."""
    for table, key, _ in list(lift.journal.changes(mark).values()):
        if id(table) in lift.frame_of or id(table) in lift.births or (table is lift.content and isinstance(key, (Items, Instance))):
            _write_out(lift, table, key)


def write_out_assigned(lift: Lifting, node: ast.AST) -> None:
    """Before a loop, selections whose names it assigns get arrays: what an iteration hands to the next has a shape."""
    names = lift.frame.names
    for name in {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}:
        if isinstance(names.get(name), (Masked, MaskPart)):
            lift.journal.set(names, name, written_out(lift, names[name]))


def _write_out(lift: Lifting, table: Table, key: Any) -> None:
    held = table.get(key)
    if isinstance(held, (Masked, MaskPart)):
        lift.journal.set(table, key, written_out(lift, held))
    elif isinstance(held, tuple) and any(isinstance(x, (Masked, MaskPart)) for x in held):
        lift.journal.set(table, key, tuple(written_out(lift, x) for x in held))
    elif isinstance(held, dict) and any(isinstance(x, (Masked, MaskPart)) for x in held.values()):
        lift.journal.set(table, key, {k: written_out(lift, x) for k, x in held.items()})


def own(lift: Lifting, x: Masked) -> Array:
    """The selection as an array that may be changed, under every name that has it."""
    array = compact(lift, x)
    for frame in lift.frames:
        for name, held in list(frame.names.items()):
            if held is x:
                lift.journal.set(frame.names, name, array)
    return array


def padded(lift: Lifting, v: Value, shape: Shape, dtype: Any) -> Value:
    """`v` as the first part of a buffer of a larger shape."""
    v = lift.settle(v)
    if v.shape == lift.shape(shape):
        return v
    zeros = lift.emit("broadcast", constant(lift, 0, dtype), shape=shape)
    return lift.emit("update", zeros, v, dtype=dtype, at=tuple(Cut(ZERO, d) for d in v.shape))


def first_part(lift: Lifting, buffer: Value, shape: Shape, dtype: Any) -> Value:
    return lift.emit("slice", buffer, dtype=dtype, at=tuple(Cut(ZERO, d) for d in shape))


