"""Extremes that are stored at the computed place that they were read from take a jump for NaN, which is guessed not to come.

    best[v] = pr::maximum(best[v], x)    ->    best[v] = pr::maximum_guessed(best[v], x)

`np.maximum.at`, and relaxations of distances along edges. Neighbouring edges have the same end: each waits for what the one before stored,
and a selection is one more link of that chain. What compilers make a jump of by themselves has a store on each of its sides, which
processors find harder to hand on from (measured: a quarter slower). Loops that store at computed places are never made of vectors.
"""

from __future__ import annotations

from dataclasses import replace

from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, Instr, Loop, Nest, Plan, Statement, While
from precis.formats import Format

EXTREMES = ("maximum", "minimum")
NATIVE = ("binary64", "binary32")

Block = tuple[Statement, ...]


def relaxed(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements, False))


def _block(statements: Block, looped: bool) -> Block:
    return tuple(_statement(s, looped or isinstance(s, (Loop, While))) for s in statements)


def _statement(s: Statement, looped: bool) -> Statement:
    if isinstance(s, Nest):
        return _guessing(s) if looped and not s.axes and not s.reductions else s
    return map_blocks(s, lambda block: _block(block, looped))


def _guessing(nest: Nest) -> Nest:
    read = {i.name: i.access for i in nest.body if i.op == "load"}
    stored = {i.args[0]: i.access for i in nest.body if i.op == "store" and i.access and _computed(i.access)}
    found = {i.name for i in nest.body if _extreme(i) and any(read.get(a) == stored.get(i.name, ()) for a in i.args)}
    return replace(nest, body=tuple(replace(i, op=f"{i.op}_guessed") if i.name in found else i for i in nest.body)) if found else nest


def _computed(a: Access) -> bool:
    return any(x.startswith("%") for size in a.index for x in size.symbols())


def _extreme(i: Instr) -> bool:
    return i.op in EXTREMES and isinstance(i.element, Format) and i.element.name in NATIVE
