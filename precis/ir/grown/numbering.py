"""Values by number: a value is known by its operation and the numbers of its operands, so that two with one number are equal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from precis.ir.live import live
from precis.ir.rewrite import map_sizes
from precis.ir.size import Size
from precis.ir.types import Block, Node, Value

Formats = Mapping[str, object]


@dataclass(slots=True)
class Numbering:
    """Numbers of values: of two values with one number, each is what the other is."""

    formats: Formats
    numbers: dict[str, int] = field(default_factory=dict)
    symbols: dict[str, str] = field(default_factory=dict)
    table: dict[Any, int] = field(default_factory=dict)
    depth: int = 0

    def within(self) -> Numbering:
        """For a block inside, with what is known around it."""
        return Numbering(self.formats, dict(self.numbers), dict(self.symbols), self.table, self.depth + 1)

    def number(self, key: Any) -> int:
        return self.table.setdefault(key, len(self.table))

    def of(self, v: Value) -> int:
        if v.name not in self.numbers:
            self.numbers[v.name] = self.number(("free", v.name))
        return self.numbers[v.name]

    def type_of(self, v: Value) -> Any:
        return (v.kind, self._renamed(v.shape), self.formats.get(v.name))

    def block(self, block: Block) -> list[int]:
        """The numbers of its results."""
        for node in block.nodes:
            self._learn(node)
        return [self.of(v) for v in block.results]

    def _learn(self, node: Node) -> None:
        if node.op == "size":
            self.symbols.setdefault(node.attrs["symbol"], f"s{self.of(node.inputs[0])}")
        elif node.op == "cond":
            sides = [self.within().block(b) for b in node.blocks]
            for v, *ways in zip(node.outputs, *sides):
                self.numbers[v.name] = self.number(("cond", self.of(node.inputs[0]), tuple(ways), self.type_of(v)))
        elif node.blocks:
            for v in node.outputs:
                (alone,) = live(Block((), (node,), (v,))).nodes
                self.numbers[v.name] = self.number((self._key(alone), [w.name for w in alone.outputs].index(v.name)))
        else:
            self.numbers[node.output.name] = self.number(self._key(node))

    def _key(self, node: Node) -> Any:
        blocks = tuple(self._block_of(node, b) for b in node.blocks)
        return (node.op, tuple(map(self.of, node.inputs)), blocks, self._attributes(node), tuple(map(self.type_of, node.outputs)))

    def _block_of(self, node: Node, block: Block) -> Any:
        inner = self.within()
        if node.op == "loop":
            inner.symbols[node.attrs["index"]] = f"i{inner.depth}"
        for k, p in enumerate(block.params):
            inner.numbers[p.name] = self.number(("parameter", inner.depth, k))
        return (tuple(map(inner.type_of, block.params)), tuple(inner.block(block)))

    def _attributes(self, node: Node) -> str:
        kept = {k: a for k, a in node.attrs.items() if k != "index"}
        return repr(sorted((k, map_sizes(a, self._size)) for k, a in kept.items()))

    def _renamed(self, shape: tuple[Size, ...]) -> Any:
        return tuple(map(self._size, shape))

    def _size(self, size: Size) -> Size:
        return size.substitute(self.symbols)
