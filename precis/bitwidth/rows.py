"""Rows that loops take of an array that was there before are converted one at a time, where they are taken.

    w = probe(x); for i: y[i] = sum(w[i, :i])     ->     for i: y[i] = sum(probe(x[i, :i]))

With the probe before the loop, the adjoint clears a cotangent of the whole array, fills a row per iteration, and reads all of it for
the tally. Where no element is taken twice, the pairs of cotangents and weights are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from precis.ad.regions import Region, disjoint
from precis.bitwidth.trips import Sizes, elements
from precis.ir.types import At, Item, New, Node

SHORTEST = 8  # elements: shorter rows cost more to tally one by one than a cotangent of the whole array


def taken_by_rows(node: Node, readers: Sequence[Node], loops: Sequence[Node], sizes: Sizes) -> bool:
    """Whether the slice `node`, inside `loops`, is such a row. `readers`: all nodes of its site that read its array, itself among them;
    they take parts that have no element in common, in one iteration or in two."""
    if not loops or any(n.op != "slice" or any(p.rank for p in n.inputs[1:]) for n in readers):
        return False
    indices = [n.attrs["index"] for n in loops]
    same = [items[0] for items in zip(*map(_items, readers)) if len(set(items)) == 1]
    steady = all(any(_only_in_one(item, index, indices) for item in same) for index in indices)
    apart = all(disjoint(Region(n.attrs["at"]), Region(m.attrs["at"])) for n, m in combinations(readers, 2))
    return steady and apart and max(elements(n.output.shape, sizes) for n in readers) >= SHORTEST


def _items(node: Node) -> list[Item]:
    """What a slice takes along each dimension."""
    return [item for item in node.attrs["at"] if not isinstance(item, New)]


def _only_in_one(item: Item, index: str, indices: Sequence[str]) -> bool:
    """Whether an item takes another position in every iteration of the loop over `index`, whatever the other loops do."""
    if not isinstance(item, At) or item.position.symbols() & set(indices) != {index}:
        return False
    factor = item.position.coefficient(index)
    return factor is not None and bool(factor.constant)
