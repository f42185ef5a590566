"""How often blocks run and how long sizes are, for cost and for the weights of sums: exact where the binding says, else
assumed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from precis.ir.size import Size
from precis.ir.types import Node

Sizes = Mapping[str, int]

UNKNOWN_SIZE = 64  # of a size that only the run itself determines
WHILE_TRIPS = 100.0  # of a while loop that has not been counted


def length(size: Size, sizes: Sizes) -> int:
    """The value of a Size; symbols without a value count UNKNOWN_SIZE, and so does a difference of them, such as the length of
    a row of a sparse matrix, that would come out as nothing."""
    value = size.value(defaultdict(lambda: UNKNOWN_SIZE, sizes))
    return UNKNOWN_SIZE if value <= 0 and not size.symbols() <= sizes.keys() else value


def elements(shape: tuple[Size, ...], sizes: Sizes) -> int:
    total = 1
    for d in shape:
        total *= max(0, length(d, sizes))
    return total


def inside(node: Node, sizes: Sizes, while_trips: Mapping[str, float] | None = None) -> tuple[dict[str, int], float]:
    """(sizes inside the blocks of a node, runs of its blocks per run of the node).

    A loop index stands for its middle value, which is exact for sums over anything linear in it. The branches of a cond
    count half each. `while_trips`: trips of while loops by site.
    """
    if node.op == "while":
        return dict(sizes), (while_trips or {}).get(node.site, WHILE_TRIPS)
    if node.op != "loop":
        return dict(sizes), 0.5 if node.op == "cond" else 1.0
    range_ = node.attrs["range"]
    trips = max(0, length(range_.trips, sizes))
    middle = length(range_.start, sizes) + range_.step * (trips - 1) // 2
    return {**sizes, node.attrs["index"]: middle}, float(trips)
