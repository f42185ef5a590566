"""Nests whose first axis may be shared among threads: each index writes elements of its own, and no sum runs over the axis."""

from __future__ import annotations

from precis.emit.plan.kernels import Nest


def parallel(nest: Nest) -> bool:
    """Whether results are the same bits however many threads share the first axis. Sums over that axis would need an order of their
    own; what tallies adds to rows that all indices share."""
    if not nest.axes or nest.axes[0].symbol in nest.sequential:
        return False
    first = nest.axes[0].symbol
    written = [i.access for i in nest.body if i.op == "store" and i.access] + [r.target for r in nest.reductions]
    own = all(any(first in i.symbols() for i in access.index) for access in written)
    return own and all(r.kept > 0 and r.op != "tally" for r in nest.reductions)
