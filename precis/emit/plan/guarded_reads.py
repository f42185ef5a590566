"""Reads at positions that are good only where a mask holds, made for every element: elsewhere at the first place, where there is one.

    table[at]    ->    table[select(mask, at, 0)]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from precis.ir.build import Names
from precis.ir.size import Size
from precis.ir.types import At, Node, Pick, Program, Shape, Value, values_of


@dataclass(frozen=True, slots=True)
class Guarded:
    """Names for new values, and how much sizes are at least."""

    names: Names
    least: Mapping[str, int]

    def has_elements(self, dimension: Size, dims: Shape) -> bool:
        """Whether a dimension is surely longer than 0 where an array with dimensions `dims` has elements."""
        terms, known = dimension.affine() or ({}, 0)
        shortest = known + sum(k * self.least.get(s, 0) for s, k in terms.items())
        return dimension in dims or (shortest > 0 and all(k > 0 and s in self.least for s, k in terms.items()))

    def read(self, node: Node, mask: Value, v: Value) -> tuple[Node, ...]:
        """`v`: what a slice takes, with positions for every element of `mask`."""
        guards = [self._guarded(p, mask, node) for p in node.inputs[1:]]
        read = replace(node, inputs=(node.inputs[0], *(choice.output for _, choice in guards)), outputs=(v,))
        return (*(n for pair in guards for n in pair), read)

    def _guarded(self, position: Value, mask: Value, node: Node) -> tuple[Node, Node]:
        zero, safe = (replace(position, name=self.names.fresh(position.name), shape=shape, container=None) for shape in ((), mask.shape))
        return (Node("const", (), (zero,), {"value": 0, "kind": position.kind}, (), node.span),
                Node("select", (mask, position, zero), (safe,), {}, (), node.span))


def guarded(program: Program) -> Guarded:
    """Sizes are known that are lengths of arguments, or that guards are about."""
    least = {d.symbol: 0 for p in program.body.params for d in p.shape if d.symbol is not None}
    for g in program.guards:
        if g.relation == "<=" and g.left.constant is not None and g.right.symbol is not None:
            least[g.right.symbol] = max(g.left.constant, least.get(g.right.symbol, g.left.constant))
    return Guarded(Names({v.name for v in values_of(program.body)}), least)


def picked_dimensions(node: Node) -> Shape | None:
    """Along which dimensions a slice has positions, each an array, if all dimensions in front of them are left."""
    at, count = node.attrs["at"], len(node.inputs) - 1
    front = next((k for k, item in enumerate(at) if not isinstance(item, (At, Pick))), len(at))
    picked = [(item, d) for item, d in zip(at[:front], node.inputs[0].shape) if isinstance(item, Pick)]
    return tuple(d for _, d in picked) if [item for item, _ in picked] == list(map(Pick, range(count))) else None
