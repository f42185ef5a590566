"""The largest values of run-time counts: room for arrays that a program returns of such lengths."""

from __future__ import annotations

from collections.abc import Callable

from precis.ir.ceilings import Ceilings, makers
from precis.ir.size import Size
from precis.lift.numpy.state import Lifting


def most(lift: Lifting, count: str, hidden: Callable[[str], bool]) -> Size | None:
    """The largest value of a run-time count in terms of sizes that are not hidden."""
    nodes = tuple(lift.build.nodes)
    sizes = [n for n in nodes if n.op == "size" and n.attrs["symbol"] == count]
    if not sizes:
        return None
    return Ceilings(makers(nodes), lambda size, high: lift.sizes.highest(size, hidden, high)).of(sizes[0].inputs[0])
