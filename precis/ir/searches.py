"""Searches in hash tables as comparisons with all rows, for targets that have no code for the tables (precis.ir.ops.hashing).

Whoever asks is told the row, or a negative number: which one tells only the table what to do, and there is none.
"""

from __future__ import annotations

from dataclasses import replace

from precis.ir.build import Build, Names
from precis.ir.live import live
from precis.ir.size import Size
from precis.ir.types import Block, Node, Program, values_of

HASHING = ("hash_table", "hash_find")


def without_tables(program: Program) -> Program:
    """The Program with a comparison of all rows for each search."""
    if not any(n.op in HASHING for n in program.nodes()):
        return program
    symbols = {n.attrs[k] for n in program.nodes() for k in ("symbol", "index") if k in n.attrs}
    names = Names({v.name for v in values_of(program.body)} | set(program.binding) | symbols)
    return program.with_body(live(_block(program.body, names)))


def _block(block: Block, names: Names) -> Block:
    return replace(block, nodes=tuple(n for node in block.nodes for n in _node(node, names)))


def _node(node: Node, names: Names) -> tuple[Node, ...]:
    if node.op not in HASHING:
        return (replace(node, blocks=tuple(_block(b, names) for b in node.blocks)),) if node.blocks else (node,)
    b = Build(names, node.span)
    none = b.const(-1, "int64")
    if node.op == "hash_table":
        found = b.broadcast(none, shape=node.output.shape)
    else:
        _, rows, key = node.inputs
        equal = b.eq(rows if rows.kind == "int64" else b.convert(rows, kind="int64"), key)
        equal = b.all(equal, axes=(1,)) if rows.rank == 2 else equal
        places = b.select(equal, b.iota(length=rows.shape[0]), none)
        found = b.max(b.concatenate(b.broadcast(none, shape=(Size.of(1),)), places, axis=0), axes=(0,))
    return (*b.nodes, Node("store" if node.output.container else "stop", (found,), node.outputs, {}, (), node.span))
