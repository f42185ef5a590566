"""A `while` loop that ends after a known number of iterations, or before, as the loop of so many and what it asks for besides.

    k = 0; while test & (k < trips): step; k = k + 1        ->        for k < trips: step        (asked: test)

Whoever makes a loop of it proves that what it asks for holds in front of all these iterations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from precis.ir.build import Names
from precis.ir.rewrite import free_values
from precis.ir.size import Size
from precis.ir.types import Block, Node, Range, Value

NOTHING = Block((), (), ())


def as_loop(nodes: Sequence[Node], k: int, results: Sequence[Value], names: Names) -> tuple[list[Node], Block] | None:
    """The nodes with loop `k` as a loop of so many iterations, and the block of what it asks for besides, of all its carries but the one
    that counts; None where it does not count, or where the count is read behind it or says that it runs no further than asked."""
    node = nodes[k]
    if node.op != "while":
        return None
    test, step = node.blocks
    made = {v.name: n for n in (*nodes[:k], *test.nodes, *step.nodes) for v in n.outputs}
    asked = list(_conjuncts(test.results[0], {v.name: n for n in test.nodes for v in n.outputs}))
    found = [(v, c, trips) for v in asked for c, trips in _counted(v, test, made)]
    if len(found) != 1:
        return None
    (last, counter, trips), = found
    behind = Block((), tuple(nodes[k + 1:]), tuple(results))
    if not _by_one(node, counter, made) or any(v.name == node.outputs[counter].name for v in free_values(behind)):
        return None
    index = names.fresh("k")
    count = Node("index", (), (step.params[counter],), {"value": Size.of(index)}, (), node.span)
    body = Block(_without(step.params, counter), (count, *step.nodes), _without(step.results, counter))
    attrs = {"range": Range(Size(), Size.of(trips)), "index": index}
    inputs, outputs = _without(node.inputs, counter), _without(node.outputs, counter)
    loop = replace(node, op="loop", inputs=inputs, outputs=outputs, attrs=attrs, blocks=(body,))
    rest = Block(_without(test.params, counter), test.nodes, tuple(v for v in asked if v is not last))
    return [*nodes[:k], loop, *nodes[k + 1:]], rest


def conjuncts(block: Block) -> list[Value]:
    """What has to hold for the one result of a block to be true."""
    return list(_conjuncts(block.results[0], {v.name: n for n in block.nodes for v in n.outputs}))


def _conjuncts(v: Value, made: Mapping[str, Node]) -> list[Value]:
    node = made.get(v.name)
    return [v] if node is None or node.op != "bit_and" else [x for a in node.inputs for x in _conjuncts(a, made)]


def _counted(v: Value, test: Block, made: Mapping[str, Node]) -> list[tuple[int, str]]:
    """The carry that a comparison asks to be less than a size, and this size."""
    node = made.get(v.name)
    if node is None or node.op != "lt":
        return []
    most = made.get(node.inputs[1].name)
    symbol = most.attrs["value"].symbol if most is not None and most.op == "index" else None
    return [(j, symbol) for j, p in enumerate(test.params) if p.name == node.inputs[0].name and symbol is not None]


def _by_one(node: Node, counter: int, made: Mapping[str, Node]) -> bool:
    """Whether a carry begins as 0 and goes up by 1."""
    begun, step = made.get(node.inputs[counter].name), made.get(node.blocks[1].results[counter].name)
    if begun is None or begun.op != "const" or begun.attrs["value"] != 0 or step is None or step.op != "add":
        return False
    ones = [made.get(v.name) for v in step.inputs if v.name != node.blocks[1].params[counter].name]
    return len(ones) == 1 and ones[0] is not None and ones[0].op == "const" and ones[0].attrs["value"] == 1


def _without(values: Sequence[Value], k: int) -> tuple[Value, ...]:
    return (*values[:k], *values[k + 1:])
