"""Programs whose `while` loops end: what ends in the program's own format may go on for ever in a narrower one.

A residual that stagnates above its threshold keeps a loop running. A bounded program computes what the program computes, but every
loop ends after LIMIT iterations, a size of the run; its last result tells the most iterations of any loop, and of which.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from precis.ir.build import Build, Names
from precis.ir.size import Size
from precis.ir.trees import Leaf
from precis.ir.types import Block, Node, Program, Value, values_of

UNLIMITED = 2**40  # iterations, for programs that are meant to run to their end
EXAMPLE = 1000


@dataclass(frozen=True, slots=True)
class Bounded:
    """program  with one result more, int64: iterations * len(sites) + number of the loop, the largest of any loop
    limit    the size symbol that bounds the iterations
    sites    of the while loops, in the order of their numbers"""

    program: Program
    limit: str
    sites: tuple[str, ...]

    def most(self, result: Any) -> tuple[int, str]:
        """(iterations, site of the loop that ran them) by the last result."""
        trips, number = divmod(int(result), len(self.sites))
        return trips, self.sites[number]


def bounded(program: Program) -> Bounded | None:
    """`program` with bounded loops; None where it has no while loop outside of `approx` nodes."""
    nodes = tuple(n for n in _loops(program.body))
    if not nodes:
        return None
    names = Names({v.name for v in values_of(program.body)} | {name for name, _ in program.sizes})
    limit = names.fresh("most_iterations")
    made = _Bounding(names, limit, {id(n): k for k, n in enumerate(nodes)})
    b = Build(names)
    (most,) = made.through(program.body, b.const(0), b)
    body = b.block(program.body.params, (*program.body.results, most))
    found = replace(program, body=body, sizes=(*program.sizes, (limit, EXAMPLE)), mutated=(),
                    returns=tuple(Leaf("value", v.name) for v in body.results))
    return Bounded(found, limit, tuple(n.site for n in nodes))


def _loops(block: Block) -> Sequence[Node]:
    found = []
    for n in block.nodes:
        if n.op == "approx":
            continue
        found += [m for inner in n.blocks for m in _loops(inner)]
        found += [n] if n.op == "while" else []
    return found


@dataclass(frozen=True, slots=True)
class _Bounding:
    """numbers: id of a while node -> its number."""

    names: Names
    limit: str
    numbers: dict[int, int]

    def through(self, block: Block, most: Value, b: Build) -> tuple[Value]:
        """The nodes of `block`, appended to `b`; the most iterations so far behind them."""
        for node in block.nodes:
            b.span = node.span
            if node.op != "approx" and any(m.op == "while" for m in (node, *(m for inner in node.blocks for m in inner.walk()))):
                most = _KINDS[node.op](self, node, most, b)
            else:
                b.learn(node)
        return (most,)

    def _inside(self, block: Block, params: Sequence[Value], before: Value, b: Build) -> tuple[Build, Value]:
        inner = b.child()
        return inner, self.through(block, before, inner)[0]

    def loop(self, node: Node, most: Value, b: Build) -> Value:
        """A counted loop, with the number among its carries."""
        (body,), n = node.blocks, len(node.inputs)
        before, after = (b.value(kind="int64") for _ in range(2))
        inner, last = self._inside(body, body.params, before, b)
        block = inner.block((*body.params, before), (*body.results[:n], last, *body.results[n:]))
        outputs = (*node.outputs[:n], after, *node.outputs[n:])
        b.learn(replace(node, inputs=(*node.inputs, most), outputs=outputs, blocks=(block,)))
        return after

    def cond(self, node: Node, most: Value, b: Build) -> Value:
        after, blocks = b.value(kind="int64"), []
        for block in node.blocks:
            inner, last = self._inside(block, (), most, b)
            blocks.append(inner.block(block.params, (*block.results, last)))
        b.learn(replace(node, outputs=(*node.outputs, after), blocks=tuple(blocks)))
        return after

    def while_(self, node: Node, most: Value, b: Build) -> Value:
        """A while loop, with its own iterations and the number among its carries."""
        condition, body = node.blocks
        tested, counted, count = (b.value(kind="int64") for _ in range(3))
        unused, before, after = (b.value(kind="int64") for _ in range(3))
        test = b.child()
        for n in condition.nodes:
            test.learn(n)
        going = test.bit_and(condition.results[0], test.lt(tested, test.index(value=Size.of(self.limit))))
        inner, last = self._inside(body, body.params, before, b)
        blocks = (
            test.block((*condition.params, tested, unused), (going,)),
            inner.block((*body.params, counted, before), (*body.results, inner.add(counted, inner.const(1)), last)),
        )
        b.learn(replace(node, inputs=(*node.inputs, b.const(0), most), outputs=(*node.outputs, count, after), blocks=blocks))
        whiles = len(self.numbers)
        return b.maximum(after, b.add(b.mul(count, b.const(whiles)), b.const(self.numbers[id(node)])))


_KINDS = {"loop": _Bounding.loop, "cond": _Bounding.cond, "while": _Bounding.while_}
