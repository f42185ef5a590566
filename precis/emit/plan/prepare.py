"""Before planning: `approx` nodes are replaced by one of their blocks, rotations are recognised, what nobody uses is dropped, positions
that count are seen to, and elements are read before they are overwritten."""

from __future__ import annotations

from dataclasses import replace

from precis.emit.plan.chosen import chosen
from precis.emit.plan.early import read_early
from precis.emit.plan.handed_parts import handed_parts
from precis.emit.plan.invariant import positions_first
from precis.emit.plan.padding import unpadded
from precis.emit.plan.ramps import ramps_seen
from precis.emit.plan.sorted_parts import sorted_parts
from precis.emit.plan.steady import steady_first
from precis.ir.live import live
from precis.ir.rewrite import map_values
from precis.ir.size import Size
from precis.ir.types import Block, Cut, Node, Program, Value

# Known to planning only:
ROLL = "roll"  # out[i] = x[i + start] for i < first, else x[i - first], along one axis
PRODUCT = "product"  # a contraction of complex arrays, whose parts are the inputs; its block does the same in reals
INTERLEAVE = "interleave"  # out[..., 0] = re, out[..., 1] = im


def prepare(program: Program, spec: bool = False) -> Program:
    """`spec`: keep the original blocks of `approx` nodes; else their replacements."""
    block = read_early(steady_first(positions_first(live(ramps_seen(_rotations(chosen(_inline(program.body, 0 if spec else 1))))))))
    return program.with_body(sorted_parts(live(handed_parts(unpadded(block))), {name for name, _ in program.sizes}))


def _inline(block: Block, which: int) -> Block:
    nodes: list[Node] = []
    for node in block.nodes:
        node = replace(node, blocks=tuple(_inline(b, which) for b in node.blocks))
        if node.op == "approx":
            nodes += _opened(node, node.blocks[which])
        else:
            nodes.append(node)
    return Block(block.params, tuple(nodes), block.results)


def _opened(node: Node, block: Block) -> list[Node]:
    """The block's nodes on the node's inputs, then one identity per output, which rounds to the output's format."""
    given = {p.name: v for p, v in zip(block.params, node.inputs)}

    def swap(v: Value) -> Value:
        return given.get(v.name, v)
    body = map_values(block, swap)
    return [*body.nodes, *(Node("stop", (r,), (o,), {}, (), node.span) for r, o in zip(body.results, node.outputs))]


def _rotations(block: Block) -> Block:
    """The block with a `roll` for every array that is cut in two and joined the other way round."""
    cuts: dict[str, Node] = {}
    nodes: list[Node] = []
    for node in block.nodes:
        if node.op == "slice":
            cuts[node.output.name] = node
        node = replace(node, blocks=tuple(map(_rotations, node.blocks)))
        nodes.append(_rotation(node, cuts) or node)
    return Block(block.params, tuple(nodes), block.results)


def _rotation(node: Node, cuts: dict[str, Node]) -> Node | None:
    parts = [cuts.get(v.name) for v in node.inputs] if node.op == "concatenate" else []
    if len(parts) != 2 or parts[0] is None or parts[1] is None:
        return None
    source, axis = parts[0].inputs[0], node.attrs["axis"]
    found = [_cut(part, axis) for part in parts if part and part.inputs == (source,)]
    if len(found) != 2 or found[0] is None or found[1] is None or source.shape != node.output.shape:
        return None
    (start, first), (low, _) = found[0], found[1]
    if low.constant != 0 or start + first != source.shape[axis]:
        return None
    return Node(ROLL, (source,), node.outputs, {"axis": axis, "first": first, "start": start}, (), node.span)


def _cut(node: Node, axis: int) -> tuple[Size, Size] | None:
    """(start, length) of a slice that cuts along one axis only."""
    x, at = node.inputs[0], node.attrs["at"]
    for k, item in enumerate(at):
        if not isinstance(item, Cut) or item.step != 1:
            return None
        if k != axis and (item.start.constant != 0 or item.length != x.shape[k]):
            return None
    if axis >= len(at):
        return None
    return at[axis].start, at[axis].length
