"""Numbers that are said to be of a narrower format are numbers of that format, where it has them: float32(0.0) of zeros, pads and clips.

    out = broadcast(astype(0.0))    ->    out = broadcast(0.0)

Front ends round a constant of another format than its statement computes in by a node of its own. It would be kept in a scalar that nests
read, so that nobody saw what an array is filled with: rows that are written next, rims of pads, and zeros that sums begin with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from precis.formats import Assignment, Format, round_array
from precis.ir.emulate import value_formats
from precis.ir.types import Block, Node, Program

Formats = Mapping[str, Format | None]


def constants_narrowed(program: Program, assignment: Assignment) -> Program:
    """The program with such constants, each of the format that it had."""
    formats = value_formats(program, assignment)
    made = program.with_body(_block(program.body, formats, {}))
    return made if value_formats(made, assignment) == formats else program


def _block(block: Block, formats: Formats, outer: Mapping[str, Node]) -> Block:
    known = dict(outer)
    nodes: list[Node] = []
    for node in block.nodes:
        node = replace(node, blocks=tuple(_block(b, formats, known) for b in node.blocks))
        node = _narrowed(node, formats, known)
        if node.op == "const":
            known[node.output.name] = node
        nodes.append(node)
    return replace(block, nodes=tuple(nodes))


def _narrowed(node: Node, formats: Formats, known: Mapping[str, Node]) -> Node:
    if node.op != "astype" or node.inputs[0].name not in known or node.output.container is not None:
        return node
    constant, format = known[node.inputs[0].name], formats[node.output.name]
    value = constant.attrs["value"]
    exact = isinstance(value, float) and format is not None and bool(round_array(np.float64(value), format) == value)
    return Node("const", (), node.outputs, constant.attrs, (), node.span) if exact else node
