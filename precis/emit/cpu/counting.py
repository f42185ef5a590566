"""Which nests add the same whole number up at places that the data tell, and do nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from precis.emit.cpu.levels import levels
from precis.emit.plan.kernels import Access, Border, Nest

WHOLE = ("int64", "int32", "uint64", "uint32")


@dataclass(frozen=True, slots=True)
class Count:
    """`by` is added to the element of `to` at the scalar `at`."""

    to: Access
    at: str
    by: str


def count_of(nest: Nest) -> Count | None:
    """What a nest counts that does nothing else."""
    odd = nest.reductions or nest.hole or nest.begin is not None or nest.bins is not None
    stores = [i for i in nest.body if i.op == "store" and i.access]
    if odd or not nest.axes or len(stores) != 1 or any(i.guard or i.where or isinstance(i.value, Border) for i in nest.body):
        return None
    by_name, depth, to = {i.name: i for i in nest.body}, levels(nest), stores[0].access
    added = by_name[stores[0].args[0]]
    if to is None or not to.index or added.op != "add" or added.element != stores[0].element or added.element not in WHOLE:
        return None
    before = [i for i in nest.body if i.op == "load" and i.access and i.access.buffer == to.buffer]
    by = [a for a in added.args if by_name[a] not in before]
    *rows, place = to.index
    still = all(depth.get(s, 0) == 0 and not s.startswith("%i") for r in rows for s in r.symbols())
    found = len(before) == len(by) == 1 and before[0].access == to and depth[by[0]] == 0 and still
    used = sum((before[0].name in i.args) for i in nest.body) == 1 if found else False
    return Count(to, place.symbol or "", by[0]) if used and depth.get(place.symbol or "") == len(nest.axes) else None
