"""Carries of which each iteration of a loop reads and stores rows of its own: what all iterations do to them at once.

    for j: b[i, j] = s * b[i, j]; b[i + 1:, j] += a[i + 1:, i] * b[i, j]     ->     b[i] = s * b[i]; b[i + 1:] += outer(a[i + 1:, i], b[i])
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from precis.ad.factors import Reading, Terms
from precis.ad.regions import Region, disjoint
from precis.ir.size import Size
from precis.ir.types import At, Block, Cut, Index, New, Node, Value

UPDATES = ("update", "update_add")


@dataclass(frozen=True, slots=True)
class Owned:
    """A carry that is `start` in front of the loop. made: name of a version -> the store that makes it, last ones last."""

    param: Value
    start: Value
    made: Mapping[str, Node]

    def read(self, node: Node, reading: Reading) -> Terms:
        """What a slice of a version takes, as products; () where stores fill a part of it."""
        name, found = node.inputs[0].name, list[Terms]()
        region = Region(node.attrs["at"])
        while name != self.param.name:
            store = self.made[name]
            stored, new = Region(store.attrs["at"]), store.inputs[1]
            if stored == region and new.shape == node.output.shape:
                found.append(reading.of(new))
                if store.op == "update":
                    return _together(found)
            elif not disjoint(stored, region):
                return ()
            name = store.inputs[0].name
        return _together([*found, reading.taken(node, self.start)])


def _together(terms: list[Terms]) -> Terms:
    """The sum of all, where all are known and along the same axes."""
    found = tuple(p for t in terms for p in t)
    alike = len({tuple(label is None for label in p.axes) for p in found}) == 1
    return found if all(terms) and alike else ()


def owned(body: Block, param: Value, result: Value, start: Value, reading: Reading) -> Owned | None:
    """What is done to a carry, where that is stores and slices of the iteration's own rows alone."""
    by_name = {v.name: n for n in body.nodes for v in n.outputs}
    made: dict[str, Node] = {}
    v = result
    while v.name != param.name:
        node = by_name.get(v.name)
        if node is None or node.op not in UPDATES or len(node.inputs) != 2 or v.name in made:
            return None
        made[v.name] = node
        v = node.inputs[0]
    versions = {param.name, *made}
    touching = [n for n in body.nodes if any(x.name in versions for x in n.inputs)]
    plain = all(n.op in ("slice", *UPDATES) and len(n.inputs) == 1 + (n.op in UPDATES) for n in touching)
    stored = any(n.inputs[1].name in versions for n in made.values())
    places = {_own_row(n.attrs["at"], param, reading) for n in touching} if plain else {None}
    ended = sum(r.name in versions for r in body.results) == 1
    if param.kind != "real" or stored or not ended or len(places) != 1 or None in places:
        return None
    return Owned(param, start, dict(reversed(made.items())))


def _own_row(at: Index, array: Value, reading: Reading) -> tuple[int, At] | None:
    """(axis, position) along which the iterations take different rows, if the rest of the place is the same for all."""
    items = [i for i in at if not isinstance(i, New)]
    items += [Cut(Size(), d) for d in array.shape[len(items):]]
    rows = [(n, i) for n, i in enumerate(items) if isinstance(i, At) and reading.along(i)]
    return rows[0] if len(rows) == 1 and reading.plain(items) else None
