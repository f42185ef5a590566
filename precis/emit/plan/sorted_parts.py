"""Which elements of sorted rows, or of their order, are read, where slices alone read them: medians, trimmed means, quantiles at places
known beforehand, the few greatest of many.

Native code makes no others (precis_sort_lanes.hpp); what lies at their places in memory is never read. Where slices are that only a run
tells, as in the middle of what a mask selects, is computed in front of the sort.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from precis.emit.plan.kernels import READ
from precis.ir.ops import OPS
from precis.ir.ops.record import POINTWISE, SOURCE
from precis.ir.rewrite import free_values, symbols_of
from precis.ir.size import Size
from precis.ir.types import At, Block, Cut, Index, New, Node, Value

MOST = 2  # parts of each row
SORTS = ("sort", "argsort")

Part = tuple[Size, Size]  # the first element and how many


def sorted_parts(block: Block, known: Set[str]) -> Block:
    """The block, and those inside it, whose sorts know what is read. `known`: sizes that there are in front of it."""
    nodes: list[Node] = []
    left = list(block.nodes)
    while left:
        node = left.pop(0)
        if node.op in SORTS:
            parts = _wanted(node, block)
            ahead = _ahead(left, parts, known)
            nodes += ahead
            left = [n for n in left if not any(n is moved for moved in ahead)]
            known = known | {s for n in ahead for s in _bound(n)}
            node = _told(node, parts, known)
        elif node.blocks:
            inside = known | {node.attrs["index"]} if node.op == "loop" else known
            node = replace(node, blocks=tuple(sorted_parts(b, inside) for b in node.blocks))
        elif node.op == "size":
            known = known | {node.attrs["symbol"]}
        nodes.append(node)
    return replace(block, nodes=tuple(nodes))


def _wanted(node: Node, block: Block) -> list[Part]:
    """What is read of a sort's rows; nothing where that may be anything."""
    parts = list(dict.fromkeys(_parts(node.output, node.attrs["axis"], block) or []))
    return parts if len(parts) <= MOST else []


def _told(node: Node, parts: list[Part], known: Set[str]) -> Node:
    if not parts or not all(size.symbols() <= known for part in parts for size in part):
        return node
    return replace(node, attrs={**node.attrs, READ: (*parts, *[(Size(), Size())] * (MOST - len(parts)))})


def _ahead(behind: Sequence[Node], parts: list[Part], known: Set[str]) -> list[Node]:
    """The nodes behind a sort that tell where parts are, in order; none where some of these cannot be in front of it."""
    sizes = {s for part in parts for size in part for s in size.symbols()} - known
    names: set[str] = set()
    found: list[Node] = []
    for node in reversed(behind) if sizes else ():
        made = {v.name for v in node.outputs}
        if not _bound(node) & sizes and not made & names:
            continue
        if not _number(node):
            return []
        found.insert(0, node)
        names = (names - made) | {v.name for v in node.inputs}
        sizes = (sizes | symbols_of(node)) - known - _bound(node)
    return [] if sizes else found


def _bound(node: Node) -> frozenset[str]:
    return frozenset({node.attrs["symbol"]} if node.op == "size" else ())


def _number(node: Node) -> bool:
    """Whether a node computes a number from numbers alone, none of which an array holds: not what was sorted."""
    if node.op == "size":
        return True
    return node.op in OPS and OPS[node.op].category in (POINTWISE, SOURCE) and not any(v.rank or v.container for v in node.outputs)


def _parts(v: Value, axis: int, block: Block) -> list[Part] | None:
    """What is read of rows along an axis; None where that may be anything."""
    if any(v.name == r.name for r in block.results):
        return None
    found: list[Part] = []
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


def _read(node: Node, k: int, axis: int, block: Block) -> Iterator[Part | None]:
    if node.op == "store" and k == 0:
        yield from _parts(node.output, axis, block) or [None]
    elif node.op == "slice" and k == 0:
        item = _item(node.attrs["at"], axis)
        yield _run(item) if isinstance(item, Cut) else (item.position, Size.of(1)) if isinstance(item, At) else None
    else:
        yield None


def _run(cut: Cut) -> Part | None:
    """The elements of a cut, upwards; None where there are others between them."""
    if abs(cut.step) != 1:
        return None
    return (cut.start if cut.step == 1 else cut.start - cut.length + 1), cut.length


def _item(at: Index | Sequence[object], axis: int) -> object:
    """What an index has for an axis; None where it takes all of it."""
    items = [i for i in at if not isinstance(i, New)]
    return items[axis] if axis < len(items) else None
