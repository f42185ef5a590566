"""Arrays that are made only to be copied into a part of another are made there.

    w = f(x); s[1:, 1:] = w    ->    s[1:, 1:] = f(x), at once

Running sums and padded arrays cannot join the loop that copies them, since they need their own elements again or write them in turns; so
the copy would cost a pass over memory and a second array. What else touches the other array in between, as the zeros around a part do,
goes before, where it may, or stays where it is beside the part. Arrays that are padded along one axis after the other are read by their
rims, too, before and behind the copy: these find them in the part.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from precis.emit.plan.fuse import independent, map_blocks
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import RESULT, WORKSPACE, Access, Allocate, Axis, Buffer, If, Loop, Nest, Plan, SizeBind, Statement, While
from precis.emit.plan.maps import axes_of, injective, never_meet
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
    while shorter := next(filter(None, (_step(made, k, plan, uses) for k in range(len(made)))), None):
        made = shorter
    return made


def _step(block: Block, k: int, plan: Plan, uses: dict[str, int]) -> Block | None:
    """The block without statement `k`, if that is a copy from an array that nothing outside the block touches."""
    copy = copy_of(block[k], plan)
    if copy is None or copy[1].buffer not in uses or (here := touches(block))[copy[0].buffer] != uses.get(copy[0].buffer):
        return None
    shorter = _without(block, k, copy)
    if shorter is not None:
        uses[copy[1].buffer] += touches(shorter)[copy[1].buffer] - here[copy[1].buffer]
    return shorter


def copy_of(s: Statement, plan: Plan, roles: tuple[str, ...] = (WORKSPACE, RESULT)) -> Copy | None:
    """What a nest copies, if it does nothing else: an array of the workspace, all of it, to places of their own in one of these roles."""
    if not isinstance(s, Nest) or len(s.body) != 2 or s.reductions or s.hole or s.begin is not None:
        return None
    (read, write), axes = s.body, s.axes
    a, b = read.access, write.access
    if a is None or b is None or (read.op, write.op) != ("load", "store") or read.guard or write.guard or read.where or write.where:
        return None
    source, target = plan.buffers[a.buffer], plan.buffers[b.buffer]
    whole = a.shape == source.shape == tuple(x.extent for x in axes) and a.index == axes_of(a.shape)[1] and axes == axes_of(a.shape)[0]
    found = whole and _own(source) and target.role in roles and _writable(target, source)
    known = not any(read.name in i.symbols() for i in b.index)
    return (a, b) if found and known and injective(b.index, axes) else None


def _own(b: Buffer) -> bool:
    return b.role == WORKSPACE and bool(b.shape) and not (b.tape or b.carried or b.capacity)


def _writable(target: Buffer, source: Buffer) -> bool:
    return not (target.tape or target.carried or target.capacity) and target.name != source.name and target.element == source.element


def _without(block: Block, k: int, copy: Copy) -> Block | None:
    """The block without its copy `k`; None where the array has to stay."""
    source, target = copy[0].buffer, copy[1].buffer
    every = [frozenset().union(*accesses(s)) for s in block]
    first, last = (choose(j for j, names in enumerate(every) if source in names) for choose in (min, max))
    between, after = block[first:k], block[k + 1:last + 1]
    if first == k or any(isinstance(s, SizeBind) for s in walk(between)) or not all(_plain(s, copy[0]) for s in walk((*between, *after))):
        return None
    part = _Part(copy, block[k].axes)  # type: ignore[union-attr]
    if not all(part.kept_by(s) for s in after):
        return None
    ahead: list[Statement] = []
    behind: list[Statement] = []
    for s, names in zip(between, every[first:k]):
        if target not in names or part.beside(s):
            behind.append(s)
        elif isinstance(s, Nest) and source not in names and all(independent(t, s) for t in behind):
            ahead.append(s)
        else:
            return None
    return (*block[:first], *ahead, *(_placed(s, copy) for s in behind), *(_placed(s, copy) for s in after), *block[last + 1:])


@dataclass(frozen=True, slots=True)
class _Part:
    """Where a copy goes, and the axes along which it does."""

    copy: Copy
    axes: tuple[Axis, ...]

    def beside(self, s: Statement) -> bool:
        """Whether a statement touches other places of the array only."""
        target = self.copy[1].buffer
        return isinstance(s, Nest) and all(self._apart(a, s.axes) for a in (*_loads(s, target), *_stores(s, target)))

    def kept_by(self, s: Statement) -> bool:
        """Whether a statement behind the copy leaves the part and what was copied as they are."""
        source, target = (a.buffer for a in self.copy)
        if not isinstance(s, Nest):
            return {source, target}.isdisjoint(accesses(s)[1]) and source not in accesses(s)[0]
        return not _stores(s, source) and all(self._apart(a, s.axes) for a in _stores(s, target))

    def _apart(self, a: Access, axes: tuple[Axis, ...]) -> bool:
        place = self.copy[1]
        return a.shape == place.shape and never_meet(a.index, axes, place.index, self.axes)


def _loads(s: Nest, buffer: str) -> list[Access]:
    return [i.access for i in s.body if i.op == "load" and i.access and i.access.buffer == buffer]


def _stores(s: Nest, buffer: str) -> list[Access]:
    inside = [i.access for i in s.body if i.op == "store" and i.access and i.access.buffer == buffer]
    return [*inside, *(r.target for r in s.reductions if r.target.buffer == buffer)]


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
