"""Views of arrays that no iteration changes, of which iterations take parts, are made before the loop.

    for k: s = s + x.T[p[k], q[k]]     ->     t = x.T; for k: s = s + t[p[k], q[k]]

The cotangent of such a view is then filled part by part and turned once, behind the reverse loop. In the loop it would be an array of zeros
with one part in it, turned and added whole, in every iteration.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from precis.ad.innermost import innermost_first
from precis.ir.build import Names
from precis.ir.rewrite import free_values, substitute
from precis.ir.types import Block, Node, Value

VIEWS = ("transpose", "reshape")


def views_in_front(body: Block, names: Names) -> Block:
    """`body` with such views in front of loops."""
    return innermost_first(body, lambda loop: _in_front(loop, names))


def _in_front(loop: Node, names: Names) -> Iterator[Node]:
    """The views, equal ones once, and the loop without them."""
    (body,) = loop.blocks
    made: dict[tuple, Value] = {}
    new: dict[str, Value] = {}
    for node in _views(loop):
        key = node.op, node.inputs, tuple(sorted(node.attrs.items()))
        if key not in made:
            made[key] = replace(node.output, name=names.fresh())
            yield replace(node, outputs=(made[key],))
        new[node.output.name] = made[key]
    left = replace(body, nodes=tuple(n for n in body.nodes if not n.outputs or n.outputs[0].name not in new))
    yield replace(loop, blocks=(substitute(left, new),)) if new else loop


def _views(loop: Node) -> Iterator[Node]:
    """Views of what is there in front of the loop, parts of which alone are used."""
    (body,) = loop.blocks
    own = {p.name for p in body.params} | {v.name for n in body.nodes for v in n.outputs}
    whole = {v.name for n in body.nodes for v in (*n.inputs[n.op == "slice":], *(w for b in n.blocks for w in free_values(b)))}
    whole |= {r.name for r in body.results}
    bound = {loop.attrs["index"]} | {n.attrs["symbol"] for n in body.nodes if n.op == "size"}
    for node in body.nodes:
        steady = node.op in VIEWS and node.inputs[0].name not in own and not node.output.container
        if steady and node.output.name not in whole and not bound & {s for d in node.output.shape for s in d.symbols()}:
            yield node
