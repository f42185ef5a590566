"""Builds blocks of nodes. The one way to make nodes: every operation is checked and typed by its record.

    b = Build()
    y = b.add(x, b.const(1.0))
    block = b.block(params, (y,))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np

from precis.errors import Span, VerifyError
from precis.ir.ops import OPS
from precis.ir.size import Size
from precis.ir.types import Block, Node, Range, Shape, Value


@dataclass
class Names:
    """Fresh, unique names of values and size symbols for one Program."""

    taken: set[str] = field(default_factory=set)
    counter: Any = field(default_factory=count)

    def fresh(self, stem: str = "") -> str:
        name = stem if stem and stem not in self.taken else f"{stem}_{next(self.counter)}"
        while name in self.taken:
            name = f"{stem}_{next(self.counter)}"
        self.taken.add(name)
        return name


class Build:
    """Appends nodes to one block. `span` is stamped on new nodes; child blocks share `names`."""

    def __init__(self, names: Names | None = None, span: Span | None = None, parent: Build | None = None):
        self.names = names or Names()
        self.span = span
        self.parent = parent
        self.nodes: list[Node] = []
        self._constants: dict[str, Any] = {}
        self._interned: dict[tuple, Value] = {}

    def child(self) -> Build:
        """A builder for a block nested in this one."""
        return Build(self.names, self.span, self)

    def value(self, stem: str = "", shape: Shape = (), kind: str = "real", container: str | None = None) -> Value:
        """A new value, not yet defined by a node (a block parameter)."""
        return Value(self.names.fresh(stem), shape, kind, container)

    def call(self, op: str, *inputs: Value, container: str | None = None, **attrs: Any) -> Value:
        """Append `op(inputs, **attrs)` and return its output. Raises VerifyError where the record refuses."""
        record = OPS[op]
        try:
            shape, kind = record.infer(inputs, attrs)
        except ValueError as problem:
            raise VerifyError(f"{op}: {problem}", self.span) from None
        out = self.value(container or "", shape, kind, container)
        self.nodes.append(Node(op, tuple(inputs), (out,), attrs, (), self.span))
        return out

    def __getattr__(self, op: str) -> Callable[..., Value]:
        if op not in OPS:
            raise AttributeError(op)
        return lambda *inputs, **attrs: self.call(op, *inputs, **attrs)

    def const(self, value: Any, kind: str | None = None) -> Value:
        """A scalar constant; one node per value, kind and span in a block."""
        kind = kind or _kind_of(value)
        value = _plain(value, kind)
        key = (repr(value), kind, self.span)
        if key not in self._interned:
            out = self.call("const", value=value, kind=kind)
            self._interned[key] = out
            self._constants[out.name] = value
        return self._interned[key]

    def constant_of(self, value: Value) -> Any | None:
        """The Python number if `value` is a scalar constant of this block or one around it, else None."""
        if value.name in self._constants:
            return self._constants[value.name]
        return self.parent.constant_of(value) if self.parent else None

    def learn(self, node: Node) -> None:
        """Append an existing node as it is."""
        self.nodes.append(node)
        if node.op == "const" and node.output.shape == ():
            self._constants[node.output.name] = node.attrs["value"]

    def know(self, block: Block) -> None:
        """Note the scalar constants of `block`, for `constant_of`, without appending anything."""
        for node in block.walk():
            if node.op == "const" and node.output.shape == ():
                self._constants[node.output.name] = node.attrs["value"]

    def zeros(self, shape: Shape, kind: str = "real") -> Value:
        zero = self.const(0.0 if kind == "real" else 0, kind)
        return self.broadcast(zero, shape=shape) if shape else zero

    def loop(self, range_: Range, carries: Sequence[Value], body: Block, index: str) -> tuple[Value, ...]:
        """A counted loop. `body`: params = carries, results = next carries then stacked values. Returns final carries, stacks."""
        k = len(carries)
        stacked = body.results[k:]
        finals = tuple(self.value(p.container or "", p.shape, p.kind, p.container) for p in body.params)
        stacks = tuple(self.value("", (range_.trips, *v.shape), v.kind) for v in stacked)
        self.nodes.append(Node("loop", tuple(carries), finals + stacks, {"index": index, "range": range_}, (body,), self.span))
        return finals + stacks

    def while_(self, carries: Sequence[Value], condition: Block, body: Block) -> tuple[Value, ...]:
        finals = tuple(self.value(p.container or "", p.shape, p.kind, p.container) for p in body.params)
        self.nodes.append(Node("while", tuple(carries), finals, {}, (condition, body), self.span))
        return finals

    def cond(self, predicate: Value, then: Block, otherwise: Block, containers: Sequence[str | None] = ()) -> tuple[Value, ...]:
        names = tuple(containers) or (None,) * len(then.results)
        outs = tuple(self.value(c or "", v.shape, v.kind, c) for v, c in zip(then.results, names))
        self.nodes.append(Node("cond", (predicate,), outs, {}, (then, otherwise), self.span))
        return outs

    def size(self, value: Value, stem: str = "n") -> Size:
        """Bind a new size symbol to the run-time integer `value`."""
        symbol = self.names.fresh(stem)
        self.nodes.append(Node("size", (value,), (), {"symbol": symbol}, (), self.span))
        return Size.of(symbol)

    def block(self, params: Sequence[Value] = (), results: Sequence[Value] = ()) -> Block:
        return Block(tuple(params), tuple(self.nodes), tuple(results))


def _kind_of(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "bool"
    if isinstance(value, np.integer):
        return str(value.dtype)
    if isinstance(value, int):
        return "int64"
    return "complex" if isinstance(value, (complex, np.complexfloating)) else "real"


def _plain(value: Any, kind: str) -> Any:
    """The constant as a Python bool, int, float or complex of the kind asked for."""
    if kind == "real":
        return float(value)
    if kind == "complex":
        return complex(value)
    return bool(value) if kind == "bool" else int(value)
