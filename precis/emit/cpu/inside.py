"""Iterations whose neighbours lie around an end of an array run apart from those inside, which ask for no end.

    for j in 0..m - 1: v[j] = u[(j + 1) % m] - u[j - 1 < 0 ? j - 1 + m : j - 1]
    ->  j = 0: ...; for j in 1..m - 2: v[j] = u[j + 1] - u[j - 1]; j = m - 1: ...

(Index set splitting; Banerjee, Loop Transformations for Restructuring Compilers, 1994.) Arrays that close on themselves, positions that
count from the end and those that are held at an end (`max(j - 1, 0)`) are told apart in each element of a loop over elements. Inside, all
of them are the index and a number, and compilers make vectors. Iterations stay in their order, so that results are the same bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from precis.emit.plan.compared import Ranges, sizes_in
from precis.emit.plan.counters import counts_from_end, with_instead
from precis.emit.plan.fuse import map_blocks, without_buffers
from precis.emit.plan.kernels import If, Instr, Loop, Nest, Plan, Statement
from precis.emit.plan.walking import walk
from precis.ir.shapes import ONE
from precis.ir.size import Call, Size, bounds, call, largest, smallest

Block = tuple[Statement, ...]

MOST = 200  # instructions of a body, which is written three times; in two of them loops inside stay whole
SHORT = 8  # trips of loops inside whose indices are known, and iterations at an end
FEWEST = 4  # iterations inside, if that is known
FAR = SHORT + 1, SHORT + 1  # which many iterations may see


def inside(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements))


def _block(statements: Block) -> Block:
    return tuple(part for s in statements for part in _parts(s))


def _parts(s: Statement) -> Block:
    apart = _apart(s) if isinstance(s, Loop) else None
    if apart is None or not isinstance(s, Loop):
        return (map_blocks(s, _block),)
    first, last, plain = apart
    body = without_buffers(_block(_with(s.body, plain)), frozenset())
    behind = smallest(last, largest(0, s.trips - first))
    before = (replace(s, trips=smallest(first, s.trips)),) if first else ()
    there = replace(s, start=s.start + first, trips=largest(0, s.trips - first - last), body=body)
    return (*before, there, *((replace(s, start=s.start + s.trips - behind, trips=behind),) if last else ()))


def _with(block: Block, plain: Mapping[int, Nest]) -> Block:
    return tuple(plain[id(s)] if isinstance(s, Nest) else map_blocks(s, lambda b: _with(b, plain)) for s in block)


def _apart(s: Loop) -> tuple[int, int, dict[int, Nest]] | None:
    """How many iterations run apart at each end, and the statements of the others; None where nothing is to be told apart, or too much."""
    within = list(walk(s.body))
    nests = [t for t in within if isinstance(t, Nest)]
    ranges = _ranges(within)
    if ranges is None or s.step != 1 or s.start.constant is None or sum(len(n.body) for n in nests) > MOST:
        return None
    of = _Of(s, ranges)
    plain = {id(n): of.plain(n) for n in nests}
    if all(plain[id(n)] == n for n in nests) or (s.trips.constant or of.first + of.last + FEWEST) < of.first + of.last + FEWEST:
        return None
    return of.first, of.last, plain


def _ranges(within: list[Statement]) -> Ranges | None:
    """The short loops inside, with the ends of their indices; None where anything but loops, branches and single elements is inside."""
    found: dict[str, tuple[Size, Size]] = {}
    for t in within:
        if isinstance(t, Loop):
            trips = t.trips.constant
            if trips is not None and 0 < trips <= SHORT:
                last = t.start + t.step * (trips - 1)
                found[t.index] = (t.start, last) if t.step > 0 else (last, t.start)
        elif not isinstance(t, If) and not (isinstance(t, Nest) and not (t.axes or t.reductions or t.hole)):
            return None
    return found


@dataclass(slots=True)
class _Of:
    """A loop, the ranges of short ones inside, and how many iterations run apart so far."""

    loop: Loop
    ranges: Ranges
    first: int = 0
    last: int = 0

    def plain(self, n: Nest) -> Nest:
        """The statement in the iterations between."""
        n = replace(n, body=tuple(self._sizes(i) for i in n.body))
        by_name, known, instead = {i.name: i for i in n.body}, sizes_in(n.body), dict[str, str]()
        for i in n.body:
            x = next((x for x, first, last in self._choice(i, by_name, known) if self._fits(first, last)), None)
            if x is not None:
                known[i.name], instead[i.name] = known[x], instead.get(x, x)
        return with_instead(n, instead) if instead else n

    def _sizes(self, i: Instr) -> Instr:
        access = replace(i.access, index=tuple(map(self._size, i.access.index))) if i.access else None
        return replace(i, access=access, value=self._size(i.value) if i.op == "size" else i.value)

    def _size(self, size: Size) -> Size:
        if self.loop.index not in size.symbols():
            return size
        total = Size()
        for monomial, k in size.terms:
            part = Size.of(k)
            for atom in monomial:
                part = part * (self._called(atom) if isinstance(atom, Call) else Size.of(atom))
            total = total + part
        return total

    def _called(self, c: Call) -> Size:
        """What a quotient, a minimum or a maximum is in the iterations between."""
        a, b = map(self._size, c.args)
        ends = ((Size(), *self._quotient(a, b)),) if c.name == "floordiv" else ((x, *self._held(c.name, x, y)) for x, y in ((a, b), (b, a)))
        return next((x for x, first, last in ends if self._fits(first, last)), call(c.name, a, b))

    def _choice(self, i: Instr, by_name: Mapping[str, Instr], known: Mapping[str, Size]) -> Iterator[tuple[str, int, int]]:
        """The scalar that is chosen but for so many iterations at the ends."""
        if counts_from_end(i, by_name) and i.args[2] in known:
            yield i.args[2], *self._held("max", known[i.args[2]], Size())
        elif i.op in ("maximum", "minimum") and i.element == "int64" and all(x in known for x in i.args):
            for x, y in (i.args, i.args[::-1]):
                yield x, *self._held(i.op[:3], known[x], known[y])

    def _fits(self, first: int, last: int) -> bool:
        """Whether so many iterations may run apart, which they do then."""
        if max(first, last) > SHORT:
            return False
        self.first, self.last = max(self.first, first), max(self.last, last)
        return True

    def _quotient(self, x: Size, by: Size) -> tuple[int, int]:
        """How many iterations at each end x // by is not zero for."""
        ends, beyond = self._beside(x), self._beyond(by - ONE)
        if ends is None or beyond is None:
            return FAR
        return self._before(ends[0]), max(0, ends[1] + beyond)

    def _held(self, name: str, x: Size, at: Size) -> tuple[int, int]:
        """How many iterations at each end the larger (smaller) of two is not `x` for."""
        ends, beyond = self._beside(x - at if name == "max" else x), self._beyond(at)
        if ends is None or (name == "min" and beyond is None):
            return FAR
        return (self._before(ends[0]), 0) if name == "max" else (0, max(0, ends[1] + (beyond or 0)))

    def _beside(self, size: Size) -> tuple[int, int] | None:
        """How far it is from the index of the loop, at least and at most, where that is known."""
        rest = size - self.loop.index
        ends = None if self.loop.index in rest.symbols() else bounds(rest, self.ranges)
        low, high = (ends[0].constant, ends[1].constant) if ends else (None, None)
        return None if low is None or high is None else (low, high)

    def _before(self, low: int) -> int:
        """Iterations in which the index and `low` are negative."""
        start = self.loop.start.constant
        assert start is not None
        return max(0, -low - start)

    def _beyond(self, end: Size) -> int | None:
        """How far the last index is beyond `end`."""
        return (self.loop.start + self.loop.trips - ONE - end).constant
