"""What a loop adds once to each of the elements of an array of zeros is stored there.

    b = 0; for k: b[k] += f(k)     ->     b = 0; for k: b[k] = f(k)

The reverse of a loop that reads rows of an array one after the other adds to each row of its cotangent, read by read. Where each is read
once, the sum has one term: nothing is loaded, and zeros that all are stored over need not be there. A term that is -0.0 stays that.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from precis.ir.rewrite import free_values
from precis.ir.types import At, Block, Cut, Index, Node, Value


def only_once(body: Block, forward: frozenset[str]) -> Block:
    """`body` with such stores. forward: results of nodes of the forward run, which stay as they are."""
    reverse = tuple(n for n in body.nodes if not forward.intersection(v.name for v in n.outputs))
    stored = {name for block, loop in _loops(replace(body, nodes=reverse)) for name in _stored(loop, block)}
    return _storing(body, stored) if stored else body


def _loops(block: Block) -> list[tuple[Block, Node]]:
    """Loops with the block that they stand in."""
    inner = [found for n in block.nodes for b in n.blocks for found in _loops(b)]
    return [(block, n) for n in block.nodes if n.op == "loop"] + inner


def _stored(loop: Node, block: Block) -> list[str]:
    """Results of the updates that add once to what the loop begins with zeros."""
    made = {v.name: n for n in block.nodes for v in n.outputs}
    zeros = {j for j, x in enumerate(loop.inputs) if _zeros(x, made)}
    return [name for j in zeros if (name := _alone(loop, j, ())) is not None]


def _zeros(x: Value, made: dict[str, Node]) -> bool:
    node = made.get(x.name)
    source = made.get(node.inputs[0].name) if node is not None and node.op == "broadcast" else None
    return source is not None and source.op == "const" and source.attrs["value"] == 0


def _alone(loop: Node, j: int, indices: tuple[str, ...]) -> str | None:
    """The result of the one update that is done to a carry, at a place of its own in each iteration of the loops from the first on."""
    (body,), indices = loop.blocks, (*indices, loop.attrs["index"])
    p, r = body.params[j], body.results[j]
    uses = Counter(v.name for v in (*(v for n in body.nodes for v in (*n.inputs, *_inside(n))), *body.results))
    node = next((n for n in body.nodes if r in n.outputs), None)
    if node is None or uses[p.name] != 1 or uses[r.name] != 1 or p.name not in [v.name for v in node.inputs]:
        return None
    if node.op == "loop":
        place = node.outputs.index(r)
        return _alone(node, place, indices) if place < len(node.inputs) and node.inputs[place].name == p.name else None
    plain = node.op == "update_add" and len(node.inputs) == 2 and node.inputs[0].name == p.name
    return r.name if plain and _own_place(node.attrs["at"], indices) else None


def _inside(node: Node) -> list[Value]:
    return [v for b in node.blocks for v in free_values(b)]


def _own_place(at: Index, indices: tuple[str, ...]) -> bool:
    """Whether each index moves a position that no other one of them moves, and what an iteration stores lies side by side, or behind what
    the one before stored: columns of what is far away are better filled before."""
    last, cut = at[-1], any(isinstance(i, Cut) for i in at)
    if cut != isinstance(last, Cut) or (isinstance(last, At) and indices[-1] not in last.position.symbols()):
        return False
    positions = [i.position for i in at if isinstance(i, At)]
    return all(any(p.symbols() & {*indices} == {x} and (slope := p.coefficient(x)) is not None and slope.constant for p in positions)
               for x in indices)


def _storing(block: Block, names: set[str]) -> Block:
    nodes = (replace(n, op="update") if n.op == "update_add" and n.output.name in names else n for n in block.nodes)
    return replace(block, nodes=tuple(replace(n, blocks=tuple(_storing(b, names) for b in n.blocks)) if n.blocks else n for n in nodes))
