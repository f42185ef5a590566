"""What an iteration of a loop does to a matrix that it carries: a chain of updates, and what is read between them."""

from __future__ import annotations

from dataclasses import dataclass

from precis.ad.regions import Region
from precis.ir.rewrite import free_values
from precis.ir.types import Block, Node, Value

UPDATES = ("update", "update_add")


@dataclass(frozen=True, slots=True)
class Chain:
    """adds: updates that only add; regions: of all slices that an iteration takes, and of what it stores otherwise; bound: size symbols
    that it binds."""

    adds: tuple[Node, ...]
    regions: tuple[Region, ...]
    bound: frozenset[str]


def chain_of(body: Block, j: int) -> Chain | None:
    """What an iteration does to carry `j`, a real matrix; None where that is not all known."""
    start, end = body.params[j], body.results[j]
    nodes = _updates(body, start, end) if start.rank == 2 and start.kind == "real" else None
    if not nodes:
        return None
    versions = {start.name, *(n.output.name for n in nodes)}
    readers = [n for n in body.nodes if n not in nodes and versions & _used(n)]
    sliced = all(n.op == "slice" and len(n.inputs) == 1 for n in readers) and not any(n.inputs[1].name in versions for n in nodes)
    if not sliced or sum(r.name in versions for r in body.results) > 1:
        return None
    regions = (Region(n.attrs["at"]) for n in (*readers, *nodes) if n.op != "update_add")
    bound = frozenset(n.attrs["symbol"] for n in body.nodes if n.op == "size")
    return Chain(tuple(n for n in nodes if n.op == "update_add"), tuple(regions), bound)


def _updates(body: Block, start: Value, end: Value) -> list[Node] | None:
    """The updates that make one version of another, last first; None where something else does."""
    by_name = {o.name: n for n in body.nodes for o in n.outputs}
    nodes: list[Node] = []
    while end.name != start.name:
        node = by_name.get(end.name)
        if node is None or node.op not in UPDATES or len(node.inputs) != 2:
            return None
        nodes.append(node)
        end = node.inputs[0]
    return nodes


def _used(node: Node) -> set[str]:
    return {v.name for v in (*node.inputs, *(w for b in node.blocks for w in free_values(b)))}
