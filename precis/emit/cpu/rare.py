"""Prints nests whose dearest terms count only where a test holds: parts of a row in which it fails everywhere are computed without them.

    f[j] = where(r2[j] < rc2, exp(-r[j]) / r[j], 0)

Vectors compute both sides of a choice. Where the test is cheap beside what only one side takes, it is looked at first for as many
elements as a vector has, and what none of them chooses is left out (branch on superword condition codes; Shin, Introducing control flow
into vectorized code, PACT 2007). All elements are chosen as before, so that results are the same bit for bit.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace

from precis.emit.cpu import spell
from precis.emit.cpu.moderate import RANGED
from precis.emit.cpu.nest_facts import LANED
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.staged import BYTES
from precis.emit.cpu.stream import StreamPrinter
from precis.emit.plan.follows import needed_by, taken, varying
from precis.emit.plan.kernels import Border, Element, Instr, Nest
from precis.emit.plan.select import DEAR
from precis.formats import Format

LEAST = 20  # that are left out: less is not worth a second version of the loop
TIMES = 3  # as much as the test, which is computed twice
VERSIONS = 3  # beside that without any of the tests
WIDE = 64  # elements of a part where compilers make vectors of bytes
MANY = 2 * WIDE  # in a row of such parts


@dataclass(frozen=True, slots=True)
class Rare:
    """The test, and the nest where it fails, which may ask for the next."""

    test: str
    failed: Nest


def rare(nest: Nest, later: bool = False) -> Rare | None:
    """What to test, where enough is left out. `later`: in parts in which another test fails everywhere, whose elements are alike: all that
    is left out counts, dear or not."""
    if not _plain(nest):
        return None
    along = varying(nest.body, nest.axes[-1].symbol)
    tests = {i.args[0] for i in nest.body if i.op == "select"} & along
    left = {test: without(nest, test) for test in sorted(tests)}
    saved = {test: _dear(nest.body, along) - _dear(left[test].body, along) for test in left}
    cost = {test: _cost(nest, test, along) for test, left_out in saved.items() if left_out >= LEAST}
    angles = {test: _angled(nest, test, left[test]) for test in cost}
    gained = {test: _left_out(nest, left[test], along) if later else saved[test] for test in cost}
    worth = [(saved[test], cost[test], test) for test in cost if gained[test] >= TIMES * cost[test] and not angles[test]]
    if not worth:
        return None
    *_, test = max(worth)  # of those that leave out the same, the one that asks for most
    return Rare(test, left[test])


def _left_out(nest: Nest, failed: Nest, varying: set[str]) -> int:
    """All that is left out, dear or not."""
    kept = {i.name for i in failed.body}
    return sum(DEAR.get(i.op, 1) for i in nest.body if i.name in varying - kept and isinstance(i.element, Format))


def _angled(nest: Nest, test: str, failed: Nest) -> bool:
    """Whether sines, cosines or tangents are taken where the test fails, or for it, or beside reductions, which go by their own lanes."""
    angles = {i.name for i in nest.body if i.op in RANGED}
    return bool(angles) and (bool(nest.reductions) or not angles.isdisjoint({i.name for i in failed.body} | needed_by(nest.body, {test})))


def _cost(nest: Nest, test: str, varying: set[str]) -> int:
    needed = needed_by(nest.body, {test})
    return sum(DEAR.get(i.op, 1) for i in nest.body if i.name in needed & varying)


def _plain(nest: Nest) -> bool:
    laned = all(r.op in LANED for r in nest.reductions) and (nest.lanes or not nest.reductions)
    if not nest.axes or nest.axes[-1].symbol in nest.sequential or nest.hole or nest.begin is not None or not laned:
        return False
    if _bytes(nest) and (nest.reductions or (nest.axes[-1].extent.constant or MANY) < MANY):
        return False
    return not any(i.guard or i.where or isinstance(i.value, Border) for i in nest.body)


def _bytes(nest: Nest) -> bool:
    """Whether bytes are read or written, of which vectors hold more than other parts have."""
    return any(i.access and i.element in BYTES for i in nest.body)


def _dear(body: tuple[Instr, ...], varying: set[str]) -> int:
    return sum(DEAR.get(i.op, 0) for i in body if i.name in varying and isinstance(i.element, Format))


def without(nest: Nest, test: str) -> Nest:
    """The nest where `test` fails: choices take their other side, and what nobody needs is left out."""
    false, instead = {test}, dict[str, str]()
    places = {s for i in nest.body for size in i.sizes for s in size.symbols()}
    body: list[Instr] = []
    for i in nest.body:
        i = replace(i, args=tuple(instead.get(a, a) for a in i.args))
        if i.op == "bit_and" and i.element == "bool" and false & {*i.args}:
            false.add(i.name)
        if i.op == "select" and i.args[0] in false and i.name not in places:
            instead[i.name] = i.args[2]
        else:
            body.append(i)
    reductions = tuple(replace(r, args=tuple(instead.get(a, a) for a in r.args)) for r in nest.reductions)
    stored = {a for i in body if i.op == "store" for a in taken(i)}
    needed = needed_by(tuple(body), stored.union(*(r.args for r in reductions)))
    return replace(nest, body=tuple(i for i in body if i.op == "store" or i.name in needed), reductions=reductions)


class RarePrinter(StreamPrinter):
    """The innermost loop in parts, each in one of two versions."""

    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        self.rare = None if self.streams or self.staged else rare(nest)
        self.part = self._part()

    def _part(self) -> int:
        """How many elements compilers take at a time: truth values may be as wide as numbers (precis.emit.cpu.wide_truths)."""
        if any(i.access and self.out.buffers[i.access.buffer].element in BYTES for i in self.nest.body):
            return WIDE
        along = varying(self.nest.body, self.nest.axes[-1].symbol)
        return 16 if all(_narrow(i.element) for i in self.nest.body if i.name in along) else 8

    def _one_row(self) -> bool:
        return self.staged and super()._one_row()

    def _adds_rest(self) -> bool:
        return super()._adds_rest() and self.rare is None

    def _open_loop(self, depth: int) -> None:
        if self.rare is None or depth < self.rank - 1:
            super()._open_loop(depth)
            return
        out, extent = self.out, self.size(self.nest.axes[depth].extent)
        if self.nest.reductions:
            lanes = "count()" if self._many_rows() else "pr::LANES"
            parts = f"pr::rare_terms<{self.part}, {lanes}>({extent}"
        else:
            first, end = out.fresh("first"), out.fresh("end")
            self._open_for(depth, first, extent, str(self.part))
            out.line(f"const int64_t {end} = pr::size_min({extent}, {first} + {self.part});")
            parts = f"pr::rarely<{self.part}>({first}, {end}"
        out.open(f"{parts}, pr::unless([&]({self._index()}) PR_BODY")
        self._either(self, self.rare, VERSIONS - 1, self._some())

    def _index(self) -> str:
        return f"const int64_t i{self.rank - 1}"

    def _some(self) -> str:
        """How the body begins for parts in which the test holds somewhere."""
        return f"pr::angled([&]({self._index()}) PR_BODY {{" if self.ranged else self._body()

    def _body(self, *flags: str) -> str:
        return f"[&]({', '.join((self._index(), 'const auto lane', *flags))}) PR_BODY {{"

    def _either(self, mine: RarePrinter, choice: Rare, more: int, some: str) -> None:
        """The test, and the version for parts in which it fails everywhere, which may be two again; what follows stands in `some`."""
        mine._tested(choice.test)
        inner, following = mine._version(choice.failed), rare(choice.failed, later=True) if more else None
        if following:
            self._next(f"}}, pr::unless([&]({self._index()}) PR_BODY {{")
            self._either(inner, following, more - 1, self._body())
        else:
            self._next(f"}}, {self._body()}")
        inner._instructions(inner.rank)
        if inner.nest.reductions:
            inner._accumulate()
        self._next(f"}}{')' * bool(following)}, {some}")
        if some != self._body():
            self._look_at_part()
            self._next(f"}}, {self._body('const bool exact')}")

    def _next(self, text: str) -> None:
        """Between two of the functions that are handed over."""
        self.out.close(text)
        self.out.depth += 1

    def _look_at_part(self) -> None:
        """Is any argument beyond the moderate ones?"""
        text = dict(self.text)
        self._instructions(self.rank, self._needed([x.args[0] for x in self.ranged.values()]))
        arguments = dict.fromkeys(self.text[x.args[0]] for x in self.ranged.values())
        self.out.line(f"return {' | '.join(f'pr::is_far({spell._bare(a)})' for a in arguments)};")
        self.text, self.exact = text, "exact"

    def _tested(self, test: str) -> None:
        text = dict(self.text)
        self._instructions(self.rank, self._needed([test]))
        self.out.line(f"return {spell._bare(self.text[test])};")
        self.text = text

    def _version(self, nest: Nest) -> RarePrinter:
        """The printer of the nest where a test fails: what is not known around it is computed in it."""
        inner = copy(self)
        inner.nest, inner.by_name, inner.text = nest, {i.name: i for i in nest.body}, dict(self.text)
        inner.level = {i.name: inner.level[i.name] if i.name in self.text else self.rank for i in nest.body}
        inner.users = inner._users()
        return inner

    def _close_loop(self, depth: int) -> None:
        if self.rare is None or depth < self.rank - 1:
            super()._close_loop(depth)
            return
        self.out.close(f"}}){')' * bool(self.ranged)}{self._and_wide(self._soon(depth)) if self.nest.reductions else ''});")
        if not self.nest.reductions:
            self.out.close("} PR_JOINED" if self.joined and depth == 0 else "}")


def _narrow(element: Element) -> bool:
    return element == "bool" or (isinstance(element, Format) and element.name == "binary32")
