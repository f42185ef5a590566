"""What is the same in every execution of an operation: the shadow run asks for it thousands of times, mostly for scalars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from precis.bitwidth.pairs import JUMPS
from precis.formats import FORMATS, Format
from precis.ir.arithmetic import Quiet
from precis.ir.emulate import ROUNDED, runs_in_format
from precis.ir.types import Attrs, Block, Node, Program

CARRIER = FORMATS["binary80"]
DENSE = 10_000  # elements of a matrix that routines of linear algebra take in longdouble, without LAPACK
QUIET = Quiet(np.longdouble)


@dataclass(frozen=True, slots=True)
class Operation:
    """A node, with the rounding of its result where that follows at once.

    name      of its output; names: that and the rounded result's, which are one pair
    operands  names of its inputs
    rounding  the format of that rounding, else None
    format    of the result (of the first operand, for decisions)
    follows   whether the exact run takes what the rounded one decides
    plain     attributes of the node where it rounds nothing: sums have no accumulator of their own, `small` routines
              run in the carrier
    """

    node: Node
    name: str
    names: tuple[str, ...]
    operands: tuple[str, ...]
    rounding: Format | None
    format: Format
    follows: bool
    plain: Attrs
    small: Attrs

    def unrounded(self, inputs: Sequence[Any]) -> Attrs:
        return self.plain if self.small is self.plain or any(p.rounded.size > DENSE for p in inputs) else self.small


@dataclass(slots=True)
class Steps:
    """The blocks of an emulated program as operations and control nodes, each found when it is first run."""

    program: Program
    formats: Mapping[str, Format | None]
    known: dict[int, list[Operation | Node]] = field(default_factory=dict)

    def of(self, block: Block) -> list[Operation | Node]:
        found = self.known.get(id(block))
        if found is None:
            found = self.known[id(block)] = self._found(block)
        return found

    def _found(self, block: Block) -> list[Operation | Node]:
        found: list[Operation | Node] = []
        last = None
        for node in block.nodes:
            if node.blocks or node.op == "size":
                found.append(node)
                last = None
            elif node.op == "round" and last is not None and node.inputs[0].name == last.output.name:
                found[-1] = self._operation(last, node)
                last = None
            else:
                found.append(self._operation(node))
                last = node
        return found

    def _operation(self, node: Node, rounding: Node | None = None) -> Operation:
        out, given = node.output, self.formats.get
        fmt = given(out.name) or next((f for v in node.inputs if (f := given(v.name))), None) or CARRIER
        names = (out.name,) if rounding is None else (out.name, rounding.output.name)
        follows = out.kind not in ROUNDED or node.op in JUMPS
        plain = _without(node.attrs, "accumulate")
        small = _without(plain, "format") if runs_in_format(node) else plain
        return Operation(node, out.name, names, tuple(v.name for v in node.inputs), rounding and rounding.attrs["format"], fmt,
                         follows, plain, small)  # fmt: skip


def _without(attrs: Attrs, name: str) -> Attrs:
    return {k: a for k, a in attrs.items() if k != name} if name in attrs else attrs


def plain_node(node: Node) -> Node:
    """The node where it rounds nothing."""
    attrs = _without(node.attrs, "accumulate")
    return Node(node.op, node.inputs, node.outputs, _without(attrs, "format") if runs_in_format(node) else attrs, node.blocks, node.span)
