"""Rules of derivatives that the program states: what `ruled` nodes say is done.

Before the reverse is written, `forward` takes the place of the function, as in JAX; the node hands its results on and keeps `backward`.
"""

from __future__ import annotations

from dataclasses import replace

from precis.ad.activity import FLOATING, varying
from precis.ad.back import Back
from precis.ad.fresh import renewed
from precis.errors import UnsupportedProgram
from precis.ir.live import live
from precis.ir.rewrite import substitute
from precis.ir.ruled import arguments_of
from precis.ir.types import Block, Node, Program


def rules_opened(program: Program) -> Program:
    """`program` with every `forward` in place of its function. `ruled` nodes have, between the results and the arguments, what their one
    block, `backward`, needs."""
    return program.with_body(live(_opened(program.body))) if any(n.op == "ruled" for n in program.nodes()) else program


def _opened(block: Block) -> Block:
    nodes: list[Node] = []
    for node in block.nodes:
        nodes += _with_forward(node) if node.op == "ruled" else [replace(node, blocks=tuple(map(_opened, node.blocks)))]
    return replace(block, nodes=tuple(nodes))


def _with_forward(node: Node) -> list[Node]:
    (forward, backward), arguments = node.blocks, arguments_of(node)
    inlined = substitute(Block((), forward.nodes, forward.results), {p.name: v for p, v in zip(forward.params, arguments)})
    return [*inlined.nodes, replace(node, inputs=(*inlined.results, *arguments), blocks=(backward,))]


def reverse_ruled(node: Node, back: Back) -> tuple[Node, ...]:
    """Cotangents of the arguments by `backward`."""
    (backward,) = node.blocks
    given = [*map(back.take, node.outputs), *node.inputs[len(node.outputs):len(backward.params)]]
    values = {p.name: v for p, v in zip(backward.params, given, strict=True)}
    block, _ = renewed(replace(backward, params=()), back.sweep.names, values, {})
    for inner in block.nodes:
        back.b.learn(inner)
    floating = [v for v in varying(node) if v.kind in FLOATING]
    for v, g in zip(floating, block.results, strict=True):
        back.add(v, g)
    return (node,)


def refuse_underivable(node: Node, back: Back) -> tuple[Node, ...]:
    raise UnsupportedProgram(f"the derivative follows a rule that cannot be taken over: {node.attrs['why']}", node.span)
