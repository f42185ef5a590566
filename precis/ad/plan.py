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
from precis.ad.forward import Forward
from precis.ad.rollback import Cycle, Step, stored
from precis.ad.tape import Tape
from precis.ir.types import Node, Value

PRODUCTS = 16  # the largest exponent of powers that are a few products, a half of it a root more
FAR = 1 << 20  # bytes of a tape that is not in the caches when it is read
NEARLY = 0.9  # of the bytes of a carry


@dataclass(frozen=True, slots=True)
class Plan:
    """saved: values whose value in each iteration is stacked; rolled: carries that are rolled back; reread: stored values that
    are read back from the array they were stored in; followed: carries that are computed again from their starts; handed: carries whose
    value behind an iteration is what the one behind it began with, which is saved and was read just before."""

    saved: tuple[Value, ...]
    rolled: tuple[Cycle, ...]
    reread: tuple[tuple[Value, Node], ...]
    followed: tuple[int, ...] = ()
    handed: tuple[int, ...] = ()


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
    cut = graph.cut(wanted)
    if graph.know_next(cut):
        shorter = graph.cut(wanted)
        if sum(map(graph.price, shorter)) < sum(map(graph.price, cut)):
            cut = shorter
        else:
            graph.next = {}
    rolled = tuple(c for k, c in enumerate(candidates) if (k,) in cut)
    names = {v for v in cut if isinstance(v, str)}
    names |= {r.name for c in rolled for s in c.all_steps() for r in _places(s, forward) if graph.costly(r.name)}
    reread = tuple(found for c in rolled for s in c.all_steps() if (found := graph.reread(s)) and found[0].name not in names)
    saved = [forward.values[name] for name in sorted(names, key=forward.place.__getitem__)]
    return Plan((*saved, *(v for c in rolled for v in c.saves)), rolled, reread, (), graph.handed(wanted, cut))


def _places(step: Step, forward: Forward) -> list[Value]:
    """What undoing a step uses beside the array and what was saved of it: positions, predicates, and counts that say where it stored."""
    return [] if step.recipe is None else [v for v in forward.wants((step.recipe,)) if v.name != step.after.name]


def _renewed(cycle: Cycle, forward: Forward, tape: Tape) -> bool:
    """Whether one update overwrites nearly all of each carry: saved whole, it is read where it lies, and nothing is put back."""
    whole = sum(tape.price(forward.params[j]) for j in cycle.carries)
    return all(len(steps) == 1 for steps in cycle.steps) and sum(map(tape.price, cycle.saves)) >= NEARLY * whole


def plan_in_order(forward: Forward, wanted: list[Value], tape: Tape, again: Callable[[Node], bool]) -> Plan:
    """The same for a reverse that runs in the order of the loop: what a carry is next follows from what it is."""
    ends = {p.name: forward.root(r).name for p, r in zip(forward.params, forward.results)}
    graph = _Graph(forward, [], tape, again, ends)
    saved = {v for v in graph.cut(wanted) if isinstance(v, str)}
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
        self.next: dict[str, str] = {}  # what a carry is behind an iteration -> what it was before, which is saved
        self.by_rolling: dict[str, tuple[int]] = {}
        for k, c in enumerate(candidates):
            self.by_rolling |= dict.fromkeys(c.versions(forward), (k,))
            self.by_rolling |= {f[0].name: (k,) for s in c.all_steps() if (f := self.reread(s))}

    def reread(self, step: Step) -> tuple[Value, Node] | None:
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
        if vertex in self.next:
            return (self.next[vertex],)
        if vertex in self.ends:
            return tuple(end for end in (self.ends[vertex],) if end in self.forward.values)
        return self.recomputed_from(vertex) if self.costly(vertex) else ()

    def cut(self, wanted: list[Value]) -> set:
        """What is saved and rolled back."""
        return minimum_cut([v.name for v in wanted], self.depends, self.price, self.cost)

    def know_next(self, saved: Set[object]) -> bool:
        """Whether carries whose start is saved need nothing else for what they are next; from now on they are known to."""
        pairs = ((p, self.forward.root(r)) for p, r in zip(self.forward.params, self.forward.results))
        self.next = {r.name: p.name for p, r in pairs if p.name in saved and self._far(p) and self._made(r)}
        return bool(self.next)

    def _far(self, p: Value) -> bool:
        """Whether what is saved of a carry comes from beyond the caches: handing a row on takes a copy."""
        return p.rank > 0 and self.tape.shape(p) == p.shape and self.tape.bytes(p) >= FAR

    def _made(self, r: Value) -> bool:
        """Whether an iteration computes a carry from what has to be saved. What loops in it end with is found on their way."""
        node = self.forward.defined_by.get(r.name)
        return node is not None and node.op not in ("loop", "while") and r.name not in self.by_rolling and self.costly(r.name)

    def handed(self, wanted: list[Value], saved: Set[object]) -> tuple[int, ...]:
        """The carries of which it is wanted what they are next."""
        needed: set[object] = set()
        pending: list[object] = [v.name for v in wanted]
        while pending and self.next:
            vertex = pending.pop()
            if vertex not in needed and vertex not in saved:
                needed.add(vertex)
                pending += self.depends(vertex) or ()
        ends = (self.forward.root(r).name for r in self.forward.results)
        return tuple(j for j, (p, end) in enumerate(zip(self.forward.params, ends)) if end in needed and self.next.get(end) == p.name)

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
        node = None if isinstance(vertex, tuple) or vertex in self.next else self.forward.defined_by.get(vertex)
        return self.tape.cost(node) if node is not None and vertex not in self.by_rolling and not self._of_products(node) else 0.0

    def _of_products(self, node: Node) -> bool:
        """Whether a node is a power with a known exponent that takes a few products, and a root at most."""
        exponent = self.forward.defined_by.get(node.inputs[1].name) if node.op == "pow" else None
        known = exponent.attrs["value"] if exponent is not None and exponent.op == "const" else None
        return isinstance(known, int | float) and abs(known) <= PRODUCTS and 2 * known == int(2 * known)
