"""Prints products of matrices and routines: calls of libraries, of the runtime's own code and of the host, and loops beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from precis.emit.cpu import spell
from precis.emit.cpu.arguments import HOST
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.products import OF_FEW, Product, is_called, is_of_few, loops_of, number_type, product_of, ways
from precis.emit.cpu.routines import LAPACK, Direct, direct, may_need_host
from precis.emit.plan.kernels import Access, Contract, Matrix, Plan, Routine, Statement
from precis.emit.plan.maps import linear
from precis.emit.plan.walking import walk
from precis.ir.shapes import ONE
from precis.ir.size import Size


def _asked(s: Routine) -> object:
    """What the host is asked for, wherever operands are: equal for routines of one number, so that functions with them may be one."""
    operands = tuple((len(o.parts), o.shape, o.element) for o in (*s.inputs, s.output))
    try:
        attrs = tuple((name, repr(value), value) for name, value in sorted(s.attrs.items()))
        hash(attrs)
    except TypeError:
        return id(s)
    return s.op, operands, attrs


class LibraryCalls:
    """The part of the printer of a plan's statements that calls."""

    def __init__(self, plan: Plan, out: Printer):
        self.plan, self.out = plan, out
        hosted = [s for s in walk(plan.statements) if isinstance(s, Routine) and may_need_host(s)]
        first: dict[object, int] = {}
        self.routines = {id(s): first.setdefault(_asked(s), k) for k, s in enumerate(hosted)}

    def _block(self, statements: tuple[Statement, ...], declared: set[str]) -> None:
        raise NotImplementedError

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
        if s.terms:
            self._in_lines(s, declared)
            return
        out, head = self.out, "if"
        sizes = self._sizes(s)
        if not s.otherwise:  # every way takes the operands as they are packed
            self._block(s.packing, declared)
            s = replace(s, packing=())
        if not s.otherwise and is_called(s) is False:
            self._each_product(s, loops_of(s), sizes, declared)
            return
        for way in ways(s):
            more = "" if way.least is None else f", {way.least}"
            more = more if way.count is None else f", {spell.size(way.count, out.symbols.__getitem__)}"
            out.open(f"{head} (pr::{way.test}(args.{way.routine}, {sizes}{more}))")
            self._by_library(s, way, sizes, declared)
            out.depth -= 1
            head = "} else if"
        self._else(s, declared)

    def _in_lines(self, s: Contract, declared: set[str]) -> None:
        """The runtime's product of rows or terms that lie at several steps, where the run tells beside loops."""
        out, (way,) = self.out, ways(s)
        rows = [spell.size(d, out.symbols.__getitem__) for d in s.lanes]
        order = f"pr::one_lane({rows[0]}, {rows[1]} >= pr::LANES)" if rows else "true"
        out.line(f"const bool {(name := out.fresh('large'))} = pr::worthwhile(args.{way.routine}, {self._sizes(s)}, {way.least});")
        test = f"if (pr::{way.test}({spell.size(s.n, out.symbols.__getitem__)}, {name}, {order}))"
        out.open(test if s.otherwise else "")
        self._strided(s, way, name, declared)
        if s.otherwise:
            out.depth -= 1
            self._else(s, declared)
        else:
            out.close()

    def _sizes(self, s: Contract) -> str:
        return ", ".join(spell.size(d, self.out.symbols.__getitem__) for d in (s.m, s.n, s.k))

    def _else(self, s: Contract, declared: set[str]) -> None:
        """The loops, of its own or of the runtime."""
        out = self.out
        out.line("} else {")
        out.depth += 1
        if s.otherwise:
            out.tiny = product_of(s).tiny
            self._block(s.otherwise, declared)
            out.tiny = False
        else:
            self._each_product(s, loops_of(s), self._sizes(s), declared)
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
