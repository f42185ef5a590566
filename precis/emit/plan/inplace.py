"""Loops that exchange two arrays where one would do: the nest that makes the new array writes over the old one.

    for k: b[i] = f(a[i]); a, b = b, a     ->     for k: a[i] = f(a[i])

Lowering meets one operation after the other and must not overwrite what a later one reads; fused, they read an element and then
write it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from precis.emit.plan.fills import whole
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import WORKSPACE, Loop, Nest, Plan, Rotate, Settle, Statement, While
from precis.emit.plan.maps import injective
from precis.emit.plan.share import buffers_renamed
from precis.emit.plan.walking import accesses, blocks_of, walk

Block = tuple[Statement, ...]


def in_place(plan: Plan) -> Plan:
    if not any(isinstance(s, Rotate) for s in walk(plan.statements)):
        return plan
    uses = touches(plan.statements)
    statements = _block(plan.statements, plan, uses)
    rotated = {name for s in walk(statements) if isinstance(s, Rotate) for pair in s.pairs for name in pair}
    return replace(plan, statements=tuple(_settled(statements, rotated)))


def touches(statements: Block) -> Counter[str]:
    """How many statements touch each buffer; those that hold blocks count only with what they touch themselves."""
    found: Counter[str] = Counter()
    for s in walk(statements):
        inner = frozenset().union(*(names for block in blocks_of(s) for t in block for names in accesses(t)))
        found.update(frozenset().union(*accesses(s)) - inner if inner else frozenset().union(*accesses(s)))
    return found


def _settled(statements: Block, rotated: set[str]) -> Iterable[Statement]:
    """Only what is still exchanged may be away from home."""
    for s in statements:
        if isinstance(s, Settle):
            s = Settle(tuple(name for name in s.buffers if name in rotated))
        if not isinstance(s, Settle) or s.buffers:
            yield s


def _block(statements: Block, plan: Plan, uses: Counter[str]) -> Block:
    return tuple(_loop(map_blocks(s, lambda block: _block(block, plan, uses)), plan, uses) for s in statements)


def _loop(s: Statement, plan: Plan, uses: Counter[str]) -> Statement:
    """The loop without the exchanges at its end that it can do without."""
    if not isinstance(s, (Loop, While)) or not s.body or not isinstance(s.body[-1], Rotate):
        return s
    body, pairs = s.body[:-1], list(s.body[-1].pairs)
    here = touches(s.body)
    for old, new in s.body[-1].pairs:
        inside = plan.buffers[new].role == WORKSPACE and here[new] == uses[new]
        found = _over(body, old, new) if inside and plan.buffers[old].shape and (new, old) in pairs else None
        if found is not None:
            body, pairs = found, [pair for pair in pairs if set(pair) != {old, new}]
    return replace(s, body=(*body, Rotate(tuple(pairs))) if pairs else body)


def _over(body: Block, old: str, new: str) -> Block | None:
    """The body with `new` in the memory of `old`; None where some statement still wants what it would overwrite."""
    touched = [accesses(s) for s in body]
    at = next((k for k, (reads, writes) in enumerate(touched) if new in reads | writes), None)
    maker = None if at is None else body[at]
    if at is None or not isinstance(maker, Nest):
        return None
    if any(old in writes for _, writes in touched) or any(old in reads or new in writes for reads, writes in touched[at + 1:]):
        return None
    made = _written_last(maker, old, new)
    return None if made is None else (*body[:at], made, *buffers_renamed(body[at + 1:], {new: old}))


def _written_last(nest: Nest, old: str, new: str) -> Nest | None:
    """The nest with its one store of `new`, all of it, behind all loads of `old`, which are of the same element."""
    mine = [i for i in nest.body if i.access and i.access.buffer == new]
    collected = {r.target.buffer for r in nest.reductions}
    if [i.op for i in mine] != ["store"] or mine[0].guard or nest.hole or new in collected:
        return None
    store, place = mine[0], replace(mine[0].access, buffer=old)  # type: ignore[type-var]
    alone = all(i.access == place for i in nest.body if i.access and i.access.buffer == old)
    if not alone or not whole(place, nest.axes) or not injective(place.index, nest.axes):
        return None
    return replace(nest, body=(*(i for i in nest.body if i is not store), replace(store, access=place)))
