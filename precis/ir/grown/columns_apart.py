"""Columns of several kinds are arrays of their own: integers beside real numbers stay integers.

    row = [x, real(k)]; heap[i] = row; m = int(heap[j, 1])     ->     heap_0[i] = x; heap_1[i] = k; m = heap_1[j]

Lists of tuples are lifted as rows of one array of real numbers, in which an integer is converted at each access, and one beyond 2^53 is
another number. Which arrays they are is told in precis.ir.grown.columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from precis.formats import Assignment
from precis.ir.build import Names
from precis.ir.emulate import value_formats
from precis.ir.grown.columns import ELEMENT, INTEGERS, Classes, classes_of, has_columns, table_of, taken
from precis.ir.live import live
from precis.ir.ops import ArrayConstant
from precis.ir.rewrite import map_values
from precis.ir.types import Block, Node, Program, Value, values_of


def columns_apart(program: Program, assignment: Assignment) -> Program:
    """The Program with such columns apart, where all that is kept in them has one format."""
    made = {v.name: n for n in program.nodes() for v in n.outputs}
    classes = classes_of(program, made)
    kinds = classes.kinds()
    if not kinds:
        return program
    symbols = {n.attrs[k] for n in program.nodes() for k in ("symbol", "index") if k in n.attrs}
    names = Names({v.name for v in values_of(program.body)} | set(program.binding) | symbols)
    apart = _Apart(classes, kinds, names)
    body = live(map_values(apart.block(program.body), apart.now))
    used = {v.container for v in values_of(body)}
    constants = {**program.constants, **apart.constants}
    changed = replace(program, body=body, containers=tuple(c for c in program.containers if c.name in used), constants=constants)
    before, after = value_formats(program, assignment), value_formats(changed, assignment)
    formats = {before[name] for name in apart.columns} | {after.get(name) for name in apart.real}
    return changed if len(formats - {None}) <= 1 else program


@dataclass(slots=True)
class _Apart:
    """columns: what a row or table is now; integers: of a real number, the integer that it was; instead: of values that are gone; real: the
    names of columns of real numbers; constants: columns of tables that are known."""

    classes: Classes
    kinds: dict[str, tuple[str, ...]]
    names: Names
    columns: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    integers: dict[str, Value] = field(default_factory=dict)
    instead: dict[str, Value] = field(default_factory=dict)
    real: set[str] = field(default_factory=set)
    constants: dict[str, np.ndarray] = field(default_factory=dict)

    def now(self, v: Value) -> Value:
        while v.name in self.instead:
            v = self.instead[v.name]
        return v

    def _parted(self, v: Value) -> tuple[str, ...] | None:
        """The kinds of the columns of a value; None of one that stays as it is."""
        return self.kinds.get(self.classes.root(v.name)) if has_columns(v) else None

    def _new(self, v: Value) -> tuple[Value, ...]:
        """The columns of a value, which are defined now; the value itself, if it stays."""
        kinds = self._parted(v)
        if kinds is None:
            return (v,)
        self.columns[v.name] = tuple(Value(self.names.fresh(), v.shape[:-1], kind) for kind in kinds)
        self.real |= {c.name for c in self.columns[v.name] if c.kind == "real"}
        return self.columns[v.name]

    def _all(self, values: Sequence[Value], of: Callable[[Value], tuple[Value, ...]]) -> tuple[Value, ...]:
        return tuple(c for v in values for c in of(v))

    def _known(self, v: Value) -> tuple[Value, ...]:
        return self.columns.get(v.name, (v,))

    def block(self, block: Block) -> Block:
        params = self._all(block.params, self._new)
        nodes = [m for n in block.nodes for m in self._node(n)]
        return Block(params, tuple(nodes), self._all(block.results, self._known))

    def _node(self, node: Node) -> Sequence[Node]:
        if node.blocks:
            inputs, blocks = self._all(node.inputs, self._known), tuple(map(self.block, node.blocks))
            return (replace(node, inputs=inputs, outputs=self._all(node.outputs, self._new), blocks=blocks),)
        if node.op == "convert" and not node.output.rank:
            return self._convert(node)
        if not any(self._parted(v) for v in (*node.inputs, *node.outputs)):
            return (node,)
        return _OPS[node.op](self, node)

    def _convert(self, node: Node) -> Sequence[Node]:
        x, out = node.inputs[0], node.output
        if x.kind in INTEGERS and out.kind == "real":
            self.integers[out.name] = x
        same = self.integers.get(x.name)
        return (node,) if same is None or same.kind != out.kind else self._same(node, same)

    def _const(self, node: Node) -> Sequence[Node]:
        nodes, table = list[Node](), table_of(node, self.classes.constants)
        for j, out in enumerate(self._new(node.output)):
            constant = ArrayConstant((f"{node.attrs['value'].name}_{j}_{out.kind}", table.shape[:1]))
            self.constants[constant.name] = table[:, j].astype(np.float64 if out.kind == "real" else out.kind)
            nodes.append(Node("const", (), (out,), {"value": constant, "kind": out.kind}, (), node.span))
        return nodes

    def _store(self, node: Node) -> Sequence[Node]:
        self.columns[node.output.name] = self.columns[node.inputs[0].name]
        return ()

    def _slice(self, node: Node) -> Sequence[Node]:
        x, *picks = node.inputs
        at, what = node.attrs["at"], taken(node)
        if what != ELEMENT:
            outs = self._new(node.output)
            attrs = {**node.attrs, "at": at[:1]}
            return [Node("slice", (c, *picks), (o,), attrs, (), node.span) for c, o in zip(self.columns[x.name], outs)]
        column = self.columns[x.name][at[-1].position.constant]
        if column.kind == "real":
            return self._same(node, column) if x.rank == 1 else [replace(node, inputs=(column, *picks), attrs={**node.attrs, "at": at[:1]})]
        read = column if x.rank == 1 else Value(self.names.fresh(), (), column.kind)
        self.integers[node.output.name] = read
        reads = [] if x.rank == 1 else [Node("slice", (column, *picks), (read,), {**node.attrs, "at": at[:1]}, (), node.span)]
        return [*reads, Node("convert", (read,), node.outputs, {"kind": "real"}, (), node.span)]

    def _same(self, node: Node, v: Value) -> Sequence[Node]:
        """A value in place of what a node makes; under its name, if the user gave it one."""
        if node.output.container:
            return (Node("store", (v,), node.outputs, {}, (), node.span),)
        self.instead[node.output.name] = v
        return ()

    def _update(self, node: Node) -> Sequence[Node]:
        x, piece, *picks = node.inputs
        attrs = {**node.attrs, "at": node.attrs["at"][:1]}
        columns = zip(self.columns[x.name], self.columns[piece.name], self._new(node.output))
        return [Node("update", (c, p, *picks), (o,), attrs, (), node.span) for c, p, o in columns]

    def _concatenate(self, node: Node) -> Sequence[Node]:
        if node.output.rank == 1:
            kinds, numbers = self._parted(node.output), [self.classes.stored[node.output.name, j][0] for j in range(len(node.inputs))]
            pairs = zip(kinds or (), numbers)
            self.columns[node.output.name] = tuple(v if kind == "real" else self.integers[v.name] for kind, v in pairs)
            return ()
        parts = zip(self._new(node.output), *(self.columns[v.name] for v in node.inputs))
        return [Node("concatenate", tuple(parts), (o,), node.attrs, (), node.span) for o, *parts in parts]

    def _broadcast(self, node: Node) -> Sequence[Node]:
        nodes, filled = list[Node](), list[Value]()
        for kind in self._parted(node.output) or ():
            value = node.inputs[0] if kind == "real" else Value(self.names.fresh(), (), kind)
            if kind != "real":
                nodes.append(Node("const", (), (value,), {"value": 0, "kind": kind}, (), node.span))
            filled.append(value)
        if node.output.rank == 1:
            self.columns[node.output.name] = tuple(filled)
            return nodes
        attrs = {**node.attrs, "shape": node.attrs["shape"][:1]}
        return [*nodes, *(Node("broadcast", (v,), (o,), attrs, (), node.span) for v, o in zip(filled, self._new(node.output)))]


_OPS = {"const": _Apart._const, "slice": _Apart._slice,
        "update": _Apart._update, "concatenate": _Apart._concatenate, "broadcast": _Apart._broadcast,
        "store": _Apart._store}
