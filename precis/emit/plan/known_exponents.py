"""Exponents that are computed from constants are constants: `x ** (-0.5 * 1.0)` is a root and a quotient.

    a = -0.5 * 1.0; y = x ** a    ->    y = x ** -0.5

Functions take constants as arguments (`nu=1.0`), and modules have them. As a number that the run computes, an exponent asks for a logarithm
and an exponential; so do most constants, which stay as they are. Each operation rounds as it would in the run. Adjoints choose by whether
an exponent is 0 which one is next (docs/adr/0530).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from precis.formats import FORMATS, Assignment, Format, round_array
from precis.ir.build import Names
from precis.ir.emulate import arithmetic_format, value_formats
from precis.ir.types import Block, Node, Program, values_of

PARTS = 4  # powers of halves and quarters are products and roots

Formats = Mapping[str, Format | None]

COMPUTED: Mapping[str, Callable[..., float]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv, "neg": lambda x: -x,
    "store": float, "stop": float, "eq": operator.eq, "select": lambda chosen, x, y: x if chosen else y}
EXACTLY_ROUNDED = (FORMATS["binary64"], FORMATS["binary32"])  # by way of binary64: what is rounded twice is rounded well


def known_exponents(program: Program, assignment: Assignment) -> Program:
    """The program with such constants, each of the format that the number had."""
    formats = value_formats(program, assignment)
    state = _Pass(formats, assignment, Names({v.name for v in values_of(program.body)} | set(program.binding)), {})
    made = program.with_body(state.block(program.body, {}))
    wanted = {**formats, **{new: formats[old] for new, old in state.made.items()}}
    return made if state.made and value_formats(made, assignment) == wanted else program


@dataclass(frozen=True, slots=True)
class _Pass:
    formats: Formats
    assignment: Assignment
    names: Names
    made: dict[str, str]  # the name of a constant -> that of the number

    def block(self, block: Block, outer: Mapping[str, float]) -> Block:
        known = dict(outer)
        nodes: list[Node] = []
        for node in block.nodes:
            node = replace(node, blocks=tuple(self.block(b, known) for b in node.blocks)) if node.blocks else node
            value = node.attrs["value"] if node.op == "const" else self.value(node, known)
            if isinstance(value, (float, bool)) and not node.output.rank:
                known[node.output.name] = value
            exponent = known.get(node.inputs[1].name) if node.op == "pow" else None
            nodes += (node,) if exponent is None or not (exponent * PARTS).is_integer() else self.with_constant(node, exponent)
        return replace(block, nodes=tuple(nodes))

    def with_constant(self, power: Node, exponent: float) -> tuple[Node, Node]:
        number = power.inputs[1]
        constant = replace(number, name=self.names.fresh(number.name), container=None)
        self.made[constant.name] = number.name
        return Node("const", (), (constant,), {"value": exponent}, (), power.span), replace(power, inputs=(power.inputs[0], constant))

    def value(self, node: Node, known: Mapping[str, float]) -> float | None:
        """What a node computes from constants; None where that is not known, or not of one format throughout."""
        if node.op not in COMPUTED or node.output.rank or not all(v.name in known for v in node.inputs):
            return None
        format = arithmetic_format(self.assignment, node.site)
        numbers = [_rounded(known[v.name], format) for v in node.inputs]
        alike = {self.formats[v.name] for v in (*node.inputs, node.output) if v.kind != "bool"} == {format}
        if not alike or format not in EXACTLY_ROUNDED or (node.op, *numbers[1:]) == ("div", 0.0):
            return None
        return _rounded(COMPUTED[node.op](*numbers), format)


def _rounded(value: float, format: Format) -> float:
    return value if isinstance(value, bool) else float(round_array(np.float64(value), format))
