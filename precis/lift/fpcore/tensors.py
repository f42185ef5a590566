"""Tensors of FPCore: array, ref, dim, size."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product as combinations

from precis.errors import plural
from precis.ir.size import Size
from precis.ir.types import At, Cut, Item, Pick, Value
from precis.lift.fpcore.loops import shaped
from precis.lift.fpcore.lower import FORM_SIZES, FORMS, Entry, Lowering, Scope, lo_items
from precis.lift.fpcore.reader import Datum, List

CORNERS = 64  # of index ranges that a position is checked at


def _array(lo: Lowering, x: List, scope: Scope) -> Value:
    """(array a b ...): one more dimension in front."""
    if len(x.items) < 2:
        raise lo.problems.wrong("an array needs at least one element", x)
    rows = [lo.lower(datum, scope) for datum in x.items[1:]]
    for row, datum in zip(rows, x.items[1:]):
        if (row.shape, row.kind) != (rows[0].shape, rows[0].kind):
            raise lo.problems.wrong("the elements of an array have to have one shape and kind", datum)
    parts = [shaped(lo, scope, row, (Size.of(1), *row.shape)) for row in rows]
    return lo._note(scope, scope.b.concatenate(*parts, axis=0))


def _ref(lo: Lowering, x: List, scope: Scope) -> Value:
    """(ref A i ...): an element, or with fewer positions a part. Positions known before the program runs are checked; others are
    clamped into the tensor."""
    if len(x.items) < 3:
        raise lo.problems.wrong("expected (ref tensor position ...)", x)
    tensor = lo.lower(x.items[1], scope)
    positions = x.items[2:]
    if len(positions) > tensor.rank:
        raise lo.problems.wrong(f"{plural(len(positions), 'position')} for a tensor of {plural(tensor.rank, 'dimension')}", x)
    items: list[Item] = []
    picks: list[Value] = []
    for datum, length in zip(positions, tensor.shape):
        size = lo.size(datum, scope)
        if size is not None:
            _check_inside(lo, size, length, datum)
            items.append(At(size))
        else:
            items.append(Pick(len(picks)))
            picks.append(_clamped(lo, datum, length, scope))
    items += [Cut(Size(), d) for d in tensor.shape[len(positions):]]
    out = scope.b.slice(tensor, *picks, at=tuple(items))
    lo.formats.update({out.name: lo.formats[tensor.name]} if tensor.name in lo.formats else {})
    return out


def _clamped(lo: Lowering, datum: Datum, length: Size, scope: Scope) -> Value:
    b = scope.b
    last = b.convert(b.index(value=length - 1), kind="int64")
    return b.maximum(b.minimum(lo.integer(datum, scope), last), b.const(0, "int64"))


def _check_inside(lo: Lowering, position: Size, length: Size, where: Datum) -> None:
    """Positions are polynomials of loop indices; they are tried at the ends of the ranges, where that can be done."""
    symbols = sorted(position.symbols() | length.symbols())
    ranges = [lo.ranges.get(s) for s in symbols]
    if any(r is None or r.start.constant is None or r.trips.constant is None for r in ranges):
        return
    ends = [{r.start.constant or 0, (r.start.constant or 0) + (r.trips.constant or 1) - 1} for r in ranges if r]
    if any(r is not None and r.trips.constant == 0 for r in ranges):
        return
    for corner in list(combinations(*ends))[:CORNERS]:
        binding = dict(zip(symbols, corner))
        at, n = position.value(binding), length.value(binding)
        if not 0 <= at < n:
            raise lo.problems.wrong(f"position {at} is outside of a dimension of {n} elements (they count from 0)", where)


def _rank(lo: Lowering, x: List, scope: Scope) -> Size:
    (tensor,) = lo_items(lo, x, 1, "(dim tensor)")
    return Size.of(_shape(lo, tensor, scope).__len__())


def _length(lo: Lowering, x: List, scope: Scope) -> Size:
    tensor, axis = lo_items(lo, x, 2, "(size tensor dimension)")
    shape, number = _shape(lo, tensor, scope), lo.size(axis, scope)
    if number is None or number.constant is None or not 0 <= number.constant < len(shape):
        raise lo.problems.wrong(f"expected a dimension from 0 to {len(shape) - 1}", axis)
    return shape[number.constant]


def _shape(lo: Lowering, datum: Datum, scope: Scope) -> Sequence[Size]:
    return lo.lower(datum, scope).shape


def _known(lo: Lowering, x: List, scope: Scope) -> Value:
    return lo.valued(scope, Entry(size=FORM_SIZES[x.head](lo, x, scope)))


FORM_SIZES.update({"dim": _rank, "size": _length})
FORMS.update({"array": _array, "ref": _ref, "dim": _known, "size": _known})
