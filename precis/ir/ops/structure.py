"""Operations that move elements: views, updates, sources, and the tally that adjoint programs write into."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from precis.formats import precision_of
from precis.formats.significand import BEYOND, LONGEST, precision_of_one
from precis.ir.ops.record import ACCUMULATE, EXACT, LIBRARY, ONCE, SOURCE, STRUCTURE, SUM, VIEW, Op, Type
from precis.ir.shapes import broadcast, identity_index, indexed, pick_position, picks_adjacent, text
from precis.ir.size import Size, product
from precis.ir.types import At, Attrs, Cut, Index, New, Pick, Value, shape_of

Sizer = Callable[[Size], int]
FEW = 8  # positions that are compared with one another rather than looked up in a table of all
MOST_PRECISION = {np.dtype(np.float64): LONGEST}  # that numbers of a type can have, as a tally counts it

TALLY_COLUMNS = ("signed", "absolute", "squared", "adjoint", "largest", "smallest", "precision")
"""Columns of a tally row for a cotangent g and a weight w:
sum g w, sum |g w|, sum (g w)^2, sum |g|, max |w|, min |w| over w != 0, the least precision that holds every w (bits of the
significand, at most 54: beyond binary64). Pairs whose weight is infinite or NaN count nothing but |g|: rounding leaves
sentinels and masks as they are. Rows start as zeros, "smallest" as infinity."""


def numpy_index(at: Index, picks: Sequence[Any], size: Sizer) -> tuple[Any, ...]:
    """The NumPy index of `at`; rank-0 picks become ints so that NumPy takes basic indexing."""
    def one(item):
        if isinstance(item, At):
            return size(item.position)
        if isinstance(item, New):
            return None
        if isinstance(item, Pick):
            pick = np.asarray(picks[item.operand])
            return int(pick) if pick.ndim == 0 else pick
        start, length = size(item.start), size(item.length)
        stop = start + item.step * length
        return slice(start, stop if stop >= 0 else None, item.step) if length > 0 else slice(0, 0)
    return tuple(map(one, at))


def _infer_slice(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    return indexed(inputs[0].shape, attrs["at"], inputs[1:]), inputs[0].kind


def _slice(xp, arrays, attrs, size):
    return np.asarray(arrays[0])[numpy_index(attrs["at"], arrays[1:], size)]


def _d_slice(b, n, g):
    x, *picks = n.inputs
    return (b.update_add(b.zeros(x.shape, x.kind), g, *picks, at=n.attrs["at"]), *(None for _ in picks))


def _infer_update(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    target, new, *picks = inputs
    region = indexed(target.shape, attrs["at"], picks)
    if new.kind != target.kind:
        raise ValueError(f"stores {new.kind} into {target.kind}")
    if broadcast([region, new.shape]) != region:
        raise ValueError(f"stores shape {text(new.shape)} into a region of shape {text(region)}")
    return target.shape, target.kind


def _update(xp, arrays, attrs, size):
    out = np.array(arrays[0], copy=True)
    out[numpy_index(attrs["at"], arrays[2:], size)] = np.asarray(arrays[1])[()]  # an object array must not hold arrays
    return out


def _d_update(b, n, g):
    at, picks = n.attrs["at"], n.inputs[2:]
    zero = b.const(0.0, g.kind)
    return (b.update(g, zero, *picks, at=at), stored_part(b, n, b.slice(g, *picks, at=at)), *(None for _ in picks))


def stored_part(b, n, g):
    """The cotangent `g` of the region of an update, for what it stores: where positions repeat, the last one stays."""
    at, picks = n.attrs["at"], n.inputs[2:]
    if not any(p.rank for p in picks):
        return g
    axes = [k for k, item in enumerate(i for i in at if not isinstance(i, New)) if isinstance(item, Pick)]
    picked = broadcast([p.shape for p in picks])
    count = product(picked).constant
    stays = _last_of_few(b, picks, picked) if count is not None and count <= FEW else _last(b, n, axes, picked)
    ahead = 0 if not picks_adjacent(at) else sum(isinstance(i, (Cut, New)) for i in at[:pick_position(at)])
    stays = b.reshape(stays, shape=(*picked, *(Size.of(1) for _ in g.shape[ahead + len(picked):])))
    return b.select(stays if stays.shape == g.shape else b.broadcast(stays, shape=g.shape), g, b.const(0.0, g.kind))


def _last_of_few(b, picks, picked):
    """Which of a few positions do not come again behind: each is compared with all others."""
    count = product(picked)
    rows, columns = (count, Size.of(1)), (Size.of(1), count)
    flat = [b.reshape(p if p.shape == picked else b.broadcast(p, shape=picked), shape=(count,)) for p in picks]
    order = b.iota(length=count)
    same = b.lt(b.reshape(order, shape=rows), b.reshape(order, shape=columns))
    for p in flat:
        same = b.bit_and(same, b.eq(b.reshape(p, shape=rows), b.reshape(p, shape=columns)))
    return b.reshape(b.bit_not(b.any(same, axes=(1,))), shape=picked)


def _last(b, n, axes, picked):
    """Which positions do not come again behind, by a table of all that there are along the axes that they are taken from."""
    items = tuple(i for i in n.attrs["at"] if isinstance(i, Pick))
    order = b.reshape(b.iota(length=product(picked)), shape=picked)
    table = b.broadcast(b.const(0, "int64"), shape=tuple(n.inputs[0].shape[k] for k in axes))
    last = b.update(table, order, *n.inputs[2:], at=items)
    return b.eq(b.slice(last, *n.inputs[2:], at=items), order)


def _update_add(xp, arrays, attrs, size):
    out = np.array(arrays[0], copy=True)
    where = numpy_index(attrs["at"], arrays[2:], size)
    if any(isinstance(w, np.ndarray) for w in where):
        np.add.at(out, where, arrays[1])
    else:
        out[where] = out[where] + np.asarray(arrays[1])[()]
    return out


def _d_update_add(b, n, g):
    return (g, b.slice(g, *n.inputs[2:], at=n.attrs["at"]), *(None for _ in n.inputs[2:]))


def _infer_transpose(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    (x,), perm = inputs, attrs["perm"]
    if sorted(perm) != list(range(x.rank)):
        raise ValueError(f"permutation {perm} for rank {x.rank}")
    return tuple(x.shape[p] for p in perm), x.kind


def _d_transpose(b, n, g):
    perm = n.attrs["perm"]
    return (b.transpose(g, perm=tuple(perm.index(k) for k in range(len(perm)))),)


def _infer_reshape(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    (x,), shape = inputs, attrs["shape"]
    if product(x.shape) != product(shape):
        raise ValueError(f"reshapes {text(x.shape)} to {text(shape)}")
    return tuple(shape), x.kind


def _infer_broadcast(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    (x,), shape = inputs, tuple(attrs["shape"])
    if broadcast([x.shape, shape]) != shape:
        raise ValueError(f"broadcasts {text(x.shape)} to {text(shape)}")
    return shape, x.kind


def _infer_concatenate(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    axis, first = attrs["axis"], inputs[0]
    if not 0 <= axis < first.rank:
        raise ValueError(f"axis {axis} for rank {first.rank}")
    for v in inputs[1:]:
        if v.kind != first.kind or v.rank != first.rank or any(
                a != c for k, (a, c) in enumerate(zip(v.shape, first.shape)) if k != axis):
            raise ValueError(f"joins {text(first.shape)} and {text(v.shape)} along axis {axis}")
    length = sum((v.shape[axis] for v in inputs), Size())
    return (*first.shape[:axis], length, *first.shape[axis + 1:]), first.kind


def _d_concatenate(b, n, g):
    axis, start, parts = n.attrs["axis"], Size(), []
    for v in n.inputs:
        at = tuple(Cut(start, d) if k == axis else Cut(Size(), d) for k, d in enumerate(v.shape))
        parts.append(b.slice(g, at=at))
        start = start + v.shape[axis]
    return tuple(parts)


def _infer_pad(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    (x,), shape = inputs, tuple(attrs["shape"])
    if x.rank != len(shape):
        raise ValueError(f"puts shape {text(x.shape)} into shape {text(shape)}")
    return shape, x.kind


def _pad(xp, arrays, attrs, size):
    out = np.zeros(tuple(map(size, attrs["shape"])), np.asarray(arrays[0]).dtype)
    out[tuple(slice(0, n) for n in np.shape(arrays[0]))] = arrays[0]
    return out


def _infer_const(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    value = attrs["value"]
    if isinstance(value, ArrayConstant):
        return shape_of(*value.shape), attrs["kind"]
    return (), attrs["kind"]


def _infer_places(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    (mask,) = inputs
    if mask.kind != "bool" or mask.rank != 1:
        raise ValueError(f"takes one bool per element of one dimension, not {mask.kind} of shape {text(mask.shape)}")
    return (attrs["length"],), "int64"


class ArrayConstant(tuple):
    """(hash name, shape): stands for an array of Program.constants in a `const` node."""

    __slots__ = ()

    @property
    def name(self) -> str:
        return self[0]

    @property
    def shape(self) -> tuple[int, ...]:
        return self[1]


def _infer_tally(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    rows, g, w = inputs
    if rows.rank != 2 or rows.shape[1] != Size.of(len(TALLY_COLUMNS)):
        raise ValueError(f"tallies into shape {text(rows.shape)}")
    broadcast([g.shape, w.shape])
    return rows.shape, "real"


def _tally(xp, arrays, attrs, size):
    out = np.array(arrays[0], copy=True)
    if type(arrays[1]) is np.float64 is type(arrays[2]):
        _tally_one(out[size(attrs["row"])], float(arrays[1]), float(arrays[2]))
        return out
    g, w = np.asarray(arrays[1]), np.asarray(arrays[2])
    if not (g.size and w.size):
        return out
    row, cotangent, magnitude = out[size(attrs["row"])], g, np.asarray(np.abs(w))
    largest = _extreme(np.maximum, magnitude)
    if not largest < np.inf or magnitude.dtype == object:
        counts, zero = (magnitude < np.inf).astype(bool), xp.constant(0.0, "real")
        cotangent, w, magnitude = (np.where(counts, x, zero) for x in (g, w, magnitude))
        largest = _extreme(np.maximum, magnitude)
    share = np.asarray(cotangent * w)
    each = g if g.shape == share.shape else np.broadcast_to(g, share.shape)
    for column, term in enumerate((share, np.abs(share), share * share, np.abs(each))):
        row[column] += np.add.reduce(term, axis=None) if share.ndim else term
    row[4] = max(row[4], largest)
    smallest = _extreme(np.minimum, magnitude)
    if not smallest:
        magnitude = magnitude[magnitude != 0]
        smallest = _extreme(np.minimum, magnitude) if magnitude.size else np.inf
    row[5] = min(row[5], smallest)
    if row[6] < MOST_PRECISION.get(magnitude.dtype, BEYOND):
        row[6] = max(row[6], precision_of(magnitude))
    return out


def _tally_one(row: np.ndarray, g: float, w: float) -> None:
    """The same for single numbers, in a quarter of the time."""
    counts = abs(w) < math.inf
    share, weight = (g * w, abs(w)) if counts else (0.0, 0.0)
    signed, absolute, squares, adjoint, largest, smallest, precision = row.tolist()
    if weight and precision < LONGEST:
        precision = max(precision, precision_of_one(weight))
    row[:] = (signed + share, absolute + abs(share), squares + share * share, adjoint + abs(g), max(largest, weight),
              min(smallest, weight or math.inf), precision)


def _extreme(ufunc: np.ufunc, x: np.ndarray) -> Any:
    return ufunc.reduce(x, axis=None) if x.ndim else x[()]


OPS = (
    Op("slice", VIEW, _infer_slice, _slice, _d_slice, attrs=("at",)),
    Op("transpose", VIEW, _infer_transpose, lambda xp, a, attrs, size: np.transpose(a[0], attrs["perm"]), _d_transpose,
       attrs=("perm",)),
    Op("reshape", VIEW, _infer_reshape, lambda xp, a, attrs, size: np.reshape(a[0], tuple(map(size, attrs["shape"]))),
       lambda b, n, g: (b.reshape(g, shape=n.inputs[0].shape),), attrs=("shape",)),
    Op("broadcast", VIEW, _infer_broadcast,
       lambda xp, a, attrs, size: np.broadcast_to(a[0], tuple(map(size, attrs["shape"]))), lambda b, n, g: (g,),
       attrs=("shape",)),
    Op("update", STRUCTURE, _infer_update, _update, _d_update, attrs=("at",)),
    Op("update_add", ACCUMULATE, _infer_update, _update_add, _d_update_add, SUM, 1, attrs=("at",)),
    Op("concatenate", STRUCTURE, _infer_concatenate, lambda xp, a, attrs, size: np.concatenate(a, attrs["axis"]), _d_concatenate,
       attrs=("axis",)),
    # The first elements of an array of `shape`. Nobody may read the others: native code leaves them as they are.
    Op("pad", STRUCTURE, _infer_pad, _pad, lambda b, n, g: (b.slice(g, at=identity_index(n.inputs[0].shape)),), attrs=("shape",)),
    Op("const", SOURCE, _infer_const, lambda xp, a, attrs, size: xp.constant(attrs["value"], attrs["kind"]), rounding=ONCE,
       attrs=("value", "kind")),
    Op("iota", SOURCE, lambda inputs, attrs: ((attrs["length"],), "int64"),
       lambda xp, a, attrs, size: np.arange(size(attrs["length"]), dtype=np.int64), rounding=EXACT, attrs=("length",)),
    Op("places", STRUCTURE, _infer_places, lambda xp, a, attrs, size: np.flatnonzero(np.asarray(a[0], bool)), rounding=EXACT,
       attrs=("length",)),
    Op("index", SOURCE, lambda inputs, attrs: ((), "int64"), lambda xp, a, attrs, size: np.int64(size(attrs["value"])),
       rounding=EXACT, attrs=("value",)),
    Op("tally", ACCUMULATE, _infer_tally, _tally, None, LIBRARY, 4, attrs=("row",)),
)
