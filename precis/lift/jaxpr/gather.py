"""Dynamic slices and gathers: reading at run-time positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from precis.ir.types import Value
from precis.lift.jaxpr.indexing import Window, along, clamp, components, inside, order, over_windows, place
from precis.lift.jaxpr.shape import sliced, transposed

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering


def _one_window(eqn: Any, shape: Sequence[int], sizes: Sequence[int]) -> Window:
    return Window(tuple(shape), tuple(map(int, sizes)), (), tuple(range(len(shape))), {})


def dynamic_slice(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """The start is clamped so that the slice stays within the operand."""
    value, *starts = x
    window = _one_window(eqn, eqn.invars[0].aval.shape, eqn.params["slice_sizes"])
    value = lo.full(value, eqn.invars[0].aval)
    index, _ = place(lo, window, [clamp(lo, s, window.most(d)) for d, s in enumerate(starts)], ())
    return lo.b.slice(value, *index.picks, at=tuple(index.items)) if index.picks else sliced(lo, value, tuple(index.items))


def dynamic_update_slice(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    value, new, *starts = x
    window = _one_window(eqn, eqn.invars[0].aval.shape, eqn.invars[1].aval.shape)
    value = lo.full(value, eqn.invars[0].aval)
    index, _ = place(lo, window, [clamp(lo, s, window.most(d)) for d, s in enumerate(starts)], ())
    return lo.b.update(value, new, *index.picks, at=tuple(index.items))


def gather(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """Out of range, `fill` gives the fill value, and other modes move windows inside: `clip` says so, and under `promise_in_bounds`, which
    x[i] stands for, XLA does."""
    numbers, operand, out = eqn.params["dimension_numbers"], eqn.invars[0].aval, eqn.outvars[0].aval
    batch = eqn.invars[1].aval.shape[:-1]
    batching = along(numbers.operand_batching_dims, numbers.start_indices_batching_dims)
    window = Window(operand.shape, tuple(map(int, eqn.params["slice_sizes"])), tuple(map(int, numbers.collapsed_slice_dims)),
                    tuple(map(int, numbers.start_index_map)), batching)
    starts = components(lo, x[1], eqn.invars[1].aval, len(window.mapped))
    test = inside(lo, window, starts) if eqn.params["mode"].name == "FILL_OR_DROP" else None
    starts = [clamp(lo, s, window.most(d)) for d, s in zip(window.mapped, starts)]
    index, labels = place(lo, window, starts, batch)
    taken = lo.b.slice(lo.full(x[0], operand), *index.picks, at=tuple(index.items))
    windows, batches = iter(window.kept), iter(range(len(batch)))
    offsets = set(map(int, numbers.offset_dims))
    wanted = [("window", next(windows)) if k in offsets else ("batch", next(batches)) for k in range(out.ndim)]
    result = transposed(lo, taken, order(labels, wanted))
    if test is None:
        return result
    return lo.b.select(over_windows(lo, test, batch, sorted(offsets)), result, _fill_value(lo, eqn, result.kind))


def _fill_value(lo: Lowering, eqn: Any, kind: str) -> Value:
    """The given one; else NaN, the largest unsigned, the smallest signed integer, True."""
    given = eqn.params["fill_value"]
    if given is not None:
        return lo.b.const(np.asarray(given).item(), kind)
    if kind in ("real", "complex"):
        return lo.b.const(float("nan"), kind)
    if kind == "bool":
        return lo.b.const(True)
    return lo.b.const(np.iinfo(kind).max if kind.startswith("u") else np.iinfo(kind).min, kind)
