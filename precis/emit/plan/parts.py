"""Complex values as pairs of real ones: a Program without complex kinds that rounds as the emulation of the complex one does.

Complex arrays cross to the caller as they lie there, the two parts of an element side by side, complex numbers as two numbers.

Sums and moves act on the two parts, other operations by rule (precis.emit.plan.complex_rules).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from precis.emit.plan.body import NotEmittable
from precis.emit.plan.complex_arithmetic import Arithmetic, Pair
from precis.emit.plan.complex_rules import RULES, TWO, part_of
from precis.emit.plan.contract import LIBRARY_FORMATS
from precis.emit.plan.elements import carrier
from precis.emit.plan.nothing import is_nothing
from precis.emit.plan.prepare import INTERLEAVE
from precis.formats import Assignment, Format
from precis.ir.build import Build, Names
from precis.ir.emulate import arithmetic_format, runs_in_format, value_formats
from precis.ir.ops import OPS, ArrayConstant
from precis.ir.ops.record import ROUTINE, VIEW
from precis.ir.ops.routine import routine_format
from precis.ir.types import Block, Container, Node, Program, Value, values_of

PARTS = (".re", ".im")

IN_OWN_FORMAT = ("exp", "magnitude")  # functions whose steps lose little

# Operations that act on each part alone; indices and other integer operands stay.
EACH = ("add", "sub", "neg", "update", "update_add", "concatenate", "pad", "sum", "cumsum", "store", "astype", "stop", "round")


def has_complex(program: Program) -> bool:
    return any(v.kind == "complex" for v in values_of(program.body))


def in_parts(program: Program, assignment: Assignment) -> tuple[Program, Assignment]:
    """(the program in reals, the assignment for it). Parameters and results stay in order. A complex array becomes one of reals with a last
    axis of length 2, a complex number becomes two."""
    return _Splitter(program, assignment).split()


class _Splitter:
    def __init__(self, program: Program, assignment: Assignment):
        self.program, self.assignment = program, assignment
        self.names = Names({v.name for v in values_of(program.body)})
        self.formats = value_formats(program, assignment)
        self.wide = carrier(*(f for f in self.formats.values() if f))
        self.values = dict(assignment.values)
        self.constants = dict(program.constants)
        self.pairs: dict[str, Pair] = {}

    def split(self) -> tuple[Program, Assignment]:
        body = self._whole(self.program.body, Build(self.names))
        complex_names = {c.name for c in self.program.containers if c.kind == "complex"}
        containers = tuple(p for c in self.program.containers for p in self._containers(c))
        storage = {**self.assignment.storage,
                   **{k + part: f for k, f in self.assignment.storage.items() if k in complex_names for part in PARTS}}
        assignment = replace(self.assignment, storage=storage, values=self.values)
        return replace(self.program, body=body, containers=containers, constants=self.constants), assignment

    def _containers(self, c: Container) -> tuple[Container, ...]:
        return tuple(replace(c, name=c.name + part, kind="real") for part in ("", *PARTS)) if c.kind == "complex" else (c,)

    def _whole(self, block: Block, b: Build) -> Block:
        """The block of the program, whose parameters and results cross to the caller."""
        params = [v for p in block.params for v in self._opened(p, b)]
        self._nodes(block, b)
        return b.block(tuple(params), tuple(v for r in block.results for v in self._closed(r, b)))

    def _opened(self, p: Value, b: Build) -> Sequence[Value]:
        """A parameter, whose parts are views of it."""
        if p.kind != "complex" or not p.shape:
            return self.flat((p,))
        whole = Value(p.name, (*p.shape, TWO), "real", p.container)
        for k, part in enumerate(self.both(p)):
            b.learn(Node("slice", (whole,), (part,), {"at": part_of(p.shape, k)}, (), b.span))
        return (whole,)

    def _closed(self, r: Value, b: Build) -> Sequence[Value]:
        """A result, put together from its parts."""
        if r.kind != "complex" or not r.shape:
            return self.flat((r,))
        whole = Value(self.names.fresh(f"{r.name}.parts"), (*r.shape, TWO), "real", r.container)
        if not r.container:
            self.values[whole.name] = self.formats[r.name] or self.wide
        b.learn(Node(INTERLEAVE, self.both(r), (whole,), {}, (), b.span))
        return (whole,)

    def both(self, v: Value) -> Pair:
        """The parts of a complex value; new ones where it is defined."""
        if v.name not in self.pairs:
            parts = tuple(Value(self.names.fresh(v.name + part), v.shape, "real", v.container and v.container + part) for part in PARTS)
            self.pairs[v.name] = parts  # type: ignore[assignment]
            if v.name in self.assignment.values:
                self.values |= {p.name: self.assignment.values[v.name] for p in parts}
        return self.pairs[v.name]

    def flat(self, values: Sequence[Value]) -> tuple[Value, ...]:
        return tuple(p for v in values for p in (self.both(v) if v.kind == "complex" else (v,)))

    def library_format(self, node: Node) -> Format | None:
        """The format in which a library may multiply and add: that of the sums, where it holds what is computed of them."""
        sums, computed = self.assignment.accumulate_of(node.site), arithmetic_format(self.assignment, node.site)
        return sums if sums in LIBRARY_FORMATS and sums.contains(computed) and "accumulate" not in node.attrs else None

    def _format_of(self, node: Node) -> Format:
        """The format in which an operation is computed before its parts are rounded."""
        if not runs_in_format(node) and node.op not in IN_OWN_FORMAT:
            return self.wide
        computed = self.assignment.value_of(node.output.name) or arithmetic_format(self.assignment, node.site)
        return node.attrs.get("format") or routine_format(computed, self.wide) or self.wide

    def _block(self, block: Block, b: Build) -> Block:
        params = self.flat(block.params)
        self._nodes(block, b)
        return b.block(params, self.flat(block.results))

    def _nodes(self, block: Block, b: Build) -> None:
        for node in block.nodes:
            b.span = node.span
            self._node(node, b)

    def _node(self, node: Node, b: Build) -> None:
        if node.blocks:
            blocks = tuple(self._block(inner, b.child()) for inner in node.blocks)
            b.learn(replace(node, inputs=self.flat(node.inputs), outputs=self.flat(node.outputs), blocks=blocks))
        elif "complex" in (v.kind for v in node.inputs + node.outputs):
            self._complex(node, b)
        else:
            b.learn(node)

    def _complex(self, node: Node, b: Build) -> None:
        if node.op == "einsum":
            self._product(node, b)
            return
        targets = self.flat(node.outputs)
        known = self._known(node, b)
        if known is not None:
            for target, part in zip(targets, known):
                b.learn(Node("const", (), (target,), {"value": part, "kind": "real"}, (), node.span))
        elif node.op in EACH or OPS[node.op].category == VIEW:
            for k, target in enumerate(targets):
                parts = tuple(self.both(v)[k] if v.kind == "complex" else v for v in node.inputs)
                b.learn(replace(node, inputs=parts, outputs=(target,)))
        elif OPS[node.op].category == ROUTINE:
            b.learn(Node("routine", self.flat(node.inputs), targets, {"call": node}, (), node.span))
        elif node.op in RULES:
            for target, value in zip(targets, RULES[node.op](Arithmetic(self, node, b, self._format_of(node)), node), strict=True):
                b.learn(Node("astype" if target.kind == "real" else "stop", (value,), (target,), {}, (), node.span))
        else:
            raise NotEmittable(f"{node.op} of complex numbers", node.span)

    def _product(self, node: Node, b: Build) -> None:
        """A contraction. What a library leaves side by side are its parts, unless they are rounded or named."""
        out, parts = node.output, RULES["einsum"](Arithmetic(self, node, b, self.wide), node)
        made = b.nodes[-1]
        if made.op == "slice" and not out.container and self.values[made.inputs[0].name] == self.formats[out.name]:
            self.pairs[out.name] = parts[0], parts[1]
            return
        for target, value in zip(self.flat((out,)), parts, strict=True):
            b.learn(Node("stop", (value,), (target,), {}, (), node.span))

    def nothing(self, v: Value, b: Build) -> bool:
        """Whether a real value is 0 or NaN by what it is made of, as the real parts of 1j * x are."""
        around = [b]
        while around[-1].parent:
            around.append(around[-1].parent)
        return is_nothing(v, {w.name: n for one in around for n in one.nodes for w in n.outputs})

    def _known(self, node: Node, b: Build) -> tuple[Any, Any] | None:
        """The parts of a constant."""
        if node.op == "convert" and node.output.kind == "complex" and node.output.shape == ():
            value = b.constant_of(node.inputs[0])
            return None if value is None else (float(value), 0.0)
        value = node.attrs["value"] if node.op == "const" else None
        if not isinstance(value, ArrayConstant):
            return None if value is None else (value.real, value.imag)
        array = self.constants[value.name]
        for part, half in zip(PARTS, (np.real(array), np.imag(array))):
            self.constants[value.name + part] = np.ascontiguousarray(half)
        return tuple(ArrayConstant((value.name + part, value.shape)) for part in PARTS)  # type: ignore[return-value]
