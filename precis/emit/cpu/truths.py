"""Truth values that a nest stores beside elementary functions are stored by a nest of their own behind it (loop distribution).

    s[i] = s[i] * exp(z[i]); alive[i] = alive[i] & (s[i] < wall)

Compilers choose as many elements at a time as a vector holds of the narrowest, 64 truth values: eight vectors of each number, whose
functions no longer fit into registers. Apart, each loop has the width that suits it. What the truth values follow from is read where the
first nest stored it, and so are they where it stored them as wide as numbers (precis.emit.cpu.wide_truths): tapes keep bytes.
"""

from __future__ import annotations

from dataclasses import replace

from precis.emit.cpu.spell import TRUTH
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, Buffer, Instr, Nest, Plan, Statement
from precis.emit.plan.select import SLOW
from precis.ir.shapes import ONE

Block = tuple[Statement, ...]


def truths_apart(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements, plan.buffers))


def _block(statements: Block, buffers: dict[str, Buffer]) -> Block:
    parts = (_parts(s, buffers) if isinstance(s, Nest) else (map_blocks(s, lambda block: _block(block, buffers)),) for s in statements)
    return tuple(s for part in parts for s in part)


def _parts(nest: Nest, buffers: dict[str, Buffer]) -> Block:
    if not nest.axes or nest.bins is not None or nest.hole or nest.begin is not None:
        return (nest,)
    truths = [i for i in nest.body if i.op == "store" and _stored_as(i, buffers) == "bool"]
    if not truths or any(i.guard or i.where for i in nest.body) or not any(i.op in SLOW for i in nest.body):
        return (nest,)
    summed = frozenset().union(*({*r.args, *(s for d in r.target.index for s in d.symbols())} for r in nest.reductions))
    numbers = _needed(nest.body, [i for i in nest.body if i.op == "store" and i not in truths], {}, summed)
    there = {i.args[0]: i for i in numbers if i.op == "store" and i.access and (not nest.sequential or _once(i.access, nest))}
    held = {name: i for name, i in there.items() if _keeps(_stored_as(i, buffers), next(j.element for j in nest.body if j.name == name))}
    rest = _needed(nest.body, truths, held)
    return (replace(nest, body=numbers), replace(nest, body=rest, reductions=())) if _separable(numbers, rest, set(held)) else (nest,)


def _keeps(stored: object, element: object) -> bool:
    """Whether memory of one kind gives back what a scalar of another was."""
    return stored == element or (stored == TRUTH and element == "bool")


def _stored_as(store: Instr, buffers: dict[str, Buffer]) -> object:
    return buffers[store.access.buffer].element if store.access else None


def _once(access: Access, nest: Nest) -> bool:
    """Whether no two iterations store at one place: each axis moves a position of its own."""
    return all(any(d.symbols() == {a.symbol} and d.coefficient(a.symbol) == ONE for d in access.index) for a in nest.axes)


def _needed(body: tuple[Instr, ...], stores: list[Instr], held: dict[str, Instr], more: frozenset[str] = frozenset()) -> tuple[Instr, ...]:
    """What `stores`, and the scalars `more`, take of a body, in its order; values that are `held` in memory are read there."""
    wanted = {id(i) for i in stores}
    names = {a for i in stores for a in _taken(i)} | more
    kept: list[Instr] = []
    for i in reversed(body):
        if i.op == "store" and id(i) in wanted:
            kept.append(i)
        elif i.op != "store" and i.name in names:
            load = replace(i, op="load", args=(), access=held[i.name].access, value=None) if i.name in held else i
            kept.append(load)
            names.update(_taken(load))
    return tuple(reversed(kept))


def _taken(i: Instr) -> set[str]:
    """The scalars that an instruction takes: operands, and positions that it computes a place from."""
    return {*i.args, *(s for size in i.sizes for s in size.symbols())}


def _separable(numbers: tuple[Instr, ...], rest: tuple[Instr, ...], held: set[str]) -> bool:
    """Whether the rest, behind the numbers, computes the same truth values without an elementary function, and the numbers read none."""
    written = {i.access.buffer for i in numbers if i.op == "store" and i.access}
    overtaken = any(i.op == "load" and i.name not in held and i.access and i.access.buffer in written for i in rest)
    narrow = any(i.op == "load" and i.element == "bool" for i in numbers)
    return bool(written) and not overtaken and not narrow and not any(i.op in SLOW for i in rest)
