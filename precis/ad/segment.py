"""Cutting a loop into segments, so that its reverse keeps the tape of one segment at a time.

    for t in range(T): body      ->      for s in range(ceil(T / C)): for t in range(C s, C s + min(C, T - C s)): body

The outer loop saves its carries at the start of each segment; the reverse of a segment runs the segment again. With tape bytes a
and carry bytes c per row the memory is a C + c T / C, least at C = sqrt(T c / a) (Griewank & Walther, section 12).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from precis.ir.build import Build, Names
from precis.ir.size import Size, SizeLike, smallest
from precis.ir.types import At, Block, Node, Range, Value

SHORTEST = 4  # loops of fewer trips are not cut
INDEX = "segment"  # what the index of a loop over segments is called, with a number behind it
MOST_CUTS = 3  # of one loop and of what it was cut into: memory falls like the fourth root of the trips


@dataclass(frozen=True, slots=True)
class Segmented:
    """init: nodes that go before `node`, the outer loop; inner: the loop over one segment; copies: new value -> value like it."""

    init: tuple[Node, ...]
    node: Node
    inner: Node
    copies: tuple[tuple[Value, Value], ...]


def cuts_into_segments(loop: Node) -> bool:
    """Whether `loop`, or the loop that it is the reverse of, is one over segments: the loop over one is the node of its body that has
    its span."""
    return loop.attrs["index"].rstrip("_0123456789") == INDEX and any(n.op == "loop" and n.span == loop.span for n in loop.blocks[0].nodes)


def segment_length(trips: int, tape_bytes: float, carry_bytes: float, memory: float) -> int:
    """Iterations per segment: near the least memory, but no more than half the memory for one tape."""
    best = math.ceil(math.sqrt(trips * max(carry_bytes, 1) / tape_bytes))
    return max(2, min(best, int(memory // (2 * tape_bytes)), trips // 2))


def segmented(loop: Node, length: SizeLike, names: Names, count: Size | None = None) -> Segmented:
    """`loop` in `count` segments (default: as many as it takes) of `length` iterations, the last one of what is left. Stacked outputs
    become carries, filled row by row."""
    loop, init, filled = _stacks_as_carries(loop, names)
    range_, (body,) = loop.attrs["range"], loop.blocks
    s = Size.of(symbol := names.fresh(INDEX))
    inner_range = Range(range_.start + s * range_.step * length, smallest(length, range_.trips - s * length), range_.step)
    params = tuple(_like(p, names) for p in body.params)
    ends = tuple(_like(o, names) for o in loop.outputs)
    inner = replace(loop, inputs=params, outputs=ends, attrs={**loop.attrs, "range": inner_range})
    outer_range = Range(Size(), count or (range_.trips + (Size.of(length) - 1)) // length)
    outer = replace(loop, attrs={"index": symbol, "range": outer_range}, blocks=(Block(params, (inner,), ends),))
    copies = [*filled, *zip(params, body.params), *zip(ends, body.params), *zip(ends, loop.outputs)]
    return Segmented(init, outer, inner, tuple(copies))


def _like(v: Value, names: Names) -> Value:
    return replace(v, name=names.fresh(v.container or ""))


def _stacks_as_carries(loop: Node, names: Names) -> tuple[Node, tuple[Node, ...], list[tuple[Value, Value]]]:
    (body,), k = loop.blocks, len(loop.inputs)
    if len(loop.outputs) == k:
        return loop, (), []
    outside, inside = Build(names, loop.span), Build(names, loop.span)
    inside.nodes += body.nodes
    row = At(loop.attrs["range"].iteration(loop.attrs["index"]))
    stacks = loop.outputs[k:]
    zeros = tuple(outside.zeros(v.shape, v.kind) for v in stacks)
    params = tuple(_like(v, names) for v in stacks)
    filled = tuple(inside.update(p, r, at=(row,)) for p, r in zip(params, body.results[k:]))
    block = Block(body.params + params, tuple(inside.nodes), body.results[:k] + filled)
    loop = replace(loop, inputs=loop.inputs + zeros, blocks=(block,))
    return loop, tuple(outside.nodes), [*zip(params, stacks), *zip(filled, stacks)]
