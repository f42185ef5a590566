"""Which parts of an array a block reads and writes, through every version of it that the block makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from precis.emit.plan.boxes import WRITES, Ranges, apart
from precis.ir.rewrite import free_values, map_sizes
from precis.ir.size import Size
from precis.ir.types import At, Block, Cut, Item, Node, Shape, Value

SAME = ("store", "stop")  # give on what they are given


@dataclass(frozen=True, slots=True)
class Touch:
    """A box, one item per axis, that is read or written, while the indices of loops around it in the block run through `ranges`."""

    at: tuple[Item, ...]
    ranges: Ranges
    writes: bool

    def renamed(self, names: Mapping[str, Size]) -> Touch:
        """The same with other symbols, those of loops included."""
        ranges = {str(names.get(s, s)): (low.substitute(names), high.substitute(names)) for s, (low, high) in self.ranges.items()}
        return replace(self, at=map_sizes(self.at, lambda size: size.substitute(names)), ranges=ranges)


def touched(block: Block, start: Value, end: Value) -> list[Touch] | None:
    """All that a block does to the array `start`, of which it makes `end`; None where it makes that of something else."""
    versions = {start.name}
    found = list(_touched(block, versions, start.shape, {}))
    return found if end.name in versions else None


def _touched(block: Block, versions: set[str], shape: Shape, ranges: Ranges) -> Iterator[Touch]:
    for node in block.nodes:
        used = [k for k, v in enumerate(node.inputs) if v.name in versions]
        if node.op in WRITES and used == [0]:
            versions.add(node.output.name)
            yield Touch(_box(node.attrs["at"], shape), ranges, True)
        elif node.op == "slice" and used:
            yield Touch(_box(node.attrs["at"], shape), ranges, False)
        elif node.op in SAME and used:
            versions.add(node.output.name)
        elif node.op == "loop":
            yield from _in_loop(node, used, versions, shape, ranges)
        elif used or any(v.name in versions for b in node.blocks for v in free_values(b)):
            yield Touch(_box((), shape), ranges, False)


def _in_loop(node: Node, used: Sequence[int], versions: set[str], shape: Shape, ranges: Ranges) -> Iterator[Touch]:
    body = node.blocks[0]
    inner = versions | {body.params[k].name for k in used}
    yield from _touched(body, inner, shape, {**ranges, node.attrs["index"]: node.attrs["range"].ends})
    versions |= {node.outputs[k].name for k in used if body.results[k].name in inner}


def _box(at: Sequence[object], shape: Shape) -> tuple[Item, ...]:
    """The items of a part, one per axis of its array; what is not known when planning is everything."""
    items = tuple(i for i in at if isinstance(i, (At, Cut)))
    items = items if len(items) == len(at) else ()
    return (*items, *(Cut(Size(), d) for d in shape[len(items):]))


def all_apart(first: Iterable[Touch], second: Sequence[Touch], iterations: Sequence[Ranges], around: Ranges) -> bool:
    """Whether nothing that one side writes is touched by the other one, by one of what is known of their `iterations`, wherever the indices
    of `around` are in both."""
    return all(any(apart(a.at, b.at, {**ranges, **a.ranges, **b.ranges}, around) for ranges in iterations)
               for a in first for b in second if a.writes or b.writes)
