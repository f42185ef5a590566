"""Tuples are compared part by part: where the first parts differ, which they mostly do, the others are not read.

    w = x[i] < y | (x[i] == y & k[i] < m)     ->     if x[i] == y: w = k[i] < m, else: w = x[i] < y

Python compares `(x[i], k[i]) < (y, m)` so, and lifting, for arrays, reads and compares all. The test for equality is a jump that is guessed
well; which of two numbers is less is anybody's guess, and stays a number that selections may wait for. This is for iterations of `while`,
one after the other: loops of known length may become vectors, which compute both sides of a choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from precis.ir.ops import OPS
from precis.ir.ops.record import POINTWISE, SOURCE, VIEW
from precis.ir.rewrite import free_values
from precis.ir.types import Block, Node, Program, Value

STRICT = ("lt", "gt")


def ties_apart(program: Program) -> Program:
    """The program, where what decides ties in `while` loops is looked at only there."""
    body = _block(program.body, False)
    return program if body is program.body else program.with_body(body)


def _block(block: Block, one_by_one: bool) -> Block:
    """`one_by_one`: whether the innermost loop around it is a `while`."""
    nodes = [_inside(n, one_by_one) if n.blocks else n for n in block.nodes]
    k = len(nodes) if one_by_one else 0
    while (k := k - 1) >= 0:
        if nodes[k].op == "bit_or" and (parted := _parted(nodes, k, block.results)) is not None:
            nodes, k = parted
    same = len(nodes) == len(block.nodes) and all(a is b for a, b in zip(nodes, block.nodes))
    return block if same else replace(block, nodes=tuple(nodes))


def _inside(node: Node, one_by_one: bool) -> Node:
    inside = node.op == "while" or (one_by_one and node.op != "loop")
    blocks = tuple(_block(b, inside) for b in node.blocks)
    return node if all(a is b for a, b in zip(blocks, node.blocks)) else replace(node, blocks=blocks)


def _parted(nodes: list[Node], k: int, results: Sequence[Value]) -> tuple[list[Node], int] | None:
    """The nodes with a branch in place of node `k`, and where that is; None where that is no comparison whose ties cost a read."""
    begin = next((j + 1 for j in range(k - 1, -1, -1) if not _plain(nodes[j])), 0)
    found = _compared(nodes[k], {n.output.name: n for n in nodes[begin:k]})
    if found is None:
        return None
    used = Counter(v.name for n in nodes for v in _read(n)) + Counter(v.name for v in results)
    if used[found.both.output.name] > 1:
        return None
    used.subtract({found.rest.name: 1, found.less.output.name: 1})  # by `both` and by node `k`
    tied = _only_for(found.rest, nodes[begin:k], used)
    if not any(_reads(n) for n in tied):
        return None
    less = [found.less] if not used[found.less.output.name] else []
    sides = _block(Block((), tuple(tied), (found.rest,)), True), Block((), tuple(less), (found.less.output,))
    branch = Node("cond", (found.equal,), nodes[k].outputs, {}, sides, nodes[k].span)
    moved = {n.output.name for n in (*tied, *less, found.both)}
    before = [*nodes[:begin], *(n for n in nodes[begin:k] if n.output.name not in moved)]
    return [*before, branch, *nodes[k + 1:]], len(before)


def _plain(n: Node) -> bool:
    return n.op in OPS and OPS[n.op].category in (POINTWISE, SOURCE, VIEW) and n.output.container is None


def _read(n: Node) -> tuple[Value, ...]:
    return (*n.inputs, *(v for b in n.blocks for v in free_values(b)))


def _reads(n: Node) -> bool:
    """Whether a node reads an element of an array."""
    return n.op == "slice" and n.inputs[0].rank > 0 and not n.output.rank


@dataclass(frozen=True, slots=True)
class _Compared:
    """less | both, where both = equal & rest: of two numbers, whether the first is less, and whether they are equal."""

    less: Node
    both: Node
    equal: Value
    rest: Value


def _compared(either: Node, made: Mapping[str, Node]) -> _Compared | None:
    """What a comparison of tuples consists of; None for other nodes."""
    for x, y in (either.inputs, either.inputs[::-1]):
        less, both = made.get(x.name), made.get(y.name)
        if less is None or both is None or less.op not in STRICT or both.op != "bit_and" or either.output.rank:
            continue
        for e, rest in (both.inputs, both.inputs[::-1]):
            equal = made.get(e.name)
            if equal is not None and equal.op == "eq" and {v.name for v in equal.inputs} == {v.name for v in less.inputs} and e != rest:
                return _Compared(less, both, e, rest)
    return None


def _only_for(wanted: Value, nodes: Sequence[Node], used: Counter[str]) -> list[Node]:
    """Those of `nodes` that nothing but `wanted` needs, in order. used: how often values are used, but for that."""
    left, found = Counter(used), dict[str, Node]()
    needed = {wanted.name}
    for n in reversed(nodes):
        if n.output.name in needed and not left[n.output.name]:
            found[n.output.name] = n
            needed |= {v.name for v in n.inputs}
            left.subtract(v.name for v in n.inputs)
    return list(found.values())[::-1]
