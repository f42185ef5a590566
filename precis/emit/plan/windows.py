"""Reductions over a few elements known beforehand, written out, so that the loop around them runs in vectors.

    for i: m = -inf; for k in 2: m = max(m, x[2 i + k]); y[i] = m    ->    for i: y[i] = max(x[2 i], x[2 i + 1])

Windows of pooling layers, pairs and blocks of neighbours: accumulators in lanes, which long rows are made for, would take longer than the
terms. In loops, sums over places in space and other rows of three elements are scalars as well:

    for i: d[:] = x[i + 1] - x[i]; r = d @ d

Terms stay in order, sums start from zero (precis.ir.order): results are the same bit for bit. What is done with the results, as the
division of a mean, then joins the same loop.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod

from precis.emit.plan.elements import hardware
from precis.emit.plan.fuse import fuse, map_blocks
from precis.emit.plan.kernels import Buffer, Instr, Loop, Nest, Plan, Reduction, Statement, While
from precis.emit.plan.moved import moved
from precis.emit.plan.select import SLOW
from precis.emit.plan.sums import STEPS, WINDOW
from precis.emit.plan.tables import first_by_table, with_numbers
from precis.ir.size import Size

LARGEST = 200  # instructions that are written out
LESS = 3  # elements that are computed one by one sooner than in a vector

Block = tuple[Statement, ...]


def windowed(plan: Plan) -> Plan:
    written = replace(plan, statements=_block(plan.statements, plan, False))
    return fuse(written, _light) if written.statements != plan.statements else plan


def _light(nest: Nest) -> bool:
    """Whether a pass over memory saved counts: beside elementary functions it does not, and sums in lanes want loops of their own."""
    return not nest.reductions and not any(i.op in SLOW for i in nest.body)


def _block(statements: Block, plan: Plan, again: bool) -> Block:
    """`again`: the statements run more than once."""
    return tuple(_written_out(s, plan, again) if isinstance(s, Nest)
                 else map_blocks(s, lambda b, s=s: _block(b, plan, again or isinstance(s, (Loop, While)))) for s in statements)


def _written_out(nest: Nest, plan: Plan, again: bool) -> Nest:
    first = first_by_table(nest, plan.buffers)
    kept = nest.reductions[0].kept if nest.reductions else 0
    if _small(nest, again):
        nest = one_by_one(nest, plan.buffers, kept)
    elif first is not None and _count(nest, first) <= WINDOW and _count(nest, first) * len(nest.body) <= LARGEST:
        nest = one_by_one(nest, plan.buffers, first)
    return with_numbers(nest, plan.constants)


def _count(nest: Nest, kept: int) -> int:
    return prod(axis.extent.constant or WINDOW + 1 for axis in nest.axes[kept:])


def _small(nest: Nest, again: bool) -> bool:
    """Whether a nest has few elements, known beforehand, for each of its results, and there are several of these: along axes that it
    keeps, or in a loop around."""
    kept = {r.kept for r in nest.reductions} or {0}
    if len(kept) != 1 or (0 in kept and not again) or nest.hole or not all(map(_steps, nest.reductions)):
        return False
    if not nest.axes or not any(i.op == "load" for i in nest.body):
        return False  # what follows an array that is filled may begin with the number
    count = _count(nest, min(kept))
    return count <= (WINDOW if nest.reductions else LESS) and count * len(nest.body) <= LARGEST


def _steps(r: Reduction) -> bool:
    """Whether each step of a reduction is one operation in registers."""
    return r.op in STEPS and r.work == r.element and hardware(r.element)


def one_by_one(nest: Nest, buffers: dict[str, Buffer], kept: int) -> Nest:
    """The nest with what lies behind its first `kept` axes written out."""
    inside = nest.axes[kept:]
    varying = _varying(nest, {a.symbol for a in inside})
    body = [i for i in nest.body if i.name not in varying]
    totals: list[str] = []
    for k, at in enumerate(product(*(range(a.extent.constant or 0) for a in inside))):
        names = {i.name: f"{i.name}.{k}" for i in nest.body if i.name in varying}
        index = {**names, **{a.symbol: Size.of(n) for a, n in zip(inside, at)}}
        body += [_copied(i, names, index) for i in nest.body if i.name in varying]
        terms = [names.get(r.args[0], r.args[0]) for r in nest.reductions]
        totals = [_step(body, r, n, k, totals, term) for n, (r, term) in enumerate(zip(nest.reductions, terms))]
    for r, total in zip(nest.reductions, totals):
        _store(body, r, total, buffers[r.target.buffer])
    outer = nest.axes[:kept]
    return replace(nest, axes=outer, body=tuple(body), reductions=(), sequential=nest.sequential & {a.symbol for a in outer})


def _varying(nest: Nest, symbols: set[str]) -> set[str]:
    """The instructions that depend on the axes in `symbols`: by what they mention, or as they read what the nest writes."""
    written = {i.access.buffer for i in nest.body if i.op == "store" and i.access}
    found = set(symbols)
    for i in nest.body:
        mentioned = {*i.args, *(s for size in (*i.sizes, *(x for ends in i.guard for x in ends)) for s in size.symbols())}
        if found & mentioned or (i.op == "load" and i.access and i.access.buffer in written):
            found.add(i.name)
    return found - symbols


def _step(body: list[Instr], r: Reduction, number: int, k: int, totals: list[str], term: str) -> str:
    """The name of the result after term `k`; sums start from zero, so that they are never -0."""
    if k == 0 and r.op in ("sum", "prod"):
        start = f"%unit {number}"
        body.append(Instr(start, "const", (), r.element, value=int(r.op == "prod")))
    elif k == 0:
        return term
    else:
        start = totals[number]
    name = f"%total {number}.{k}"
    body.append(Instr(name, STEPS[r.op], (start, term), r.element))
    return name


def _store(body: list[Instr], r: Reduction, total: str, target: Buffer) -> None:
    if target.element != r.element:
        body.append(Instr(f"{total} cast", "cast", (total,), target.element))
        total = f"{total} cast"
    body.append(Instr(f"%store {len(body)}", "store", (total,), target.element, r.target))


def _copied(i: Instr, names: dict[str, str], index: dict[str, Size | str]) -> Instr:
    """The instruction for one element, under a name of its own."""
    return replace(moved(i, index), name=names[i.name], args=tuple(names.get(a, a) for a in i.args))
