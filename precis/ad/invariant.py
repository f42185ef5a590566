"""Contractions and reductions of what no iteration changes are computed before the loop, and so are operands that contractions want whole.

    for k: y = einsum(stop(a * a), x)     ->     s = stop(a * a); for k: y = einsum(s, x)

The weights of sums that `instrument` adds are contractions of squares: a pass over a whole matrix in every iteration, with or without a
library for the product. What a probe stands on stays where it is, since its rounding errors are those of each iteration (motion of
loop-invariant code; Allen & Kennedy 2001).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from precis.ad.extent import Extent
from precis.ad.fresh import renewed_nodes
from precis.ad.innermost import innermost_first
from precis.ir.build import Names
from precis.ir.live import live
from precis.ir.ops import OPS
from precis.ir.ops.record import CONTRACTION, POINTWISE, REDUCTION, SOURCE, VIEW
from precis.ir.ops.reductions import contraction_labels
from precis.ir.rewrite import substitute, symbols_of
from precis.ir.types import Block, Node

LOOPS = ("loop", "while")
NEAR = 2**19  # bytes of an operand that stays in the second cache; larger ones that are read once are computed as they are read
FOLLOWED = (CONTRACTION, POINTWISE, REDUCTION, SOURCE, VIEW)
Nodes = tuple[Node, ...]


def hoisted(body: Block, names: Names, extent: Extent) -> Block:
    """`body` with the same values, computed as seldom as they change."""
    found = innermost_first(body, lambda loop: _lifted(loop, names, extent), kinds=LOOPS)
    return live(found) if found != body else body


def _lifted(loop: Node, names: Names, extent: Extent) -> Nodes:
    """What stands before the loop, and the loop without it."""
    body = loop.blocks[-1]
    steady = _steady(loop)
    lifted = _wanted(body.nodes, steady, extent)
    if not lifted:
        return (loop,)
    before, new = renewed_nodes(_sources(lifted, steady), names, {}, {})
    left = replace(body, nodes=tuple(n for n in body.nodes if not lifted.intersection(v.name for v in n.outputs)))
    body = substitute(left, {name: new[name] for name in lifted}, {})
    return *before, replace(loop, blocks=(*loop.blocks[:-1], body))


def _steady(loop: Node) -> dict[str, Node]:
    """Result -> node, in order, of the nodes of an iteration that need nothing of it."""
    body = loop.blocks[-1]
    changing = {p.name for p in body.params} | {v.name for n in body.nodes for v in n.outputs}
    bound = {loop.attrs.get("index")} | {n.attrs["symbol"] for n in body.nodes if n.op == "size"}
    found: dict[str, Node] = {}
    for n in body.nodes:
        plain = n.op in OPS and n.op != "probe" and OPS[n.op].category in FOLLOWED and not n.output.container
        if plain and not changing.intersection(v.name for v in n.inputs) and not bound & symbols_of(n):
            changing.discard(n.output.name)
            found[n.output.name] = n
    return found


def _wanted(nodes: Iterable[Node], steady: Mapping[str, Node], extent: Extent) -> set[str]:
    """Those of the steady values that are worth keeping."""
    operands = {v.name for n in nodes if n.op == "einsum" for v in n.inputs if _reused(n) or extent.bytes(v.shape, v.kind) <= NEAR}
    return {name for name, n in steady.items() if n.output.rank and (
        OPS[n.op].category in (CONTRACTION, REDUCTION) or (OPS[n.op].category == POINTWISE and name in operands))}


def _reused(node: Node) -> bool:
    """Whether a contraction takes elements of both operands again and again, as products of matrices do, which libraries compute."""
    a, b, result = contraction_labels(node.attrs["spec"])
    return not set(result) <= set(a) and not set(result) <= set(b)


def _sources(lifted: set[str], steady: Mapping[str, Node]) -> Nodes:
    """The nodes that make the lifted values, in order."""
    needed = set(lifted)
    for name, n in reversed(tuple(steady.items())):
        if name in needed:
            needed |= {v.name for v in n.inputs if v.name in steady}
    return tuple(n for name, n in steady.items() if name in needed)
