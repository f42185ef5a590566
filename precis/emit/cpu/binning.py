"""A nest of a loop over bins as a nest over all bins: what its body becomes, and what stands in the loop instead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from precis.emit.cpu.memberships import Dependence, neutral, without
from precis.emit.cpu.nest_facts import LANED
from precis.emit.plan.fills import whole
from precis.emit.plan.kernels import Access, Axis, Buffer, Instr, Loop, Nest, Statement
from precis.ir.size import Size

BIN = "%bin"  # the number of an element's bin; that of those without one is the number of bins
PLACE = Size.of(BIN)


@dataclass(frozen=True, slots=True)
class Bins:
    """`truth` says whether an element belongs to the iteration; `code` finds its BIN from `first`, which are the same in all iterations."""

    truth: str
    first: tuple[str, ...]
    code: tuple[Instr, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """What a nest leaves in arrays with a row for each bin: `results` (buffer of the loop -> array), in `fill` and in the nest that `made`
    makes of a body; `wanted`: what of the old body it needs; `instead`: what stands in the loop."""

    results: Mapping[str, Buffer]
    wanted: tuple[str, ...]
    fill: tuple[Statement, ...]
    made: Nest
    instead: tuple[Statement, ...]


def reduced(of: Dependence, bins: Bins, loop: Loop, buffers: Mapping[str, Buffer]) -> Taken | None:
    """A nest that reduces all of its axes to scalars."""
    nest, known = of.nest, without(bins.truth, of)
    plain = all(r.kept == 0 and not r.target.shape and r.op in LANED and neutral(r, known.get(r.args[0])) for r in nest.reductions)
    if not nest.reductions or not plain or nest.sequential or nest.begin is not None:
        return None
    rows = {r.target.buffer: Buffer(f"{r.target.buffer} in bins {len(buffers)}", (loop.trips,), buffers[r.target.buffer].element)
            for r in nest.reductions}
    places = {b: Access(row.name, (PLACE,), row.shape) for b, row in rows.items()}
    made = replace(nest, reductions=tuple(replace(r, target=places[r.target.buffer]) for r in nest.reductions), bins=loop.trips)
    instead = tuple(_copy(replace(places[b], index=(_row(loop),)), Access(b, (), ()), buffers[b], (), nest) for b in rows)
    return Taken(rows, tuple(r.args[0] for r in nest.reductions), (), made, instead)


def added(of: Dependence, bins: Bins, loop: Loop, buffers: Mapping[str, Buffer]) -> Taken | None:
    """A nest that adds up rows, which begin with zero."""
    nest, known = of.nest, without(bins.truth, of)
    stores = [i for i in nest.body if i.op == "store" and i.access]
    kept = tuple(a for a in nest.axes if a.symbol not in nest.sequential)
    if nest.reductions or nest.begin != 0 or len(stores) != 1 or not kept or not whole(stores[0].access, kept):  # type: ignore[arg-type]
        return None
    (store,), total = stores, of.by_name[stores[0].args[0]]
    home = store.access
    terms = [a for a in total.args if of.by_name[a].access != home]
    loads = [i for i in nest.body if i.op == "load" and i.access and i.access.buffer == home.buffer]  # type: ignore[union-attr]
    if total.op != "add" or len(terms) != 1 or known.get(terms[0]) != 0 or len(loads) != 1 or home is None:
        return None
    row = Buffer(f"{home.buffer} in bins {len(buffers)}", (loop.trips + 1, *home.shape), buffers[home.buffer].element)
    there = Access(row.name, (PLACE, *home.index), row.shape)
    body = tuple(replace(i, access=there) if i in (loads[0], store) else i for i in nest.body)
    fill = _filled(replace(there, index=(Size.of("%row"), *home.index)), (Axis("%row", loop.trips + 1), *kept), nest.begin, row, nest)
    instead = (_copy(replace(there, index=(_row(loop), *home.index)), home, buffers[home.buffer], kept, nest),)
    return Taken({home.buffer: row}, (store.name, ), (fill,), replace(nest, body=body, begin=None), instead)


def _row(loop: Loop) -> Size:
    return Size.of(loop.index) - loop.start


def _copy(source: Access, to: Access, b: Buffer, axes: tuple[Axis, ...], nest: Nest) -> Nest:
    names = {a.symbol: Size.of(f"%i{k}") for k, a in enumerate(axes)}
    source, to = (replace(a, index=tuple(i.substitute(names) for i in a.index)) for a in (source, to))
    body = Instr("%0", "load", (), b.element, source), Instr("%1", "store", ("%0",), b.element, to)
    return Nest(tuple(Axis(f"%i{k}", a.extent) for k, a in enumerate(axes)), body, sites=nest.sites)


def _filled(to: Access, axes: tuple[Axis, ...], number: float | int, b: Buffer, nest: Nest) -> Nest:
    names = {a.symbol: Size.of(f"%i{k}") for k, a in enumerate(axes)}
    to = replace(to, index=tuple(i.substitute(names) for i in to.index))
    body = Instr("%0", "const", (), b.element, value=number), Instr("%1", "store", ("%0",), b.element, to)
    return Nest(tuple(Axis(f"%i{k}", a.extent) for k, a in enumerate(axes)), body, sites=nest.sites)


def body_of(nest: Nest, bins: Bins, wanted: tuple[str, ...], rows: Mapping[str, Instr], first: frozenset[str]) -> tuple[Instr, ...]:
    """The body for elements in their bins: `rows` are instead of numbers of the iteration."""
    instead = {**rows, bins.truth: Instr(bins.truth, "const", (), "bool", value=True)}
    body = {i.name: instead.get(i.name, i) for i in nest.body}
    keep, open_ = set[str](), list(wanted)
    while open_:
        name = open_.pop()
        if name in body and name not in keep:
            keep.add(name)
            open_ += body[name].args
            open_ += [s for size in body[name].sizes for s in size.symbols()]
    head = tuple(i for i in nest.body if i.name in first)
    return (*head, *bins.code, *(i for i in body.values() if i.name in keep and i.name not in first))
