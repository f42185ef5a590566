"""A value built up step by step: written out where the steps are few, else a counted loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from precis.ir.size import Size
from precis.ir.types import Range, Value

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

WRITTEN_OUT = 32  # steps; more of them become a loop
Step = Callable[["Lowering", Value, Size], Value]


def folded(lo: Lowering, eqn: Any, count: int, start: Value, step: Step) -> Value:
    """The value after `total = step(lowering, total, k)` for k = 0, ..., count - 1, from `start` in its full shape."""
    if count <= WRITTEN_OUT:
        for k in range(count):
            start = step(lo, start, Size.of(k))
        return start
    inner, index = lo.nested(), lo.b.names.fresh("k")
    lo.facts.ranges[index] = Size.of(0), Size.of(count - 1)
    name, scope = lo.names.get(eqn.outvars[0], (eqn.primitive.name.replace("-", "_"), ""))
    container = lo.shared.containers.of(name, scope, start, eqn.outvars[0].aval.dtype, lo.b.span)
    total = inner.b.value(container, start.shape, start.kind, container)
    after = step(inner, total, Size.of(index))
    return lo.b.loop(Range(Size.of(0), Size.of(count)), (start,), inner.b.block((total,), (after,)), index)[0]


def unravelled(position: Size, lengths: Sequence[int]) -> list[Size]:
    """The row-major position as one index per axis."""
    found: list[Size] = []
    for n in reversed(lengths):
        rest = position // n
        found.insert(0, position - rest * n if len(found) < len(lengths) - 1 else position)
        position = rest
    return found
