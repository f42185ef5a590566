"""What lazy values of a block cost where they are computed, with all their lazy operands inlined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass

from precis.emit.plan.prepare import ROLL
from precis.ir.ops import OPS
from precis.ir.ops.record import POINTWISE, VIEW
from precis.ir.types import Block, Node, Value

FAST = 2  # flops of what every element of a nest may compute again
SLOW = 4  # times its nominal flops that a division, a root or an elementary function takes in programs that tally
NAMING = ("store", "stop")  # computes nothing, but may be tallied
SHIFTS, SCALES = ("add", "sub"), ("mul",)  # of indices
LONGEST = 400  # flops inlined into one expression
DEEPEST = 100  # operations one inside the other


@dataclass(frozen=True, slots=True)
class Prices:
    """In flops. full: of each lazy value; inlined: the same, 0 for those that are probably kept; long: what inlines too much; slow: arrays
    that inline a division, a root or an elementary function."""

    full: Mapping[str, int]
    inlined: Mapping[str, int]
    long: Set[str]
    slow: Set[str]


def flops(node: Node) -> int:
    computes = node.op != ROLL and node.op not in NAMING and OPS[node.op].category == POINTWISE
    return max(1, OPS[node.op].flops) if computes else 0


def prices_of(block: Block, lazy: Mapping[str, Node], kept: Callable[[int, int], bool], known: Set[str], tallies: bool) -> Prices:
    """kept(flops, times that it is used): whether a value is probably in memory; known: values that are; tallies: whether the program
    does."""
    used = Counter(v.name for node in block.nodes for v in node.inputs)
    full: dict[str, int] = {}
    cost: dict[str, int] = {}
    length: dict[str, int] = {}
    depth: dict[str, int] = {}
    long: set[str] = set()
    slow: set[str] = set()
    counting: set[str] = set()
    for name, node in lazy.items():
        if _counts(node, lazy, counting):
            counting.add(name)
        operands = () if name in counting else [v for v in node.inputs if not (tallies and _ahead(v, node))]
        full[name] = 0 if name in counting else _alone(node, tallies) + sum(cost.get(v.name, 0) for v in operands)
        inlined = flops(node) + sum(length.get(v.name, 0) for v in node.inputs)
        nested = 1 + max((depth.get(v.name, 0) for v in node.inputs), default=0)
        if node.output.rank and (flops(node) > FAST or any(v.name in slow for v in node.inputs)):
            slow.add(name)
        if inlined > LONGEST or nested > DEEPEST:
            long.add(name)
        free = name in long or name in known or kept(full[name], used[name])
        cost[name], length[name] = (0, 0) if free else (full[name], inlined)
        depth[name] = 0 if name in long else nested  # those used often may be used by one root only, which inlines them
    return Prices(full, cost, long, slow)


def _counts(node: Node, lazy: Mapping[str, Node], counting: Set[str]) -> bool:
    """Whether elements are sums of multiples of their indices, which loops have at hand: `rows[:, None] + np.arange(n)`."""
    if node.op == "iota" or (node.op != ROLL and OPS[node.op].category == VIEW and len(node.inputs) == 1):
        return node.op == "iota" or node.inputs[0].name in counting
    numbers = [v for v in node.inputs if v.rank == 0 and v.name in lazy and lazy[v.name].op in ("const", "index")]
    others = [v.name in counting for v in node.inputs if v not in numbers]
    return node.output.kind == "int64" and any(others) and all(others) and (node.op in SHIFTS or (node.op in SCALES and len(others) == 1))


def _ahead(v: Value, node: Node) -> bool:
    """Whether an operand is a number, which nests over arrays compute before their loops."""
    return v.rank < 1 <= node.output.rank


def _alone(node: Node, tallies: bool) -> int:
    """The price of `node` without its operands."""
    found = flops(node)
    if tallies:
        return SLOW * found if found > FAST else found or int(node.op in NAMING)
    return found
