"""Loops and branches that exchange more arrays than they need, and copies of the new over the old one: the nest that makes the new array
writes over the old one.

    for k: b[i] = f(a[i]); a, b = b, a                     ->     for k: a[i] = f(a[i])
    for k: c[i] = f(b[i - 1]) - a[i]; a, b, c = b, c, a    ->     for k: a[i] = f(b[i - 1]) - a[i]; a, b = b, a

Lowering meets one operation after the other and must not overwrite what a later one reads; fused, they read an element and then
write it. Rows and columns that they read besides are kept in vectors (precis.emit.plan.crossings).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from precis.emit.plan.crossings import crossings_kept, read_ahead
from precis.emit.plan.fills import whole
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import WORKSPACE, Allocate, Buffer, If, Loop, Nest, Plan, Rotate, Settle, Statement, While
from precis.emit.plan.maps import injective
from precis.emit.plan.share import buffers_renamed
from precis.emit.plan.walking import accesses, blocks_of, own_accesses, walk

Block = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Work:
    """What is known while a plan is rewritten: how many statements touch each buffer, and the buffers, to which vectors are added."""

    uses: Counter[str]
    buffers: dict[str, Buffer]
    sizes: frozenset[str]


def in_place(plan: Plan) -> Plan:
    work = Work(touches(plan.statements), dict(plan.buffers), frozenset(plan.sizes))
    statements = _block(plan.statements, work)
    rotated = {name for s in walk(statements) if isinstance(s, Rotate) for pair in s.pairs for name in pair}
    return replace(plan, statements=tuple(_settled(statements, rotated)), buffers=work.buffers)


def touches(statements: Block) -> Counter[str]:
    """How many statements touch each buffer; those that hold blocks count only with what they touch themselves."""
    found: Counter[str] = Counter()
    for s in walk(statements):
        found.update(frozenset().union(*(own_accesses(s) if blocks_of(s) else accesses(s))))
    return found


def _settled(statements: Block, rotated: set[str]) -> Iterable[Statement]:
    """Only what is still exchanged may be away from home."""
    for s in statements:
        if isinstance(s, Settle):
            s = Settle(tuple(name for name in s.buffers if name in rotated))
        if not isinstance(s, Settle) or s.buffers:
            yield s


def _block(statements: Block, work: Work) -> Block:
    block = tuple(_exchanging(map_blocks(s, lambda block: _block(block, work)), work) for s in statements)
    for s in block:
        block = _copied_back(block, s, work) or block
    return block


def _exchanging(s: Statement, work: Work) -> Statement:
    """A loop or a branch without the exchanges at the end of its blocks that it can do without."""
    if isinstance(s, (Loop, While)):
        return replace(s, body=_without_exchanges(s.body, work))
    return replace(s, then=_without_exchanges(s.then, work), otherwise=_without_exchanges(s.otherwise, work)) if isinstance(s, If) else s


def _without_exchanges(block: Block, work: Work) -> Block:
    """An array that takes the memory of another at the end of a block, and that nothing else touches, may be made there."""
    if not block or not isinstance(block[-1], Rotate):
        return block
    body, pairs = block[:-1], dict(block[-1].pairs)
    here = touches(block)
    for _, new in block[-1].pairs:
        inside = work.buffers[new].role == WORKSPACE and here[new] == work.uses[new]
        found = _over(body, pairs[new], new, work) if inside and new in pairs and work.buffers[pairs[new]].shape else None
        if found is not None:
            body, old = found, pairs.pop(new)
            pairs = {left: old if right == new else right for left, right in pairs.items()}
            pairs = {left: right for left, right in pairs.items() if left != right}
    return (*body, Rotate(tuple(pairs.items()))) if pairs else body


def _copied_back(block: Block, s: Statement, work: Work) -> Block | None:
    """The block without `s`, where that copies an array that was made for it over the one that it was made from; None elsewhere."""
    names = _copy_of_all(s)
    if names is None or work.buffers[names[1]].role != WORKSPACE or work.buffers[names[0]].element != work.buffers[names[1]].element:
        return None
    k, (old, new) = next(j for j, t in enumerate(block) if t is s), names
    if touches(block[:k + 1])[new] != work.uses[new]:
        return None
    made = _over(block[:k], old, new, work)
    return made and (*made, *block[k + 1:])


def _copy_of_all(s: Statement) -> tuple[str, str] | None:
    """(to, from) of a nest that copies one whole array to another and does nothing else."""
    if not isinstance(s, Nest) or [i.op for i in s.body] != ["load", "store"] or s.reductions or s.hole:
        return None
    source, target = (i.access for i in s.body)
    plain = source and target and not any(i.guard or i.where for i in s.body) and replace(source, buffer=target.buffer) == target
    return (target.buffer, source.buffer) if plain and target and source and target.shape and whole(target, s.axes) else None


def _over(body: Block, old: str, new: str, work: Work) -> Block | None:
    """The body with `new` in the memory of `old`; None where some statement still wants what it would overwrite."""
    touched = [accesses(s) for s in body]
    at = next((k for k, (reads, writes) in enumerate(touched) if new in reads | writes), None)
    maker = None if at is None else body[at]
    if at is None or not isinstance(maker, Nest):
        return None
    if old in touched[at][1] or not all(_moves(s, old, new) for s in body[at + 1:]):
        return None
    space = _space_moved(body[at + 1:], old, new, work)
    later = space and read_ahead(space[1], old, len(work.buffers), work.sizes)
    if space is None or later is None:
        return None
    copies, rest, vectors = later
    made = _written_last(maker, old, new, work, len(vectors))
    if made is None:
        return None
    work.buffers.update((b.name, b) for b in vectors)
    found = (*body[:at], *space[0], *copies, *made, *buffers_renamed(rest, {new: old}))
    work.uses.update(touches(found))
    work.uses.subtract(touches(body))
    return found


def _space_moved(rest: Block, old: str, new: str, work: Work) -> tuple[Block, Block] | None:
    """(memory for `old`, `rest` without it), where `rest` allocates it: what was to be written behind that is written before it. None where
    its size may not be known yet."""
    space = Allocate(old)
    if space not in rest:
        return (), rest
    known = set().union(*(d.symbols() for d in work.buffers[new].shape))
    return ((space,), tuple(s for s in rest if s != space)) if all(d.symbols() <= known for d in work.buffers[old].shape) else None


def _moves(s: Statement, old: str, new: str) -> bool:
    """Whether a statement behind the maker does the same with `new` in the memory of `old`. Loops may if they leave `old` alone."""
    reads, writes = accesses(s)
    if new not in writes or isinstance(s, Nest):
        return old not in writes
    exchanged = (t for t in walk((s,)) if isinstance(t, Rotate) for pair in t.pairs if new in pair)
    return isinstance(s, Loop) and old not in reads | writes and not any(exchanged)


def _written_last(nest: Nest, old: str, new: str, work: Work, taken: int) -> Block | None:
    """The nest with its one store of `new`, all of it, behind all loads of `old`, which are of the same element, or kept in front of it."""
    mine = [i for i in nest.body if i.access and i.access.buffer == new]
    collected = {r.target.buffer for r in nest.reductions}
    if [i.op for i in mine] != ["store"] or mine[0].guard or nest.hole or new in collected:
        return None
    store, place = mine[0], replace(mine[0].access, buffer=old)  # type: ignore[type-var]
    if not whole(place, nest.axes) or not injective(place.index, nest.axes):
        return None
    kept = crossings_kept(nest, place, len(work.buffers) + taken, work.sizes)
    if kept is None:
        return None
    copies, made, vectors = kept
    work.buffers.update((b.name, b) for b in vectors)
    return (*copies, replace(made, body=(*(i for i in made.body if i.name != store.name), replace(store, access=place))))
