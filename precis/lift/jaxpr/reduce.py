"""Reductions, scans and contractions."""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_letters
from typing import TYPE_CHECKING, Any

from precis.ir.size import Size
from precis.ir.types import At, Cut, Range, Value
from precis.lift.jaxpr.avals import kind_of
from precis.lift.jaxpr.shape import flip

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

Handler = Callable[["Lowering", Any, list[Value]], Any]


def reduction(name: str) -> Handler:
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
        axes = tuple(sorted(int(a) for a in eqn.params["axes"]))
        value = lo.full(x[0], eqn.invars[0].aval)
        if name in ("any", "all") and value.kind != "bool":
            raise ValueError(f"it reduces the bits of {value.kind}")
        if name in ("max", "min") and value.kind == "bool":
            return lo.b.call("any" if name == "max" else "all", value, axes=axes) if axes else value
        return lo.b.call(name, value, axes=axes) if axes else value
    return handler


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
        if eqn.params["reverse"]:
            return flip(lo, lo.b.call(name, flip(lo, value, (axis,)), axis=axis), (axis,))
        return lo.b.call(name, value, axis=axis)
    return handler


def running(name: str) -> Handler:
    """cummax, cummin: a loop that keeps the extreme so far and stacks it."""
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
        value, axis = lo.full(x[0], eqn.invars[0].aval), int(eqn.params["axis"])
        length = value.shape[axis]
        if not length.constant or (eqn.invars[0].aval.size == 0):
            return value
        last = Size.of(length.constant - 1)
        range_ = Range(Size.of(0), length) if not eqn.params["reverse"] else Range(last, length, -1)
        before = tuple(Cut(Size.of(0), d) for d in value.shape[:axis])
        first = lo.b.slice(value, at=(*before, At(range_.start)))
        inner, index = lo.b.child(), lo.b.names.fresh("k")
        container = lo.shared.containers.of(name, "", first, eqn.outvars[0].aval.dtype, lo.b.span)
        carry = inner.value(container, first.shape, first.kind, container)
        extreme = inner.call(name, carry, inner.slice(value, at=(*before, At(Size.of(index)))))
        _, stacked = lo.b.loop(range_, (first,), inner.block((carry,), (extreme, extreme)), index)
        rows = flip(lo, stacked, (0,)) if eqn.params["reverse"] else stacked
        perm = [*range(1, value.rank)]
        perm.insert(axis, 0)
        return lo.b.transpose(rows, perm=tuple(perm)) if value.rank > 1 else rows
    return handler


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
