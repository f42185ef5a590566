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
Steps = Callable[["Lowering", list[Value], Size], list[Value]]


def folded(lo: Lowering, eqn: Any, count: int, start: Value, step: Step) -> Value:
    """The value after `total = step(lowering, total, k)` for k = 0, ..., count - 1, from `start` in its full shape."""
    return folded_together(lo, eqn, count, [start], lambda at, totals, k: [step(at, totals[0], k)])[0]


def folded_together(lo: Lowering, eqn: Any, count: int, starts: list[Value], step: Steps) -> list[Value]:
    """The same of several values."""
    if count <= WRITTEN_OUT:
        for k in range(count):
            starts = step(lo, starts, Size.of(k))
        return starts
    inner, index = lo.nested(), lo.b.names.fresh("k")
    lo.facts.ranges[index] = Size.of(0), Size.of(count - 1)
    totals = []
    for out, start in zip(eqn.outvars, starts):
        name, scope = lo.names.get(out, (eqn.primitive.name.replace("-", "_"), ""))
        container = lo.shared.containers.of(name, scope, start, out.aval.dtype, lo.b.span)
        totals.append(inner.b.value(container, start.shape, start.kind, container))
    after = step(inner, totals, Size.of(index))
    return list(lo.b.loop(Range(Size.of(0), Size.of(count)), tuple(starts), inner.b.block(tuple(totals), tuple(after)), index))


def unravelled(position: Size, lengths: Sequence[int]) -> list[Size]:
    """The row-major position as one index per axis."""
    found: list[Size] = []
    for n in reversed(lengths):
        rest = position // n
        found.insert(0, position - rest * n if len(found) < len(lengths) - 1 else position)
        position = rest
    return found
