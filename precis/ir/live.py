"""What of a block is used: nodes, carries of loops and results of branches that nobody reads are dropped.

Blocks and nodes of which all is used stay what they are, so that what is known of them (precis.ir.rewrite.once) stays known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import is_

from precis.ir.rewrite import free_values, once, settled, symbols_of
from precis.ir.types import Block, Node, Value

KEPT = ("size",)  # nodes that bind size symbols are kept while a kept node may use them
MOST = "most"  # attribute of these that are kept always: the run ends where they bind more than that


@once
def live(block: Block) -> Block:
    """Drop nodes whose outputs nobody uses, in nested blocks too (loop carries and stacks included)."""
    needed = {v.name for v in block.results}
    kept: list[Node] = []
    symbols: set[str] = set()
    binds = any(node.op in KEPT for node in block.nodes)  # else nobody asks which symbols occur, in hundreds of thousands of sizes
    for node in reversed(block.nodes):
        used = any(v.name in needed for v in node.outputs) or (node.op in KEPT and (node.attrs["symbol"] in symbols or MOST in node.attrs))
        if not used:
            continue
        node = _LIVE.get(node.op, _live_blocks)(node, needed) if node.blocks else node
        kept.append(node)
        needed |= {v.name for v in node.inputs} | {v.name for b in node.blocks for v in free_values(b)}
        symbols |= symbols_of(node) if binds else set()
    return settled(live, _of(block, block.params, kept[::-1], block.results))


def _of(block: Block, params: Sequence[Value], nodes: Sequence[Node], results: Sequence[Value]) -> Block:
    """A block of these, which are all or some of those of `block`: then it itself."""
    pairs = (params, block.params), (nodes, block.nodes), (results, block.results)
    whole = all(len(some) == len(every) and all(map(is_, some, every)) for some, every in pairs)
    return block if whole else Block(tuple(params), tuple(nodes), tuple(results))


def _node(node: Node, inputs: Sequence[Value], outputs: Sequence[Value], blocks: tuple[Block, ...]) -> Node:
    whole = len(inputs) == len(node.inputs) and len(outputs) == len(node.outputs) and all(map(is_, blocks, node.blocks))
    return node if whole else replace(node, inputs=tuple(inputs), outputs=tuple(outputs), blocks=blocks)


def _live_loop(node: Node, needed: set[str]) -> Node:
    """Remove stacks that nobody reads and carries that influence nothing that is read."""
    (body,), k = node.blocks, len(node.inputs)
    stacks = [j for j in range(k, len(node.outputs)) if node.outputs[j].name in needed]
    order, step = _live_step(body, {j for j in range(k) if node.outputs[j].name in needed}, stacks)
    return _node(node, [node.inputs[j] for j in order], [node.outputs[j] for j in [*order, *stacks]], (step,))


def _live_while(node: Node, needed: set[str]) -> Node:
    """Remove carries that influence neither what is read nor how long the loop runs."""
    test, body = live(node.blocks[0]), node.blocks[1]
    tested = _used(test)
    order, step = _live_step(body, {j for j, v in enumerate(node.outputs) if v.name in needed or test.params[j].name in tested}, [])
    test = _of(test, [test.params[j] for j in order], test.nodes, test.results)
    return _node(node, [node.inputs[j] for j in order], [node.outputs[j] for j in order], (test, step))


def _live_step(body: Block, alive: set[int], stacks: list[int]) -> tuple[list[int], Block]:
    """The carries that those `alive` and the stacks depend on, in order, and the body with these alone."""
    while True:
        trimmed = live(_of(body, body.params, body.nodes, [body.results[j] for j in [*sorted(alive), *stacks]]))
        used = _used(trimmed)
        grown = alive | {j for j, p in enumerate(body.params) if p.name in used}
        if grown == alive:
            order = sorted(alive)
            return order, _of(trimmed, [body.params[j] for j in order], trimmed.nodes, trimmed.results)
        alive = grown


def _used(block: Block) -> set[str]:
    """Names that a block reads, its own parameters included."""
    return {v.name for v in free_values(Block((), block.nodes, block.results))}


def _live_cond(node: Node, needed: set[str]) -> Node:
    """Remove results that nobody reads."""
    order = [j for j, v in enumerate(node.outputs) if v.name in needed]
    blocks = tuple(live(_of(b, b.params, b.nodes, [b.results[j] for j in order])) for b in node.blocks)
    return _node(node, node.inputs, [node.outputs[j] for j in order], blocks)


def _live_blocks(node: Node, needed: set[str]) -> Node:
    return _node(node, node.inputs, node.outputs, tuple(map(live, node.blocks)))


_LIVE = {"loop": _live_loop, "while": _live_while, "cond": _live_cond}
