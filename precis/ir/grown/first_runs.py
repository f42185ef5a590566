"""A run that counts how much room a loop needs is the run itself, with room in reserved address space.

    count iterations of a run that appends nothing; for k < trips: the same, with room for `trips` items
                                        ->
    run with room for all there may ever be, count iterations

`while` loops that append to lists which nothing reads meanwhile are lifted so (precis.ir.grown.counted_runs), and the loops of adjoints
that keep pieces of run-time length count their room so (precis.ir.grown.counted_room).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from precis.ir.build import Names
from precis.ir.grown.counted_room import room_uncounted
from precis.ir.grown.counted_runs import CountedRun
from precis.ir.grown.held import with_shapes
from precis.ir.grown.numbering import Formats
from precis.ir.grown.reserved import SPACE, with_space
from precis.ir.live import live
from precis.ir.types import Block, Node, Program, values_of


def first_runs_kept(program: Program, formats: Formats | None = None, begun: Mapping[str, Any] | None = None) -> Program:
    """The Program without second runs. `formats`: of values by name; runs in other formats are other runs. `begun`: attributes of updates
    that begin an array, of which nobody reads what they do not write."""
    symbols = {n.attrs[k] for n in program.nodes() for k in ("symbol", "index") if k in n.attrs}
    names = Names({v.name for v in values_of(program.body)} | set(program.binding) | symbols)
    space = names.fresh(SPACE)
    body = _Kept(names, formats or {}, begun or {}).block(program.body)
    body = with_space(room_uncounted(body, space, names), space, names)
    return program if body is program.body else with_shapes(program, live(body))


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the pass is given."""

    names: Names
    formats: Formats
    begun: Mapping[str, Any]

    def block(self, block: Block) -> Block:
        nodes = [n if not n.blocks else self._inside(n) for n in block.nodes]
        changed = any(a is not b for a, b in zip(nodes, block.nodes))
        k = 0
        while k < len(nodes):
            run = CountedRun.of(nodes, k)
            made = run.merged(nodes, block.results, self.names, self.formats, SPACE, self.begun) if run else None
            if made is None:
                k += 1
            else:
                nodes, changed = made, True
        return Block(block.params, tuple(nodes), block.results) if changed else block

    def _inside(self, node: Node) -> Node:
        blocks = tuple(map(self.block, node.blocks))
        return replace(node, blocks=blocks) if any(a is not b for a, b in zip(blocks, node.blocks)) else node
