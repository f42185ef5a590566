"""Loops that add to the same row in each iteration become an axis of the nest inside, so that the row stays in registers.

    for k: for j: c[i, j] = c[i, j] + a[i, k] * b[k, j]    ->    one nest over k, in order, and j (precis.emit.cpu.registers)

Each element is added up in the same order. What the nest reads across rows (`b[j, k]`) is first copied with its axes in another order,
where the copy serves a loop around all of this.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from precis.emit.cpu.groups import loops_of_groups
from precis.emit.cpu.registers import added
from precis.emit.cpu.rowwise import one_nest
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import Access, Axis, Buffer, Instr, Loop, Nest, Plan, Statement, While
from precis.emit.plan.maps import linear
from precis.emit.plan.moved import moved
from precis.emit.plan.walking import accesses
from precis.ir.shapes import ONE
from precis.ir.size import Size

Block = tuple[Statement, ...]
ARITHMETIC = ("load", "store", "const", "cast", "add", "sub", "mul", "neg", "fma")
FEW = 4  # iterations, if that is known


def added_up(plan: Plan) -> Plan:
    state = _Pass(replace(plan, buffers=dict(plan.buffers)), touches(plan.statements))
    return replace(state.plan, statements=state.block(plan.statements))


@dataclass
class _Home:
    """A loop around others: what it writes, and the copies made in front of it, by array and the axis that comes last in them."""

    written: frozenset[str]
    copies: dict[tuple[str, int], Buffer] = field(default_factory=dict)


@dataclass
class _Pass:
    plan: Plan
    uses: Counter[str]
    homes: list[_Home] = field(default_factory=list)

    def block(self, statements: Block) -> Block:
        return tuple(t for s in statements for t in self._statement(s))

    def _statement(self, s: Statement) -> Block:
        if not isinstance(s, (Loop, While)):
            return (map_blocks(s, self.block),)
        self.homes.append(_Home(accesses(s)[1]))
        made = self._in_nests(s) if isinstance(s, Loop) else ()
        made = made or (map_blocks(s, self.block),)
        copies = self.homes.pop().copies
        return (*(_copy(self.plan.buffers[name], axis, b) for (name, axis), b in copies.items()), *made)

    def _in_nests(self, s: Loop) -> Block:
        """The loop as a nest, or as loops for groups of its statements of which some are; nothing where none is."""
        whole = self._along_rows(s)
        loops = [] if whole else loops_of_groups(s)
        made = [self._along_rows(x) for x in loops]
        return (whole,) if whole else tuple(n or x for n, x in zip(made, loops)) if any(made) else ()

    def _along_rows(self, s: Loop) -> Nest | None:
        nest = one_nest(s, self.plan, self.uses) if (s.trips.constant or FEW) >= FEW else None
        if nest is None or not adds(nest) or any(s.index in a.extent.symbols() for a in nest.axes):
            return None
        *outer, last = nest.axes
        axis = Axis(next(x for k in range(len(nest.axes) + 1) if (x := f"%i{k}") not in {a.symbol for a in nest.axes}), s.trips)
        there = {s.index: s.start + Size.of(axis.symbol) * s.step}
        made = replace(nest, axes=(*outer, axis, last), body=tuple(moved(i, there) for i in nest.body),
                       sequential=nest.sequential | {axis.symbol})
        return self._with_copies(made) if added(made) else None

    def _with_copies(self, nest: Nest) -> Nest | None:
        """The nest reading copies of what lies across its rows; None where there is no place for one."""
        last = nest.axes[-1].symbol
        places = {i.access: self._place(i.access, nest) for i in nest.body if i.op == "load" and i.access and across(i.access, last)}
        if None in places.values():
            return None
        there = {a: self._copied(a, *place) for a, place in places.items() if place}
        return replace(nest, body=tuple(replace(i, access=there.get(i.access, i.access)) if i.access else i for i in nest.body))

    def _place(self, a: Access, nest: Nest) -> tuple[_Home, int] | None:
        """The outermost loop that leaves an array alone, and the axis of the array of which an access takes neighbours. The loop that
        became an axis of the nest is one where the nest reads the same elements for further rows."""
        *further, _, last = (axis.symbol for axis in nest.axes)
        mentioned = frozenset().union(*(i.symbols() for i in a.index))
        homes = self.homes if set(further) - mentioned else self.homes[:-1]
        home = next((home for home in homes if a.buffer not in home.written), None)
        along = [d for d, i in enumerate(a.index) if last in i.symbols()]
        whole = self.plan.buffers[a.buffer].shape == a.shape and all(d.symbols() <= set(self.plan.sizes) for d in a.shape)
        fits = home and whole and len(along) == 1 and a.index[along[0]].coefficient(last) == ONE
        return (home, along[0]) if home and fits else None

    def _copied(self, a: Access, home: _Home, axis: int) -> Access:
        b = self.plan.buffers[a.buffer]
        if (b.name, axis) not in home.copies:
            turned = Buffer(f"{b.name} turned {len(self.plan.buffers)}", _last(b.shape, axis), b.element)
            self.plan.buffers[turned.name] = home.copies[b.name, axis] = turned
        turned = home.copies[b.name, axis]
        return Access(turned.name, _last(a.index, axis), turned.shape)


def adds(n: Nest) -> bool:
    """Whether everything that a nest stores is what was there, and a term: longer chains would wait for each other in few registers."""
    by_name, used = {i.name: i for i in n.body}, Counter(a for i in n.body for a in i.args)
    if any(i.op not in ARITHMETIC for i in n.body):
        return False
    for store in (i for i in n.body if i.op == "store"):
        total = by_name[store.args[0]]
        old = [x for x in total.args if by_name[x].op == "load" and by_name[x].access == store.access and used[x] == 1]
        if total.op not in ("add", "sub") or len(old) != 1:
            return False
    return True


def across(a: Access, last: str) -> bool:
    """Whether neighbours along the last axis lie apart."""
    return linear(a.shape, a.index).coefficient(last) not in (Size(), ONE)


def _last(items: tuple[Size, ...], axis: int) -> tuple[Size, ...]:
    return (*items[:axis], *items[axis + 1:], items[axis])


def _copy(b: Buffer, axis: int, turned: Buffer) -> Nest:
    axes = tuple(Axis(f"%i{k}", d) for k, d in enumerate(turned.shape))
    index = tuple(Size.of(a.symbol) for a in axes)
    source = (*index[:axis], index[-1], *index[axis:-1])
    load = Instr("%0", "load", (), b.element, Access(b.name, source, b.shape))
    return Nest(axes, (load, Instr("%1", "store", ("%0",), b.element, Access(turned.name, index, turned.shape))))
