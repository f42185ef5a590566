"""Rows and columns of an array that a nest reads while it writes over the array are copied in front of it.

    for i, j: d[i, j] = min(d[i, j], d[i, k] + d[k, j])     ->     column[i] = d[i, k]; row[j] = d[k, j]; then in place

Programs that pass over all of an array once for every row of it (eliminations, shortest paths, closures) need no second array so, at the
price of two vectors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from precis.emit.plan.kernels import Access, Axis, Buffer, Instr, Nest, SizeBind, Statement
from precis.emit.plan.walking import accesses
from precis.ir.size import Size

FEW = 8  # iterations along the longest axis that a copy lacks: it takes time itself
BYTES = ("bool", "int8", "uint8")  # of which vectors hold so many that copying one column, element by element, takes a tenth of the nest


@dataclass(frozen=True, slots=True)
class Crossing:
    """What is read elsewhere: the instructions that find the place, the last of which reads it, and the axes that tell it."""

    instrs: tuple[Instr, ...]
    axes: tuple[Axis, ...]

    def kept_in(self, name: str) -> Buffer:
        return Buffer(name, tuple(a.extent for a in self.axes), self.instrs[-1].element)


Kept = tuple[tuple[Nest, ...], Nest, tuple[Buffer, ...]]


def crossings_kept(nest: Nest, place: Access, taken: int, sizes: frozenset[str]) -> Kept | None:
    """(copies, the nest that reads them, their buffers), where all that the nest reads of the array elsewhere than at `place` it reads at
    places that only some of its axes tell; None elsewhere. `taken`: the number of buffers there are; `sizes`: what lengths may mention."""
    elsewhere = {i.access: i for i in nest.body if i.access and i.access.buffer == place.buffer and i.access != place}
    found = {access: _crossed(i, nest, sizes) for access, i in elsewhere.items()}
    crossings = {access: c for access, c in found.items() if c}
    if len(crossings) < len(found):
        return None
    return _with_copies(nest, crossings, place.buffer, taken)


def _with_copies(nest: Nest, crossings: Mapping[Access, Crossing], array: str, taken: int) -> Kept:
    held = {access: c.kept_in(f"{array} kept {taken + k}") for k, (access, c) in enumerate(crossings.items())}
    there = {access: Access(b.name, tuple(Size.of(a.symbol) for a in crossings[access].axes), b.shape) for access, b in held.items()}
    body = tuple(replace(i, access=there.get(i.access, i.access)) if i.access else i for i in nest.body)
    copies = tuple(_copy(c, there[access], nest.sites) for access, c in crossings.items())
    return copies, replace(nest, body=body), tuple(held.values())


Ahead = tuple[tuple[Nest, ...], tuple[Statement, ...], tuple[Buffer, ...]]


def read_ahead(block: Sequence[Statement], old: str, taken: int, sizes: frozenset[str]) -> Ahead | None:
    """(copies, the block that reads them, their buffers), where nests read rows and columns of `old` only, at places that no array tells:
    the copies may stand in front of what writes over it. None elsewhere."""
    copies: list[Nest] = []
    held: list[Buffer] = []
    out: list[Statement] = []
    for s in block:
        if old in accesses(s)[0]:
            kept = _kept_ahead(s, old, taken + len(held), sizes) if isinstance(s, Nest) and not s.hole else None
            if kept is None or any(isinstance(t, SizeBind) for t in block):
                return None
            copies += kept[0]
            s = kept[1]
            held += kept[2]
        out.append(s)
    return tuple(copies), tuple(out), tuple(held)


def _kept_ahead(nest: Nest, old: str, taken: int, sizes: frozenset[str]) -> Kept | None:
    loads = {i.access: i for i in nest.body if i.access and i.access.buffer == old}
    found = {access: _crossing(i, nest, sizes) for access, i in loads.items()}
    if any(c is None or not _thin(access, c) or any(j.access for j in c.instrs[:-1]) for access, c in found.items()):
        return None
    return _with_copies(nest, {a: c for a, c in found.items() if c}, old, taken)


def _thin(access: Access, c: Crossing) -> bool:
    """Whether what is read is small beside the array: fewer axes tell it than the array has, and one that is not among these is long. One
    component of a few is no less than a part of the array."""
    told = {a.symbol for a in c.axes}
    fixed = (d for d, i in zip(access.shape, access.index) if not told & i.symbols())
    return len(c.axes) < len(access.shape) and any((d.constant or FEW) >= FEW for d in fixed)


def _crossed(load: Instr, nest: Nest, sizes: frozenset[str]) -> Crossing | None:
    """A read of a place that is told by fewer axes than the nest has, by one that is long."""
    c = _crossing(load, nest, sizes)
    return c if c and any((a.extent.constant or FEW) >= FEW for a in nest.axes if a not in c.axes) else None


def _crossing(load: Instr, nest: Nest, sizes: frozenset[str]) -> Crossing | None:
    """A read with no condition of a place that is told by axes of lengths that are known ahead."""
    needed = {load.name}
    for i in reversed(nest.body):
        if i.name in needed:
            needed |= {*i.args, *(s for size in i.sizes for s in size.symbols())}
    instrs = tuple(i for i in nest.body if i.name in needed and i.name != load.name)
    axes = tuple(a for a in nest.axes if a.symbol in needed)
    plain = load.op == "load" and not any(i.where or i.guard for i in (*instrs, load)) and all(a.extent.symbols() <= sizes for a in axes)
    return Crossing((*instrs, load), axes) if plain and load.element not in BYTES else None


def _copy(crossing: Crossing, kept: Access, sites: tuple[str, ...]) -> Nest:
    axes = tuple(Axis(f"%i{k}", a.extent) for k, a in enumerate(crossing.axes))
    by_name = {a.symbol: Size.of(b.symbol) for a, b in zip(crossing.axes, axes)}
    read = crossing.instrs[-1]
    store = Instr(f"{read.name} kept", "store", (read.name,), read.element, kept)
    return Nest(axes, tuple(_along(i, by_name) for i in (*crossing.instrs, store)), sites=sites)


def _along(i: Instr, by_name: Mapping[str, Size]) -> Instr:
    access = i.access and replace(i.access, index=tuple(d.substitute(by_name) for d in i.access.index))
    return replace(i, access=access, value=i.value.substitute(by_name) if i.op == "size" else i.value)
