"""Which elements of sorted rows, or of their order, are read, where slices alone read them: medians, trimmed means, quantiles at places
known beforehand, the few greatest of many.

Native code makes no others (precis_sort_lanes.hpp); what lies at their places in memory is never read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from precis.emit.plan.kernels import READ
from precis.ir.rewrite import free_values
from precis.ir.size import Size
from precis.ir.types import At, Block, Cut, Index, New, Node, Value

MOST = 2  # parts of each row


def sorted_parts(block: Block, known: Set[str]) -> Block:
    """The block, and those inside it, whose sorts know what is read. `known`: sizes that there are in front of it."""
    nodes: list[Node] = []
    for node in block.nodes:
        if node.op in ("sort", "argsort"):
            node = _told(node, block, known)
        elif node.blocks:
            inside = known | {node.attrs["index"]} if node.op == "loop" else known
            node = replace(node, blocks=tuple(sorted_parts(b, inside) for b in node.blocks))
        elif node.op == "size":
            known = known | {node.attrs["symbol"]}
        nodes.append(node)
    return replace(block, nodes=tuple(nodes))


def _told(node: Node, block: Block, known: Set[str]) -> Node:
    parts = _parts(node.output, node.attrs["axis"], block)
    if parts is None:
        return node
    parts = list(dict.fromkeys(parts))
    if not 0 < len(parts) <= MOST or not all(size.symbols() <= known for part in parts for size in part):
        return node
    return replace(node, attrs={**node.attrs, READ: (*parts, *[(Size(), Size())] * (MOST - len(parts)))})


def _parts(v: Value, axis: int, block: Block) -> list[tuple[Size, Size]] | None:
    """What is read of rows along an axis; None where that may be anything."""
    if any(v.name == r.name for r in block.results):
        return None
    found: list[tuple[Size, Size]] = []
    for node in block.nodes:
        if any(v.name == f.name for b in node.blocks for f in free_values(b)):
            return None
        for k, x in enumerate(node.inputs):
            if x.name == v.name:
                more = list(_read(node, k, axis, block))
                if None in more:
                    return None
                found += [part for part in more if part]
    return found


def _read(node: Node, k: int, axis: int, block: Block) -> Iterator[tuple[Size, Size] | None]:
    if node.op == "store" and k == 0:
        yield from _parts(node.output, axis, block) or [None]
    elif node.op == "slice" and k == 0:
        item = _item(node.attrs["at"], axis)
        yield _run(item) if isinstance(item, Cut) else (item.position, Size.of(1)) if isinstance(item, At) else None
    else:
        yield None


def _run(cut: Cut) -> tuple[Size, Size] | None:
    """The elements of a cut, upwards; None where there are others between them."""
    if abs(cut.step) != 1:
        return None
    return (cut.start if cut.step == 1 else cut.start - cut.length + 1), cut.length


def _item(at: Index | Sequence[object], axis: int) -> object:
    """What an index has for an axis; None where it takes all of it."""
    items = [i for i in at if not isinstance(i, New)]
    return items[axis] if axis < len(items) else None
