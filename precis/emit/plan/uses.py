"""How nodes use their operands: at which index, for an element of their result or an iteration of their nest."""

from __future__ import annotations

from collections.abc import Iterator, Set

from precis.emit.plan.invariant import ONCE
from precis.emit.plan.maps import ZERO, Indices, aligned, axes_of, reshaped, sliced, unravelled
from precis.emit.plan.prepare import ROLL
from precis.ir.ops.reductions import contraction_labels
from precis.ir.shapes import broadcast, indexed
from precis.ir.size import Size
from precis.ir.types import Node, Shape, Value

TAKEN, TAKEN_ONCE = "%pick ", "%position "  # begin the symbols of indices that stand in an array
FEW = 8  # times that gathering the same elements again costs less than writing and reading them


def operand_uses(node: Node, read_once: Set[str] = frozenset()) -> Iterator[tuple[Value, Indices | None, Shape]]:
    """(operand, its index, shape of the nest) for a root node; index None where the operand has to be in memory. Contractions compute
    those `read_once` as they read them, where they read each element once."""
    inputs = node.inputs
    if node.op in ("update", "update_add"):
        target, new, *picks = inputs
        region = indexed(target.shape, node.attrs["at"], picks)
        _, index = axes_of(region)
        yield target, axes_of(target.shape)[1], target.shape
        yield new, aligned(new.shape, index), region
        places: list[tuple[Value, Indices]] = []
        sliced(node.attrs["at"], picks, index, lambda v, i: places.append((v, i)) or ZERO)
        yield from ((v, i, region) for v, i in places)
    elif node.op == "tally":
        shape = broadcast([inputs[1].shape, inputs[2].shape])
        yield inputs[0], None, inputs[0].shape
        for v in inputs[1:]:
            yield v, aligned(v.shape, axes_of(shape)[1]), shape
    elif node.op == "einsum":
        yield from _contracted(node, read_once)
    else:
        for v in inputs:
            yield v, axes_of(v.shape)[1], v.shape


def _contracted(node: Node, read_once: Set[str]) -> Iterator[tuple[Value, Indices | None, Shape]]:
    a, b, _ = contraction_labels(node.attrs["spec"])
    dims = {label: d for v, labels in zip(node.inputs, (a, b)) for label, d in zip(labels, v.shape)}
    shape = tuple(dims.values())
    at = dict(zip(dims, axes_of(shape)[1]))
    for v, labels in zip(node.inputs, (a, b)):
        once = dims.keys() == set(labels)
        yield (v, tuple(at[c] for c in labels), shape) if once and v.name in read_once else (v, None, v.shape)


def lazy_uses(node: Node, index: Indices) -> Iterator[tuple[Value, Indices | None]]:
    """Operands of a lazy node and their indices for element `index`."""
    source = node.inputs[0] if node.inputs else None
    if node.op == "slice":
        places: list[tuple[Value, Indices]] = []
        stem = TAKEN_ONCE if ONCE in node.attrs else TAKEN
        yield source, sliced(node.attrs["at"], node.inputs[1:], index, lambda v, i: _place(places, v, i, stem))  # type: ignore[misc]
        yield from places
    elif node.op == "transpose":
        perm = node.attrs["perm"]
        yield source, tuple(index[perm.index(d)] for d in range(len(perm)))  # type: ignore[misc]
    elif node.op == ROLL:
        axis = node.attrs["axis"]
        yield source, tuple(i + node.attrs["start"] if k == axis else i for k, i in enumerate(index))  # type: ignore[misc]
    elif node.op == "reshape":
        yield source, _reshaped(node, index)  # type: ignore[misc]
    else:
        for v in node.inputs[:1] if node.op == "probe" else node.inputs:
            yield v, aligned(v.shape, index)


def _reshaped(node: Node, index: Indices) -> Indices | None:
    """With divisions where one position after the other is taken, once: cheaper than an array in memory of which a part is read."""
    old, new = node.inputs[0].shape, node.output.shape
    return unravelled(old, new, index) if any(map(taken_once, index)) else reshaped(old, new, index)


def taken_once(index: Size) -> bool:
    """Whether an index is a position of a mask."""
    return any(s.startswith(TAKEN_ONCE) for s in index.symbols())


def _place(places: list[tuple[Value, Indices]], v: Value, index: Indices, stem: str) -> Size:
    places.append((v, index))
    return Size.of(f"{stem}{v.name} {index}")


def returned_to(index: Indices, shape: Shape) -> bool:
    """Whether a nest runs through elements along its innermost axis again and again, as another axis goes on."""
    if any(map(taken_once, index)):
        return False
    axes, _ = axes_of(shape)
    present = frozenset().union(*(i.symbols() for i in index))
    own = {a.symbol for a in axes}
    again = any(a.symbol not in present and (a.extent.constant or FEW) >= FEW for a in axes)
    computed = any(x.startswith("%") and x not in own for x in present)  # a position among which the axis may be
    return again and not computed and axes[-1].symbol in present
