"""Which arrays are rows of numbers of several kinds, as lists of tuples are lifted: a real column beside columns of integers.

Arrays that are cut from one another, stored in one another or handed on by loops and branches are one class: their columns are kept apart
together or not at all. A column is one of integers where all that is stored there was converted from integers of one kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from precis.ir.types import At, Block, Cut, New, Node, Pick, Program, Value

WIDEST = 8  # columns
EXACT = 2.0**53  # whole numbers below are the integers that they are written as
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
ELEMENT, ROW, ROWS, ADDED, OTHER = "element", "row", "rows", "added", "other"  # what a slice or an update is of


def is_row(v: Value) -> bool:
    return v.kind == "real" and v.rank == 1 and 2 <= (v.shape[0].constant or 0) <= WIDEST


def is_table(v: Value) -> bool:
    return v.kind == "real" and v.rank == 2 and 2 <= (v.shape[1].constant or 0) <= WIDEST


def has_columns(v: Value) -> bool:
    return is_row(v) or is_table(v)


def taken(node: Node) -> str:
    """What a slice takes of a row or table, or an update writes of it."""
    x, at, picks = node.inputs[0], node.attrs["at"], node.inputs[2 if node.op == "update" else 1:]
    if not has_columns(x) or any(p.rank for p in picks) or not 0 < len(at) <= 2:
        return OTHER
    whole = isinstance(at[-1], Cut) and (at[-1].start, at[-1].length, at[-1].step) == (at[-1].start * 0, x.shape[-1], 1)
    last = isinstance(at[-1], At) and at[-1].position.constant is not None
    if is_row(x):
        return ELEMENT if len(at) == 1 and last else ADDED if isinstance(at[0], New) and (len(at) == 1 or whole) else OTHER
    if len(at) == 2 and not whole:
        return ELEMENT if last and isinstance(at[0], (At, Pick)) else OTHER
    return ROW if isinstance(at[0], (At, Pick)) else ROWS if isinstance(at[0], Cut) else OTHER


@dataclass(slots=True)
class Classes:
    """Classes of rows and tables by the name of one of them."""

    made: dict[str, Node]
    constants: Mapping[str, np.ndarray] = field(default_factory=dict)
    parent: dict[str, str] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    stored: dict[tuple[str, int], list[Value]] = field(default_factory=dict)  # (row, column) -> numbers

    def root(self, name: str) -> str:
        while self.parent.get(name, name) != name:
            name = self.parent[name]
        return name

    def join(self, *values: Value) -> None:
        """These are one class; what has no such columns is in none."""
        if not any(map(has_columns, values)):
            return
        first = self.root(values[0].name)
        for v in values:
            self.parent[self.root(v.name)] = first
            self.parent.setdefault(first, first)
            if not has_columns(v) or v.shape[-1] != values[0].shape[-1]:
                self.refuse(values)

    def refuse(self, values: Iterable[Value]) -> None:
        self.refused |= {v.name for v in values if has_columns(v)}

    def learn(self, block: Block) -> None:
        for node in block.nodes:
            for b in node.blocks:
                self.learn(b)
            _LEARN.get(node.op, Classes._other)(self, node)

    def _other(self, node: Node) -> None:
        self.refuse((*node.inputs, *node.outputs, *(p for b in node.blocks for p in (*b.params, *b.results))))

    def _store(self, node: Node) -> None:
        self.join(node.inputs[0], node.output)

    def _loop(self, node: Node) -> None:
        body = node.blocks[-1]
        for k, x in enumerate(node.inputs):
            self.join(x, *(b.params[k] for b in node.blocks), body.results[k], node.outputs[k])
        for v, r in zip(node.outputs[len(node.inputs):], body.results[len(node.inputs):]):
            self.join(v, r) if is_row(r) else self.refuse((v, r))

    def _cond(self, node: Node) -> None:
        for v, *ways in zip(node.outputs, *(b.results for b in node.blocks)):
            self.join(v, *ways)

    def _concatenate(self, node: Node) -> None:
        numbers = [self._number(v) for v in node.inputs]
        if is_table(node.output) and node.attrs["axis"] == 0:
            self.join(node.output, *node.inputs)
        elif is_row(node.output) and all(numbers) and len(numbers) == node.output.shape[0].constant:
            self.join(node.output)
            for j, v in enumerate(numbers):
                self.stored[node.output.name, j] = [v]  # type: ignore[list-item]
        else:
            self.refuse((*node.inputs, node.output))

    def _number(self, v: Value) -> Value | None:
        """The number of which `v` is an array."""
        node = self.made.get(v.name)
        alone = node is not None and node.op == "slice" and not node.inputs[0].rank and v.rank == 1
        return node.inputs[0] if node is not None and alone else None

    def _slice(self, node: Node) -> None:
        what = taken(node)
        if what in (ROW, ROWS, ADDED):
            self.join(node.inputs[0], node.output)
        elif what != ELEMENT:
            self.refuse((node.inputs[0], node.output))

    def _update(self, node: Node) -> None:
        x, piece = node.inputs[:2]
        what = taken(node)
        if (what == ROW and is_row(piece)) or (what == ROWS and is_table(piece)):
            self.join(x, piece, node.output)
        else:
            self.refuse((x, piece, node.output))

    def _broadcast(self, node: Node) -> None:
        if node.inputs[0].rank:
            self.refuse((*node.inputs, node.output))
        elif has_columns(node.output):
            self.join(node.output)
            for j in range(node.output.shape[-1].constant or 0):
                self.stored[node.output.name, j] = [node.inputs[0]]

    def _const(self, node: Node) -> None:
        """Whole numbers that are known may be of any kind of integers."""
        if not is_table(node.output):
            self._other(node)
            return
        self.join(node.output)
        for j, column in enumerate(table_of(node, self.constants).T):
            whole = bool(np.all((column == np.rint(column)) & (np.abs(column) < EXACT)))
            self.stored[node.output.name, j] = [] if whole else [node.output]

    def kinds(self) -> dict[str, tuple[str, ...]]:
        """The kinds of the columns of each class with columns of integers."""
        refused = {self.root(name) for name in self.refused}
        told: dict[str, dict[int, set[str]]] = {}
        for (name, j), numbers in self.stored.items():
            root = self.root(name)
            fills = self.made[name].op == "broadcast"
            told.setdefault(root, {}).setdefault(j, set()).update(k for v in numbers for k in self._kind(v, root, j, fills))
        found = {root: tuple(_only(kinds[j]) for j in sorted(kinds)) for root, kinds in told.items() if root not in refused}
        return {root: kinds for root, kinds in found.items() if any(k in INTEGERS for k in kinds)}

    def _kind(self, v: Value, root: str, j: int, fills: bool) -> tuple[str, ...]:
        """What a number stored in column j of a class says of its kind: nothing, where it is the zero that fills arrays, or is from that
        column itself."""
        node = self.made.get(v.name)
        if node is None or v.rank:
            return ("real",)
        if node.op == "convert":
            return (node.inputs[0].kind,)
        if fills:
            return () if node.op == "const" and repr(node.attrs["value"]) == "0.0" else ("real",)
        own = node.op == "slice" and taken(node) == ELEMENT and self.root(node.inputs[0].name) == root
        return () if own and node.attrs["at"][-1].position.constant == j else ("real",)


def table_of(node: Node, constants: Mapping[str, np.ndarray]) -> np.ndarray:
    """The array that a `const` node is."""
    return np.asarray(constants[node.attrs["value"].name])


def _only(kinds: set[str]) -> str:
    """The kind of integers that all are of, else real."""
    return next(iter(kinds)) if len(kinds) == 1 and kinds <= {*INTEGERS} else "real"



_LEARN = {
    "const": Classes._const, "loop": Classes._loop,
    "while": Classes._loop, "cond": Classes._cond, "concatenate": Classes._concatenate, "slice": Classes._slice,
    "update": Classes._update, "broadcast": Classes._broadcast, "store": Classes._store}


def classes_of(program: Program, made: Mapping[str, Node]) -> Classes:
    """The classes of a Program, of which those that come from outside, or go there, stay as they are."""
    found = Classes(dict(made), program.constants)
    found.learn(program.body)
    found.refuse((*program.body.params, *program.body.results))
    return found
