"""Nests whose first axis may be shared among threads: each index writes elements of its own, and no sum runs over the axis."""

from __future__ import annotations

from precis.emit.plan.kernels import Nest
from precis.ir.ops import OPS
from precis.ir.size import Size, product

MOVED = 3  # operations in vectors that take the time of one load or store, in the caches
WAITING = 8  # times as long as a vector's elements take those of a recurrence, where each waits for the one before


def parallel(nest: Nest) -> bool:
    """Whether results are the same bits however many threads share the first axis. Sums over that axis would need an order of their
    own; what tallies adds to rows that all indices share."""
    if not nest.axes or nest.axes[0].symbol in nest.sequential:
        return False
    first = nest.axes[0].symbol
    written = [i.access for i in nest.body if i.op == "store" and i.access] + [r.target for r in nest.reductions]
    own = all(any(first in i.symbols() for i in access.index) for access in written)
    return own and all(r.kept > 0 and r.op != "tally" for r in nest.reductions)


def work(nest: Nest) -> Size:
    """About how long a nest takes, an estimate, as a number of simple operations in vectors: tenths of a nanosecond on one core."""
    waits = WAITING if nest.axes[-1].symbol in nest.sequential else 1
    return product(tuple(a.extent for a in nest.axes)) * (waits * _operations(nest))


def _operations(nest: Nest) -> int:
    """Of one element."""
    moved = sum(i.access is not None and bool(i.access.index) for i in nest.body)
    return MOVED * moved + sum(OPS[i.op].flops for i in nest.body if i.op in OPS) + len(nest.reductions)
