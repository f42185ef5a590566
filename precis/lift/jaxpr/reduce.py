"""Reductions, scans and contractions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import ascii_letters
from typing import TYPE_CHECKING, Any

import numpy as np

from precis.ir.size import Size
from precis.ir.types import At, Cut, Range, Value
from precis.lift.jaxpr.avals import kind_of
from precis.lift.jaxpr.folding import folded_together
from precis.lift.jaxpr.of_each import of_each
from precis.lift.jaxpr.shape import flip, transposed

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

Handler = Callable[["Lowering", Any, list[Value]], Any]


def reduction(name: str) -> Handler:
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
        axes = tuple(sorted(int(a) for a in eqn.params["axes"]))
        value = lo.full(x[0], eqn.invars[0].aval)
        if name in ("max", "min") and value.kind == "bool":
            return lo.b.call("any" if name == "max" else "all", value, axes=axes) if axes else value
        return lo.b.call(name, value, axes=axes) if axes else value
    return handler


def multiplied(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """prod: of complex numbers, of which compiled code has no product over axes, one after the other."""
    value = lo.full(x[0], eqn.invars[0].aval)
    if value.kind != "complex":
        return reduction("prod")(lo, eqn, x)
    one = lo.b.const(complex(1.0), "complex")
    return _over_rows(lo, eqn, value, eqn.params["axes"], one, lambda at, total, row: at.b.call("mul", total, row))


def position(name: str) -> Handler:
    """argmax, argmin: the first position, in the integer type asked for."""
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
        value = lo.full(x[0], eqn.invars[0].aval)
        out = lo.b.call(name, value, axes=tuple(map(int, eqn.params["axes"])))
        return lo.convert(out, kind_of(eqn.outvars[0].aval))
    return handler


def scan_along(name: str) -> Handler:
    """cumsum, cumprod; reversed ones on the reversed array."""
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
        value, axis = lo.full(x[0], eqn.invars[0].aval), int(eqn.params["axis"])
        if name == "cumprod" and value.kind == "complex":  # of which compiled code knows none
            return running("mul")(lo, eqn, x)
        if eqn.params["reverse"]:
            return flip(lo, lo.b.call(name, flip(lo, value, (axis,)), axis=axis), (axis,))
        return lo.b.call(name, value, axis=axis)
    return handler


def running(name: str) -> Handler:
    """cummax, cummin: a loop that keeps the extreme so far and stacks it."""
    return _running(lambda lo, total, value: lo.b.call(name, total, value))


def _running(join: Callable[[Lowering, Value, Value], Value]) -> Handler:
    """A loop that joins what it has with the next row along an axis and stacks it."""
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
        value, axis = lo.full(x[0], eqn.invars[0].aval), int(eqn.params["axis"])
        length = value.shape[axis]
        if not length.constant or (eqn.invars[0].aval.size == 0):
            return value
        last = Size.of(length.constant - 1)
        range_ = Range(Size.of(0), length) if not eqn.params["reverse"] else Range(last, length, -1)
        before = tuple(Cut(Size.of(0), d) for d in value.shape[:axis])
        first = lo.b.slice(value, at=(*before, At(range_.start)))
        inner, index = lo.nested(), lo.b.names.fresh("k")
        container = lo.shared.containers.of(eqn.primitive.name, "", first, eqn.outvars[0].aval.dtype, lo.b.span)
        carry = inner.b.value(container, first.shape, first.kind, container)
        row = inner.b.slice(value, at=(*before, At(Size.of(index))))
        started = inner.b.ne(inner.b.index(value=Size.of(index)), inner.b.index(value=range_.start))
        joined = inner.b.select(started, join(inner, carry, row), row)
        _, stacked = lo.b.loop(range_, (first,), inner.b.block((carry,), (joined, joined)), index)
        rows = flip(lo, stacked, (0,)) if eqn.params["reverse"] else stacked
        perm = [*range(1, value.rank)]
        perm.insert(axis, 0)
        return lo.b.transpose(rows, perm=tuple(perm)) if value.rank > 1 else rows
    return handler


def _logaddexp(lo: Lowering, a: Value, b: Value) -> Value:
    """log(e^a + e^b) = max(a, b) + log1p(e^-|a - b|), equal infinities with a distance of 0: their difference is NaN."""
    build = lo.b
    apart = build.select(build.eq(a, b), build.const(0.0), build.sub(a, b))
    return build.add(build.maximum(a, b), build.log1p(build.exp(build.neg(build.abs(apart)))))


running_logsumexp = _running(_logaddexp)


def by_function(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """lax.reduce by a function of the user's own, of one array or several: the initial values, joined with the elements in order."""
    outs = [v.aval for v in eqn.outvars]
    closed = of_each(eqn.params["jaxpr"], outs[0].shape)
    values = [lo.full(v, i.aval) for v, i in zip(x[:len(outs)], eqn.invars)]

    def join(at: Lowering, totals: list[Value], rows: list[Value]) -> list[Value]:
        return [at.full(v, aval) for v, aval in zip(at.inline(closed, [*totals, *rows], eqn), outs)]
    return _together(lo, eqn, values, eqn.params["dimensions"], x[len(outs):], join)


def of_bits(name: str, start: int) -> Handler:
    """The reduction of all bits by `bit_and`, `bit_or` or `bit_xor`; `start` has those that change nothing."""
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
        value = lo.full(x[0], eqn.invars[0].aval)
        first = bool(start) if value.kind == "bool" else int(np.array(start).astype(value.kind))
        return _over_rows(lo, eqn, value, eqn.params["axes"], lo.b.const(first, value.kind),
                          lambda at, total, row: at.b.call(name, total, row))
    return handler


def of_truths(name: str, bits: Handler) -> Handler:
    """`all` or `any` of bools; of integers, the reduction of their bits."""
    truths = reduction(name)
    return lambda lo, eqn, x: (truths if x[0].kind == "bool" else bits)(lo, eqn, x)


def _over_rows(lo: Lowering, eqn: Any, value: Value, axes: Sequence[int], start: Value,
               join: Callable[[Lowering, Value, Value], Value]) -> Value:
    """`join` of what there is with the elements along `axes`, in row-major order; beginning with `start`."""
    return _together(lo, eqn, [value], axes, [start], lambda at, totals, rows: [join(at, totals[0], rows[0])])[0]


def _together(lo: Lowering, eqn: Any, values: list[Value], axes: Sequence[int], starts: list[Value],
              join: Callable[[Lowering, list[Value], list[Value]], list[Value]]) -> list[Value]:
    """The same of several arrays of one shape."""
    reduced = sorted(map(int, axes))
    kept = [k for k in range(values[0].rank) if k not in reduced]
    count = int(np.prod([values[0].shape[k].constant or 0 for k in reduced]))
    shape = tuple(values[0].shape[k] for k in kept)
    rows = [lo.b.reshape(transposed(lo, v, [*reduced, *kept]), shape=(Size.of(count), *shape)) for v in values]
    whole = tuple(Cut(Size.of(0), d) for d in shape)
    return folded_together(lo, eqn, count, [lo.spread(start, shape) if shape else start for start in starts],
                           lambda at, totals, k: join(at, totals, [at.b.slice(v, at=(At(k), *whole)) for v in rows]))


def dot_general(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """einsum with batch labels first, then the free labels of each operand. Operands convert to the result's kind."""
    (contract_a, contract_b), (batch_a, batch_b) = eqn.params["dimension_numbers"]
    aval = eqn.outvars[0].aval
    a, b = (lo.convert(lo.full(v, i.aval), kind_of(aval)) for v, i in zip(x, eqn.invars))
    letters = iter(ascii_letters)
    labels = [[""] * a.rank, [""] * b.rank]
    for k, m in [*zip(batch_a, batch_b), *zip(contract_a, contract_b)]:
        labels[0][k] = labels[1][m] = next(letters)
    labels = [[label or next(letters) for label in side] for side in labels]
    batch = [labels[0][k] for k in batch_a]
    contracted = {labels[0][k] for k in contract_a}
    free = [label for side in labels for label in side if label not in contracted and label not in batch]
    return lo.b.einsum(a, b, spec=f"{''.join(labels[0])},{''.join(labels[1])}->{''.join(batch + free)}")
