"""The largest and smallest values of integers that a program computes.

`k = min(int(np.ceil(x)), 20)` is at most 20 whatever x is, and so `np.zeros(2 * k + 1)` has at most 41 elements. `if x[i] > 0: k += 1`
in a loop of n iterations leaves k no larger than n, and a mask of n bools has no more than n truths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from precis.ir.size import Size, largest, product, smallest
from precis.ir.types import Block, Node, Value

UPPER = {"lt": 1, "le": 1, "gt": 0, "ge": 0}  # comparison -> which operand is no smaller than the other where it holds
DEEPEST = 16  # operations behind one another that are looked through


def makers(nodes: Iterable[Node]) -> dict[str, tuple[Node, int]]:
    """Value -> the node that makes it, in blocks inside too, as which of its outputs."""
    return {v.name: (n, k) for n in Block((), tuple(nodes), ()).walk() for k, v in enumerate(n.outputs)}


@dataclass(frozen=True)
class Ceilings:
    """The ends of integers. made: as `makers` says; highest(size, high): the highest (lowest) value of a size, None where it is not
    known."""

    made: Mapping[str, tuple[Node, int]]
    highest: Callable[[Size, bool], Size | None]

    def of(self, v: Value, high: bool = True, depth: int = DEEPEST) -> Size | None:
        """The highest (lowest) value of an integer; None where it is not known, and of integers that wrap around early."""
        node, k = self.made.get(v.name, (None, 0))
        if node is None or v.shape or v.kind != "int64" or depth == 0:
            return None
        if node.op in ("cond", "select"):
            return self._chosen(node, k, high, depth - 1)
        if _counts(node, k):
            return self._carried(node, k, high, depth - 1)
        end = ENDS.get(node.op)
        return end(self, node, high, depth - 1) if end is not None else None

    def _chosen(self, node: Node, k: int, high: bool, depth: int) -> Size | None:
        ways = [b.results[k] for b in node.blocks] if node.blocks else node.inputs[1:]
        ends = [self._on_a_way(node.inputs[0], w, holds, high, depth) for w, holds in zip(ways, (True, False))]
        return None if ends[0] is None or ends[1] is None else (largest if high else smallest)(ends[0], ends[1])

    def _carried(self, node: Node, k: int, high: bool, depth: int) -> Size | None:
        """The end of what a counted loop leaves, of which each iteration changes it by no more than is known."""
        return _plus(self.of(node.inputs[k], high, depth), self._changed(node, k, high, depth))

    def _changed(self, node: Node, k: int, high: bool, depth: int) -> Size | None:
        """By how much a counted loop raises (lowers) an integer at most."""
        body, trips = node.blocks[-1], self.highest(node.attrs["range"].trips, True)
        step = None if trips is None else self._added(body.params[k], body.results[k], high, depth)
        return None if step is None or trips is None else (largest if high else smallest)(step, Size()) * largest(trips, Size())

    def _added(self, start: Value, v: Value, high: bool, depth: int) -> Size | None:
        """The highest (lowest) value of what is added to an integer on the way to another one; None where more than that is done to it."""
        node, k = self.made.get(v.name, (None, 0))
        if v.name == start.name:
            return Size()
        if node is None or v.shape or v.kind != "int64" or depth == 0:
            return None
        added = partial(self._added, start, high=high, depth=depth - 1)
        if node.op == "store":
            return added(node.inputs[0])
        if node.op in ("cond", "select"):
            ends = [added(w) for w in ([b.results[k] for b in node.blocks] if node.blocks else node.inputs[1:])]
            return None if ends[0] is None or ends[1] is None else (largest if high else smallest)(ends[0], ends[1])
        if node.op == "add":
            a, b = node.inputs
            ways = (_plus(added(x), self.of(y, high, depth - 1)) for x, y in ((a, b), (b, a)))
            return next((end for end in ways if end is not None), None)
        if node.op == "sub":
            less = self.of(node.inputs[1], not high, depth - 1)
            return None if less is None else _plus(added(node.inputs[0]), -less)
        return _plus(added(node.inputs[k]), self._changed(node, k, high, depth - 1)) if _counts(node, k) else None

    def _on_a_way(self, condition: Value, v: Value, holds: bool, high: bool, depth: int) -> Size | None:
        """The end of a value where a condition holds (does not hold): that of what it is compared with, if that is nearer."""
        own, test = self.of(v, high, depth), self._test(condition)
        if test is None or test.op not in UPPER:
            return own
        upper = test.inputs[UPPER[test.op] if holds else 1 - UPPER[test.op]]
        lower = next(i for i in test.inputs if i is not upper)
        beyond = self.of(upper if high else lower, high, depth) if self._same(v, lower if high else upper) else None
        return own if beyond is None else beyond if own is None else (smallest if high else largest)(own, beyond)

    def _same(self, v: Value, w: Value) -> bool:
        """Whether two values are one, or the same size."""
        a, b = (self.made.get(x.name, (None, 0))[0] for x in (v, w))
        return v.name == w.name or (a is not None and b is not None and a.op == b.op == "index" and a.attrs == b.attrs)

    def _test(self, condition: Value) -> Node | None:
        node = self.made.get(condition.name, (None, 0))[0]
        return self._test(node.inputs[0]) if node is not None and node.op == "store" else node

    def known(self, v: Value, depth: int) -> int | None:
        ends = [self.of(v, high, depth) for high in (False, True)]
        return ends[0].constant if ends[0] is not None and ends[0] == ends[1] else None


def _plus(a: Size | None, b: Size | None) -> Size | None:
    return None if a is None or b is None else a + b


def _counts(node: Node, k: int) -> bool:
    """Whether a node is a counted loop that carries its output `k`."""
    return node.op == "loop" and k < len(node.inputs)


def _sum(of: Ceilings, node: Node, high: bool, depth: int) -> Size | None:
    a, b = (of.of(v, high, depth) for v in node.inputs)
    return _plus(a, b)


def _difference(of: Ceilings, node: Node, high: bool, depth: int) -> Size | None:
    a, b = of.of(node.inputs[0], high, depth), of.of(node.inputs[1], not high, depth)
    return None if a is None or b is None else a - b


def _product(of: Ceilings, node: Node, high: bool, depth: int) -> Size | None:
    """By a known number."""
    for v, factor in ((v, of.known(w, depth)) for v, w in (node.inputs, node.inputs[::-1])):
        if factor is not None:
            end = of.of(v, high == (factor >= 0), depth)
            return None if end is None else end * factor
    return None


def _count(of: Ceilings, node: Node, high: bool, depth: int) -> Size | None:
    """Of the truths among bools."""
    made, _ = of.made.get(node.inputs[0].name, (None, 0))
    if made is None or made.op != "convert" or made.inputs[0].kind != "bool":
        return None
    return of.highest(product(made.output.shape), True) if high else Size()


def _negated(of: Ceilings, node: Node, high: bool, depth: int) -> Size | None:
    end = of.of(node.inputs[0], not high, depth)
    return None if end is None else -end


def _extreme(of: Ceilings, node: Node, high: bool, depth: int) -> Size | None:
    """Of two numbers: one end is enough where the larger (smaller) of them is no smaller (larger) than that."""
    ends = [of.of(v, high, depth) for v in node.inputs]
    known = [e for e in ends if e is not None]
    if len(known) < 2:
        return known[0] if known and high == (node.op == "minimum") else None
    return (largest if node.op == "maximum" else smallest)(*known)


ENDS: dict[str, Callable[[Ceilings, Node, bool, int], Size | None]] = {
    "const": lambda of, node, high, depth: Size.of(int(node.attrs["value"])),
    "index": lambda of, node, high, depth: of.highest(node.attrs["value"], high),
    "store": lambda of, node, high, depth: of.of(node.inputs[0], high, depth),
    "add": _sum,
    "sub": _difference,
    "mul": _product,
    "neg": _negated,
    "sum": _count,
    "minimum": _extreme,
    "maximum": _extreme,
}
