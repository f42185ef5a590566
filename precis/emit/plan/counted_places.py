"""Where a loop asks how many elements a mask chooses, and which, one look at the mask tells both.

    n = sum(mask); places = memory for n; places[0:n] = where mask     ->     places = memory for all; n = how many it wrote there

A length has to be known before what has it: selections are lifted as a sum, and the places beside it. In loops over short rows the second
look costs as much as the first, and all that is selected together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Allocate, Buffer, If, Instr, Loop, Nest, Plan, Statement, While
from precis.emit.plan.walking import accesses, blocks_of
from precis.ir.size import Size, product

Block = tuple[Statement, ...]
Buffers = dict[str, Buffer]
BEHIND = ["load", "size", "store", "add", "store"]  # the mask (precis.emit.plan.sums.lower_places)


def places_counted(plan: Plan) -> Plan:
    buffers = dict(plan.buffers)
    statements = tuple(_inside(s, buffers) for s in plan.statements)
    return replace(plan, statements=statements, buffers=buffers)


def _inside(s: Statement, buffers: Buffers) -> Statement:
    """A statement with what its loops repeat as it should be."""
    if isinstance(s, (Loop, While)):
        return map_blocks(s, lambda block: _repeated(block, buffers))
    return map_blocks(s, lambda block: tuple(_inside(t, buffers) for t in block)) if isinstance(s, If) else s


def _repeated(block: Block, buffers: Buffers) -> Block:
    for k, s in enumerate(block):
        found = _places(block, k) if isinstance(s, Nest) and _counts(s) else None
        if found is not None:
            block = _together(block, k, found, buffers)
    return tuple(map_blocks(s, lambda b: _repeated(b, buffers)) for s in block)


def _counts(s: Nest) -> bool:
    """Whether a nest does nothing but count where a mask holds."""
    plain = len(s.axes) == 1 and not s.hole and s.begin is None and s.bins is None
    return plain and [r.op for r in s.reductions] == ["sum"] and not s.reductions[0].target.shape and s.body[-1].op == "cast" and (
        s.reductions[0].args == (s.body[-1].name,) and s.reductions[0].element == s.body[-1].element == "int64")


def _places(block: Block, k: int) -> int | None:
    """The statement that looks at the same mask for its places, before anything changes what that is computed from."""
    count = block[k]
    assert isinstance(count, Nest)
    reads, _ = accesses(count)
    for j in range(k + 1, len(block)):
        s = block[j]
        if isinstance(s, Nest) and _same_mask(s, count):
            return j if _alone(block, k, j, s) else None
        if blocks_of(s) or accesses(s)[1] & reads:
            return None
    return None


def _same_mask(s: Nest, count: Nest) -> bool:
    mask, behind = s.body[:len(count.body)], s.body[len(count.body):]
    behind = _with_place(mask, behind)
    if s.axes != count.axes or s.reductions or mask != count.body or [i.op for i in behind] != BEHIND:
        return False
    found, place, at, added, total = behind
    hit, access = mask[-1].name, at.access
    there = access is not None and access.index == (Size.of(found.name),) and at.args == (place.name,)
    return there and _only(at, hit) and added.args == (found.name, hit) and total.args == (added.name,) and total.access == found.access


def _with_place(mask: Sequence[Instr], behind: Sequence[Instr]) -> Sequence[Instr]:
    """What follows on the mask, with the place itself, which the mask may have asked for already."""
    said = [i for i in mask if i.op == "size" and len(behind) > 1 and behind[1].args == (i.name,)]
    return (behind[0], *said, *behind[1:]) if said else behind


def _only(at: Instr, hit: str) -> bool:
    return [(str(index), str(low), str(high)) for index, low, high in at.guard] == [(hit, "1", "2")]


def _alone(block: Block, k: int, j: int, places: Nest) -> bool:
    """Whether what is written is touched by nothing between, but for the count that begins with zero, and the memory for it."""
    _, written = accesses(places)
    begun = [s for s in block[k + 1:j] if (accesses(s)[0] | accesses(s)[1]) & written]
    return len(begun) == 1 and isinstance(begun[0], Nest) and [i.op for i in begun[0].body] == ["const", "store"] and (
        any(isinstance(s, Allocate) and s.buffer in written for s in block[k + 1:j]))


def _together(block: Block, k: int, j: int, buffers: Buffers) -> Block:
    count, places = block[k], block[j]
    assert isinstance(count, Nest) and isinstance(places, Nest)
    _, written = accesses(places)
    first = [s for s in block[k + 1:j] if (isinstance(s, Allocate) and s.buffer in written) or accesses(s)[1] & written]
    (into,) = (s.buffer for s in first if isinstance(s, Allocate))
    buffers[into] = replace(buffers[into], capacity=product(a.extent for a in places.axes))
    total = places.body[-1]
    copied = (replace(total, name="%0", op="load", args=()), replace(total, name="%1", args=("%0",), access=count.reductions[0].target))
    told = Nest((), copied, sites=count.sites)
    left = tuple(s for s in block[k + 1:j] if s not in first)
    return (*block[:k], *first, places, told, *left, *block[j + 1:])
