"""Products of matrices whose sums have few terms are written out, and computed where they are wanted.

    p - einsum("ik,jk->ij", gain, h)     ->     p - (0.0 + gain[:, :1] * h[:, 0] + gain[:, 1:] * h[:, 1])         # k: 0, 1

A library stores what it found, and another pass takes it from memory for as few operations. Sums keep the order of their terms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from precis.ir.build import Build, Names
from precis.ir.ops import OPS
from precis.ir.ops.record import POINTWISE, VIEW
from precis.ir.ops.reductions import contraction_labels
from precis.ir.size import Size
from precis.ir.types import At, Block, Cut, New, Node, Value

TERMS = 4  # of sums that are written out where something else is computed from them element by element
LONE, LONG = 3, 16  # the same for results that are only stored, and elements of the axes of these

Users = Mapping[str, Sequence[Node]]


def users_of(block: Block) -> Users:
    """The nodes of the block itself that read a value, by its name."""
    found: dict[str, list[Node]] = {}
    for n in block.nodes:
        for v in n.inputs:
            found.setdefault(v.name, []).append(n)
    return found


def written_out(node: Node, users: Users, names: Names) -> list[Node] | None:
    """Nodes that add up term after term, from 0.0 on, and end in the result; None where a product is better."""
    x, y, result = contraction_labels(node.attrs["spec"])
    summed = [c for c in x if c not in result]
    if not len(x) == len(y) == len(result) == 2 or len(summed) != 1 or summed[0] not in y:
        return None
    terms = node.inputs[0].shape[x.index(summed[0])].constant or node.inputs[1].shape[y.index(summed[0])].constant or TERMS + 1
    return _terms(node, x, y, result + summed[0], terms, names) if _better(node, terms, users) else None


def _better(node: Node, terms: int, users: Users) -> bool:
    lengths = [d.constant or LONG for d in node.output.shape]
    if max(lengths) <= TERMS or _joined(node, users):
        return terms <= TERMS
    return terms <= LONE and min(lengths) >= LONG


def _joined(node: Node, users: Users) -> bool:
    """Whether something is computed from elements of the result, or they belong in a part of an array: they may be computed there."""
    return any(_joined(n, users) if _handed_on(n) else _computed(n) for n in users.get(node.output.name, ()))


def _handed_on(n: Node) -> bool:
    return n.op == "store" or (n.op in OPS and OPS[n.op].category == VIEW)


def _computed(n: Node) -> bool:
    return n.op in ("einsum", "update") or (n.op in OPS and OPS[n.op].category == POINTWISE)


def _terms(node: Node, x: str, y: str, order: str, terms: int, names: Names) -> list[Node]:
    made = Build(names, node.span)
    a, b = (along(made, v, own, order) for v, own in zip(node.inputs, (x, y), strict=True))
    total = made.const(0.0)
    for term in range(terms):
        rows, columns = (made.slice(v, at=(*(Cut(Size(), d) for d in v.shape[:-1]), At(Size.of(term)))) for v in (a, b))
        total = made.add(total, made.mul(rows, columns))
    return [*made.nodes[:-1], replace(made.nodes[-1], outputs=node.outputs)]


def along(made: Build, v: Value, own: str, order: str) -> Value:
    """The operand with the axes of `order`; those that it lacks have one element."""
    mine = "".join(c for c in order if c in own)
    v = v if mine == own else made.transpose(v, perm=tuple(own.index(c) for c in mine))
    lengths = iter(v.shape)
    at = tuple(Cut(Size(), next(lengths)) if c in own else New() for c in order)
    return v if len(mine) == len(order) else made.slice(v, at=at)
