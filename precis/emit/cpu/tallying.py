"""What printers of nests that tally in vectors have in common: the accumulators of what is tallied."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from precis.emit.cpu import spell
from precis.emit.cpu.factors import Factor
from precis.emit.cpu.levels import still
from precis.emit.cpu.moderate import RANGED
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.tallied import DIGITS, RANGE, SHARE, SIZE, Step, Tallied
from precis.emit.plan.kernels import Element, Nest, Reduction
from precis.emit.plan.walking import accesses, symbols_used
from precis.formats import Format

STEMS = {RANGE: "r", DIGITS: "d", SIZE: "a", SHARE: "s"}  # of names of accumulators

Rows = tuple[tuple[Any, ...], ...]  # places of rows, each with the factors of what goes there
Names = Mapping[str, Sequence[str]]  # kind -> what its accumulators are called


class TallyPrinter(NestPrinter):
    """A tally is kept in parts (precis.emit.cpu.tallied)."""

    called = True

    def _staged(self) -> bool:
        return False

    def _adds_rest(self) -> bool:
        return False

    def _collected(self) -> list[str]:
        self.tallied = Tallied(self.nest, still(self.nest))
        added = [a for r in self.nest.reductions if r.op != "tally" for a in r.args]
        return [*added, *(a for step in self.tallied.steps() for a in step.scalars), *sorted(self.tallied.factors)]

    def _accumulators(self) -> list[str]:
        self.accumulators = {kind: [self.out.fresh(STEMS[kind]) for _ in parts.rows] for kind, parts in self.tallied.parts.items()}
        return ["" if r.op == "tally" else self.out.fresh("s") for r in self.nest.reductions]

    def _declare_accumulators(self) -> None:
        for kind, name, _ in self._each():
            self.out.line(f"pr::{kind} {name};")

    def _add(self, step: Step, text: Mapping[str, str], into: Names) -> None:
        """Emit one step; `text` spells scalars, `into` accumulators."""
        text = {"": "1.0", **text}
        weight = self.out.fresh("w") if step.pairs else ""
        if step.weight:
            call = f"{self._named(into, RANGE, step.weight)}.add(part, {spell._bare(text[step.weight])});"
            self.out.line(f"const auto {weight} = {call}" if weight else call)
        if step.digits:
            self.out.line(f"{self._named(into, DIGITS, step.digits)}.add(part, {spell._bare(text[step.digits])});")
        for g in step.sizes:
            self.out.line(f"{self._named(into, SIZE, g)}.add(part, {spell._bare(text[g])});")
        for pair in step.pairs:
            self.out.line(f"{self._named(into, SHARE, pair)}.add(part, {spell._bare(text[pair[0]])}, {weight});")

    def _pass(self, steps: Sequence[Step], loop: str, read: Callable[[str], str]) -> None:
        """Some weights of a strip of pairs, with accumulators in registers, in a `loop` over its vectors; `read` spells a scalar in it."""
        here = {kind: list(names) for kind, names in self.accumulators.items()}
        used = list(dict.fromkeys(part for step in steps for part in self.tallied.used(step)))
        self.out.open("")
        for kind, k in used:
            here[kind][k] = self.out.fresh(STEMS[kind])
            self.out.line(f"pr::{kind} {here[kind][k]} = {self.accumulators[kind][k]};")
        self.out.open(f"{loop}, [&](const int64_t at, const auto part) PR_BODY")
        values = {a: self.out.fresh("v") for step in steps for a in step.scalars}
        for a, name in values.items():
            self.out.line(f"const auto {name} = {spell._bare(read(a))};")
        for step in steps:
            self._add(step, values, here)
        self.out.close("});")
        for kind, k in used:
            self.out.line(f"{self.accumulators[kind][k]} = {here[kind][k]};")
        self.out.close()

    def _named(self, names: Names, kind: str, what: Any) -> str:
        """The accumulator that takes `what`."""
        return names[kind][self.tallied.parts[kind].of[what]]

    def _each(self) -> Iterator[tuple[str, str, Rows]]:
        """(kind, name, rows with their factors) of each accumulator."""
        for kind, names in self.accumulators.items():
            for name, rows in zip(names, self.tallied.parts[kind].rows):
                yield kind, name, rows

    def _store_accumulators(self) -> None:
        for kind, name, rows in self._each():
            self._add_to_rows(kind, name, rows)

    def _add_to_rows(self, kind: str, name: str, rows: Rows) -> None:
        once = dict.fromkeys(rows) if kind in (RANGE, DIGITS) else rows
        goals = (f"{{&{self.place(target)}, {self._factor(*factors)}{_rounded(kind, factors)}}}" for target, *factors in once)
        self.out.line(f"{name}.add_to({{{', '.join(goals)}}});")

    def _factor(self, first: Factor, of_weight: Factor | None = None, power: float = 1.0) -> str:
        """The product of factors; with a weight that is no number nothing counts."""
        power *= first.power * (of_weight.power if of_weight else 1.0)
        scalars = [self._scalar(first.scalar)] if first.scalar else []
        scalars += [f"pr::counted({spell._bare(self._scalar(of_weight.scalar))})"] if of_weight and of_weight.scalar else []
        return " * ".join([repr(power)] * (power != 1.0 or not scalars) + scalars)

    def _scalar(self, name: str) -> str:
        """A factor; constants among them stand in no loop where nothing else wants them."""
        i = self.by_name[name]
        return spell.constant(i.value, i.element) if i.op == "const" else self.text[name]


def _rounded(kind: str, factors: Sequence[Factor]) -> str:
    """What is said of a row of products with a number: their digits are not those of what is multiplied."""
    return ", true" if kind == RANGE and factors[0].scalar else ""


def in_rows(nest: Nest) -> bool:
    """Whether the nest has axes, and does nothing but tally and add up binary64 numbers along the last one, beside what it stores;
    nests that only add up, if compilers would make no vectors of them."""
    wanted = any(r.op == "tally" for r in nest.reductions) or (bool(nest.reductions) and (_stores_truth(nest) or _takes_angles(nest)))
    return bool(nest.axes) and nest.lanes and not nest.hole and wanted and all(_summed(r, nest) for r in nest.reductions)


def _stores_truth(nest: Nest) -> bool:
    """Whether the nest stores truth values: g++ 12 makes no vectors of loops that do so and add up in lanes."""
    return any(i.op == "store" and i.element == "bool" for i in nest.body)


def _takes_angles(nest: Nest) -> bool:
    """Whether the nest takes sines or cosines and stores something, or adds up each row by itself: g++ 12 makes no vectors of most loops
    that do so in lanes."""
    rows = all(0 < r.kept == len(nest.axes) - 1 for r in nest.reductions)
    return any(i.op in RANGED for i in nest.body) and (rows or any(i.op == "store" for i in nest.body))


def _summed(r: Reduction, nest: Nest) -> bool:
    return r.op in ("tally", "sum") and r.kept < len(nest.axes) and double(r.element) and double(r.work)


def double(element: Element) -> bool:
    return isinstance(element, Format) and element.name == "binary64"


class RowPrinter(TallyPrinter):
    """Nests of which `in_rows` holds. A function of its own: compilers allocate registers well in small ones only, and take less time
    for them."""

    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        self.home = ""  # what keeps accumulators from one run of the nest to the next; "" for nothing
        self.inside = False  # whether a function around holds them meanwhile (precis.emit.cpu.around)

    def declare(self) -> None:
        """Before all loops."""
        self.home = self.out.fresh("kept")
        self.out.open("struct")
        for kind, name, rows in self._each():
            for member in self._members(name, rows):
                self.out.line(f"pr::{kind} {member};")
        self.out.close(f"}} {self.home};")

    def enter(self) -> None:
        """At the beginning of a function around: what is kept becomes variables there."""
        self.inside = True
        for kind, name in self._kept_whole():
            self.out.line(f"pr::{kind} {name} = {self.home}.{name};")

    def leave(self) -> None:
        """At its end."""
        self.inside = False
        for _, name in self._kept_whole():
            self.out.line(f"{self.home}.{name} = {name};")

    def _kept_whole(self) -> list[tuple[str, str]]:
        """Kinds and names of the accumulators that go on from one run of the nest to the next."""
        return [(kind, name) for kind, name, rows in self._each() if self.home and name in self._members(name, rows)]

    def finish(self) -> None:
        """Behind all loops."""
        for kind, name, rows in self._each():
            for member, there in self._members(name, rows).items():
                self._add_to_rows(kind, f"{self.home}.{member}", there)

    def _members(self, name: str, rows: Rows) -> dict[str, Rows]:
        """What is kept of an accumulator, and the rows that it goes to in the end: itself, unless the nest finds new factors whenever it
        runs; then one for each row, factors included."""
        if not any(map(self._varies, rows)):
            return {name: rows}
        return {f"{name}_{k}": ((target, Factor()),) for k, target in enumerate(dict.fromkeys(row[0] for row in rows))}

    def _varies(self, row: tuple[Any, ...]) -> bool:
        scalars = (f.scalar for f in row if isinstance(f, Factor) and f.scalar)
        return any(self.by_name[a].op != "const" for a in scalars)

    def _keep(self, kind: str, name: str, rows: Rows) -> None:
        members = self._members(name, rows)
        if name in members:
            if not self.inside:
                self.out.line(f"{self.home}.{name} = {name};")
            return
        member = {there[0][0]: m for m, there in members.items()}
        for target, *factors in rows:
            self.out.line(f"{self.home}.{member[target]}.add({self._factor(*factors)}, {name}{_rounded(kind, factors)});")

    def print(self) -> None:
        self._declare_targets()
        if self.inside:
            self.out.open("")
            super().print()
            self.out.close()
            return
        given = self._given()
        self.out.open(f"[&]({', '.join(f'const auto {name}' for name in given)}) PR_APART")
        super().print()
        self.out.close(f"}}({', '.join(given)});")

    def _given(self) -> list[str]:
        """What is handed over by value, under its own name: stores could change what is reached through references, and everything
        would be loaded again behind each."""
        _, writes = accesses(self.nest)
        touched = [i.access for i in self.nest.body if i.access] + [r.target for r in self.nest.reductions]
        buffers = [a.buffer for a in touched if self.out.buffers[a.buffer].shape or a.buffer not in writes]
        sizes = sorted(self.out.symbols[s] for s in sorted(symbols_used(self.nest)) if s in self.out.symbols)
        return [name for name in dict.fromkeys([*(self.out.names[b] for b in buffers), *sizes]) if name.isidentifier()]

    def _one_row(self) -> bool:
        return False

    def _many_rows(self) -> bool:
        return False  # each has a sum of its own that takes rows of all lengths

    def _declare_accumulators(self) -> None:
        whole = {name for _, name in self._kept_whole()}
        for kind, name, _ in self._each():
            if name not in whole or not self.inside:
                self.out.line(f"pr::{kind} {name}{f' = {self.home}.{name}' * (name in whole)};")
        self._declare_sums()

    def _declare_sums(self) -> None:
        for name in filter(None, self.sums):
            self.out.line(f"pr::RowSum {name};")

    def _and_wide(self, before: str) -> str:
        return before

    def _add_sum(self, name: str, at: str, term: str) -> None:
        """Add a vector of terms, which begins at `at` of its row."""
        wide = f", {found}" if (found := self._wide()) else ""
        self.out.line(f"{name}.add(part, {at}, {self.size(self.nest.axes[-1].extent)}, {spell._bare(term)}{wide});")

    def _store_accumulators(self) -> None:
        for r, name in zip(self.nest.reductions, self.sums):
            if r.op == "sum":
                self._assign(r.target, f"{name}.result()")
        for kind, name, rows in self._each():
            if self.home:
                self._keep(kind, name, rows)
            else:
                self._add_to_rows(kind, name, rows)
