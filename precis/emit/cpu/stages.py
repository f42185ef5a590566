"""A loop with recurrences of minima or maxima in stages, strip by strip: what is known ahead, the recurrences, what is stored, the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from precis.emit.cpu.improved import best
from precis.emit.cpu.recurrences import Iteration, Recurrence, needed, operands
from precis.emit.plan.kernels import WORKSPACE, Access, Axis, Buffer, Element, Instr, Loop, Nest, Operand, Reduction, Routine, Statement
from precis.emit.plan.moved import moved
from precis.ir.size import Size, smallest

STRIP = 256  # iterations
ROOM = 16  # elements of a vector: what is handed on stands in front of the first one that is computed, which begins a line of memory
SHORTEST = 16  # trips of a loop that may gain
ACROSS = "%i0"  # the axis of a strip
RUNNING = {"minimum": "running_least", "maximum": "running_largest"}  # functions of the runtime


class Stages:
    """`lasting`: scalars that are read behind the loop, or in later iterations; `number`: of the next buffer."""

    def __init__(self, of: Iteration, running: tuple[Recurrence, ...], lasting: frozenset[str], number: int):
        s = of.loop
        self.of, self.running, self.number = of, running, number
        self.strip = Size.of(f"{s.index} strip")
        self.done = self.strip * STRIP
        self.length = smallest(STRIP, s.trips - self.done)
        self.here = {s.index: s.start + (self.done + Size.of(ACROSS)) * s.step}
        self.elements = {i.name: i.element for i in of.nest.body}
        self.ends = {name for r in running for name in (r.before, r.after)}
        known = frozenset(r.buffer for r in running)
        kept = [i for i in of.stores if i.access and (i.access.shape or i.access.buffer in lasting - known)]
        self.stores = [i for i in kept if i.access and i.access.shape and of.handed[i.name] <= known]
        self.rest = [i for i in kept if i not in self.stores]
        self.best = best(of, self.rest, known)
        self.folds: list[Instr] = []  # minima and maxima of what is known ahead
        self.terms = {r.buffer: [self._folded(r, names) for names in (r.terms, r.inside) if names] for r in running}
        self.buffers: dict[str, Buffer] = {}
        self.places = self._placed()  # scalar -> where it lies in the first iteration of a strip

    @property
    def arrays(self) -> tuple[str, ...]:
        return tuple(b.name for b in self.buffers.values() if b.shape)

    def _folded(self, r: Recurrence, names: tuple[str, ...]) -> str:
        """The extreme of `names`."""
        first, *others = names
        for other in others:
            self.folds.append(Instr(f"%fold{len(self.folds)}", r.op, (first, other), self.elements[r.after]))
            first = self.folds[-1].name
            self.elements[first] = self.elements[r.after]
        return first

    def _new(self, element: Element, *shape: int) -> Access:
        """The beginning of a new buffer."""
        made = Buffer(f"strip {self.number + len(self.buffers)}", tuple(map(Size.of, shape)), element, WORKSPACE)
        self.buffers[made.name] = made
        return Access(made.name, tuple(Size() for _ in shape), made.shape)

    def _placed(self) -> dict[str, Access]:
        _, taken = self._behind(i.name for i in (*self.stores, *self.rest))
        ahead = dict.fromkeys(name for name in (*chain(*self.terms.values()), *taken) if name not in self.ends)
        places = {name: self._new(self.elements[name], STRIP) for name in ahead}
        for r in self.running:
            start = self._new(self.elements[r.after], ROOM + STRIP)
            places |= {r.before: _at(start, ROOM - 1), r.after: _at(start, ROOM)}
        return places

    def _given(self, name: str) -> bool:
        """Whether what is behind the recurrences finds a scalar in a strip."""
        return name in self.ends or not (self.of.handed[name] or self.of.by_name[name].op in ("const", "size", "store"))

    def _behind(self, names: Iterable[str]) -> tuple[tuple[Instr, ...], tuple[str, ...]]:
        """What computes `names` behind the recurrences, and what it takes from strips."""
        names = tuple(names)
        body = needed(self.of, names, self._given)
        return body, tuple(dict.fromkeys(a for a in (*names, *(a for i in body for a in operands(i, self.of.by_name))) if self._given(a)))

    def loop(self) -> Loop:
        s = self.of.loop
        parts = (self._ahead(), *(t for r in self.running for t in self._recurrence(r)), *self._in_vectors(), *self._others())
        return Loop(self.strip.symbol or "", Size(), (s.trips + STRIP - 1) // STRIP, 1, parts, s.sites)

    def _ahead(self) -> Nest:
        """What fills the strips of what earlier iterations do not bear on."""
        filled = {name: a for name, a in self.places.items() if name not in self.ends}
        body = needed(self.of, {*filled, *(a for i in self.folds for a in i.args)})
        stores = (Instr(f"%s{k}", "store", (name,), self.elements[name], _at(a, Size.of(ACROSS)))
                  for k, (name, a) in enumerate(filled.items()))
        return self._across((*(moved(i, self.here) for i in body), *self.folds, *stores))

    def _across(self, body: tuple[Instr, ...], *reductions: Reduction) -> Nest:
        return Nest((Axis(ACROSS, self.length),), body, reductions, sites=self.of.nest.sites)

    def _recurrence(self, r: Recurrence) -> Iterator[Statement]:
        held, before, element, sites = Access(r.buffer, (), ()), self.places[r.before], self.elements[r.after], self.of.loop.sites
        yield _copied(held, before, element, sites)
        inputs = tuple(Operand((self.places[name],), (self.length,), element) for name in self.terms[r.buffer])
        yield Routine(RUNNING[r.op], {"step": r.step}, inputs, Operand((before,), (self.length + 1,), element), sites)
        yield _copied(_at(before, self.length), held, element, sites)

    def _in_vectors(self) -> Iterator[Nest]:
        if self.stores:
            yield self._across(self._found([i.name for i in self.stores]))

    def _found(self, names: Iterable[str]) -> tuple[Instr, ...]:
        """What computes `names` along the axis of a strip."""
        body, taken = self._behind(names)
        return (*self._read(taken, Size.of(ACROSS)), *(moved(i, self.here) for i in body))

    def _read(self, names: Iterable[str], at: Size) -> Iterator[Instr]:
        return (Instr(a, "load", (), self.elements[a], _at(self.places[a], at)) for a in names)

    def _others(self) -> Iterator[Statement]:
        """What such recurrences do not decide: one iteration after the other, or the best of them alone."""
        s = self.of.loop
        body, taken = self._behind(i.name for i in self.rest)
        if self.best:
            value, element, position = self.best.value, self.elements[self.best.value], self._new("int64")
            yield self._across((*self._found((value,)), Instr("%at", "size", (), "int64", value=Size.of(ACROSS))),
                               Reduction(self.best.op, (value, "%at"), element, element, position, 0))
            at = Size.of("%at")
            here = {s.index: s.start + (self.done + at) * s.step}
            read = Instr("%at", "load", (), "int64", position)
            yield replace(self.of.nest, body=(read, *self._read(taken, at), *(moved(i, here) for i in body)))
        elif self.rest:
            loads = self._read(taken, (Size.of(s.index) - s.start) * s.step - self.done)
            yield replace(s, start=s.start + self.done * s.step, trips=self.length, body=(replace(self.of.nest, body=(*loads, *body)),))


def _at(a: Access, further: Size | int) -> Access:
    (first,) = a.index
    return replace(a, index=(first + further,))


def _copied(a: Access, b: Access, element: Element, sites: tuple[str, ...]) -> Nest:
    return Nest((), (Instr("%0", "load", (), element, a), Instr("%1", "store", ("%0",), element, b)), sites=sites)
