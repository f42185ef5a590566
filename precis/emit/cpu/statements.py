"""Prints the statements of a plan: blocks with their scalars, and control flow."""

from __future__ import annotations

from collections.abc import Iterable

from precis.emit.cpu import spell
from precis.emit.cpu.around import as_function
from precis.emit.cpu.chains import chained
from precis.emit.cpu.kept import kept, kept_within
from precis.emit.cpu.library_calls import LibraryCalls
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.printers import printer_of
from precis.emit.cpu.signs import asks_for_sign
from precis.emit.cpu.strips import StripPrinter, keeping
from precis.emit.cpu.tallying import RowPrinter
from precis.emit.cpu.unroll import by_compiler
from precis.emit.cpu.vector import only_tallies
from precis.emit.cpu.whole_parts import numbers_turned_back
from precis.emit.plan.checks import FIRST, LENGTHS, Place, is_check, place_of
from precis.emit.plan.kernels import (
    WORKSPACE,
    Allocate,
    Buffer,
    Contract,
    If,
    Loop,
    Nest,
    Plan,
    Rotate,
    Routine,
    Settle,
    SizeBind,
    Statement,
    Strips,
    While,
)
from precis.emit.plan.reserved import reserved
from precis.emit.plan.walking import accesses, blocks_of
from precis.ir.shapes import ONE
from precis.ir.size import Size, product

LOCAL = 32  # elements of an array that is a local variable, if it is known to have no more


class BlockPrinter(LibraryCalls):
    """The text of a plan's statements, with the names that they use; `checks`: where they end the run (precis.emit.plan.checks)."""

    checks: tuple[Place, ...] = ()

    def __init__(self, plan: Plan):
        names = {b.name: spell.identifier(b.original, k) for k, b in enumerate(plan.buffers.values())}
        symbols = {s: spell.identifier(s, f"n{k}") for k, s in enumerate(plan.sizes)}
        super().__init__(plan, Printer(plan.buffers, names, symbols, turned_back=numbers_turned_back(plan.statements)))
        self.kept: dict[int, StripPrinter | RowPrinter] = {}
        self.within: dict[int, list[StripPrinter | RowPrinter]] = {}
        self.reserved = reserved(plan)
        self.going_on: dict[int, NestPrinter] = {}

    def _statements(self) -> None:
        """All of them, between what nests in loops keep from one iteration to the next."""
        self.within = {id(s): self._keepers(nests) for s, nests in kept_within(self.plan)}
        with keeping(self._keepers(kept(self.plan))):
            self._block(self.plan.statements, set())

    def _keepers(self, nests: Iterable[Nest]) -> list[StripPrinter | RowPrinter]:
        """The printers of nests that may keep their accumulators."""
        found: list[StripPrinter | RowPrinter] = []
        for nest in nests:
            printer = StripPrinter if only_tallies(nest) else printer_of(nest)
            if issubclass(printer, (StripPrinter, RowPrinter)):
                found.append(printer(self.out, nest))
                self.kept[id(nest)] = found[-1]
        return found

    def _bind(self, s: SizeBind) -> None:
        out, source = self.out, self.out.names[s.source]
        if is_check(s):
            out.line(f"{spell.ALIKE if s.most == LENGTHS else spell.INSIDE}{source}, {self._status(s)});")
            return
        if s.threads is not None:
            source = f"PR_STRIP({source}, {spell.size(s.threads, out.symbols.__getitem__)})"
        unused = "" if s.most is None else "[[maybe_unused]] "
        found = f"pr::room({source})" if s.reserved else source if s.most is None else f"{spell.AT_MOST}{source}, {self._most(s, s.most)})"
        out.line(f"{unused}const int64_t {out.bind(s.symbol, 'n')} = {found};")

    def _most(self, s: SizeBind, most: Size) -> str:
        """How many items there is room for, and what is returned where that is not enough."""
        found = spell.size(most, self.out.symbols.__getitem__)
        return found if most.symbols() & self.reserved else f"{found}, {self._status(s)}"

    def _status(self, s: SizeBind) -> int:
        """What is returned where a statement ends the run."""
        return FIRST + self.checks.index(place_of(s))

    def _allocate(self, b: Buffer) -> None:
        extent = b.capacity or product(b.shape)
        count = spell.size(extent, self.out.symbols.__getitem__)
        name, type_ = self.out.names[b.name], spell.memory_type(b.element)
        if self.reserved & extent.symbols():
            declared = f"pr::Reserved<{type_}> {name}_memory;"
            self.out.line(declared) if self.out.held is None else self.out.held.append(declared)
            self.out.line(f"{type_}* {name} = {name}_memory.of({count});")
            return
        if self.out.held is not None:
            self.out.held.append(f"pr::Held<{type_}> {name}_memory;")
            self.out.line(f"{type_}* {name} = {name}_memory.of({count});")
            return
        local = extent.constant is not None and 0 < extent.constant <= LOCAL
        self.out.line(f"pr::Local<{type_}, {extent.constant}> {name}_memory;" if local else f"pr::Memory<{type_}> {name}_memory({count});")
        self.out.line(f"{type_}* {name} = {name}_memory.data;")

    def _repeated(self, s: Loop | Strips | While, declared: set[str]) -> None:
        """A loop; memory that its iterations ask for is declared in front of the outermost one, unless threads share the iterations."""
        out = self.out
        apart, around, front = isinstance(s, Strips) and not s.ordered, out.held, len(out.lines)
        out.held = None if apart else [] if around is None else around
        with as_function(out, s, self.kept, declared, self.plan.example):
            if isinstance(s, Loop):
                self._loop(s, declared)
            else:
                self._strips(s, declared) if isinstance(s, Strips) else self._while(s, declared)
        if around is None and out.held:
            out.lines[front:front] = ["    " * out.depth + line for line in out.held]
        out.held = around

    def _block(self, statements: tuple[Statement, ...], declared: set[str]) -> None:
        """Statements of one block; scalars are declared in the innermost block that holds all their accesses."""
        here = {n for n in scalars_of(statements, self.plan) if n not in declared}
        declared = declared | here
        pending = {n: spell.register_type(self.out.buffers[n].element) for n in sorted(here)}
        for s in statements:
            self._sites(s)
            self._put(s, pending, declared)

    def _put(self, s: Statement, pending: dict[str, str], declared: set[str]) -> None:
        """One statement; the scalars among those `pending` that it needs are declared with it."""
        reads, writes = accesses(s)
        if isinstance(s, Nest):
            loaded = {i.access.buffer for i in s.body if i.op == "load" and i.access}
            self._declare({n: pending.pop(n) for n in list(pending) if n in loaded or n in reads - writes})
            self.out.declare = pending
            printer = self.kept.get(id(s)) or self.going_on.get(id(s)) or printer_of(s)(self.out, s)
            printer.print()
            self.out.declare = {}
        else:
            self._declare({n: pending.pop(n) for n in list(pending) if n in reads | writes})
            self._statement(s, declared)

    def _declare(self, scalars: dict[str, str]) -> None:
        for name, type_ in scalars.items():
            self.out.line(f"{type_} {self.out.names[name]} = 0;")

    def _sites(self, s: Statement) -> None:
        sites = getattr(s, "sites", ())
        if sites:
            self.out.line("// " + spell.comment(", ".join(sites)))

    def _statement(self, s: Statement, declared: set[str]) -> None:
        out = self.out
        if isinstance(s, (Loop, Strips, While)):
            self._repeated(s, declared)
        elif isinstance(s, If):
            out.open(f"if ({out.names[s.test]})")
            if s.guessed:
                out.line("PR_GUESSED;")
            self._block(s.then, declared)
            out.close("} else {")
            out.depth += 1
            self._block(s.otherwise, declared)
            out.close()
        elif isinstance(s, Rotate):
            self._rotate(s)
        elif isinstance(s, SizeBind):
            self._bind(s)
        elif isinstance(s, Allocate):
            self._allocate(out.buffers[s.buffer])
        elif isinstance(s, Settle):
            self._settle(s)
        elif isinstance(s, Contract):
            self._contract(s, declared)
        elif isinstance(s, Routine):
            self._routine(s)

    def _loop(self, s: Loop, declared: set[str]) -> None:
        if not asks_for_sign(s):
            self._counted(s, declared)
            return
        out, start = self.out, spell.size(s.start, self.out.symbols.__getitem__)
        over = out.fresh("over")
        out.open(f"const auto {over} = [&](const auto negative) PR_BODY")
        self._counted(s, declared, "PR_NEVER(!negative() && {} < 0);")
        out.close("};")
        out.line(f"if ({start} < 0) {over}(std::true_type());")
        out.line(f"else {over}(std::false_type());")

    def _while(self, s: While, declared: set[str]) -> None:
        out = self.out
        out.open("for (;;)")
        self._block(s.condition, declared)
        out.line(f"if (!{out.names[s.test]}) break;")
        self._block(s.body, declared)
        out.close()

    def _counted(self, s: Loop, declared: set[str], first: str = "") -> None:
        """The loop itself; `first`: a line about its index with which the body begins."""
        out = self.out
        name = out.bind(s.index, "k")
        out.halfway[s.index] = s.start + s.trips // 2 * s.step
        start = spell.size(s.start, out.symbols.__getitem__)
        end = spell.size(s.start + s.trips * s.step, out.symbols.__getitem__)
        step = {1: f"++{name}", -1: f"--{name}"}.get(s.step, f"{name} += {s.step}")
        if by_compiler(s):
            out.line("PR_WRITTEN_OUT")
        out.open(f"for (int64_t {name} = {start}; {name} {'<' if s.step > 0 else '>'} {end}; {step})")
        if first:
            out.line(first.format(name))
        with keeping(self.within.get(id(s), ())):
            self._block(s.body, declared)
        for total in chained(s):
            out.line(f"PR_ONE_BY_ONE({out.names[total]});")
        out.close()

    def _strips(self, s: Strips, declared: set[str]) -> None:
        out = self.out
        extent, length, work = (spell.size(x, out.symbols.__getitem__) for x in (s.extent, s.length, s.work))
        step, name = out.fresh("length"), out.bind(s.index, "")
        going_on = self._going_on(s)
        out.line(f"const int64_t {step} = {f'PR_STRIP({length}, {extent})' if s.shifted else length};")
        one_by_one = f"for (int64_t {name} = 0; {name} < {extent}; {name} += {step})"
        out.open(one_by_one if s.ordered else f"PR_SHARED({work}, {name}, 0, {extent}, {step})")
        if s.length != ONE or s.shifted:
            out.line(f"const int64_t {out.bind(s.count, '')} = pr::size_min({step}, {extent} - {name});")
        out.shared = not s.ordered
        self._block(s.body, declared)
        out.shared = False
        out.close("}" if s.ordered else "} PR_JOINED")
        for printer in going_on:
            printer._store_accumulators()

    def _going_on(self, s: Strips) -> list[NestPrinter]:
        """Printers of the nests whose sums go on from one strip to the next, which begin here."""
        nests = [n for n in s.body if isinstance(n, Nest) and any(r.kept == 0 and r.op != "tally" for r in n.reductions)]
        printers = [printer_of(n)(self.out, n) for n in nests]
        for n, printer in zip(nests, printers):
            printer.going_on = True
            printer._declare_accumulators()
            self.going_on[id(n)] = printer
        return printers

    def _rotate(self, s: Rotate) -> None:
        """Pointers take one another's places, all at once: two by two where they are exchanged, the others by way of copies."""
        names, pairs = self.out.names, set(s.pairs)
        if s.threads:
            for a, b in (pair for pair in s.pairs if pair[0] < pair[1]):
                self.out.line(f"PR_BEHIND(void(), std::swap({names[a]}, {names[b]}));")
            return
        rest = [(a, b) for a, b in s.pairs if a == b or (b, a) not in pairs]
        for a, b in s.pairs:
            if (a, b) not in rest and a < b:
                self.out.line(f"std::swap({names[a]}, {names[b]});")
        if not {a for a, _ in rest} & {b for _, b in rest}:
            for a, b in rest:
                self.out.line(f"{names[a]} = {names[b]};")
            return
        self.out.open("")
        for k, (_, b) in enumerate(rest):
            self.out.line(f"const auto r{k} = {names[b]};")
        for k, (a, _) in enumerate(rest):
            self.out.line(f"{names[a]} = r{k};")
        self.out.close()

    def _settle(self, s: Settle) -> None:
        """Results whose pointers were exchanged may lie in each other's memory: all leave before any comes home."""
        moves = []
        for b in (self.out.buffers[n] for n in s.buffers):
            name, count = self.out.names[b.name], spell.size(product(b.shape), self.out.symbols.__getitem__)
            home = f"reinterpret_cast<{spell.memory_type(b.element)}*>(args.{name})"
            moves.append((name, home, count))
        if len(moves) > 1:
            for name, home, count in moves:
                self.out.line(f"pr::Stash {name}_moved({name}, {home}, {count});")
        for name, home, count in moves:
            self.out.line(f"{name}_moved.settle();" if len(moves) > 1 else f"pr::settle({name}, {home}, {count});")


def scalars_of(statements: tuple[Statement, ...], plan: Plan) -> set[str]:
    """Scalar workspaces that more than one statement of the block uses, or a nest of it."""
    seen: set[str] = set()
    shared: set[str] = set()
    for s in statements:
        parts = blocks_of(s)
        here = frozenset().union(*accesses(s))
        inner = [frozenset().union(*(n for t in block for n in accesses(t))) for block in parts]
        many = {n for n in here if sum(n in block for block in inner) != 1 or not parts or _own(s, n)}
        shared |= many | (here & seen)
        seen |= here
    return {n for n in shared if plan.buffers[n].role == WORKSPACE and not plan.buffers[n].shape}


def _own(s: Statement, name: str) -> bool:
    return isinstance(s, (While, If)) and s.test == name
