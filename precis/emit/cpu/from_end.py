"""Positions that count from the end where they are negative are guessed not to, in loops that run one iteration after the other.

    value = exp[place < 0 ? place + 512 : place]     ->     exp[pr::from_end(place, place + 512)], which jumps where place < 0

A selection waits for the position, for the comparison and for the sum: where the next position follows from what is read, these are
links of a chain. A jump that is hardly ever taken is guessed, and reading begins at once. Selections stay in loops that compilers may make
vectors of, which are innermost ones whose positions do not follow from what the loop writes and that store at no computed position, and
where a selection serves several accesses or iterations, each of which would jump for itself: but for positions that an iteration of a
`while` changes, as in heaps, or that are chased through an array, `i = next[i]`: there every selection is one more link of the chain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from precis.emit.cpu.signs import asks_for_sign
from precis.emit.cpu.slice_bounds import bounds_guessed
from precis.emit.plan.counters import counts_from_end
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import If, Instr, Loop, Nest, Plan, Rotate, Statement, While
from precis.emit.plan.walking import accesses, first_stored, walk

FROM_END = "from_end"  # of a position, and of the position plus the length
OPENED = 16  # trips of a loop that compilers may write out, so that the one around it is the innermost

Block = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Around:
    """The innermost loop around a statement.

    one_by_one  whether its iterations surely do not make vectors
    handed      else the buffers that follow from what they hand on
    index       the index, where it has versions by its sign (precis.emit.cpu.signs)
    jumping     scalars that change in it and that one access counts from the end, if they are positions, and those on the way to the next
                iteration
    """

    one_by_one: bool
    handed: frozenset[str]
    index: str | None
    jumping: frozenset[str]


def from_end(plan: Plan) -> Plan:
    """The plan with such jumps."""
    return replace(plan, statements=_block(plan.statements, None))


def _block(statements: Block, around: Around | None) -> Block:
    return tuple(_statement(s, around) for s in statements)


def _statement(s: Statement, around: Around | None) -> Statement:
    if isinstance(s, Nest):
        return _guessing(s, around) if around and _scalar(s) else s
    inside = _around(s) if isinstance(s, (Loop, While)) else around
    return map_blocks(s, lambda block: _block(block, inside))


def _around(s: Loop | While) -> Around:
    whole = (*s.condition, *s.body) if isinstance(s, While) else s.body
    nests = [t for t in walk(whole) if isinstance(t, Nest)]
    alone = isinstance(s, While) or not all(map(_plain, walk(s.body))) or _scatters(nests)
    index = s.index if isinstance(s, Loop) and asks_for_sign(s) else None
    linked = _changed(whole) if isinstance(s, While) else _chased(_own(whole))
    return Around(alone, frozenset() if alone else _handed_on(s.body, nests), index, _once(whole, nests) | linked)


def _scatters(nests: Iterable[Nest]) -> bool:
    """Whether some statement stores at a computed position."""
    stored = (i.access for t in nests for i in t.body if i.op == "store" and i.access)
    return any(x.startswith("%") for access in stored for size in access.index for x in size.symbols())


def _once(body: Block, nests: Iterable[Nest]) -> frozenset[str]:
    """The buffers that a body writes, but for scalars that several of its instructions count from the end."""
    counted = Counter(_held(by_name[i.args[2]]) for t in nests for by_name in ({i.name: i for i in t.body},) for i in t.body
                      if counts_from_end(i, by_name))
    return frozenset(name for t in body for name in accesses(t)[1] if counted[name] <= 1)


def _own(body: Block) -> Iterator[Nest]:
    """The nests of an iteration that are in no other loop."""
    for s in body:
        if isinstance(s, Nest):
            yield s
        elif isinstance(s, If):
            yield from _own((*s.then, *s.otherwise))


def _changed(body: Block) -> frozenset[str]:
    """What an iteration writes, but for inner loops."""
    sides = (_changed((*s.then, *s.otherwise)) if isinstance(s, If) else accesses(s)[1] for s in body if not isinstance(s, (Loop, While)))
    return frozenset().union(*sides)


def _chased(nests: Iterable[Nest]) -> frozenset[str]:
    """The scalars that become what is read at a place that they tell."""
    return frozenset(i.access.buffer for t in nests for i in t.body if i.op == "store" and i.access and not i.access.shape
                     and i.args[0] in _after(t, _read_at(t, i.access.buffer)))


def _read_at(nest: Nest, scalar: str) -> frozenset[str]:
    """The elements of arrays that a nest reads at places that follow from a scalar."""
    following = _following(nest, frozenset((scalar,)))
    return frozenset(i.name for i in nest.body if i.op == "load" and i.access and i.access.shape and i.name in following)


def _held(position: Instr) -> str | None:
    """The scalar buffer that a position is read from; None where it is computed, or read from an array."""
    return position.access.buffer if position.op == "load" and position.access and not position.access.shape else None


def _plain(s: Statement) -> bool:
    """Whether a statement of a loop leaves it the innermost one."""
    return isinstance(s, (If, Rotate)) or _scalar(s) or (isinstance(s, Loop) and (s.trips.constant or OPENED + 1) <= OPENED)


def _scalar(s: Statement) -> bool:
    return isinstance(s, Nest) and not s.axes and not s.reductions


def _handed_on(body: Block, nests: Iterable[Nest]) -> frozenset[str]:
    """Buffers whose elements follow from what an iteration may find of those before it."""
    read, written = (frozenset().union(*(accesses(t)[k] for t in body)) for k in range(2))
    found, before = frozenset(name for name in read & written if not first_stored(body, name)), None
    while found != before:
        found, before = found.union(*(_stored(t, _following(t, found)) for t in nests)), found
    return found


def _following(nest: Nest, handed: frozenset[str]) -> frozenset[str]:
    """The instructions that follow from elements of the buffers `handed`."""
    return _after(nest, frozenset(i.name for i in nest.body if i.op == "load" and i.access is not None and i.access.buffer in handed))


def _after(nest: Nest, begun: frozenset[str]) -> frozenset[str]:
    """These instructions, and those that follow from them."""
    found = set(begun)
    for i in nest.body:
        if not found.isdisjoint(i.args) or any(not found.isdisjoint(size.symbols()) for size in i.sizes):
            found.add(i.name)
    return frozenset(found)


def _stored(nest: Nest, following: frozenset[str]) -> frozenset[str]:
    return frozenset(i.access.buffer for i in nest.body if i.op == "store" and i.access and i.name in following)


def _guessing(nest: Nest, around: Around) -> Nest:
    """The nest with jumps, and without comparisons that nothing else needs."""
    wanted = frozenset(i.name for i in nest.body) if around.one_by_one else _following(nest, around.handed)
    nest = bounds_guessed(nest, wanted)
    by_name = {i.name: i for i in nest.body}
    jumps = {i.name: replace(i, op=FROM_END, args=(i.args[2], i.args[1])) for i in nest.body
             if i.name in wanted and i.element == "int64" and counts_from_end(i, by_name) and not _selected(by_name[i.args[2]], around)}
    if not jumps:
        return nest
    body = tuple(jumps.get(i.name, i) for i in nest.body)
    tests = {by_name[name].args[0] for name in jumps}
    needed = {a for i in body for a in i.args} | {x for i in body for size in i.sizes for x in size.symbols()}
    return replace(nest, body=tuple(i for i in body if i.name not in tests - needed))


def _selected(position: Instr, around: Around) -> bool:
    """Whether a selection is better: for the index of a loop whose version says the sign, and where it serves more than one jump would."""
    if position.op == "size":
        return around.index in position.value.symbols()
    held = _held(position)
    return held is not None and held not in around.jumping
