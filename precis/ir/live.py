"""What of a block is used: nodes, carries of loops and results of branches that nobody reads are dropped."""

from __future__ import annotations

from dataclasses import replace

from precis.ir.rewrite import free_values, symbols_of
from precis.ir.types import Block, Node

KEPT = ("size",)  # nodes that bind size symbols are kept while a kept node may use them


def live(block: Block, wanted: frozenset[str] | None = None) -> Block:
    """Drop nodes whose outputs nobody uses, in nested blocks too (loop carries and stacks included)."""
    needed = {v.name for v in block.results} if wanted is None else set(wanted)
    kept: list[Node] = []
    symbols: set[str] = set()
    binds = any(node.op in KEPT for node in block.nodes)  # else nobody asks which symbols occur, in hundreds of thousands of sizes
    for node in reversed(block.nodes):
        used = any(v.name in needed for v in node.outputs) or (node.op in KEPT and node.attrs["symbol"] in symbols)
        if not used:
            continue
        node = _LIVE.get(node.op, _live_blocks)(node, needed)
        kept.append(node)
        needed |= {v.name for v in node.inputs} | {v.name for b in node.blocks for v in free_values(b)}
        symbols |= symbols_of(node) if binds else set()
    return Block(block.params, tuple(reversed(kept)), block.results)


def _live_loop(node: Node, needed: set[str]) -> Node:
    """Remove stacks that nobody reads and carries that influence nothing that is read."""
    (body,), k = node.blocks, len(node.inputs)
    stacks = [j for j in range(k, len(node.outputs)) if node.outputs[j].name in needed]
    order, step = _live_step(body, {j for j in range(k) if node.outputs[j].name in needed}, stacks)
    inputs, outputs = tuple(node.inputs[j] for j in order), tuple(node.outputs[j] for j in [*order, *stacks])
    return replace(node, inputs=inputs, outputs=outputs, blocks=(step,))


def _live_while(node: Node, needed: set[str]) -> Node:
    """Remove carries that influence neither what is read nor how long the loop runs."""
    test, body = live(node.blocks[0]), node.blocks[1]
    tested = _used(test)
    order, step = _live_step(body, {j for j, v in enumerate(node.outputs) if v.name in needed or test.params[j].name in tested}, [])
    test = Block(tuple(test.params[j] for j in order), test.nodes, test.results)
    return replace(node, inputs=tuple(node.inputs[j] for j in order), outputs=tuple(node.outputs[j] for j in order), blocks=(test, step))


def _live_step(body: Block, alive: set[int], stacks: list[int]) -> tuple[list[int], Block]:
    """The carries that those `alive` and the stacks depend on, in order, and the body with these alone."""
    while True:
        trimmed = live(Block(body.params, body.nodes, tuple(body.results[j] for j in [*sorted(alive), *stacks])))
        used = _used(trimmed)
        grown = alive | {j for j, p in enumerate(body.params) if p.name in used}
        if grown == alive:
            order = sorted(alive)
            return order, Block(tuple(body.params[j] for j in order), trimmed.nodes, trimmed.results)
        alive = grown


def _used(block: Block) -> set[str]:
    """Names that a block reads, its own parameters included."""
    return {v.name for v in free_values(Block((), block.nodes, block.results))}


def _live_cond(node: Node, needed: set[str]) -> Node:
    """Remove results that nobody reads."""
    order = [j for j, v in enumerate(node.outputs) if v.name in needed]
    blocks = tuple(live(Block(b.params, b.nodes, tuple(b.results[j] for j in order))) for b in node.blocks)
    return replace(node, outputs=tuple(node.outputs[j] for j in order), blocks=blocks)


def _live_blocks(node: Node, needed: set[str]) -> Node:
    return replace(node, blocks=tuple(map(live, node.blocks))) if node.blocks else node


_LIVE = {"loop": _live_loop, "while": _live_while, "cond": _live_cond}
