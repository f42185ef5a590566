"""Where values are while a block is lowered: buffers, what occupies them, and what may be overwritten."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import reduce

from precis.emit.plan.body import Body, Stored, lazy_op
from precis.emit.plan.kernels import WORKSPACE, Access, Allocate, Axis, Buffer, Element, Instr, Nest, Reduction, Statement
from precis.emit.plan.maps import Indices, axes_of, disjoint, only_here, ranges_of
from precis.emit.plan.reads import Roots
from precis.emit.plan.roots import find_roots
from precis.formats import Assignment, Format
from precis.ir.rewrite import free_values
from precis.ir.size import Size, bounds, largest, product, smallest, taken_apart
from precis.ir.types import Block, Node, Shape, Value

Place = tuple[str, Indices]  # a buffer and the row of it


@dataclass
class Memory:
    """The buffers of a plan being made. `occupant` says which value lies in a place now (None: nothing that is needed)."""

    program_sizes: frozenset[str]
    formats: dict[str, Format | None]
    assignment: Assignment
    buffers: dict[str, Buffer] = field(default_factory=dict)
    occupant: dict[Place, str | None] = field(default_factory=dict)
    local: set[str] = field(default_factory=set)  # allocated inside a block
    rotated: set[str] = field(default_factory=set)

    def add(self, shape: Shape, element: Element, role: str = WORKSPACE, original: str = "", capacity: Size | None = None,
            tape: bool = False, carried: bool = False) -> Buffer:
        buffer = Buffer(f"b{len(self.buffers)}", shape, element, role, original, capacity, tape, carried)
        self.buffers[buffer.name] = buffer
        return buffer

    def element(self, v: Value) -> Element:
        return self.formats.get(v.name) or v.kind


class Scope:
    """One block being lowered. Values of outer blocks are found through `parent`.

    owns    buffers that the block may write
    kept    values of outer blocks in rows of these buffers that are read after the block
    """

    def __init__(self, memory: Memory, block: Block, parent: Scope | None = None, stored: dict[str, Stored] | None = None,
                 owns: Iterable[str] = (), goals: dict[str, Stored] | None = None,
                 ranges: dict[str, tuple[Size, Size]] | None = None, kept: frozenset[str] = frozenset()):
        self.memory, self.block, self.parent = memory, block, parent
        self.stored = dict(stored or {})
        self.lazy = {n.output.name: n for n in block.nodes if lazy_op(n)}
        self.owns, self.kept = set(owns), kept
        self.ranges = {**(parent.ranges if parent else {}), **(ranges or {})}
        self.statements: list[Statement] = []
        self.copies: dict[tuple, Stored] = {}  # of operands of contractions that run one after the other
        self.looping = bool(parent and parent.looping)  # whether it runs again and again
        self.position = 0
        self.site = ""
        self.roots: Roots = find_roots(block, self.in_memory, self._owned, memory.formats, self._outer)
        self.uses = _count_uses(block)
        self.left = {v.name for n in block.nodes if n.blocks for v in n.outputs}
        self.lazy |= {n.output.name: n for c in (*self.roots.chains.values(), *self.roots.spread.values()) for n in c.nodes}
        self.goals = self._spread(dict(goals or {}))

    def where(self, v: Value) -> Stored | Node:
        """Where a value is, or the node that computes it on demand."""
        scope: Scope | None = self
        while scope is not None:
            if v.name in scope.stored:
                return scope.stored[v.name]
            if v.name in scope.lazy:
                return scope.lazy[v.name]
            scope = scope.parent
        raise KeyError(v.name)

    def in_memory(self, name: str) -> bool:
        return isinstance(self.where(Value(name)), Stored)

    def _owned(self, name: str) -> bool:
        try:
            found = self.where(Value(name))
        except KeyError:
            return False
        return isinstance(found, Stored) and found.buffer in self.owns

    def _outer(self, name: str) -> frozenset[str]:
        """The values in memory that reading a value of an outer block reads."""
        found = self.where(Value(name))
        if isinstance(found, Stored):
            return frozenset((name,))
        return frozenset().union(*(self._outer(v.name) for v in found.inputs))

    def _spread(self, goals: dict[str, Stored]) -> dict[str, Stored]:
        """Carry goals backwards through updates and loops, so that a chain is built where its end is wanted."""
        for node in reversed(self.block.nodes):
            gathered = len(node.outputs) == 1 and (node.output.name in self.roots.members or node.output.name in self.roots.chains)
            pairs = () if gathered else zip(node.inputs[:1], node.outputs) if node.op in ("update", "update_add", "tally") else \
                zip(node.inputs, node.outputs) if node.op in ("loop", "while") or self.renames(node) else ()
            if node.op == "pad" and node.output.name in goals and self._stacked_for(node):
                goal = goals[node.output.name]
                goals[node.inputs[0].name] = replace(goal, held=goal.held or node.output.shape)
            for source, target in pairs:
                goal = goals.get(target.name)
                if goal and source.shape == target.shape and self.memory.element(source) == goal.element:
                    goals.setdefault(source.name, goal)
        return goals

    def _stacked_for(self, pad: Node) -> bool:
        """Whether a loop stacks what is padded, for nothing else: then it writes its rows where they are wanted."""
        (x,) = pad.inputs
        stacks = (v for n in self.block.nodes if n.op == "loop" for v in n.outputs[len(n.inputs):])
        return self.uses[x.name] == 1 and any(v.name == x.name for v in stacks)

    def renames(self, node: Node) -> bool:
        """Whether a node gives a name to what nothing else reads. Scalars are stored where they are named, in the order of the program:
        put off to the end of a branch, their selections became jumps (local_alignment, twice the time), unless a loop has left them."""
        if node.op != "store" or self.uses.get(node.inputs[0].name, 0) != 1:
            return False
        return bool(node.output.shape) or node.inputs[0].name in self.left

    def left_alone(self, v: Value, named: Value) -> Stored | None:
        """The place of `v` where it can stay when it is called `named`."""
        found = self.where(v)
        if not isinstance(found, Stored) or found.buffer not in self.owns or found.element != self.memory.element(named):
            return None
        if self.memory.occupant.get((found.buffer, found.prefix)) != v.name:
            return None
        buffer = self.memory.buffers[found.buffer]
        self.memory.buffers[found.buffer] = replace(buffer, original=buffer.original or named.container or "")
        return found

    def dead(self, name: str | None, position: int | None = None) -> bool:
        """Whether nothing after `position` (default: the node being lowered) reads this value."""
        at = self.position if position is None else position
        return name is None or (name not in self.kept and self.roots.last_read.get(name, -1) <= at)

    def needed(self, buffers: Set[str]) -> frozenset[str]:
        """The values in rows of these buffers that are read after the node being lowered."""
        return frozenset(who for (b, _), who in self.memory.occupant.items() if b in buffers and who is not None and not self.dead(who))

    def in_place(self, v: Value) -> Stored | None:
        """The place of `v`, or of what `v` only names, if the node being lowered may overwrite it."""
        node = self.lazy.get(v.name) if v.name not in self.stored else None
        if node and self.renames(node) and self.dead(node.inputs[0].name):
            return self.left_alone(node.inputs[0], v)
        found = self.where(v)
        if not isinstance(found, Stored) or found.buffer not in self.owns or not self.dead(v.name):
            return None
        return found if self.memory.occupant.get((found.buffer, found.prefix)) == v.name else None

    def body(self, axes: Sequence[Axis] = ()) -> Body:
        """The body of a nest over `axes`; where they are not given, more is asked of indices than has to be."""
        return Body(self.where, self.memory.formats, self.memory.assignment, ranges_of(axes))

    def place(self, v: Value, element: Element, loads: Iterable[Instr] = (), index: Indices = (), axes: tuple[Axis, ...] = (),
              untouched: bool = False) -> Stored:
        """A place for `v`: where it is wanted in the end if that is free by now, else a new buffer.

        `loads` of the nest that writes v[index] may read the place at the same index only (`untouched`: not at all).
        """
        goal = self.goals.get(v.name)
        if goal and self._fits(v, goal, element) and self.free(goal, before=untouched):
            access = goal.access(index, v.shape)
            if (untouched and not any(i.access and _meets(i.access, goal) for i in loads)) \
                    or (not untouched and safe(loads, access, axes)):
                return goal
        return self.new(v.shape, element, v.container or "")

    def _fits(self, v: Value, goal: Stored, element: Element) -> bool:
        return goal.element == element or self.uses.get(v.name, 0) == 1

    def free(self, place: Stored, before: bool = False) -> bool:
        occupant = self.memory.occupant.get((place.buffer, place.prefix))
        return place.buffer in self.owns and self.dead(occupant, self.position - before)

    def new(self, shape: Shape, element: Element, original: str = "", tape: bool = False, carried: bool = False) -> Stored:
        """A new workspace buffer, allocated once for all iterations where its size is known outside the loops."""
        capacity = None
        if any(not d.symbols() <= self.memory.program_sizes for d in shape):
            capacity = self._capacity(shape)
        local = capacity is None and any(not d.symbols() <= self.memory.program_sizes for d in shape)
        buffer = self.memory.add(shape, element, WORKSPACE, original, capacity, tape, carried)
        if local:
            self.memory.local.add(buffer.name)
            self.statements.append(Allocate(buffer.name))
        self.owns.add(buffer.name)
        return Stored(buffer.name, element)

    def _capacity(self, shape: Shape) -> Size | None:
        tops = []
        for d in shape:
            top = self._top(d)
            if top is None:
                return None
            tops.append(top)
        return product(tops)

    def _top(self, size: Size) -> Size | None:
        """What a size never exceeds, known outside the loops."""
        limits = bounds(size, self.ranges)
        if limits is not None:
            return limits[1] if limits[1].symbols() <= self.memory.program_sizes else None
        apart = taken_apart(size)
        if apart is None:
            return None
        tops = [self._top(part) for part in apart.parts]
        known = [top for top in tops if top is not None]
        if apart.name == "min":
            return reduce(smallest, known) if known else None
        return largest(*known) if len(known) == len(tops) else None

    def hold(self, v: Value, place: Stored) -> None:
        """`v` lies in `place` from now on."""
        self.stored[v.name] = place
        self.memory.occupant[place.buffer, place.prefix] = v.name

    def nest(self, axes: tuple[Axis, ...], body: Body, reductions: tuple[Reduction, ...] = (),
             sequential: Iterable[str] = (), lanes: bool = True, hole: tuple[tuple[Size, Size], ...] = ()) -> None:
        if any(a.extent == Size() for a in axes) and not reductions:
            return
        sites = (self.site,) if self.site else ()
        self.statements.append(Nest(axes, tuple(body.instrs), reductions, frozenset(sequential), sites, lanes, hole))

    def copy(self, v: Value, place: Stored, hole: tuple[tuple[Size, Size], ...] = (), part: Shape | None = None) -> None:
        """Evaluate or copy `v`, or the first elements of it that are `part`, into `place`; the box `hole` may be left out."""
        axes, index = axes_of(part or v.shape)
        body = self.body(axes)
        body.store(body.pull(v, index), place.access(index, v.shape), place.element)
        self.nest(axes, body, hole=hole)


def _meets(access: Access, place: Stored) -> bool:
    """Whether an access may be to `place`: to its buffer, but for other rows of it."""
    n = len(place.prefix)
    rows = access.shape[:n] == place.outer and disjoint(access.index[:n], place.prefix, ())
    return access.buffer == place.buffer and not rows


def safe(instrs: Iterable[Instr], target: Access, axes: tuple[Axis, ...]) -> bool:
    """Whether a nest with these loads may write `target` element by element. Run-time indices may repeat: what is read there would
    have been written before."""
    if not axes:
        return True
    return all(only_here(i.access.index, target.index, axes) or disjoint(i.access.index, target.index, axes)
               for i in instrs if i.op == "load" and i.access and i.access.buffer == target.buffer)


def _count_uses(block: Block) -> dict[str, int]:
    counts: dict[str, int] = {}
    for v in block.results:
        counts[v.name] = counts.get(v.name, 0) + 1
    for node in block.nodes:
        for v in (*node.inputs, *(v for inner in node.blocks for v in free_values(inner))):
            counts[v.name] = counts.get(v.name, 0) + 1
    return counts

