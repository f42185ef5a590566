"""Rules of derivatives that a program states beside a function: `ruled` nodes, which hand on the results of the function.

    y = ruled(forward, backward, y_of_the_function, x, count=1)

What is computed is the function. Derivatives (precis.ad) are those of `forward`, which returns the results again and what `backward`
needs besides, and of `backward`, which makes cotangents of the arguments from those of the results. Where the rule is not known here,
`underivable` stands for it, and says why.
"""

from __future__ import annotations

from dataclasses import replace

from precis.ir.live import live
from precis.ir.rewrite import rename_leaves, substitute
from precis.ir.types import Block, Node, Program, Value, values_of

RULED = ("ruled", "underivable")


def handed_on(node: Node) -> tuple[tuple[Value, Value], ...]:
    """(output, the result of the function that it is) of such a node."""
    return tuple(zip(node.outputs, node.inputs))


def arguments_of(node: Node) -> tuple[Value, ...]:
    """The arguments that the rule of a lifted `ruled` node is given."""
    return node.inputs[node.attrs["count"]:]


def without_rules(program: Program) -> Program:
    """`program` without its rules: what it computes."""
    if not any(node.op in RULED for node in program.nodes()):
        return program
    body, ends = unruled(program.body)
    used = {v.container for v in values_of(body)}
    return replace(program, body=body, containers=tuple(c for c in program.containers if c.name in used),
                   returns=rename_leaves(program.returns, {name: v.name for name, v in ends.items()}))


def unruled(body: Block) -> tuple[Block, dict[str, Value]]:
    """(the block without `ruled` nodes, output of one -> the value that it is)."""
    given = {o.name: x for node in body.walk() if node.op in RULED for o, x in handed_on(node)}

    def end(v: Value) -> Value:
        while v.name in given:
            v = given[v.name]
        return v
    ends = {name: end(v) for name, v in given.items()}
    return live(substitute(_without(body), ends)), ends


def _without(block: Block) -> Block:
    nodes = (replace(n, blocks=tuple(map(_without, n.blocks))) if n.blocks else n for n in block.nodes if n.op not in RULED)
    return replace(block, nodes=tuple(nodes))
