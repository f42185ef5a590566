"""Primitives that move elements: broadcasts, reshapes, slices, joins, padding."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from precis.ir.shapes import identity_index
from precis.ir.size import Size
from precis.ir.types import At, Cut, Value, shape_of
from precis.lift.jaxpr.avals import kind_of
from precis.lift.jaxpr.facts import LIMIT

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

ZERO, ONE = Size.of(0), Size.of(1)


def cut(start: int, stop: int, step: int = 1) -> Cut:
    """start:stop:step of a static slice with step > 0."""
    return Cut(Size.of(start), Size.of(max(0, -(-(stop - start) // step))), step)


def broadcast_in_dim(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """Kept narrow: at most a reshape that lines the operand's axes up, NumPy's rule broadcasts the rest."""
    (value, *_), operand, out = x, eqn.invars[0].aval, eqn.outvars[0].aval
    if value.rank == 0:
        return value
    axes = dict(zip(eqn.params["broadcast_dimensions"], (ONE,) * (operand.ndim - value.rank) + value.shape))
    aligned = [axes.get(d, ONE) for d in range(out.ndim)]
    while len(aligned) > value.rank and aligned[0] == ONE:
        aligned.pop(0)
    placed = value if tuple(aligned) == value.shape else lo.b.reshape(value, shape=tuple(aligned))
    if tuple(eqn.params["broadcast_dimensions"]) == tuple(range(out.ndim - 1)) and out.shape[-1] == 1:
        lo.facts.columns[placed.name] = (value,)
    return placed


def reshape(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    if x[0].rank == 0:
        return x[0]
    value = lo.full(x[0], eqn.invars[0].aval)
    if eqn.params["dimensions"] is not None:
        value = lo.b.transpose(value, perm=tuple(map(int, eqn.params["dimensions"])))
    return _reshaped(lo, value, tuple(eqn.params["new_sizes"]))


def _reshaped(lo: Lowering, value: Value, shape: Sequence[int]) -> Value:
    wanted = shape_of(*shape)
    return value if value.shape == wanted else lo.b.reshape(value, shape=wanted)


def squeeze(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """A slice of length one that is squeezed is a position: `u[2:3]` squeezed is `u[2]`."""
    if x[0].rank == 0:
        return x[0]
    value, axes = lo.full(x[0], eqn.invars[0].aval), {int(d) for d in eqn.params["dimensions"]}
    node = lo.shared.producers.get(value.name)
    at = node and node.op == "slice" and len(node.inputs) == 1 and _positions(node.attrs["at"], axes)
    if node is not None and at:
        return lo.b.slice(*node.inputs, at=at)
    return _reshaped(lo, value, eqn.outvars[0].aval.shape)


def _positions(at: Sequence, axes: set[int]) -> tuple | None:
    """An index without picks whose result axes `axes`, of length one, are positions; None where that cannot be said."""
    items, axis = [], 0
    for item in at:
        if not isinstance(item, (At, Cut)):
            return None
        items.append(At(item.start) if isinstance(item, Cut) and axis in axes else item)
        axis += isinstance(item, Cut)
    return tuple(items) if axes < set(range(axis)) or axes == set(range(axis)) else None


def expand(lo: Lowering, value: Value, axes: Sequence[int]) -> Value:
    """New axes of length one, at these positions of the result."""
    rank = value.rank + len(axes)
    dims = iter(value.shape)
    return lo.b.reshape(value, shape=tuple(ONE if d in axes else next(dims) for d in range(rank)))


def transpose(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    return x[0] if x[0].rank == 0 else transposed(lo, lo.full(x[0], eqn.invars[0].aval), eqn.params["permutation"])


def transposed(lo: Lowering, value: Value, perm: Sequence[int]) -> Value:
    perm = tuple(map(int, perm))
    return value if perm == tuple(range(value.rank)) else lo.b.transpose(value, perm=perm)


def slice_(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    if x[0].rank == 0:
        return x[0]
    p = eqn.params
    steps = p["strides"] or (1,) * len(p["start_indices"])
    value = lo.full(x[0], eqn.invars[0].aval)
    return sliced(lo, value, tuple(map(cut, p["start_indices"], p["limit_indices"], steps)))


def sliced(lo: Lowering, value: Value, at: tuple) -> Value:
    return value if at == identity_index(value.shape) else lo.b.slice(value, at=at)


def rev(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    return x[0] if x[0].rank == 0 else flip(lo, lo.full(x[0], eqn.invars[0].aval), eqn.params["dimensions"])


def flip(lo: Lowering, value: Value, axes: Sequence[int]) -> Value:
    at = tuple(Cut(d - 1, d, -1) if k in axes and d.constant else Cut(ZERO, d) for k, d in enumerate(value.shape))
    return lo.b.slice(value, at=at)


def concatenate(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    full = [lo.full(v, a.aval) for v, a in zip(x, eqn.invars)]
    if len(full) == 1:
        return full[0]
    axis = int(eqn.params["dimension"])
    out = lo.b.concatenate(*full, axis=axis)
    columns = [(v,) if v.rank == 0 and a.aval.shape[-1] == 1 else lo.facts.columns.get(v.name) for v, a in zip(x, eqn.invars)]
    if axis == out.rank - 1 and all(columns):
        lo.facts.columns[out.name] = tuple(c for group in columns for c in group)  # type: ignore[union-attr]
    return out


def stack(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    axis = int(eqn.params["axis"])
    return lo.b.concatenate(*(expand(lo, lo.full(v, a.aval), (axis,)) for v, a in zip(x, eqn.invars)), axis=axis)


def unstack(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    value, axis = lo.full(x[0], eqn.invars[0].aval), int(eqn.params["axis"])
    before = identity_index(value.shape[:axis])
    return [lo.b.slice(value, at=(*before, At(Size.of(k)))) for k in range(len(eqn.outvars))]


def split(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    value, axis, sizes = lo.full(x[0], eqn.invars[0].aval), int(eqn.params["axis"]), eqn.params["sizes"]
    starts = accumulate(sizes, initial=0)
    before = identity_index(value.shape[:axis])
    return [lo.b.slice(value, at=(*before, Cut(Size.of(start), Size.of(n)))) for start, n in zip(starts, sizes)]


def tile(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """Each axis of length n repeated r times: (1, n) broadcast to (r, n), flattened."""
    value, repeats = lo.full(x[0], eqn.invars[0].aval), eqn.params["reps"]
    pairs = [(r, d.constant) for r, d in zip(repeats, value.shape)]
    thin = lo.b.reshape(value, shape=shape_of(*(n for _, d in pairs for n in (1, d or 0))))
    wide = lo.b.broadcast(thin, shape=shape_of(*(n for r, d in pairs for n in (r, d or 0))))
    return _reshaped(lo, wide, eqn.outvars[0].aval.shape)


def iota(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """0, 1, ... along one axis; kept narrow."""
    aval, axis = eqn.outvars[0].aval, eqn.params["dimension"]
    value = counted(lo, aval.shape[axis], kind_of(aval))
    after = aval.ndim - axis - 1
    return lo.b.reshape(value, shape=shape_of(aval.shape[axis], *(1,) * after)) if after else value


def empty(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """Memory that is still to be written: zero, as in XLA's own lowering, so that what stays unwritten is the same."""
    return lo.constant(0, eqn.outvars[0].aval)


def counted(lo: Lowering, length: int, kind: str) -> Value:
    """The positions 0, 1, ..., length - 1."""
    value = lo.convert(lo.b.iota(length=Size.of(length)), kind)
    if kind != "real":
        lo.facts.progression[value.name] = (0, 1)
    if length <= (256 if kind == "real" else LIMIT):  # integers up to 256 are exact in bfloat16
        lo.facts.elements[value.name] = np.array([Size.of(k) for k in range(length)], dtype=object)
    return value


def pad(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """The padding value everywhere, then what is kept of the operand where it goes, by its interior step."""
    value, filling = lo.full(x[0], eqn.invars[0].aval), x[1]
    shape = eqn.outvars[0].aval.shape
    return padded(lo, value, filling, eqn.params["padding_config"], shape)


def padded(lo: Lowering, value: Value, filling: Value, config: Sequence[tuple[int, int, int]], shape: Sequence[int]) -> Value:
    places = [_kept(d.constant or 0, *c, n) for d, c, n in zip(value.shape, config, shape)]
    target = lo.spread(filling, shape_of(*shape)) if shape else filling
    if any(count == 0 for _, count, _, _ in places):
        return target
    kept = sliced(lo, value, tuple(Cut(Size.of(first), Size.of(count)) for first, count, _, _ in places))
    at = tuple(Cut(Size.of(start), Size.of(count), step) for _, count, start, step in places)
    return kept if at == identity_index(target.shape) else lo.b.update(target, kept, at=at)


def _kept(length: int, low: int, high: int, interior: int, out: int) -> tuple[int, int, int, int]:
    """(first kept element, how many, its position in the result, step): element k goes to low + k * step if within the result."""
    step = interior + 1
    first = max(0, -(low // step)) if low < 0 else 0
    last = min(length - 1, (out - 1 - low) // step)
    return first, max(0, last - first + 1), low + first * step, step


