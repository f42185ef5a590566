"""Positions at which a mask holds are found once, in front of the loops that leave the mask as it is.

Front ends find positions where an array of them is wanted, which may be inside loops, while the mask, and what Python has
already taken from it, is from outside. What is read at such positions is marked ONCE: no element is read twice, so that computing
the elements where they are read never costs more than computing all of them before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from precis.ir.ops import OPS
from precis.ir.ops.record import POINTWISE, VIEW
from precis.ir.rewrite import free_values, symbols_of
from precis.ir.types import Block, Node, Pick, Value

LOOPS = ("loop", "while")
POSITIONS = "places"
SCALARS = ("sum", "size")  # how many positions there are
ONCE = "once"  # attribute of a slice


def positions_first(block: Block) -> Block:
    """The block with positions in front of its loops, and what is read at positions marked."""
    return _marked(_hoisted(block), frozenset())


def _hoisted(block: Block) -> Block:
    nodes: list[Node] = []
    for node in block.nodes:
        node = replace(node, blocks=tuple(map(_hoisted, node.blocks))) if node.blocks else node
        front, node = _parted(node) if node.op in LOOPS else ((), node)
        nodes += [*front, node]
    return Block(block.params, tuple(nodes), block.results)


def _parted(loop: Node) -> tuple[Sequence[Node], Node]:
    """What moves in front of a loop, and the loop without it."""
    body = loop.blocks[-1]
    moved = _needed(body, still(loop, body, _followed))
    if not moved:
        return (), loop
    rest = Block(body.params, tuple(n for n in body.nodes if n not in moved), body.results)
    return moved, replace(loop, blocks=(*loop.blocks[:-1], rest))


def still(loop: Node, body: Block, plain: Callable[[Node], bool]) -> list[Node]:
    """Nodes of a block of the loop, of those that are `plain`, that give the same in each iteration."""
    varying = {v.name for v in body.params} | {v.name for n in body.nodes for v in n.outputs}
    bound = {loop.attrs["index"]} if loop.op == "loop" else set()
    bound |= {n.attrs["symbol"] for n in body.nodes if n.op == "size"}
    found: list[Node] = []
    for node in body.nodes:
        own = {node.attrs["symbol"]} if node.op == "size" else set()
        if plain(node) and not node.blocks and not (symbols_of(node) - own) & bound and not any(v.name in varying for v in node.inputs):
            found.append(node)
            varying -= {v.name for v in node.outputs}
            bound -= own
    return found


def _followed(node: Node) -> bool:
    """Whether positions follow from nodes of this kind."""
    return node.op in (POSITIONS, *SCALARS) or (node.op in OPS and OPS[node.op].category in (POINTWISE, VIEW))


def _needed(body: Block, steady: list[Node]) -> list[Node]:
    """The positions among them and all that these follow from, where nothing else in the body wants an array that would have to be kept."""
    names: set[str] = set()
    sizes: set[str] = set()
    moved: list[Node] = []
    for node in reversed(steady):
        wanted = node.op == POSITIONS or any(v.name in names for v in node.outputs) or node.attrs.get("symbol") in sizes
        if wanted:
            moved.insert(0, node)
            names |= {v.name for v in node.inputs}
            sizes |= symbols_of(node)
    left = [n for n in body.nodes if n not in moved]
    used = {v.name for v in (*body.results, *inputs_of(left))}
    lazy = (n for n in moved if n.op not in (POSITIONS, *SCALARS))
    return [] if any(v.name in used for n in lazy for v in n.outputs) else moved


def inputs_of(nodes: Iterable[Node]) -> Iterator[Value]:
    for n in nodes:
        yield from n.inputs
        for b in n.blocks:
            yield from free_values(b)


def _marked(block: Block, places: frozenset[str]) -> Block:
    nodes: list[Node] = []
    for node in block.nodes:
        node = replace(node, blocks=tuple(_marked(b, places) for b in node.blocks)) if node.blocks else node
        picks = [node.inputs[1 + i.operand].name for i in node.attrs["at"] if isinstance(i, Pick)] if node.op == "slice" else []
        if len(picks) == 1 and picks[0] in places:
            node = replace(node, attrs={**node.attrs, ONCE: True})
        places |= {v.name for v in node.outputs} if node.op == POSITIONS else set()
        nodes.append(node)
    return Block(block.params, tuple(nodes), block.results)
