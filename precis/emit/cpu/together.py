"""Nests over the same rows are run a strip of rows at a time, so that what one leaves is in the caches when the next reads it.

    for i: for j: s[i, j] = ...           for strips: (for i in strip: for j: s[i, j] = ...)
    for i: for j: y[i, j] = f(s[i])  ->               (for i in strip: for j: y[i, j] = f(s[i]))

(Loop fusion of what cannot share its inner loops, in strips; Kennedy & McKinley, Maximizing loop parallelism and improving data locality
via loop fusion and distribution, LCPC 1993.) Sums along rows, running sums and what is computed from them are such nests. It is done
where no strip hands another anything, as in precis.emit.cpu.interchange, so that results are the same bit for bit; arrays that nothing
else knows hold a strip only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from precis.emit.cpu.in_order import in_order
from precis.emit.cpu.interchange import apart, bytes_of, divisible_in_order, narrowed, part_work, rows_of, touched
from precis.emit.plan.collapse import collapsed
from precis.emit.plan.fills import filled
from precis.emit.plan.fuse import independent, map_blocks
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import WORKSPACE, Access, Allocate, Buffer, Nest, Plan, Statement, Strips
from precis.emit.plan.maps import linear
from precis.emit.plan.unravel import along
from precis.emit.plan.walking import accesses
from precis.ir.shapes import ONE
from precis.ir.size import Size, largest, taken_apart
from precis.ir.types import Shape

Block = tuple[Statement, ...]

ROOM = 1 << 18  # bytes that a strip may take: part of the second cache
FEW = 16  # elements of a row that are not worth keeping
MOST = 128  # nests, each a function where these are many (precis.emit.cpu.divide): what is asked of a further one grows with their number
AHEAD = 32  # statements among which the next nest of a group is looked for


def together(plan: Plan) -> Plan:
    made = replace(plan, buffers=dict(plan.buffers))  # of which some get shorter
    statements = _block(plan.statements, made, touches(plan.statements))
    own = {name for name, b in made.buffers.items() if b is not plan.buffers[name]}
    return replace(made, statements=_allocated_inside(statements, own) if own else statements)


def _allocated_inside(statements: Block, own: Set[str]) -> Block:
    """The statements without the allocations of what strips hold, but for those in strips."""
    return tuple(s if isinstance(s, Strips) else map_blocks(s, lambda block: _allocated_inside(block, own))
                 for s in statements if not isinstance(s, Allocate) or s.buffer not in own)


def _block(statements: Block, plan: Plan, uses: Counter[str]) -> Block:
    out: list[Statement] = []
    for group in _groups(statements):
        nests = [s for s in group if isinstance(s, Nest)]
        if len(nests) == len(group) > 1 and whole_rows(nests, single=not _apart(nests)):
            out.append(_strips(nests, plan, uses))
        else:
            out += [_alone(s, plan, uses) for s in group]
    return tuple(out)


def _alone(s: Statement, plan: Plan, uses: Counter[str]) -> Statement:
    if isinstance(s, Nest):
        return collapsed(s, ordered=True)
    return s if isinstance(s, Strips) else map_blocks(s, lambda block: _block(block, plan, uses))


def _groups(statements: Block) -> Iterator[list[Statement]]:
    """The statements, nests that may run in strips together in one list; scalars, arrays of one number and nests between two of the list
    on which these do not bear come first."""
    group: list[Nest] = []
    for k, s in enumerate(statements):
        group, s = _by_rows(group, s)
        if isinstance(s, Nest) and group and _free(group, s) and _ahead(group, s, statements[k + 1:k + AHEAD]):
            yield [s]
        elif isinstance(s, Nest) and s.axes and _joins(group, s):
            group.append(s)
        else:
            yield [*group]
            group = [s] if isinstance(s, Nest) and s.axes and _joins([], s) else []
            yield [] if group else [s]
    yield [*group]


def _free(group: Sequence[Nest], s: Nest) -> bool:
    return all(independent(n, s) for n in group)


def _ahead(group: Sequence[Nest], s: Nest, behind: Block) -> bool:
    """Whether a nest comes before the group: single numbers, and what cannot run with the group but stands in front of one that can."""
    if not s.axes or filled(s):
        return True
    if _joins(group, s):
        return False
    later = next((t for t in behind if not isinstance(t, Nest) or not _free(group, t)), None)
    return isinstance(later, Nest) and bool(later.axes) and _joins(group, later)


def _by_rows(group: list[Nest], s: Statement) -> tuple[list[Nest], Statement]:
    """The group and a nest where what runs over all elements does so row by row, if they then belong together."""
    if not group or not isinstance(s, Nest) or not s.axes or _joins(group, s):
        return group, s
    rows = next((n.axes for n in (*group, s) if len(n.axes) > 1), ())
    made = [n if len(n.axes) > 1 or n.axes == rows[:1] else along(n, rows) for n in (*group, s)] if rows else []
    nests = [n for n in made if n]
    return (nests[:-1], nests[-1]) if len(nests) == len(group) + 1 and _joins(nests[:-1], nests[-1]) else (group, s)


def _joins(group: Sequence[Nest], s: Nest) -> bool:
    """Whether strips of the group and the nest are apart, or may follow one another."""
    nests = [*group, s]
    if len(nests) > MOST or not all(divisible_in_order(n, nests[0].axes[0].extent, set()) for n in nests):
        return False
    return _apart(nests) or in_order(nests)


def _apart(nests: Sequence[Nest]) -> bool:
    written = frozenset().union(*(accesses(n)[1] for n in nests))
    return not any(n.axes[0].symbol in n.sequential for n in nests) and all(apart(name, nests, set()) for name in written)


def whole_rows(group: Sequence[Nest], single: bool = False) -> bool:
    """Whether nests touch whole rows of one array, or, where strips have to follow one another, elements of their own (`single`)."""
    whole = Counter(name for n in group for name in {a.buffer for a in touched(n) if _along(a, n, single)})
    return any(count > 1 for count in whole.values())


def _along(a: Access, n: Nest, single: bool) -> bool:
    """Whether the nest touches more than a few elements of a row, or an element of its own (`single`)."""
    rows, long = n.axes[0].symbol, {x.symbol for x in n.axes[1:] if not _short(x.extent)}
    mentioned = frozenset().union(*(i.symbols() for i in a.index))
    return rows in mentioned and (bool(long & mentioned) or (single and len(n.axes) == 1))


def _short(extent: Size) -> bool:
    either = taken_apart(extent)
    ends = either.parts if either and either.name == "min" else (extent,)
    return any((end.constant or FEW + 1) <= FEW for end in ends)


def _strips(group: Sequence[Nest], plan: Plan, uses: Counter[str]) -> Strips:
    first = group[0]
    symbol, extent = first.axes[0].symbol, first.axes[0].extent
    index, count = f"{symbol[1:]} of {first.body[0].name} from", f"{symbol[1:]} of {first.body[0].name} count"
    length = largest(1, Size.of(ROOM) // largest(1, bytes_of_rows(group, plan)))
    rows_held = rows_of(count, length)
    own = [name for name in sorted(frozenset().union(*(accesses(n)[1] for n in group))) if _own(plan.buffers[name], group, plan, uses)]
    for name in own:
        plan.buffers[name] = replace(plan.buffers[name], shape=(rows_held, *_seen(name, group)[1:]))
    rows = (_with_own_rows(n, {name: plan.buffers[name] for name in own}, index)
            for n in narrowed(tuple(group), Size.of(index), rows_held) if isinstance(n, Nest))
    return Strips(index, count, extent, length, (*map(Allocate, own), *rows), part_work([*group]), not _apart(group))


def _own(b: Buffer, group: Sequence[Nest], plan: Plan, uses: Counter[str]) -> bool:
    """Whether only the group knows an array, each strip its own rows, and no loop around another part of them in each iteration."""
    if b.role != WORKSPACE or not b.shape or b.tape or b.carried or b.capacity:
        return False
    found = [(n, a) for n in group for a in touched(n) if a.buffer == b.name]
    shape = _seen(b.name, group)
    return len({id(n) for n, _ in found}) == uses[b.name] and all(a.shape == shape and _own_rows(a, n, plan) for n, a in found)


def _seen(name: str, group: Sequence[Nest]) -> Shape:
    """The shape in which the group sees an array; of a ravelled one that is not its own."""
    return next(a.shape for n in group for a in touched(n) if a.buffer == name)


def _own_rows(a: Access, n: Nest, plan: Plan) -> bool:
    first, *others = a.index
    mentioned = frozenset().union(*(i.symbols() for i in others))
    known = {*plan.sizes, *(x.symbol for x in n.axes[1:])}
    return first == Size.of(n.axes[0].symbol) and mentioned <= known


def bytes_of_rows(group: Sequence[Nest], plan: Plan) -> Size:
    """Of all arrays, from one row to the next."""
    found: dict[str, Size] = {}
    for n in group:
        for a in touched(n):
            if a.shape and any(n.axes[0].symbol in i.symbols() for i in a.index):
                step = linear(a.shape, a.index).coefficient(n.axes[0].symbol) or ONE
                found.setdefault(a.buffer, step * bytes_of(plan.buffers[a.buffer]))
    return sum(found.values(), Size())


def _with_own_rows(n: Nest, own: Mapping[str, Buffer], index: str) -> Nest:
    """The nest with the rows of these arrays counted from the strip's first."""
    def there(a: Access) -> Access:
        return replace(a, index=(a.index[0] - Size.of(index), *a.index[1:]), shape=own[a.buffer].shape) if a.buffer in own else a
    return replace(n, body=tuple(replace(i, access=i.access and there(i.access)) for i in n.body),
                   reductions=tuple(replace(r, target=there(r.target)) for r in n.reductions))
