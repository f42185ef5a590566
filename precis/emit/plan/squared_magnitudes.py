"""Squares of magnitudes are sums of squares: no root is taken of which only the square is wanted.

    m = abs(z); p = m * m    ->    p = re(z) * re(z) + im(z) * im(z)

which is infinite where a part is, as abs(z) is. It lies within an ulp, the square of a root within three; what overflows, and what is no
normal number, does so in both. Densities |psi|**2 and powers of spectra are such squares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from operator import is_

import numpy as np

from precis.formats import Assignment
from precis.ir.build import Build, Names
from precis.ir.live import live
from precis.ir.rewrite import free_values
from precis.ir.types import Block, Node, Value, values_of


def squared_magnitudes(body: Block, assignment: Assignment) -> Block:
    """The body of a program without magnitudes of complex numbers that are only squared, in formats that nobody chose for them."""
    made = _block(body, assignment, Names({v.name for v in values_of(body)}))
    return live(made) if made is not body else body


def _block(block: Block, assignment: Assignment, names: Names) -> Block:
    squared = _squared(block, assignment)
    nodes: list[Node] = []
    for node in block.nodes:
        inner = tuple(_block(b, assignment, names) for b in node.blocks)
        node = replace(node, blocks=inner) if not all(map(is_, inner, node.blocks)) else node
        nodes += _sum(node, squared[node.inputs[0].name], names) if _is_square(node, squared) else [node]
    same = len(nodes) == len(block.nodes) and all(map(is_, nodes, block.nodes))
    return block if same else replace(block, nodes=tuple(nodes))


def _squared(block: Block, assignment: Assignment) -> Mapping[str, Value]:
    """The complex numbers whose magnitudes are squared in a block, and nothing else, by the names of these."""
    found = {n.output.name: n.inputs[0] for n in block.nodes if n.op == "magnitude" and n.output.container is None
             and assignment.value_of(n.output.name) is None and n.inputs[0].kind == "complex"}
    uses = Counter(v.name for n in block.nodes for v in (*n.inputs, *(f for b in n.blocks for f in free_values(b))))
    uses.update(v.name for v in block.results)
    squares = Counter(n.inputs[0].name for n in block.nodes if _is_square(n, found))
    return {name: z for name, z in found.items() if uses[name] == 2 * squares[name]}


def _is_square(node: Node, magnitudes: Mapping[str, Value]) -> bool:
    return node.op == "mul" and node.inputs[0].name == node.inputs[1].name and node.inputs[0].name in magnitudes


def _sum(node: Node, z: Value, names: Names) -> list[Node]:
    """Nodes that end in the square."""
    made = Build(names, node.span)
    parts, infinity = (made.re(z), made.im(z)), made.const(np.inf)
    infinite = made.bit_or(*(made.eq(made.abs(p), infinity) for p in parts))
    total = made.add(*(made.mul(p, p) for p in parts))
    made.select(infinite, infinity, total)
    return [*made.nodes[:-1], replace(made.nodes[-1], outputs=node.outputs)]
