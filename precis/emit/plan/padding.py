"""Arrays of run-time length that loops carry: what lies behind the length is never read, and need not be written.

Such a carry is the first part of a buffer of its capacity, beside its length (docs/adr/0011): iterations hand on update(zeros, x, at=[:m])
and m, and begin with n = m and a slice [:n] of what they are handed. Filling the buffers anew would cost every iteration as much as the
first, however few elements are left. An update whose target need not be there is marked UNREAD. So is one of an array whose length the
index of a counted loop tells, as in trees that are walked from their leaves: for t: V = f(V[:-1], V[1:]).
So is what a branch hands on beside its length, and one of which only those places are read again that it wrote: the table that tells
which of equal positions comes last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from precis.ir.size import Size
from precis.ir.types import Block, Cut, Node, Value

LOOPS = ("loop", "while")
UNREAD = "unread"  # attribute of an update: nobody reads its result outside of what it writes


def unpadded(block: Block) -> Block:
    """The block with marks, in nested blocks too."""
    nodes = tuple(replace(n, blocks=tuple(map(unpadded, n.blocks))) for n in block.nodes)
    block = Block(block.params, tuple(_tables(Block(block.params, nodes, block.results))), block.results)
    marked = {"loop": _marked, "while": _marked, "cond": _branches}
    block = Block(block.params, tuple(marked[n.op](n, block) if n.op in marked else n for n in block.nodes), block.results)
    return _unread(block, frozenset().union(*(_begun(n, block) for n in block.nodes if n.op in LOOPS)))


def _unread(block: Block, names: Set[str]) -> Block:
    """The block with marks at the updates that make these values."""
    nodes = (replace(n, attrs={**n.attrs, UNREAD: True}) if n.outputs and n.outputs[0].name in names else n for n in block.nodes)
    return Block(block.params, tuple(nodes), block.results) if names else block


def _tables(block: Block) -> Iterator[Node]:
    """The nodes, with marks where what an update at run-time positions makes is read at these alone."""
    handed = {r.name for b in (block, *(b for n in block.walk() for b in n.blocks)) for r in b.results}
    for n in block.nodes:
        table = n.op == "update" and len(n.inputs) > 2 and n.output.name not in handed
        yield replace(n, attrs={**n.attrs, UNREAD: True}) if table and all(_reads(u, n) for u in _users(block, n.output.name)) else n


def _reads(node: Node, update: Node) -> bool:
    """Whether a node reads the places that an update wrote, and no others."""
    return node.op == "slice" and (node.inputs[1:], node.attrs["at"]) == (update.inputs[2:], update.attrs["at"])


def _marked(loop: Node, outside: Block) -> Node:
    """A loop whose carries are filled no further than they are read."""
    body = loop.blocks[-1]
    made = {v.name: n for n in body.nodes for v in n.outputs}
    found = {made[r.name].output.name for k, r in enumerate(body.results[:len(loop.inputs)])
             if r.name in made and _short(made[r.name], made) and _read_first(k, made[r.name], made, loop, outside)}
    if not found:
        return loop
    return replace(loop, blocks=(*loop.blocks[:-1], _unread(body, found)))


def _begun(loop: Node, outside: Block) -> frozenset[str]:
    """What carries whose iterations fill them no further than they are read begin with, where the first iteration, and what is behind a
    loop of none, read no further than that either."""
    body, made = loop.blocks[-1], {v.name: n for n in outside.nodes for v in n.outputs}
    filled = {v.name for n in body.nodes if UNREAD in n.attrs for v in n.outputs}
    handed = {j: _length(made.get(v.name)) for j, v in enumerate(loop.inputs)}
    return frozenset(v.name for k, v in enumerate(loop.inputs) if body.results[k].name in filled
                     and _for_the_first(k, made.get(v.name), made, handed, loop, outside))


def _for_the_first(k: int, start: Node | None, made: Mapping[str, Node], handed: Mapping[int, Size | None], loop: Node,
                   outside: Block) -> bool:
    """Whether `start` writes the first part of a constant array for this loop alone, which is read no further as carry `k`."""
    if start is None or not _short(start, made) or sum(v == start.output for n in outside.walk() for v in n.inputs) != 1:
        return False
    if any(start.output.name in {r.name for r in b.results} for b in (outside, *(b for n in outside.walk() for b in n.blocks))):
        return False
    first = {loop.attrs["index"]: loop.attrs["range"].start} if loop.op == "loop" else {}
    inside = all(_within(block, block.params, k, _lengths(start, {}), handed, first) for block in loop.blocks)
    return inside and _within(outside, loop.outputs, k, _lengths(start, {}), handed, {})


def _branches(cond: Node, outside: Block) -> Node:
    """A branch whose blocks fill what they hand on no further than the length says that they hand on beside it."""
    if all(v.shape or v.kind == "real" for v in cond.outputs):
        return cond
    lengths = {k: j for k, v in enumerate(cond.outputs) if v.shape and (j := _length_beside(cond, k, outside)) is not None}
    return replace(cond, blocks=tuple(_filled(b, lengths) for b in cond.blocks)) if lengths else cond


def _length_beside(cond: Node, k: int, outside: Block) -> int | None:
    """The output of a branch that says how much of its output `k` is read."""
    users = list(_users(outside, cond.outputs[k].name))
    handed = cond.outputs[k].name in {r.name for b in (outside, *(b for n in outside.walk() for b in n.blocks)) for r in b.results}
    if handed or not users or not all(n.op == "slice" and len(n.inputs) == 1 and _first_part(n) for n in users):
        return None
    (symbol, *others) = {n.attrs["at"][0].length.symbol for n in users}
    count = next((n.inputs[0].name for n in outside.walk() if n.op == "size" and n.attrs["symbol"] == symbol), None)
    return None if others else next((j for j, v in enumerate(cond.outputs) if v.name == count), None)


def _filled(block: Block, lengths: Mapping[int, int]) -> Block:
    """The block with marks; a constant array of which nothing is read is not filled."""
    made = {v.name: n for n in block.nodes for v in n.outputs}
    nodes = list(block.nodes)
    for k, j in lengths.items():
        result, length = block.results[k].name, _length(made.get(block.results[j].name))
        node = made.get(result)
        if node is None or length is None or sum(r.name == result for r in block.results) != 1 or any(_users(block, result)):
            continue
        at = nodes.index(node)
        if _short(node, made) and node.attrs["at"][0].length == length and _whole_rows(node):
            nodes[at] = replace(node, attrs={**node.attrs, UNREAD: True})
        elif node.op == "broadcast" and not node.inputs[0].rank and not length.terms:
            nodes[at:at + 1] = _empty(node)
    return Block(block.params, tuple(nodes), block.results)


def _whole_rows(update: Node) -> bool:
    """Whether rows are written from their beginning to their end."""
    return all(cut.length == d for cut, d in zip(update.attrs["at"][1:], update.output.shape[1:]))


def _empty(node: Node) -> list[Node]:
    """A constant array of which nothing is read."""
    v = node.output
    all_, none = (replace(v, name=f"{v.name} {what}", container=None) for what in ("all", "none"))
    none = replace(none, shape=(Size(), *v.shape[1:]))
    at = tuple(Cut(Size(), d) for d in none.shape)
    return [replace(node, outputs=(all_,)), replace(node, outputs=(none,), attrs={**node.attrs, "shape": none.shape}),
            Node("update", (all_, none), (v,), {"at": at, UNREAD: True}, (), node.span)]


def _short(node: Node, made: Mapping[str, Node]) -> bool:
    """Whether a node writes the first part of a constant array."""
    target = made.get(node.inputs[0].name) if node.op == "update" else None
    return target is not None and target.op == "broadcast" and _first_part(node)


def _first_part(node: Node) -> bool:
    return all(isinstance(item, Cut) and item.step == 1 and item.start.constant == 0 for item in node.attrs["at"])


def _read_first(k: int, update: Node, made: Mapping[str, Node], loop: Node, outside: Block) -> bool:
    """Whether all that reads carry `k`, inside the loop and behind it, reads no further than the `update` wrote that made it; an iteration
    does nothing with its own but hand it on."""
    body, result = loop.blocks[-1], update.output.name
    if any(_users(body, result)) or sum(r.name == result for r in body.results) != 1:
        return False
    handed = {j: _length(made.get(r.name)) for j, r in enumerate(body.results[:len(loop.inputs)])}
    inside = all(_within(block, block.params, k, _lengths(update, {}), handed, _next(loop)) for block in loop.blocks)
    return inside and _within(outside, loop.outputs, k, _lengths(update, _last(loop)), handed, {})


def _lengths(update: Node, at: Mapping[str, Size]) -> tuple[Size, ...]:
    return tuple(cut.length.substitute(at) for cut in update.attrs["at"])


def _next(loop: Node) -> dict[str, Size]:
    """The index of the iteration behind one, in terms of that of the one."""
    return {loop.attrs["index"]: Size.of(loop.attrs["index"]) + loop.attrs["range"].step} if loop.op == "loop" else {}


def _last(loop: Node) -> dict[str, Size]:
    """The index of the last iteration."""
    return {loop.attrs["index"]: loop.attrs["range"].last} if loop.op == "loop" else {}


def _length(node: Node | None) -> Size | None:
    if node is not None and node.op == "const" and node.output.kind == "int64" and not node.output.rank:
        return Size.of(node.attrs["value"])
    return node.attrs["value"] if node is not None and node.op == "index" else None


def _within(block: Block, values: Sequence[Value], k: int, written: tuple[Size, ...], handed: Mapping[int, Size | None],
            at: Mapping[str, Size]) -> bool:
    """Whether the block reads no further into carry `k` than was `written`; `at`: the index of its iteration by that of the one before."""
    name = values[k].name
    carry = {values[j].name: size for j, size in handed.items() if size is not None}
    lengths = {n.attrs["symbol"]: carry[n.inputs[0].name] for n in block.walk() if n.op == "size" and n.inputs[0].name in carry}
    if name in {r.name for r in block.results} or any(name in {r.name for r in b.results} for n in block.walk() for b in n.blocks):
        return False
    return all(_slice_within(n, written, {**lengths, **at}) for n in _users(block, name))


def _users(block: Block, name: str) -> Iterator[Node]:
    return (n for n in block.walk() if name in {v.name for v in n.inputs})


def _slice_within(node: Node, written: tuple[Size, ...], known: Mapping[str, Size]) -> bool:
    """Whether a node cuts out no more than the update of the iteration before wrote."""
    if node.op != "slice" or len(node.inputs) != 1 or not _first_part(node) or len(node.attrs["at"]) != len(written):
        return False
    beyond = ((read.length.substitute(known) - length).constant for read, length in zip(node.attrs["at"], written))
    return all(b is not None and b <= 0 for b in beyond)
