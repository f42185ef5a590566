"""Rows of few elements that begin anew somewhere are written out, element by element.

    for i: for j < 4: y[i, j] = x[i, j] - x[i, j + 1 if j < 3 else 0]
    ->  for i: y[i, 0] = x[i, 0] - x[i, 1]; ...; y[i, 3] = x[i, 3] - x[i, 0]

Rotations (`np.roll`), what is joined, what is padded. Loops over such rows are divided where they begin anew, which of so few elements
leaves nothing for vectors, and a test for each. Written out, no test is left, and vectors hold what many rows have at one place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from precis.emit.plan.collapse import collapsed
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, Border, Instr, Nest, Plan, Statement
from precis.emit.plan.moved import moved
from precis.ir.size import Size

Block = tuple[Statement, ...]

MOST = 8  # elements of a row
LARGEST = 160  # instructions in what is written out


def short_turns(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements))


def _block(statements: Block) -> Block:
    return tuple((_written_out(s) or s) if isinstance(s, Nest) else map_blocks(s, _block) for s in statements)


def _written_out(nest: Nest) -> Nest | None:
    if len(nest.axes) < 2 or not _plain(nest):
        return None
    last, extent = nest.axes[-1].symbol, nest.axes[-1].extent.constant
    if extent is None or not 1 < extent <= MOST or extent * len(nest.body) > LARGEST:
        return None
    if not any(isinstance(i.value, Border) and i.value.index.symbols() == {last} and not i.value.limit.symbols() for i in nest.body):
        return None
    body = once(i for k in range(extent) for i in _element(nest, last, k))
    rows = replace(nest, axes=nest.axes[:-1], body=tuple(_seen_in_rows(i, nest) for i in body))
    return collapsed(rows) if nest.whole is None else rows


def _plain(nest: Nest) -> bool:
    """Whether rows may run in any order, and none of their elements reads what another one stores."""
    odd = nest.reductions or nest.sequential or nest.hole or nest.begin is not None or nest.bins is not None
    stored = {i.access.buffer for i in nest.body if i.op == "store" and i.access}
    read = {i.access.buffer for i in nest.body if i.op == "load" and i.access}
    return not odd and not stored & read and not any(i.guard or i.where for i in nest.body)


def _element(nest: Nest, last: str, k: int) -> list[Instr]:
    """The instructions of element `k` of each row, under names of their own; what is compared and chosen there is known."""
    names = {i.name: f"{i.name} of {k}" for i in nest.body}
    there = {last: Size.of(k), **{name: Size.of(other) for name, other in names.items()}}
    made: list[Instr] = []
    holds: dict[str, bool] = {}
    for i in nest.body:
        new = moved(i, there)
        if isinstance(new.value, Border) and (margin := (new.value.limit - new.value.index).constant) is not None:
            holds[i.name] = margin > 0
        if i.op == "select" and i.args[0] in holds:
            chosen = i.args[1 if holds[i.args[0]] else 2]
            names[i.name], there[i.name] = names[chosen], there[chosen]
            continue
        made.append(replace(new, name=names[i.name], args=tuple(names[a] for a in i.args)))
        if new.op == "size" and isinstance(new.value, Size):
            there[i.name] = new.value
    return made


def once(body: Iterable[Instr]) -> list[Instr]:
    """Instructions without those that compute again what one before has, and without those that nothing needs."""
    first: dict[tuple, str] = {}
    same: dict[str, str] = {}
    kept: list[Instr] = []
    for i in body:
        i = replace(moved(i, {a: Size.of(b) for a, b in same.items()}), args=tuple(same.get(a, a) for a in i.args))
        key = (i.op, i.args, i.element, i.access, repr(i.value))
        if i.op != "store" and first.setdefault(key, i.name) != i.name:
            same[i.name] = first[key]
            continue
        kept.append(i)
    return _needed(kept)


def _needed(body: list[Instr]) -> list[Instr]:
    needed: set[str] = set()
    kept: list[Instr] = []
    for i in reversed(body):
        if i.op == "store" or i.name in needed:
            kept.append(i)
            needed |= {*i.args, *(x for size in i.sizes for x in size.symbols())}
    return kept[::-1]


def _seen_in_rows(i: Instr, nest: Nest) -> Instr:
    """The instruction with places `k * j + c` along a dimension as c in row j of k, which axes before run through as one."""
    return replace(i, access=_rows(i.access, nest)) if i.access else i


def _rows(access: Access, nest: Nest) -> Access:
    axis = nest.axes[-2]
    index, whole, many = access.index[-1:], access.shape[-1].constant if access.shape else None, axis.extent.constant
    if not whole or not many or index[0].symbols() != {axis.symbol}:
        return access
    length, rest = divmod(whole, many)
    place = index[0] - Size.of(axis.symbol) * length
    if rest or place.constant is None or not 0 <= place.constant < length:
        return access
    shape = (*access.shape[:-1], axis.extent, Size.of(length))
    return replace(access, index=(*access.index[:-1], Size.of(axis.symbol), place), shape=shape)
