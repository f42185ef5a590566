"""Stacked outputs of loops, such as tapes, as carries that are filled row by row: a loop over blocks of iterations cannot stack rows of
all of them."""

from __future__ import annotations

from dataclasses import replace

from precis.ir.build import Build, Names
from precis.ir.types import At, Block, Node


def stacks_carried(loop: Node, names: Names) -> tuple[tuple[Node, ...], Node]:
    """(what comes before the loop, the loop without stacked outputs)"""
    (body,), carries = loop.blocks, len(loop.inputs)
    before, inside = Build(names, loop.span), Build(names, loop.span)
    row = At(loop.attrs["range"].iteration(loop.attrs["index"]))
    stacks = loop.outputs[carries:]
    zeros = tuple(before.zeros(v.shape, v.kind) for v in stacks)
    params = tuple(replace(v, name=names.fresh(v.name)) for v in stacks)
    filled = tuple(inside.update(p, r, at=(row,)) for p, r in zip(params, body.results[carries:]))
    block = Block((*body.params, *params), (*body.nodes, *inside.nodes), (*body.results[:carries], *filled))
    return tuple(before.nodes), replace(loop, inputs=(*loop.inputs, *zeros), blocks=(block,))
