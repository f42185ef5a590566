"""On which numbers a value depends that is computed inside loops, and how often it is computed there."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from precis.ir.ops import OPS
from precis.ir.ops.record import CONTRACTION, POINTWISE, REDUCTION, SOURCE, VIEW
from precis.ir.rewrite import sizes_in
from precis.ir.size import Call, Size, bounds, largest, smallest, taken_apart
from precis.ir.types import At, Cut, Guard, New, Node, Program, Range, Value

PURE = (CONTRACTION, POINTWISE, REDUCTION, SOURCE, VIEW)
Known = Mapping[str, tuple["Node | None", int]]  # what makes a value (None: a carry), and how many blocks lie around that


@dataclass(frozen=True, slots=True)
class Frame:
    """A loop, or a branch with its predicate, around a node."""

    node: Node
    predicate: tuple[Value, ...] = ()

    @property
    def index(self) -> str:
        return "" if self.predicate else self.node.attrs["index"]

    @property
    def range(self) -> Range:
        return self.node.attrs["range"]


@dataclass(frozen=True, slots=True)
class Dim:
    """An axis of what is kept: over the iterations of a loop (`index`), or over the places of an array or the values of a number (which
    is `place` now)."""

    range: Range
    index: str = ""
    place: Size = Size()

    @property
    def position(self) -> Size:
        return self.range.iteration(self.index) if self.index else self.place - self.range.start


@dataclass(frozen=True, slots=True)
class Reach:
    chain: tuple[Node, ...]  # in order
    dims: tuple[Dim, ...]
    example: Mapping[str, int]
    entries: int  # that are kept
    evaluations: float  # in their stead
    outside: int  # times that they are computed
    by_data: bool  # whether data decide how many of the evaluations there are


@dataclass(frozen=True, slots=True)
class _Place:
    """A position in an array, of so many."""

    at: Size
    places: Size

    def symbols(self) -> frozenset[str]:
        return self.at.symbols() | self.places.symbols()


def reach_of(node: Node, path: Sequence[Frame], k: int, known: Known, program: Program) -> Reach | None:
    """What a node's value depends on inside the loop number `k` of its path; None where it cannot be computed in front of that."""
    chain = closure((node.output,), known, k, node)
    loops = [f for f in path if f.index]
    example = _example(loops, program)
    tests = _tested(path[k:], known)
    if chain is None or example is None or (tests is None and not all(map(_everywhere, chain))):
        return None
    inner = [f for f in path[k:] if f.index]
    dims = _Space(inner, {f.index: f.range.ends for f in loops}, tests or frozenset(), program.guards, example).dims(chain)
    if dims is None or any(s not in example for d in dims for s in d.range.trips.symbols()):
        return None
    trips = [max(0, f.range.trips.value(example)) for f in loops]
    entries = prod(max(0, d.range.trips.value(example)) for d in dims)
    halves = 0.5 ** (len(path) - k - len(inner))
    outside = len(loops) - len(inner)
    return Reach(chain, dims, example, entries, prod(trips[outside:]) * halves, prod(trips[:outside]), tests is None)


def _example(loops: Sequence[Frame], program: Program) -> Mapping[str, int] | None:
    """Sizes as the program was lifted with, indices in the middle."""
    found = dict(program.binding)
    for f in loops:
        if not (f.range.start.symbols() | f.range.trips.symbols()) <= found.keys():
            return None
        found[f.index] = f.range.start.value(found) + f.range.step * (f.range.trips.value(found) // 2)
    return found


def closure(values: Sequence[Value], known: Known, depth: int, last: Node | None = None) -> tuple[Node, ...] | None:
    """The nodes inside more than `depth` blocks that make values, in order; None where one of them is no plain operation."""
    found: dict[str, Node] = {}

    def follow(node: Node | None) -> bool:
        if node is None or node.op not in OPS or OPS[node.op].category not in PURE or node.op == "probe" or len(node.outputs) != 1:
            return False
        if all(visit(v) for v in node.inputs):
            found[node.output.name] = node
            return True
        return False

    def visit(v: Value) -> bool:
        maker, around = known.get(v.name, (None, 0))
        return around <= depth or v.name in found or follow(maker)
    done = follow(last) if last else all(map(visit, values))
    return tuple(found.values()) if done else None


def _tested(path: Sequence[Frame], known: Known) -> frozenset[str] | None:
    """The sizes that decide whether a node is reached; None where data do."""
    nodes = closure([v for f in path for v in f.predicate], known, -1)
    if nodes is None or any(n.op not in ("index", "const") and OPS[n.op].category != POINTWISE for n in nodes):
        return None
    return frozenset(s for n in nodes for a in n.attrs.values() for s in sizes_in(a))


@dataclass(frozen=True)
class _Space:
    """The loops between what is kept and where it is wanted."""

    loops: Sequence[Frame]
    ranges: Mapping[str, tuple[Size, Size]]  # of these and the loops around them
    tested: frozenset[str]
    guards: Sequence[Guard]
    example: Mapping[str, int]

    def dims(self, chain: Sequence[Node]) -> tuple[Dim, ...] | None:
        """The axes that a chain of nodes spans; None where it might compute what does not exist."""
        indices = frozenset(f.index for f in self.loops)
        unsafe = self.tested | {f.index for f in self.loops if sizes_in(f.range) & indices}
        whole = _plain(chain) | _steering(chain)
        if any(sizes_in(v.shape) & indices for n in chain for v in n.outputs) or (whole & unsafe and not all(map(_everywhere, chain))):
            return None
        numbers = self._numbers(chain) if all(map(_everywhere, chain)) else {}
        whole -= indices & frozenset(s for n in numbers for s in n.symbols()) - _plain(chain, numbers)
        places = [*dict.fromkeys(p for n in chain for p in _places(n))]
        over = {p: p.at.symbols() & indices for p in places}
        guarded = [p for p in places if p.symbols() & unsafe]
        open_ = whole & indices | {s for p in places if p not in guarded and len(over[p]) == 1 for s in over[p]}
        met = {p.at for p in places if over[p] and (p in guarded or not over[p] <= open_)}
        left = [p for p in places if p.at not in met]
        return self._made(open_, [p for p in places if p.at in met], numbers) if all(map(self._inside, left)) else None

    def _numbers(self, chain: Sequence[Node]) -> Mapping[Size, Range]:
        """The values of numbers in which several indices meet, where these are fewer than the iterations of those loops."""
        trips = {f.index: max(0, f.range.trips.value(self.example)) for f in self.loops}
        values = dict.fromkeys(n.attrs["value"] for n in chain if n.op == "index")
        over = {v: v.symbols() & trips.keys() for v in values}
        alone = frozenset().union(*(o for o in over.values() if len(o) == 1))
        meeting = {v: self._run(v) for v, o in over.items() if len(o) > 1 and not o <= alone}
        return {v: r for v, r in meeting.items() if r and r.trips.value(self.example) < prod(trips[s] for s in over[v])}

    def _run(self, value: Size) -> Range | None:
        """All that a number may be."""
        inner = {f.index for f in self.loops}
        ends = [[e for e in _ends(value, tuple(self.ranges.items()), up) if not e.symbols() & inner] for up in (False, True)]
        if not all(ends):
            return None
        low, high = (best(found, key=lambda e: e.value(self.example)) for best, found in zip((max, min), ends))
        return Range(low, largest(0, high - low + 1))

    def _made(self, open_: frozenset[str], moving: Sequence[_Place], numbers: Mapping[Size, Range]) -> tuple[Dim, ...] | None:
        lengths: dict[Size, Size] = {}
        for p in moving:
            lengths[p.at] = smallest(lengths[p.at], p.places) if p.at in lengths else p.places
        iterations = [_over(f, self.loops) for f in self.loops if f.index in open_]
        if None in iterations:
            return None
        places = {at: Range(Size(), n) for at, n in lengths.items()}
        return (*filter(None, iterations), *(Dim(r, place=at) for at, r in (*places.items(), *numbers.items())))

    def _inside(self, p: _Place) -> bool:
        found = bounds(p.at, self.ranges)
        return found is not None and self._holds(found[0]) and self._holds(p.places - 1 - found[1])

    def _holds(self, size: Size) -> bool:
        """Whether a size is surely not negative."""
        facts = (Size(), *(g.right - g.left for g in self.guards if g.relation == "<="))
        return any((c := (size - f).constant) is not None and c >= 0 for f in facts)


def _over(f: Frame, loops: Sequence[Frame]) -> Dim | None:
    """The axis of a loop's iterations, for a range that moves with others of `loops` from its lowest index to its highest."""
    moving = {x.index: x.range.ends for x in loops if x is not f}
    if not sizes_in(f.range) & moving.keys():
        return Dim(f.range, f.index)
    ends = [bounds(end, moving) for end in f.range.ends]
    if abs(f.range.step) != 1 or ends[0] is None or ends[1] is None:
        return None
    return Dim(Range(ends[0][0], ends[1][1] - ends[0][0] + 1), f.index)


def _everywhere(node: Node) -> bool:
    """Whether a node may be computed for whatever number: arithmetic of real numbers, from indices that no division has made."""
    if node.op == "index":
        return not any(isinstance(atom, Call) for monomial, _ in node.attrs["value"].terms for atom in monomial)
    return node.op == "const" or (OPS[node.op].category == POINTWISE and node.output.kind == "real")


def _ends(value: Size, ranges: tuple[tuple[str, tuple[Size, Size]], ...], up: bool) -> Iterator[Size]:
    """Numbers that `value` does not pass upwards (downwards) while symbols run between their inclusive ends, innermost first."""
    apart = taken_apart(value)
    if apart:
        for part in apart.parts if apart.name == ("min" if up else "max") else ():
            yield from _ends(part, ranges, up)
    elif not ranges:
        yield value
    else:
        name, (first, last) = ranges[-1]
        factor = value.coefficient(name)
        if factor is not None and factor.constant is not None:
            yield from _ends(value.substitute({name: last if (factor.constant >= 0) == up else first}), ranges[:-1], up)


def _plain(chain: Sequence[Node], apart: Container[Size] = ()) -> frozenset[str]:
    """Sizes that are numbers in a chain (but for those kept apart), or where cuts that run downwards begin."""
    numbers = [n.attrs["value"] for n in chain if n.op == "index" and n.attrs["value"] not in apart]
    downwards = [i.start for n in chain if n.op == "slice" for i in n.attrs["at"] if isinstance(i, Cut) and i.step < 0]
    return frozenset(s for size in (*numbers, *downwards) for s in size.symbols())


def _steering(chain: Sequence[Node]) -> frozenset[str]:
    """Sizes that what is read at positions held by data depends on: such positions are known to exist where the program reads them only."""
    made: Known = {n.output.name: (n, 1) for n in chain}
    behind = closure([v for n in chain if n.op == "slice" for v in n.inputs[1:]], made, 0) or ()
    return frozenset(s for n in behind for a in n.attrs.values() for s in sizes_in(a))


def _places(node: Node) -> Iterator[_Place]:
    """The positions at which a view reads, where cuts begin and how many there are."""
    if node.op != "slice":
        return
    axes = iter(node.inputs[0].shape)
    for item in node.attrs["at"]:
        places = Size() if isinstance(item, New) else next(axes)
        if isinstance(item, At):
            yield _Place(item.position, places)
        elif isinstance(item, Cut) and item.length != places:
            span = (item.length - 1) * item.step
            yield _Place(item.start if item.step > 0 else item.start + span, places - (span if item.step > 0 else -span))
