"""Arrays that are filled with a number, and then written but for their rim, are filled along the rim only.

    out = np.zeros_like(u); out[1:-1, 1:-1] = u[1:-1, 2:] - u[1:-1, :-2]

Through the caches the fill costs as much as what is written. The rim is up to two slabs for each dimension: what lies before the box and
behind it, within the box along the dimensions before.
"""

from __future__ import annotations

from dataclasses import replace

from precis.emit.plan.fills import filled
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, Axis, Nest, Plan, Statement
from precis.emit.plan.maps import ZERO
from precis.emit.plan.unfilled import alike, box_of, stored
from precis.emit.plan.walking import accesses
from precis.ir.size import Size, product, smallest

Block = tuple[Statement, ...]
Box = tuple[tuple[Size, Size], ...]  # for each dimension: first index, extent


def rims(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements))


def _block(statements: Block) -> Block:
    parts = (_parts(s, statements[k + 1:]) for k, s in enumerate(statements))
    return tuple(s for part in parts for s in part)


def _parts(s: Statement, behind: Block) -> Block:
    fill = filled(s)
    if not isinstance(s, Nest) or fill is None or not fill[0].shape:
        return (map_blocks(s, _block),)
    written = _written_next(behind, fill[0])
    return (s,) if written is None else _rim(s, *written)


def _written_next(behind: Block, array: Access) -> tuple[Access, Box] | None:
    """Where the next statement that touches the array stores a box of it without reading any, among nests alone: other statements might
    say how large it is."""
    for s in behind:
        if not isinstance(s, Nest):
            return None
        if array.buffer in frozenset().union(*accesses(s)):
            return _box(s, array)
    return None


def _box(nest: Nest, array: Access) -> tuple[Access, Box] | None:
    if array.buffer in accesses(nest)[0] or nest.hole or any(r.target.buffer == array.buffer for r in nest.reductions):
        return None
    for place, axes in stored(nest, array):
        box = box_of(place, axes)
        if box and alike(nest, place) and product(place.shape) == product(array.shape) and _all_but_a_rim(place, box):
            return place, box
    return None


def _all_but_a_rim(place: Access, box: Box) -> bool:
    """Whether what lies around the box does not grow along any dimension as the array does: rows of columns in one dimension grow with the
    columns, but not with the rows."""
    margins = ((whole, low, whole - low - extent) for whole, (low, extent) in zip(place.shape, box))
    return not any(whole.symbols() and whole.symbols() <= margin.symbols() for whole, *around in margins for margin in around)


def _ends(place: Access, box: Box, d: int, after: bool) -> tuple[Size, Size]:
    """(first index, extent) along `d` of what lies before the box, or behind it; all there is, where the box is empty."""
    (low, extent), whole = box[d], place.shape[d]
    margin = whole - low - extent if after else low
    thickness = smallest(margin, whole) if margin != ZERO else ZERO
    return (whole - thickness if after else ZERO), thickness


def _rim(fill: Nest, place: Access, box: Box) -> Block:
    slabs = ((d, _ends(place, box, d, after)) for d in range(len(box)) for after in (False, True))
    return tuple(_slab(fill, place, box, d, ends) for d, ends in slabs if ends[1] != ZERO)


def _slab(fill: Nest, place: Access, box: Box, d: int, ends: tuple[Size, Size]) -> Nest:
    spans = (*box[:d], ends, *((ZERO, n) for n in place.shape[d + 1:]))
    axes = tuple(Axis(f"%i{k}", extent) for k, (_, extent) in enumerate(spans))
    number, store = fill.body
    at = replace(place, index=tuple(low + Size.of(a.symbol) for (low, _), a in zip(spans, axes)))
    return replace(fill, axes=axes, body=(number, replace(store, access=at)))
