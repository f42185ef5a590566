"""What a loop saves per iteration so that its reverse finds the forward values that it wants.

Loop-invariant values cost nothing; cheap operations are run again; loops and contractions of many terms are not; arrays that an iteration
changes by updates are rolled back from the overwritten slices; other carries are saved at the start of the iteration, and sums and
the like of much larger arrays are saved too. Among all such ways the one with the fewest saved bytes is taken (precis/ad/cut.py).
A reverse that runs in the order of the loop computes carries from one iteration to the next once more.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass

from precis.ad.cut import minimum_cut
from precis.ad.extent import Extent, stacked_shape
from precis.ad.forward import Forward, expensive
from precis.ad.rollback import Cycle, Step, positions_of, stored
from precis.ir.ops import OPS
from precis.ir.ops.record import CONTRACTION, LIBRARY, REDUCTION
from precis.ir.ops.reductions import contraction_labels
from precis.ir.size import Size, product
from precis.ir.types import Node, Range, Shape, Value

SHRINKING = 8  # times fewer bytes in the result of a reduction, which then is kept rather than computed again
BRIEF = 8  # products that a contraction adds up for an element: more are never taken again
PER_OPERATION = 1 / 2  # bytes of a tape that take as long as an operation
SLOW = {"div": 5, "sqrt": 5}  # operations that one of these takes the time of
PRODUCTS = 16  # the largest exponent of powers that are a few products, a half of it a root more
NEARLY = 0.9  # of the bytes of a carry
PIECE = 1 / 8  # of what bounds a piece of run-time length: how long it is taken to be
SHORT = 64  # elements: rows of no more are stacked, however many of them are needed


@dataclass(frozen=True, slots=True)
class Plan:
    """saved: values whose value in each iteration is stacked; rolled: carries that are rolled back; reread: stored values that
    are read back from the array they were stored in; followed: carries that are computed again from their starts."""

    saved: tuple[Value, ...]
    rolled: tuple[Cycle, ...]
    reread: tuple[tuple[Value, Node], ...]
    followed: tuple[int, ...] = ()


@dataclass(frozen=True)
class Tape:
    """The stacks of one loop: in which shape a value can be stacked, and what it costs. local: sizes that the body binds at run time;
    logs: whether values whose length these say go into logs (precis.ad.logs), which the reverse reads last first."""

    index: str
    range: Range
    local: frozenset[str]
    extent: Extent
    logs: bool = False

    def logged(self, v: Value) -> bool:
        """Whether a value goes into a log."""
        if not self.logs or not any(self.local & d.symbols() for d in v.shape):
            return False
        most = product(shape).constant if (shape := self.shape(v)) is not None else None
        return most is None or most > SHORT

    def holds(self, v: Value) -> bool:
        return self.logged(v) or self.shape(v) is not None

    def shape(self, v: Value) -> Shape | None:
        return stacked_shape(v.shape, self.index, self.range, {s: self.extent.ends.get(s, (None, None)) for s in self.local})

    def price(self, v: Value) -> float:
        """Bytes that an iteration writes, in the middle of the loop: rows of stacks are filled no further than values reach."""
        if not self.holds(v):
            return math.inf
        return self.piece(v) if self.logged(v) else float(self.extent.bytes(v.shape, v.kind))

    def piece(self, v: Value) -> float:
        """Bytes that an iteration appends to a log: a part of the most that it can be."""
        return PIECE * self.extent.bytes(self.shape(v) or (Size.of(self.extent.longest),), v.kind)

    def saved(self, step: Step) -> float:
        """Bytes of the slices that a step overwrites: what is in logs are parts of its array."""
        whole = PIECE * self.extent.bytes(step.before.shape, step.before.kind)
        return sum(min(self.price(v), whole) if self.logged(v) else self.price(v) for v in step.saves)

    def shrinks(self, node: Node) -> bool:
        """Whether `node` makes few numbers of many: keeping them costs less than a pass over what they come from."""
        if node.op not in OPS or OPS[node.op].category not in (CONTRACTION, REDUCTION):
            return False
        read, written = (sum(self.extent.bytes(v.shape, v.kind) for v in values) for values in (node.inputs, node.outputs))
        return read >= SHRINKING * written

    def terms(self, node: Node) -> int:
        """How many products a contraction adds up for each element; 0 for other nodes."""
        if node.op not in OPS or OPS[node.op].category != CONTRACTION:
            return 0
        a, _, result = contraction_labels(node.attrs["spec"])
        return self.extent.value(product(d for label, d in zip(a, node.inputs[0].shape) if label not in result))

    def kept(self, node: Node) -> bool:
        """Whether what `node` makes is better saved than computed again, whatever else is saved."""
        return (expensive(node) and not 0 < self.terms(node) <= BRIEF) or self.shrinks(node)

    def cost(self, node: Node) -> float:
        """Of computing `node` again: bytes of a tape that take as long. Arithmetic beside what is read and written anyhow costs nothing."""
        function = node.op in OPS and OPS[node.op].rounding == LIBRARY
        operations = OPS[node.op].flops if function else SLOW.get(node.op) or 2 * self.terms(node)
        return PER_OPERATION * operations * self.extent.value(product(node.output.shape)) if operations else 0.0


def run_again(names: Set[str], tape: Tape) -> Callable[[Node], bool]:
    """Whether an expensive node is run again in the reverse all the same: those of these outputs, and those that no stack can hold."""
    return lambda node: any(o.name in names or tape.shape(o) is None for o in node.outputs)


def make_plan(forward: Forward, wanted: list[Value], candidates: list[Cycle], tape: Tape, again: Callable[[Node], bool],
              early: Set[str] = frozenset()) -> Plan:
    """again(node): whether an expensive node is run again in the reverse all the same. early: values that are wanted before what they are
    computed from is there. How long pieces in logs are is wanted, too."""
    plan = _cheapest(forward, wanted, candidates, tape, again, early)
    lengths = {r.name: r for v in plan.saved if tape.logged(v) for r in forward.lengths(v)}
    missing = [r for name, r in lengths.items() if all(name != w.name for w in wanted)]
    return make_plan(forward, [*wanted, *missing], candidates, tape, again, early) if missing else plan


def _cheapest(forward: Forward, wanted: list[Value], candidates: list[Cycle], tape: Tape, again: Callable[[Node], bool],
              early: Set[str]) -> Plan:
    candidates = [c for c in candidates if all(math.isfinite(tape.price(v)) for v in c.saves) and not _renewed(c, forward, tape)]
    graph = _Graph(forward, candidates, tape, again, early=early)
    cut = minimum_cut([v.name for v in wanted], graph.depends, graph.price, graph.cost)
    rolled = tuple(c for k, c in enumerate(candidates) if (k,) in cut)
    names = {v for v in cut if isinstance(v, str)}
    names |= {r.name for c in rolled for s in c.all_steps() for r in map(forward.root, positions_of(s)) if graph.costly(r.name)}
    reread = tuple(found for c in rolled for s in c.all_steps() if (found := graph.reread(s)) and found[0].name not in names)
    saved = [forward.values[name] for name in sorted(names, key=forward.place.__getitem__)]
    return Plan((*saved, *(v for c in rolled for v in c.saves)), rolled, reread)


def _renewed(cycle: Cycle, forward: Forward, tape: Tape) -> bool:
    """Whether one update overwrites nearly all of each carry: saved whole, it is read where it lies, and nothing is put back."""
    whole = sum(tape.price(forward.params[j]) for j in cycle.carries)
    return all(len(steps) == 1 for steps in cycle.steps) and sum(map(tape.price, cycle.saves)) >= NEARLY * whole


def plan_in_order(forward: Forward, wanted: list[Value], tape: Tape, again: Callable[[Node], bool]) -> Plan:
    """The same for a reverse that runs in the order of the loop: what a carry is next follows from what it is."""
    ends = {p.name: forward.root(r).name for p, r in zip(forward.params, forward.results)}
    graph = _Graph(forward, [], tape, again, ends)
    saved = {v for v in minimum_cut([v.name for v in wanted], graph.depends, graph.price, graph.cost) if isinstance(v, str)}
    needed, pending = set(saved), [v.name for v in wanted]
    while pending:
        name = pending.pop()
        if name not in needed:
            needed.add(name)
            pending += [v for v in graph.depends(name) or () if isinstance(v, str)]
    followed = tuple(j for j, p in enumerate(forward.params) if p.name in needed - saved)
    return Plan(tuple(sorted((forward.values[name] for name in saved), key=lambda v: forward.place[v.name])), (), (), followed)


class _Graph:
    """Vertices: names of values, and (k,) for rolling back candidate k. ends: parameter that is followed -> what it is next; early:
    values that are not computed again."""

    def __init__(self, forward: Forward, candidates: list[Cycle], tape: Tape, again: Callable[[Node], bool],
                 ends: Mapping[str, str] | None = None, early: Set[str] = frozenset()):
        self.forward, self.candidates, self.tape, self.again, self.ends, self.early = forward, candidates, tape, again, ends or {}, early
        self._costly: dict[str, bool] = {}
        self.by_rolling: dict[str, tuple[int]] = {}
        for k, c in enumerate(candidates):
            self.by_rolling |= dict.fromkeys(c.versions(forward), (k,))
            self.by_rolling |= {f[0].name: (k,) for s in c.all_steps() if (f := self.reread(s))}

    def reread(self, step) -> tuple[Value, Node] | None:
        """The stored value (as its root) and how to read it back, unless recomputing it costs nothing."""
        found = stored(step)
        if found is None:
            return None
        root = self.forward.root(found[0])
        return (root, found[1]) if root.name in self.forward.values and self.costly(root.name) else None

    def depends(self, vertex):
        if isinstance(vertex, tuple):
            return None
        if vertex in self.by_rolling:
            return (self.by_rolling[vertex],)
        if vertex in self.ends:
            return tuple(end for end in (self.ends[vertex],) if end in self.forward.values)
        return self.recomputed_from(vertex) if self.costly(vertex) else ()

    def recomputed_from(self, name: str) -> list[str] | None:
        if name in self.forward.at_ends:
            return []
        node = self.forward.defined_by.get(name)
        if node is None or name in self.early or (self.tape.kept(node) and not self.again(node)):
            return None
        return [v.name for v in self.forward.source(node, [self.forward.values[name]])[1]]

    def costly(self, name: str) -> bool:
        """Whether recomputing the value needs something that has to be saved."""
        if name not in self.forward.values:
            return False
        pending = [name]
        while pending:
            top = pending[-1]
            sources = self.recomputed_from(top) if top not in self._costly else ()
            open_ = [s for s in sources or () if s not in self._costly]
            if open_:
                pending += open_
                continue
            if top not in self._costly:
                self._costly[top] = sources is None or any(self._costly[s] for s in sources)
            pending.pop()
        return self._costly[name]

    def price(self, vertex) -> float:
        if isinstance(vertex, tuple):
            return max(1.0, sum(self.tape.saved(s) for s in self.candidates[vertex[0]].all_steps()))
        return self.tape.price(self.forward.values[vertex])

    def cost(self, vertex) -> float:
        node = None if isinstance(vertex, tuple) else self.forward.defined_by.get(vertex)
        return self.tape.cost(node) if node is not None and vertex not in self.by_rolling and not self._of_products(node) else 0.0

    def _of_products(self, node: Node) -> bool:
        """Whether a node is a power with a known exponent that takes a few products, and a root at most."""
        exponent = self.forward.defined_by.get(node.inputs[1].name) if node.op == "pow" else None
        known = exponent.attrs["value"] if exponent is not None and exponent.op == "const" else None
        return isinstance(known, int | float) and abs(known) <= PRODUCTS and 2 * known == int(2 * known)
