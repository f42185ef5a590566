"""Texts of expressions: one node with its operands, which may be expressions themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from precis.errors import Span
from precis.ir.ops import OPS
from precis.ir.size import Size
from precis.ir.text.grammar import ATOM, COMPARE, INDEXED, INFIX, MATMUL, POSITIONAL, POWER, UNARIES, UNARY
from precis.ir.text.spelling import Spelling
from precis.ir.text.terms import constant_text, cut_text, literal, size_text, tuple_text
from precis.ir.types import At, Cut, New, Node, Pick, Value


@dataclass(frozen=True, slots=True)
class Inline:
    """A value that stands as an expression instead of a name."""

    value: Value
    text: str
    precedence: int
    span: Span | None
    depth: int  # operations on the longest path


@dataclass
class Expressions:
    """Writes expressions. `inline`: values that stand inline wherever they are used; `literals`: those that are constants."""

    spelling: Spelling
    inline: dict[str, Inline] = field(default_factory=dict)
    literals: set[str] = field(default_factory=set)

    def of(self, node: Node) -> Inline:
        special = self._infix(node) or self._unary(node) or self._subscript(node) or self._constant(node)
        text, precedence = special or (self.call(node), ATOM)
        depth = 1 + max((self.inline[v.name].depth for v in node.inputs if v.name in self.inline), default=0)
        return Inline(node.output, text, precedence, node.span, depth)

    def operand(self, v: Value, precedence: int = 0) -> str:
        """An operand, in parentheses where it binds less tightly than `precedence`."""
        inline = self.inline.get(v.name)
        if inline is None:
            return self.spelling[v]
        return inline.text if inline.precedence >= precedence else f"({inline.text})"

    def _infix(self, node: Node) -> tuple[str, int] | None:
        infix = INFIX.get(node.op)
        if infix is None or not _says_all(node):
            return None
        p = infix.precedence
        left, right = (ATOM, UNARY) if p == POWER else (p + 1, p + 1) if p == COMPARE else (p, p + 1)
        return f"{self.operand(node.inputs[0], left)} {infix.sign} {self.operand(node.inputs[1], right)}", p

    def _unary(self, node: Node) -> tuple[str, int] | None:
        if node.op not in UNARIES or node.attrs or (node.op == "neg" and node.inputs[0].name in self.literals):
            return None
        return UNARIES[node.op][0] + self.operand(node.inputs[0], UNARY), UNARY

    def _subscript(self, node: Node) -> tuple[str, int] | None:
        if node.op != "slice" or set(node.attrs) != {"at"} or not picks_in_order(node):
            return None
        return f"{self.operand(node.inputs[0], ATOM)}[{self.index(node)}]", ATOM

    def _constant(self, node: Node) -> tuple[str, int] | None:
        if node.op != "const":
            return None
        text = constant_text(node)
        return text, UNARY if text.startswith("-") else ATOM

    def call(self, node: Node) -> str:
        """`op(operands, attribute=...)`, which says everything of any node of the table."""
        inputs = node.inputs[: INDEXED[node.op]] if node.op in INDEXED and picks_in_order(node) else node.inputs
        attrs = {k: self.attribute(k, a, node) for k, a in node.attrs.items()}
        named = [k for k in (OPS[node.op].attrs if node.op in OPS else ()) if k in attrs]
        named += sorted(k for k in attrs if k not in named)
        words = [attrs[k] if POSITIONAL.get(node.op) == k else f"{k}={attrs[k]}" for k in named]
        return f"{node.op}({', '.join([*map(self.operand, inputs), *words])})"

    def attribute(self, name: str, value: Any, node: Node) -> str:
        if name == "at" and node.op in INDEXED:
            return f"s_[{self.index(node)}]"
        if name == "shape" and isinstance(value, tuple) and all(isinstance(d, Size) for d in value):
            return tuple_text(map(size_text, value))
        return size_text(value) if isinstance(value, Size) else literal(value)

    def index(self, node: Node) -> str:
        """The items of `at`, as they stand between brackets."""
        dims = iter(node.inputs[0].shape)
        items = [self._item(item, None if isinstance(item, New) else next(dims, None), node) for item in node.attrs["at"]]
        return ", ".join(items) or "()"

    def _item(self, item: Any, dimension: Size | None, node: Node) -> str:
        if isinstance(item, New):
            return "None"
        if isinstance(item, At):
            return size_text(item.position)
        if isinstance(item, Cut):
            return cut_text(item, dimension)
        if not picks_in_order(node):
            return f"operand({item.operand})"
        v = node.inputs[INDEXED[node.op] + item.operand]
        text = self.operand(v)
        return text if text == self.spelling[v] and text not in self.spelling.symbols else f"pick({text})"


def picks_in_order(node: Node) -> bool:
    """Whether the picks of `at` are the index operands one after the other, so that they can stand where they index."""
    return [i.operand for i in node.attrs["at"] if isinstance(i, Pick)] == list(range(len(node.inputs) - INDEXED[node.op]))


def _says_all(node: Node) -> bool:
    """Whether an infix operator says all of a node."""
    if len(node.inputs) != 2 or node.op != "einsum":
        return len(node.inputs) == 2 and not node.attrs
    return _plain_matmul(node.attrs, (node.inputs[0].rank, node.inputs[1].rank))


def _plain_matmul(attrs: Mapping[str, Any], ranks: tuple[int, int]) -> bool:
    return set(attrs) == {"spec"} and MATMUL.get(ranks) == attrs["spec"]
