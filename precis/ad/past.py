"""What is read of an array beside what was just stored into it, or just that, is read without the store.

    w = update(v, row, at=s_[p]); x = w[q]     ->     x = v[q]     where q is never p; of w[p] it is row

The reverse of a branch undoes its stores as one and then runs them again for what was read between two of them: a copy of the array in
every iteration, unless nobody reads more than what a single store lets through. Stores whose results have other uses stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from precis.ad.regions import Ranges, Region, entered, surely_apart
from precis.ir.live import live
from precis.ir.rewrite import substitute
from precis.ir.types import Block, Node, Value


def read_past(body: Block) -> Block:
    """`body` without stores that nobody sees."""
    while passed := _passed(body):
        body = live(_rewired(body, passed))
    return body


def _passed(body: Block) -> dict[str, Node | Value]:
    """Result of a slice -> the slice that it is of the array before the store, or the value that was stored."""
    stores = {n.output.name: n for n in body.walk() if n.op == "update"}
    found: dict[str, dict[str, Node | Value | None]] = {name: {} for name in stores.keys() - _used_whole(body)}
    for node, ranges in _slices(body, {}):
        if node.inputs[0].name in found:
            found[node.inputs[0].name][node.output.name] = _seen(node, stores[node.inputs[0].name], ranges)
    return {name: new for reads in found.values() if None not in reads.values() for name, new in reads.items() if new is not None}


def _used_whole(block: Block) -> set[str]:
    """Names of values that more than slices use."""
    found = {v.name for v in block.results}
    for n in block.nodes:
        found |= {v.name for v in n.inputs[n.op == "slice":]}.union(*map(_used_whole, n.blocks))
    return found


def _slices(block: Block, ranges: Ranges) -> Iterator[tuple[Node, Ranges]]:
    for n in block.nodes:
        if n.op == "slice":
            yield n, ranges
        for b in n.blocks:
            yield from _slices(b, entered(n, ranges))


def _seen(node: Node, store: Node, ranges: Ranges) -> Node | Value | None:
    (before, new, *picks), region = store.inputs, Region(node.attrs["at"], node.inputs[1:])
    stored = Region(store.attrs["at"], tuple(picks))
    if region == stored and region.plain and new.shape == node.output.shape:
        return new
    return replace(node, inputs=(before, *node.inputs[1:])) if surely_apart(region, stored, ranges) else None


def _rewired(block: Block, passed: dict[str, Node | Value]) -> Block:
    """The block with other slices, and without those that are what was stored."""
    values = {name: v for name, v in passed.items() if isinstance(v, Value)}

    def nodes_of(b: Block) -> Iterator[Node]:
        for n in b.nodes:
            new = passed.get(n.output.name, n) if n.op == "slice" else n
            if isinstance(new, Node):
                yield replace(new, blocks=tuple(map(rewired, new.blocks))) if new.blocks else new

    def rewired(b: Block) -> Block:
        return replace(b, nodes=tuple(nodes_of(b)))
    return substitute(rewired(block), {name: _end(v, values) for name, v in values.items()})


def _end(v: Value, values: dict[str, Value]) -> Value:
    while v.name in values:
        v = values[v.name]
    return v
