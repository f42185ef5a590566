"""Scalar statements that follow one another in a loop, some of which tally, become one: what they tally is gathered together, products
that tallies have in common are found, and what one stores the next takes from a register."""

from __future__ import annotations

from dataclasses import replace

from precis.emit.cpu.vector import only_tallies
from precis.emit.plan.fuse import map_blocks, merged, unread_buffers, without_buffers
from precis.emit.plan.kernels import Access, Loop, Nest, Plan, Statement, While
from precis.emit.plan.maps import disjoint

Block = tuple[Statement, ...]
LARGEST = 1000  # instructions in one statement


def packed(plan: Plan) -> Plan:
    joined = _block(plan.statements, False)
    return plan if joined == plan.statements else replace(plan, statements=without_buffers(joined, unread_buffers(plan, joined)))


def _block(statements: Block, looping: bool) -> Block:
    out: list[Statement] = []
    run: list[Nest] = []
    for s in statements:
        nest = s if looping and isinstance(s, Nest) and _scalar(s) else None
        if nest and _follows(run, nest):
            run.append(nest)
            continue
        out += _joined(run)
        run = [nest] if nest else []
        if not nest:
            inside = looping or isinstance(s, (Loop, While))
            out.append(map_blocks(s, lambda block, inside=inside: _block(block, inside)))
    return (*out, *_joined(run))


def _scalar(s: Nest) -> bool:
    return not s.axes and not any(i.guard for i in s.body) and (not s.reductions or only_tallies(s))


def _follows(run: list[Nest], s: Nest) -> bool:
    """Whether `s` may be joined to a run: what one of it stores and `s` touches is surely the same place, or surely another."""
    if not run or sum(len(n.body) for n in run) + len(s.body) > LARGEST:
        return False
    touched = [i.access for i in s.body if i.access]
    stored = [i.access for n in run for i in n.body if i.op == "store" and i.access]
    return all(_told_apart(a, b) for a in stored for b in touched if a.buffer == b.buffer)


def _told_apart(a: Access, b: Access) -> bool:
    """Whether two accesses of different statements are known to be the same place, or not to be. Scalars in an index belong to theirs."""
    same = a == b and not any(name.startswith("%") for i in a.index for name in i.symbols())
    return same or (a.shape == b.shape and disjoint(a.index, b.index, ()))


def _joined(run: list[Nest]) -> list[Statement]:
    if not any(n.reductions for n in run):
        return [*run]
    return [merged(*run)]
