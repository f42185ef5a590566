"""Prints nests: loops and accumulators, each scalar at the depth of the innermost axis that it depends on."""

from __future__ import annotations

from precis.emit.cpu import spell
from precis.emit.cpu.nest_facts import EXTREMES, LANED
from precis.emit.cpu.parallel import work
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.scalars import ScalarPrinter
from precis.emit.cpu.staged import as_wide_as_numbers
from precis.emit.cpu.truth_strips import Flags, flags, widened
from precis.emit.plan.kernels import Access, Nest, Reduction
from precis.emit.plan.select import SLOW
from precis.ir.order import LANES, LONG, SHORT
from precis.ir.size import product


class NestPrinter(ScalarPrinter):
    truths = Flags()  # those that are copied

    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        self.joined = False  # whether the outermost loop is one that threads share
        self.truths = self._copied(out)
        self.copies: dict[Access, str] = {}  # what the copies are called in which truth values of a strip lie
        self.sums = self._accumulators()

    def _copied(self, out: Printer) -> Flags:
        """The truth values in memory that are as wide as numbers while a row is gone through."""
        if self.staged:
            return flags(self.nest, out.buffers)
        numbers = self._searches() and self.nest.reductions[0].element != "bool"
        return widened(self.nest, out.buffers) if numbers else Flags()

    def _widens(self) -> bool:
        return bool(self.truths)

    def print(self) -> None:
        kept = self.nest.reductions[0].kept if self.nest.reductions else self.rank
        for depth in range(self.rank + 1):
            if depth == kept and self.nest.reductions and not self.going_on:
                self._open_row()
                self._declare_accumulators()
            self._instructions(depth)
            if depth < self.rank:
                self._open_loop(depth)
        if self.nest.reductions:
            self._accumulate()
        for depth in range(self.rank, -1, -1):
            if depth == kept and self.nest.reductions and not self.going_on:
                self._store_accumulators()
                self._close_row()
            if depth:
                self._close_loop(depth - 1)

    def _open_row(self) -> None:
        if self._many_rows():
            self._declare_targets()
            self.out.open(f"pr::with_lanes({self.size(self.nest.axes[-1].extent)}, [&](const auto count) PR_BODY")

    def _declare_targets(self) -> None:
        """Declare scalars that the nest reduces to where these outlive it."""
        for r in self.nest.reductions:
            if (type_ := self.out.declare.pop(r.target.buffer, None)) is not None:
                self.out.line(f"{type_} {self.out.names[r.target.buffer]};")

    def _close_row(self) -> None:
        if self._many_rows():
            self.out.close("});")

    def _open_loop(self, depth: int) -> None:
        extent = self.size(self.nest.axes[depth].extent)
        if self._laned(depth) and self._one_row():
            self._open_one_row(depth, extent)
            return
        if self._laned(depth):
            given = "auto&& add" if self._adds_rest() else "const auto lane"
            if self.truths:
                self._open_strips(depth, extent)
                return
            self.out.open(f"{self._in_lanes(extent)}, [&](const int64_t i{depth}, {given}) PR_BODY")
            return
        self._open_for(depth, f"i{depth}", extent, innermost=depth == self.rank - 1 and self._independent(depth))
        if self.nest.hole and depth == self.rank - 1:
            self._skip_hole()

    def _one_row(self) -> bool:
        return super()._one_row() and (not self.truths or self._searches())

    def _open_one_row(self, depth: int, extent: str) -> None:
        type_, row = self._row()
        made = f"const {type_} {self.sums[0]} = {row}({extent}"
        if not self.truths:
            self.out.open(f"{made}, [&](const int64_t i{depth}) PR_BODY")
            return
        held = self._open_copies(depth, made, "pr::BESIDE")
        self.out.close(f"}}, [&](const int64_t i{depth}, const int64_t lane) PR_BODY {{")
        self.out.depth += 1
        self.copies = held

    def _open_copies(self, depth: int, call: str, length: str) -> dict[Access, str]:
        """A call that is told first how to copy the truth values from some place on."""
        held = {a: self.out.fresh("flags") for a in dict.fromkeys((*self.truths.read, *self.truths.stored))}
        self.out.line(f"pr::truth {', '.join(f'{name}[{length}]' for name in held.values())};")
        self.out.open(f"{call}, [&](const int64_t i{depth}, const int64_t here) PR_BODY")
        for a in self.truths.read:
            self.out.line(f"pr::widen(&{self.place(a)}, {held[a]}, here);")
        return held

    def _open_strips(self, depth: int, extent: str) -> None:
        """Strips of a row, before and behind which truth values are copied."""
        held = self._open_copies(depth, f"pr::staged_beside({extent}, {self._wide() or 'false'}", "pr::STAGE")
        self.out.close(f"}}, [&](const int64_t i{depth}, const int64_t here) PR_BODY {{")
        self.out.depth += 1
        for a in self.truths.stored:
            self.out.line(f"pr::narrow({held[a]}, &{self.place(a)}, here);")
        self.out.close(f"}}, [&](const int64_t i{depth}, const auto lane) PR_BODY {{")
        self.out.depth += 1
        self.copies = held

    def place(self, access: Access) -> str:
        return f"{self.copies[access]}[lane]" if access in self.copies else super().place(access)

    def _in_lanes(self, extent: str) -> str:
        """The call that takes a row through lanes, as far as its body."""
        part = ", 16" * self._narrow()
        if self.staged:
            return f"pr::staged_rows({extent}, {wide}" if (wide := self._wide()) else f"pr::staged({extent}"
        if self._adds_rest():
            return f"pr::added<{'count()' if self._many_rows() else 'pr::LANES'}, {16 if part else 8}>({extent}"
        return f"pr::{f'terms<count(){part}>' if self._many_rows() else 'lanes<16>' if part else 'lanes'}({extent}"

    def _behind_lanes(self, depth: int) -> str:
        """What this call is told behind the body."""
        if self._adds_rest():
            before, wide = self._soon(depth) or ", pr::Nothing()", self._wide() or "false"
            return f"{before}, {wide}, {', '.join(self.sums)}"
        return f", {', '.join(dict.fromkeys(self.sums))}" if self.staged else self._and_wide(self._soon(depth))

    def _adds_rest(self) -> bool:
        """Whether the body hands its terms to what adds them to all accumulators at once (pr::added): where rows end in sums of their own,
        or leave much of a vector over, of dear terms, and nothing is stored beside them, which vectors in part are slow at."""
        plain = self.nest.lanes and not self.staged and not self._one_row() and all(r.op in LANED for r in self.nest.reductions)
        return plain and (self._many_rows() or self._narrow()) and self._dear() and not any(i.op == "store" for i in self.nest.body)

    def _dear(self) -> bool:
        """Whether a term costs more than being taken out of a vector."""
        return any(i.op in SLOW for i in self.nest.body)

    def _narrow(self) -> bool:
        """Whether 16 terms make a vector."""
        held = {spell.register_type(e) for r in self.nest.reductions for e in (r.work, r.element)}
        return held == {"float"} and all(r.op != "tally" for r in self.nest.reductions)

    def _open_for(self, depth: int, index: str, end: str, step: str = "1", innermost: bool = False) -> None:
        """A loop, with what is known of its iterations: threads may share them, or they are independent."""
        if depth == 0 and self._shared():
            self.joined = True
            self.out.open(self._shared_for(index, "0", end, step, innermost))
        else:
            if innermost:
                self.out.line("PR_INDEPENDENT")
            self.out.open(f"for (int64_t {index} = 0; {index} < {end}; {f'++{index}' if step == '1' else f'{index} += {step}'})")
        if innermost and self._by_bytes(depth):
            self.out.line("PR_BY_BYTES;")

    def _shared_for(self, index: str, begin: str, end: str, step: str, independent: bool) -> str:
        """The head of a loop that threads may share; it ends with PR_JOINED."""
        return f"PR_SHARED{'_INDEPENDENT' * independent}({spell.size(work(self.nest), self._symbol)}, {index}, {begin}, {end}, {step})"

    def _close_loop(self, depth: int) -> None:
        if not self._laned(depth):
            self.out.close("} PR_JOINED" if self.joined and depth == 0 else "}")
            return
        self.out.close("});" if self._one_row() else f"}}{self._behind_lanes(depth)});")
        self.copies = {}

    def _soon(self, depth: int) -> str:
        """A further argument: which places are written soon."""
        soon = " ".join(f"pr::soon(&{self.place(a)});" for a in self._written_only(depth))
        return f", [&](const int64_t i{depth}) PR_BODY {{ {soon} }}" if soon else ""

    def _wide(self) -> str:
        """The condition under which short rows have lanes, since several have terms enough together (precis.ir.order); "" where they never
        do."""
        kept, last = min((r.kept for r in self.nest.reductions if r.op in LANED), default=self.rank), self.nest.axes[-1].extent
        if not self.nest.lanes or kept >= self.rank - 1 or not SHORT <= (last.constant or SHORT) < LONG:
            return ""
        extents = [a.extent for a in self.nest.axes[kept:]]
        whole = [self.nest.whole, *extents[1:]] if kept == 0 and self.nest.whole else extents
        terms = product(whole)
        return "" if (terms.constant or LANES) < LANES else f"{self.size(terms)} >= pr::LANES"

    def _and_wide(self, before: str) -> str:
        """`before`, an argument that may be absent, and the condition behind it, where there is one."""
        return f"{before or ', pr::Nothing()'}, {wide}" if (wide := self._wide()) else before

    def _skip_hole(self) -> None:
        inside = " && ".join(f"i{k} >= {self.size(low)} && i{k} < {self.size(high)}" for k, (low, high) in enumerate(self.nest.hole))
        last = self.rank - 1
        self.out.open(f"if ({inside})")
        self.out.line(f"i{last} = {self.size(self.nest.hole[last][1] - 1)};")
        self.out.line("continue;")
        self.out.close()

    def _accumulators(self) -> list[str]:
        """A name per reduction. What a row tallies goes to one accumulator, and rows that tally the same share it: adding
        once more costs arithmetic, an accumulator costs six registers."""
        added: dict[Access, list[tuple[str, ...]]] = {}
        for r in self.nest.reductions:
            if r.op == "tally":
                added.setdefault(r.target, []).append(r.args)
        names: dict[tuple[tuple[str, ...], ...], str] = {}
        for terms in map(tuple, added.values()):
            if terms not in names:
                names[terms] = self.out.fresh("s")
        return [names[tuple(added[r.target])] if r.op == "tally" else self.out.fresh("s") for r in self.nest.reductions]

    def _declare_accumulators(self) -> None:
        if self._one_row():
            return
        for name, r in dict(zip(self.sums, self.nest.reductions)).items():
            self.out.line(f"{self._accumulator(r)} {name};")

    def _row(self, dear: str = "pr::DEAR") -> tuple[str, str]:
        """(type of the sum of one row, the function that sums it); what it is told of terms that are dear."""
        (r,) = self.nest.reductions
        if r.op in EXTREMES:
            found = f"pr::Is{EXTREMES[r.op]}, {spell.register_type(r.element)}"
            return "int64_t", f"pr::arg_beside<{found}>" if self.truths else f"pr::arg_row<{found}{', pr::SPREAD' * self._spread()}>"
        type_, rounding = self._held(r)
        terms = f", pr::STAGED{'_WIDE' * self._waits_wide(r)}" if self.staged else f", {dear}" if self._dear() else ""
        return type_, f"pr::row<pr::{LANED[r.op]}, {type_}{rounding or ', pr::Unrounded' * bool(terms)}{terms}>"

    def _accumulator(self, r: Reduction) -> str:
        type_ = spell.register_type(r.element)
        if r.op in EXTREMES:
            return f"pr::ArgExtreme<{type_}, pr::Is{EXTREMES[r.op]}>"
        lanes = "count()" if self._many_rows() else "pr::LANES" if self.nest.lanes and self.rank else "1"
        if r.op == "tally":
            return f"pr::Tally<{type_}, {lanes}>"
        type_, rounding = self._held(r)
        made = f"pr::{LANED[r.op]}<{type_}, {lanes}{rounding}>"
        return f"pr::Waiting<{made}{', pr::truth' * self._waits_wide(r)}>" if self.staged else made

    def _waits_wide(self, r: Reduction) -> bool:
        """Whether terms wait as truth values that are as wide as numbers: what compares alone is faster with 64 at a time."""
        held = (*self.truths.read, *self.truths.stored)
        return r.work == "bool" and self._dear() and as_wide_as_numbers(self.nest, self.out.buffers, held)

    def _held(self, r: Reduction) -> tuple[str, str]:
        """(type of an accumulator, its rounding after every step)."""
        type_, work = spell.register_type(r.element), spell.register_type(r.work)
        if spell.soft(r.element):
            return work, f", {spell.rounding(r.element)}"  # type: ignore[arg-type]
        return work, "" if work == type_ else f", pr::Round<{type_}>"

    def _accumulate(self) -> None:
        if self._one_row():
            self.out.line(f"return {spell._bare(self.text[self.nest.reductions[0].args[0]])};")
            return
        if self.rank and self._adds_rest():
            self.out.line(f"add({', '.join(spell._bare(self.text.get(r.args[0], r.args[0])) for r in self.nest.reductions)});")
            return
        lane = "lane" if self.nest.lanes and self.rank else "0"
        first: dict[str, Access] = {}
        for r, name in zip(self.nest.reductions, self.sums):
            if first.setdefault(name, r.target) == r.target:
                self.out.line(f"{name}.add({lane}, {', '.join(spell._bare(self.text.get(a, a)) for a in r.args)});")

    def _store_accumulators(self) -> None:
        for (name, _), r in {(n, r.target): r for n, r in zip(self.sums, self.nest.reductions)}.items():
            if r.op == "tally":
                self.out.line(f"{name}.add_to(&{self.place(r.target)});")
                continue
            target = self.out.buffers[r.target.buffer].element
            total = self._in_element(r, name if self._one_row() else f"{name}.result()")
            self._assign(r.target, spell.cast(total, r.element, target))

    def _in_element(self, r: Reduction, text: str) -> str:
        """A result in the registers of its element; steps in a wider format leave it in theirs, rounded."""
        type_ = spell.register_type(r.element)
        return text if spell.register_type(r.work) == type_ else f"{type_}({text})"
