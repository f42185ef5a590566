"""Which part of an array a view reads, and which parts a loop writes, as items over the axes of the array itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from precis.ir.size import Size, bounds, taken_apart
from precis.ir.types import At, Block, Cut, Item, Node, Value

Defined = Mapping[str, Node]
Ranges = dict[str, tuple[Size, Size]]
NOTHING: Ranges = {}
Ends = tuple[Size, Size]
WRITES = ("update", "update_add")


@dataclass(frozen=True, slots=True)
class Read:
    """`base[at]`, one item per axis of `base`; axis k of the view runs along axis `axes[k]` of `base`."""

    base: Value
    at: tuple[Item, ...]
    axes: tuple[int, ...]


def read_of(v: Value, defined: Defined) -> Read | None:
    """The array behind a view, through what `defined` makes; None for parts that are no boxes."""
    node = defined.get(v.name)
    if node is None or node.op not in ("slice", "transpose"):
        return Read(v, tuple(Cut(Size(), d) for d in v.shape), tuple(range(v.rank)))
    inner = read_of(node.inputs[0], defined)
    if inner is None:
        return None
    if node.op == "transpose":
        return Read(inner.base, inner.at, tuple(inner.axes[p] for p in node.attrs["perm"]))
    return _cut(inner, node) if all(isinstance(i, (At, Cut)) for i in node.attrs["at"]) else None


def _cut(inner: Read, node: Node) -> Read:
    at, left = list(inner.at), list(inner.axes)
    for axis, item in zip(inner.axes, node.attrs["at"]):
        outer = at[axis]
        assert isinstance(outer, Cut)
        if isinstance(item, At):
            at[axis] = At(outer.start + item.position * outer.step)
            left.remove(axis)
        else:
            at[axis] = Cut(outer.start + item.start * outer.step, item.length, outer.step * item.step)
    return Read(inner.base, tuple(at), tuple(left))


def before(read: Read, defined: Defined, ranges: Ranges, around: Ranges = NOTHING) -> Read:
    """The same elements of an older version of the array: as it was before updates of other parts."""
    older = _older(read, defined, ranges, around)
    while older is not None:
        read = Read(older, read.at, read.axes)
        older = _older(read, defined, ranges, around)
    return read


def _older(read: Read, defined: Defined, ranges: Ranges, around: Ranges) -> Value | None:
    """The array before what made it of parts apart from those that are read; None where these are among them."""
    node = defined.get(read.base.name)
    if node is not None and node.op in WRITES:
        return node.inputs[0] if apart(read.at, _items(node), ranges, around) else None
    k = next((k for k, v in enumerate(node.outputs) if v.name == read.base.name), 0) if node is not None and node.op == "loop" else -1
    if node is None or not 0 <= k < len(node.inputs):
        return None
    boxes, own = written(node.blocks[0], k), {node.attrs["index"]: node.attrs["range"].ends}
    if boxes is None or not all(apart(read.at, items, {**ranges, **own, **inner}, around) for items, inner in boxes):
        return None
    return node.inputs[k]


def written(block: Block, k: int) -> list[tuple[tuple[Item, ...], Ranges]] | None:
    """What the updates between parameter and result number `k` of a loop's body write, with the ranges of the loops inside it that they
    mention; None where something else makes the result."""
    return _written(block, block.results[k], block.params[k])


def _written(block: Block, v: Value, start: Value) -> list[tuple[tuple[Item, ...], Ranges]] | None:
    defined = {o.name: n for n in block.nodes for o in n.outputs}
    found: list[tuple[tuple[Item, ...], Ranges]] = []
    while v.name != start.name:
        node = defined.get(v.name)
        if node is not None and node.op in WRITES:
            found.append((_items(node), {}))
            v = node.inputs[0]
        elif node is not None and node.op == "loop":
            j = next(j for j, o in enumerate(node.outputs) if o.name == v.name)
            inner = written(node.blocks[0], j) if j < len(node.inputs) else None
            if inner is None:
                return None
            own = {node.attrs["index"]: node.attrs["range"].ends}
            found += [(items, {**own, **ranges}) for items, ranges in inner]
            v = node.inputs[j]
        else:
            return None
    return found


def _items(node: Node) -> tuple[Item, ...]:
    """The items of an update, one per axis of its array; what is not known when planning is everything."""
    at, shape = node.attrs["at"], node.inputs[0].shape
    known = all(isinstance(i, (At, Cut)) for i in at)
    items = at if known else ()
    return (*items, *(Cut(Size(), d) for d in shape[len(items):]))


def apart(a: Sequence[Item], b: Sequence[Item], ranges: Ranges, around: Ranges = NOTHING) -> bool:
    """Whether two boxes surely share no element, wherever the indices of `ranges` are in either, and those of `around` in both."""
    pairs = ((ends(x, ranges), ends(y, ranges)) for x, y in zip(a, b))
    return any(p is not None and q is not None and (positive(q[0] - p[1], around) or positive(p[0] - q[1], around)) for p, q in pairs)


def positive(size: Size, around: Ranges = NOTHING) -> bool:
    """Whether a size is surely 1 or more, wherever the indices of `around` are."""
    if size.constant is not None:
        return size.constant > 0
    extreme, inner = taken_apart(size), next((name for name in reversed(around) if name in size.symbols()), None)
    if inner is not None:
        low = bounds(size, {inner: around[inner]})
        outer = {name: pair for name, pair in around.items() if name != inner}
        if low is not None and positive(low[0], outer):
            return True
    return extreme is not None and extreme.holds(lambda part: positive(part, around))


def ends(item: Item, ranges: Ranges) -> Ends | None:
    """The first and the last position of an item over all of `ranges`."""
    first, last = _ends(item)
    low, high = bounds(first, ranges), bounds(last, ranges)
    return (low[0], high[1]) if low and high else None


def _ends(item: Item) -> Ends:
    if isinstance(item, At):
        return item.position, item.position
    assert isinstance(item, Cut)
    first, last = item.start, item.start + (item.length - 1) * item.step
    return (first, last) if item.step > 0 else (last, first)


def bound_inside(block: Block) -> Iterator[str]:
    """Size symbols that nodes of a block, or of blocks inside it, bind."""
    for node in block.walk():
        if node.op == "size":
            yield node.attrs["symbol"]
        elif node.op == "loop":
            yield node.attrs["index"]
