"""Arrays that are made only to be copied into a part of another are made there.

    w = f(x); s[1:, 1:] = w    ->    s[1:, 1:] = f(x), at once

Running sums and padded arrays cannot join the loop that copies them, since they need their own elements again or write them in turns; so
the copy would cost a pass over memory and a second array. What else touches the other array in between, as the zeros around a part do,
goes before, where it may.
"""

from __future__ import annotations

from dataclasses import replace

from precis.emit.plan.fuse import independent, map_blocks
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import RESULT, WORKSPACE, Access, Allocate, Buffer, If, Loop, Nest, Plan, SizeBind, Statement, While
from precis.emit.plan.maps import axes_of, injective
from precis.emit.plan.walking import accesses, walk

Block = tuple[Statement, ...]
Copy = tuple[Access, Access]  # from all of an array to a part of another


def delivered(plan: Plan) -> Plan:
    allocated = {s.buffer for s in walk(plan.statements) if isinstance(s, Allocate)}  # where their lengths are known
    uses = {name: n for name, n in touches(plan.statements).items() if name not in allocated}
    return replace(plan, statements=_block(plan.statements, plan, uses))


def _block(statements: Block, plan: Plan, uses: dict[str, int]) -> Block:
    """`uses`: how many statements of the whole plan touch an array; those that now make another one in it count from then on."""
    made = tuple(map_blocks(s, lambda block: _block(block, plan, uses)) for s in statements)
    for s in made:
        copy = _copy(s, plan)
        if copy and copy[1].buffer in uses and (here := touches(made))[copy[0].buffer] == uses.get(copy[0].buffer):
            made = _without(made, made.index(s), copy) or made
            uses[copy[1].buffer] += touches(made)[copy[1].buffer] - here[copy[1].buffer]
    return made


def _copy(s: Statement, plan: Plan) -> Copy | None:
    """What a nest copies, if it does nothing else: an array of the workspace, all of it, to places of their own."""
    if not isinstance(s, Nest) or len(s.body) != 2 or s.reductions or s.hole or s.begin is not None:
        return None
    (read, write), axes = s.body, s.axes
    a, b = read.access, write.access
    if a is None or b is None or (read.op, write.op) != ("load", "store") or read.guard or write.guard or read.where or write.where:
        return None
    source, target = plan.buffers[a.buffer], plan.buffers[b.buffer]
    whole = a.shape == source.shape == tuple(x.extent for x in axes) and a.index == axes_of(a.shape)[1] and axes == axes_of(a.shape)[0]
    found = whole and _own(source) and _writable(target, source)
    known = not any(read.name in i.symbols() for i in b.index)
    return (a, b) if found and known and injective(b.index, axes) else None


def _own(b: Buffer) -> bool:
    return b.role == WORKSPACE and bool(b.shape) and not (b.tape or b.carried or b.capacity)


def _writable(target: Buffer, source: Buffer) -> bool:
    plain = target.role in (WORKSPACE, RESULT) and not (target.tape or target.carried or target.capacity)
    return plain and target.name != source.name and target.element == source.element


def _without(block: Block, k: int, copy: Copy) -> Block | None:
    """The block without its copy `k`; None where the array has to stay."""
    source, target = copy[0].buffer, copy[1].buffer
    every = [frozenset().union(*accesses(s)) for s in block]
    first = next(j for j, names in enumerate(every) if source in names)
    between, last = block[first:k], max(j for j, names in enumerate(every) if source in names)
    if first == k or last != k or any(isinstance(s, SizeBind) for s in walk(between)) or not all(_plain(s, copy[0]) for s in walk(between)):
        return None
    ahead: list[Statement] = []
    behind: list[Statement] = []
    for s, names in zip(between, every[first:k]):
        if target not in names:
            behind.append(s)
        elif isinstance(s, Nest) and source not in names and all(independent(t, s) for t in behind):
            ahead.append(s)
        else:
            return None
    return (*block[:first], *ahead, *(_placed(s, copy) for s in behind), *block[k + 1:])


def _plain(s: Statement, whole: Access) -> bool:
    """Whether a statement touches the array, if at all, element by element in its own shape."""
    if isinstance(s, Nest):
        found = [*(i.access for i in s.body if i.access), *(r.target for r in s.reductions)]
        return all(a.shape == whole.shape for a in found if a.buffer == whole.buffer)
    return isinstance(s, (Loop, If, While)) or whole.buffer not in frozenset().union(*accesses(s))


def _placed(s: Statement, copy: Copy) -> Statement:
    """The statement with the elements of the array in their places in the other one."""
    if not isinstance(s, Nest):
        return map_blocks(s, lambda block: tuple(_placed(t, copy) for t in block))
    body = tuple(replace(i, access=_place(i.access, copy)) if i.access else i for i in s.body)
    return replace(s, body=body, reductions=tuple(replace(r, target=_place(r.target, copy)) for r in s.reductions))


def _place(a: Access, copy: Copy) -> Access:
    whole, part = copy
    if a.buffer != whole.buffer:
        return a
    there = dict(zip((str(i) for i in whole.index), a.index))
    return Access(part.buffer, tuple(i.substitute(there) for i in part.index), part.shape)
