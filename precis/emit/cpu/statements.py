"""Prints the statements of a plan: blocks with their scalars, control flow, and calls of libraries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from precis.emit.cpu import spell
from precis.emit.cpu.arguments import HOST
from precis.emit.cpu.around import as_function
from precis.emit.cpu.chains import chained
from precis.emit.cpu.kept import kept, kept_within
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.printers import printer_of
from precis.emit.cpu.products import OF_FEW, Product, is_of_few, loops_of, number_type, product_of, ways
from precis.emit.cpu.routines import LAPACK, Direct, direct, may_need_host
from precis.emit.cpu.signs import asks_for_sign
from precis.emit.cpu.strips import StripPrinter, keeping
from precis.emit.cpu.tallying import RowPrinter
from precis.emit.cpu.unroll import by_compiler
from precis.emit.cpu.vector import only_tallies
from precis.emit.plan.kernels import (
    WORKSPACE,
    Access,
    Allocate,
    Buffer,
    Contract,
    If,
    Loop,
    Matrix,
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
from precis.emit.plan.maps import linear
from precis.emit.plan.reserved import reserved
from precis.emit.plan.walking import accesses, blocks_of, walk
from precis.ir.shapes import ONE
from precis.ir.size import Size, product

LOCAL = 32  # elements of an array that is a local variable, if it is known to have no more


class BlockPrinter:
    """The text of a plan's statements, with the names that they use."""

    def __init__(self, plan: Plan):
        self.plan = plan
        names = {b.name: spell.identifier(b.original, k) for k, b in enumerate(plan.buffers.values())}
        symbols = {s: spell.identifier(s, f"n{k}") for k, s in enumerate(plan.sizes)}
        self.out = Printer(plan.buffers, names, symbols)
        self.kept: dict[int, StripPrinter | RowPrinter] = {}
        self.within: dict[int, list[StripPrinter | RowPrinter]] = {}
        self.reserved = reserved(plan)
        self.going_on: dict[int, NestPrinter] = {}
        hosted = [s for s in walk(plan.statements) if isinstance(s, Routine) and may_need_host(s)]
        self.routines = {id(s): k for k, s in enumerate(hosted)}

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
        most = "" if s.most is None else spell.size(s.most, out.symbols.__getitem__)
        unused = "" if s.most is None else "[[maybe_unused]] "
        found = f"pr::at_most({source}, {most})" if most else f"pr::room({source})" if s.reserved else source
        out.line(f"{unused}const int64_t {out.bind(s.symbol, 'n')} = {found};")

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

    def _routine(self, s: Routine) -> None:
        """A call of the library or of the runtime's own code, else of the host."""
        out, found = self.out, direct(s)
        if found is None:
            out.open("")
        elif not found.routines:
            self._called(s, found)
            return
        else:
            out.open(f"if ({' && '.join(r[:-1] for r in found.routines)})")
            self._called(s, found)
            out.close("} else {")
            out.depth += 1
        self._hosted(s)
        out.close()

    def _called(self, s: Routine, found: Direct) -> None:
        arrays = [", ".join(map(self._start, o.parts)) for o in (*s.inputs, s.output)]
        if found.include == LAPACK:
            arrays = [f"pr::apart({text})" if len(o.parts) > 1 else text for o, text in zip((*s.inputs, s.output), arrays)]
        kept = [self._start(s.factors)] if s.factors else []
        words = [*(r[:-1] for r in found.routines), *(self._argument(a) for a in found.arguments), *arrays, *kept]
        self.out.line(f"pr::{s.op}({', '.join(words)});")

    def _argument(self, a: Size | bool | float) -> str:
        if isinstance(a, Size):
            return f"int64_t({spell.size(a, self.out.symbols.__getitem__)})"
        return str(a).lower() if isinstance(a, bool) else repr(a)

    def _hosted(self, s: Routine) -> None:
        out = self.out
        pointers = ", ".join(f"(void*)({self._start(a)})" for o in (*s.inputs, s.output) for a in o.parts)
        sizes = ", ".join([*(out.symbols[name] for name in s.sizes), "0"])
        out.line(f"void* const pointers[] = {{{pointers}}};  // {s.op}")
        out.line(f"const int64_t sizes[] = {{{sizes}}};")
        out.line(f"pr::host(args.{HOST}, {self.routines[id(s)]}, pointers, sizes);")

    def _contract(self, s: Contract, declared: set[str]) -> None:
        """A call of the library for each batch, else loops."""
        out = self.out
        sizes = ", ".join(spell.size(d, out.symbols.__getitem__) for d in (s.m, s.n, s.k))
        head = "if"
        for way in ways(s):
            if s.terms:
                large = f"pr::worthwhile(args.{way.routine}, {sizes}, {way.least})"
                rows = [spell.size(d, out.symbols.__getitem__) for d in s.lanes]
                order = f"pr::one_lane({rows[0]}, {rows[1]} >= pr::LANES)" if rows else "true"
                out.line(f"const bool {(name := out.fresh('large'))} = {large};")
                out.open(f"if (pr::{way.test}({spell.size(s.n, out.symbols.__getitem__)}, {name}, {order}))")
                self._strided(s, way, name, declared)
                out.depth -= 1
                break
            more = "" if way.least is None else f", {way.least}"
            more = more if way.count is None else f", {spell.size(way.count, out.symbols.__getitem__)}"
            out.open(f"{head} (pr::{way.test}(args.{way.routine}, {sizes}{more}))")
            self._by_library(s, way, sizes, declared)
            out.depth -= 1
            head = "} else if"
        out.line("} else {")
        out.depth += 1
        if s.otherwise:
            out.tiny = product_of(s).tiny
            self._block(s.otherwise, declared)
            out.tiny = False
        else:
            self._each_product(s, loops_of(s), sizes, declared)
        out.close()

    def _by_library(self, s: Contract, way: Product, sizes: str, declared: set[str]) -> None:
        few = way.name.startswith(OF_FEW) and is_of_few(s, self.plan.example)
        self._each_product(s, f"few_{way.name}" if few else way.name, f"args.{way.routine}, {sizes}", declared)

    def _each_product(self, s: Contract, name: str, words: str, declared: set[str]) -> None:
        """Calls of a function of the runtime, which takes `words` and the matrices of each product."""
        out = self.out
        self._block(s.packing, declared)
        opened = list(self._batches(s))
        matrices = ", ".join(self._matrix(m, number_type(s) if s.parts > 1 else "") for m in (s.a, s.b, s.c))
        out.line(f"pr::{name}({words}, {matrices});")
        for _ in opened:
            out.close()

    def _strided(self, s: Contract, way: Product, large: str, declared: set[str]) -> None:
        """A call for each product of a matrix whose rows or terms lie at several steps; absent axes have one position."""
        out = self.out
        self._block(s.packing, declared)
        with_batch = list(self._batches(s))
        turns = [[(t.extent, t.a, t.c) for t in s.rows], [(t.extent, t.a, t.b) for t in s.terms]]
        names = []
        for found in turns:
            padded = [(ONE, Size(), Size())] * (3 - len(found)) + found
            text = ", ".join("{" + ", ".join(spell.size(x, out.symbols.__getitem__) for x in t) + "}" for t in padded)
            names.append(out.fresh("turns"))
            out.line(f"pr::Turn {names[-1]}[3] = {{{text}}};")
        words = ", ".join([large, spell.size(s.n, out.symbols.__getitem__), *names, *(self._start(m.start) for m in (s.a, s.b, s.c))])
        out.line(f"pr::{way.name}<{s.n.constant or 0}, {number_type(s)}>({words});")
        for _ in with_batch:
            out.close()

    def _batches(self, s: Contract) -> Iterator[str]:
        """Opens the loops over the products of a statement."""
        out = self.out
        for a in s.batch:
            out.symbols[a.symbol] = q = out.fresh("q")
            out.open(f"for (int64_t {q} = 0; {q} < {spell.size(a.extent, out.symbols.__getitem__)}; ++{q})")
            yield q

    def _matrix(self, m: Matrix, number: str) -> str:
        """`number`: the type of elements where it is not that of memory."""
        step, start = spell.size(m.step, self.out.symbols.__getitem__), self._start(m.start)
        start = f"reinterpret_cast<const {number}*>({start})" if number else start
        return f"{{{start}, {step}, {'true' if m.transposed else 'false'}}}"

    def _start(self, access: Access) -> str:
        """A pointer to an element."""
        offset = spell.size(linear(access.shape, access.index), self.out.symbols.__getitem__)
        name = self.out.names[access.buffer]
        return name if offset == "0" else f"{name} + {offset}"

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
        if s.length != ONE:
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
