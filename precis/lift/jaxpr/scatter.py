"""Scatters: `x.at[i].set(v)`, `.add`, `.multiply`, `.min`, `.max`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import eval_jaxpr

from precis.ir.size import Size
from precis.ir.types import At, Cut, Value, shape_of
from precis.lift.jaxpr.folding import folded
from precis.lift.jaxpr.indexing import Window, along, clamp, components, inside, order, over_windows, place
from precis.lift.jaxpr.shape import ZERO, transposed

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

Handler = Callable[["Lowering", Any, list[Value]], Any]
APPLIED = "apply"


def scatter(name: str) -> Handler:
    """`name`: set, add, or an op that joins the old value with the new where positions are unique.

    Repeated positions: `set` keeps the last, as XLA does on CPU; others take all of them. Windows out of range are dropped
    (mode fill_or_drop), moved inside (clip), or do not occur (promise_in_bounds). A `set` with a
    function of its own applies it (`x.at[i].apply(f)`).
    """
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
        combine = APPLIED if name == "set" and _applies(eqn) else name
        operand, (window, batch, wanted) = lo.full(x[0], eqn.invars[0].aval), _window(eqn)
        new = lo.full(x[2], eqn.invars[2].aval)
        starts = components(lo, x[1], eqn.invars[1].aval, len(window.mapped))
        mode = eqn.params["mode"].name
        test = inside(lo, window, starts) if mode == "FILL_OR_DROP" else None
        unique = eqn.params["unique_indices"] or max(batch, default=0) <= 1 or _distinct(lo, x[1], window, mode == "CLIP")
        if combine not in ("add", "set") and not unique:
            return _one_by_one(lo, eqn, operand, window, starts, new, batch, wanted, combine)
        if test is not None and batch and combine != "add":
            return _beside(lo, eqn, operand, window, starts, test, new, batch, wanted, combine)
        if mode == "CLIP" or test is not None:
            starts = [clamp(lo, s, window.most(d)) for d, s in zip(window.mapped, starts)]
        return _write(lo, eqn, operand, window, starts, test, new, batch, wanted, combine)
    return handler


def _applies(eqn: Any) -> bool:
    """Whether what is put is computed from what was there: `x.at[i].apply(f)`."""
    update = getattr(eqn.params["update_jaxpr"], "jaxpr", eqn.params["update_jaxpr"])
    return update is not None and update.outvars[0] is not update.invars[1]


def _distinct(lo: Lowering, indices: Value, window: Window, clipped: bool) -> bool:
    """Whether every position is known, and no two are equal, also where they are moved inside."""
    known = lo.facts.elements.get(indices.name)
    if known is None or known.ndim < 1:
        return False
    flat = known.reshape(-1, known.shape[-1])
    if not all(isinstance(k, Size) and k.constant is not None for k in flat.flat):
        return False
    rows = [tuple(k.constant for k in row) for row in flat]
    if clipped:
        rows = [tuple(min(max(k, 0), window.most(d)) for d, k in zip(window.mapped, row)) for row in rows]
    return len(set(rows)) == len(rows)


def _applied(lo: Lowering, eqn: Any, old: Value) -> Value:
    """The function of a scatter of every element of what is there."""
    update = eqn.params["update_jaxpr"]
    jaxpr, constants = (update.jaxpr, update.consts) if hasattr(update, "consts") else (update, eqn.params["update_consts"])
    dtype = eqn.invars[0].aval.dtype
    shape = tuple(d.constant or 0 for d in old.shape)
    function = jnp.vectorize(lambda element: eval_jaxpr(jaxpr, constants, element, jnp.zeros((), dtype))[0])
    (found,) = lo.inline(jax.make_jaxpr(function)(jax.ShapeDtypeStruct(shape, dtype)), [old], eqn)
    return lo.full(found, jax.ShapeDtypeStruct(shape, dtype))


def _window(eqn: Any) -> tuple[Window, tuple[int, ...], list]:
    """(window, batch shape, labels of the axes of the updates)."""
    numbers, operand, updates = eqn.params["dimension_numbers"], eqn.invars[0].aval, eqn.invars[2].aval
    batch = eqn.invars[1].aval.shape[:-1]
    batching = along(numbers.operand_batching_dims, numbers.scatter_indices_batching_dims)
    dropped = tuple(map(int, numbers.inserted_window_dims))
    kept = [d for d in range(operand.ndim) if d not in dropped and d not in batching]
    lengths = dict(zip(kept, (updates.shape[int(k)] for k in numbers.update_window_dims)))
    sizes = tuple(lengths.get(d, 1) for d in range(operand.ndim))
    window = Window(operand.shape, sizes, dropped, tuple(map(int, numbers.scatter_dims_to_operand_dims)), batching)
    windows, batches = iter(kept), iter(range(len(batch)))
    inner = set(map(int, numbers.update_window_dims))
    return window, batch, [("window", next(windows)) if k in inner else ("batch", next(batches)) for k in range(updates.ndim)]


def _write(lo: Lowering, eqn: Any, operand: Value, window: Window, starts: Sequence[Value], test: Value | None, new: Value,
           batch: Sequence[int], wanted: list, combine: str) -> Value:
    """Write windows that lie within the operand; where `test` is False the old value, or zero to add."""
    index, labels = place(lo, window, starts, batch)
    new = transposed(lo, new, order(wanted, labels))
    at, picks = tuple(index.items), index.picks
    old = lo.b.slice(operand, *picks, at=at) if combine != "add" else lo.b.const(0, new.kind)
    if combine not in ("add", "set"):
        new = _applied(lo, eqn, old) if combine == APPLIED else lo.b.call(combine, old, new)
    if test is not None:
        new = lo.b.select(over_windows(lo, test, batch, [k for k, label in enumerate(labels) if label[0] == "window"]), new, old)
    if combine == "add":
        return lo.b.update_add(operand, new, *picks, at=at)
    return lo.b.update(operand, new, *picks, at=at)


def _one_by_one(lo: Lowering, eqn: Any, operand: Value, window: Window, starts: Sequence[Value], new: Value, batch: Sequence[int],
                wanted: list, combine: str) -> Value:
    """Windows at positions that may repeat, one after the other in row-major order of the batch."""
    if window.batching:
        raise ValueError(f"it combines by {combine} at positions that may repeat, in batches; pass unique_indices=True if they do not")
    count = int(np.prod(batch))
    windows = [label for label in wanted if label[0] == "window"]
    labels = [*(("batch", k) for k in range(len(batch))), *windows]
    rows = transposed(lo, new, order(wanted, labels))
    rows = lo.b.reshape(rows, shape=(Size.of(count), *rows.shape[len(batch):]))
    flat = [lo.b.reshape(s if s.shape == shape_of(*batch) else lo.spread(s, shape_of(*batch)), shape=shape_of(count)) for s in starts]
    whole = tuple(Cut(ZERO, d) for d in rows.shape[1:])

    def put(at: Lowering, total: Value, k: Size) -> Value:
        here = [at.b.slice(s, at=(At(k),)) for s in flat]
        test = inside(at, window, here) if eqn.params["mode"].name == "FILL_OR_DROP" else None
        if eqn.params["mode"].name == "CLIP" or test is not None:
            here = [clamp(at, s, window.most(d)) for d, s in zip(window.mapped, here)]
        row = at.b.slice(rows, at=(At(k), *whole))
        return _write(at, eqn, total, window, here, test, row, (), windows, combine)
    return folded(lo, eqn, count, operand, put)


def _beside(lo: Lowering, eqn: Any, operand: Value, window: Window, starts: Sequence[Value], test: Value, new: Value,
            batch: Sequence[int], wanted: list, combine: str) -> Value:
    """Drop windows by writing them beside the operand, which is longer for that time: no written element changes twice."""
    axis = window.mapped[0]
    extra = window.sizes[axis]
    tail = lo.spread(lo.b.const(0, operand.kind), tuple(Size.of(extra) if k == axis else d for k, d in enumerate(operand.shape)))
    longer = lo.b.concatenate(operand, tail, axis=axis)
    grown = replace(window, shape=tuple(n + extra if k == axis else n for k, n in enumerate(window.shape)))
    starts = [clamp(lo, s, window.most(d)) for d, s in zip(window.mapped, starts)]
    starts[0] = lo.b.select(test, starts[0], lo.b.const(window.shape[axis], starts[0].kind))
    out = _write(lo, eqn, longer, grown, starts, None, new, batch, wanted, combine)
    return lo.b.slice(out, at=tuple(Cut(ZERO, d) for d in operand.shape))


def subtract(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """x - v is x + (-v), in every rounding."""
    return scatter("add")(lo, eqn, [x[0], x[1], lo.b.neg(x[2])])
