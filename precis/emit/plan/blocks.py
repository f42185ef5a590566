"""What loops in blocks of iterations are made of: bodies with names of their own, and the loop over the blocks."""

from __future__ import annotations

from dataclasses import replace

from precis.ir.build import Names
from precis.ir.rewrite import map_values
from precis.ir.size import Size
from precis.ir.types import Block, Node, Range, values_of


def cut(loop: Node) -> bool:
    """Whether a loop may be cut in blocks."""
    (body,), range_ = loop.blocks, loop.attrs["range"]
    return bool(body.results) and len(body.results) == len(loop.inputs) and abs(range_.step) == 1 and not few(range_.trips)


def few(trips: Size) -> bool:
    return trips.constant is not None and trips.constant < 8


def over_blocks(loop: Node, first: Size, length: int, body: Block) -> Node:
    """The loop over blocks of iterations that begin with index `first`."""
    range_ = loop.attrs["range"]
    blocks = Range(range_.start, (range_.trips + (length - 1)) // length, range_.step * length)
    attrs = {**loop.attrs, "index": first.symbol, "range": blocks}
    return Node("loop", loop.inputs, loop.outputs, attrs, (body,), loop.span)


def renewed(block: Block, names: Names) -> Block:
    """The block with names of its own for what it defines."""
    new = {v.name: replace(v, name=names.fresh(v.name)) for v in values_of(block)}
    return map_values(block, lambda v: new.get(v.name, v))
