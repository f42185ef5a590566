"""Prints a whole plan as one C++ function over an argument struct."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from precis.emit.cpu import arguments, spell
from precis.emit.cpu.abreast import abreast
from precis.emit.cpu.added import added_up
from precis.emit.cpu.along_rows import along_rows
from precis.emit.cpu.arguments import by_value, code_of, function_name, linkable, struct_name
from precis.emit.cpu.behind import behind, rolled
from precis.emit.cpu.beside import beside
from precis.emit.cpu.binned import binned
from precis.emit.cpu.columns import columns_together
from precis.emit.cpu.deferred import deferred
from precis.emit.cpu.distribute import distributed
from precis.emit.cpu.divide import DividedPrinter
from precis.emit.cpu.elements_apart import elements_apart
from precis.emit.cpu.few import few_written_out
from precis.emit.cpu.forwarded import forwarded
from precis.emit.cpu.from_end import from_end
from precis.emit.cpu.handed import handed_on
from precis.emit.cpu.inside import inside
from precis.emit.cpu.interchange import interchanged
from precis.emit.cpu.laid import laid, planes_laid
from precis.emit.cpu.last_axis import strips_of_last
from precis.emit.cpu.long_axes import functions_along
from precis.emit.cpu.lookups import lookups_apart
from precis.emit.cpu.looped import looped
from precis.emit.cpu.lying import lying
from precis.emit.cpu.near_tapes import near_tapes
from precis.emit.cpu.neighbours import neighbours_rounded
from precis.emit.cpu.once_through import once_through
from precis.emit.cpu.outer_vectors import outer_vectors
from precis.emit.cpu.pack import packed
from precis.emit.cpu.precompiled import HEADERS
from precis.emit.cpu.printers import PLAIN, printer_of
from precis.emit.cpu.products import product_of
from precis.emit.cpu.promote import promoted
from precis.emit.cpu.ragged import ragged
from precis.emit.cpu.reaches import before_roots
from precis.emit.cpu.relaxed import relaxed
from precis.emit.cpu.rims import rims
from precis.emit.cpu.routines import LAPACK, LINKED, SORTS, direct, linked
from precis.emit.cpu.rows_abreast import rows_abreast
from precis.emit.cpu.rowwise import rowwise
from precis.emit.cpu.running import running
from precis.emit.cpu.scanned import scanned
from precis.emit.cpu.short_turns import short_turns
from precis.emit.cpu.slow_places import slow_places
from precis.emit.cpu.sorted_terms import SORT, sorted_terms
from precis.emit.cpu.staggered import staggered
from precis.emit.cpu.steps_together import steps_together
from precis.emit.cpu.strips_lying import strips_lying
from precis.emit.cpu.sweeps import swept
from precis.emit.cpu.taken_soon import taken_soon
from precis.emit.cpu.tiled import tiled
from precis.emit.cpu.together import together
from precis.emit.cpu.truths import truths_apart
from precis.emit.cpu.unclamped import unclamped
from precis.emit.cpu.vector import INCLUDE
from precis.emit.cpu.wide_truths import truths_widened
from precis.emit.cpu.written_behind import written_behind
from precis.emit.cpu.zeros import zeros_skipped
from precis.emit.plan.checks import checks
from precis.emit.plan.counters import counted
from precis.emit.plan.kernels import (
    ARGUMENT,
    CONSTANT,
    INOUT,
    WORKSPACE,
    Allocate,
    Buffer,
    Contract,
    Element,
    Nest,
    Plan,
    Routine,
    Statement,
)
from precis.emit.plan.walking import accesses, walk
from precis.formats import Format, encode

# For processors with caches and vectors, in this order.
PASSES = (ragged, inside, elements_apart, abreast, outer_vectors, rows_abreast, columns_together, rowwise, along_rows, steps_together,
          looped, deferred, added_up, beside, rims, lookups_apart, planes_laid, swept, laid, strips_of_last, interchanged, lying,
          strips_lying, once_through, steps_together, rolled, together, behind, taken_soon, staggered, truths_apart, scanned, distributed,
          tiled, functions_along, packed, running, short_turns, few_written_out, promoted, forwarded, handed_on, slow_places, unclamped,
          before_roots, binned, truths_widened, truths_apart, sorted_terms, neighbours_rounded, zeros_skipped, counted, from_end, relaxed,
          written_behind, near_tapes)


class ProgramPrinter(DividedPrinter):
    """One target-specific text from one plan."""

    passes: tuple[Callable[[Plan], Plan], ...] = PASSES

    def __init__(self, plan: Plan):
        self.given, self.checks = plan, checks(plan)
        for apply in self.passes:
            plan = apply(plan)
        super().__init__(plan)
        self.used = self._used()

    def _used(self) -> set[str]:
        names = set(self.plan.parameters) | set(self.plan.results)
        for s in self.plan.statements:
            reads, writes = accesses(s)
            names |= reads | writes
        return names

    def header(self, contract: str = arguments.CONTRACT) -> str:
        """The C declaration of the argument struct and of the function."""
        return arguments.header(self.given, self.out.names, self.out.symbols, bool(self.routines), contract)

    def source(self, include: str) -> str:
        out, struct = self.out, struct_name(self.plan)
        quad = any(spell.register_type(e) in ("pr::quad", "pr::dd") for e in elements_of(self.plan))
        vectors = any(isinstance(s, Nest) and not issubclass(printer_of(s), PLAIN) for s in walk(self.plan.statements))
        used = sorted({header for s in walk(self.plan.statements) if (header := _header(s))})
        products = {product_of(s).header for s in walk(self.plan.statements) if isinstance(s, Contract)}
        runtime = [HEADERS[0], *([INCLUDE] if vectors else []), *used, *sorted(products - {HEADERS[0]})]
        out.lines = [*(["#define PR_QUAD 1"] if quad else []), *(f'#include "{r}"' for r in runtime), f'#include "{include}"', ""]
        out.lines += self._linked()
        out.lines += self._legend()
        out.depth = 0
        self._constants()
        before = len(out.lines)
        out.open(f"static void compute(const {struct}& args)")
        self._unpack()
        self._workspaces()
        self._statements()
        self._return_scalars()
        out.close()
        out.lines[before:before] = self.functions.defined(out.lines)
        needed = [h for text, h in spell.DEFINED.items() if any(text in line for line in out.lines[before:])]
        out.lines[len(runtime) + 1 + quad:len(runtime) + 1 + quad] = [f'#include "{header}"' for header in needed]
        out.lines += ["", f'extern "C" int {function_name(self.plan)}(const {struct}* args) {{',
                      "    return pr::guarded([&] { compute(*args); });", "}", ""]
        return "\n".join(out.lines)

    def _linked(self) -> list[str]:
        """Declarations for source that stands alone."""
        library = LINKED[LAPACK]
        names = sorted(name for name, of in linkable(self.plan).items() if of == library)
        return [f"#if defined({library.macro})", *(f'extern "C" void {r}();' for r in names), "#endif", ""] if names else []

    def _legend(self) -> list[str]:
        lines = ["// Names in the program:"]
        for b in self.plan.buffers.values():
            if b.original and b.role != CONSTANT and b.name in self.used:
                lines.append("//   " + spell.comment(f"{self.out.names[b.name]}  {b.original}  {b.element}, {b.role}"))
        return [*lines, ""]

    def _constants(self) -> None:
        for name, array in self.plan.constants.items():
            if name in self.used:
                b = self.out.buffers[name]
                values = ", ".join(_constant(v, b) for v in _coded(array, b))
                self.out.line(f"static const {spell.memory_type(b.element)} {self.out.names[name]}[] = {{{values or '0'}}};")
                self.out.line("")

    def _unpack(self) -> None:
        for s in self.plan.sizes:
            self.out.line(f"[[maybe_unused]] const int64_t {self.out.symbols[s]} = args.{self.out.symbols[s]};")
        for b in arguments.interface(self.plan):
            name = self.out.names[b.name]
            if by_value(b):
                value = spell.rounded(f"args.{name}", b.element)  # callers in C may not have
                self.out.line(f"[[maybe_unused]] const {spell.register_type(b.element)} {name} = {value};")
            elif not b.shape:
                start = f"{spell.register_type(b.element)}({self._stored(b)}(*args.{name}))" if b.role == INOUT else "0"
                self.out.line(f"{spell.register_type(b.element)} {name} = {start};")
            else:
                const = "const " if b.role == ARGUMENT else ""
                type_ = f"{const}{spell.memory_type(b.element)}*"
                self.out.line(f"[[maybe_unused]] {type_} {name} = reinterpret_cast<{type_}>(args.{name});")

        libraries = linkable(self.plan)
        for routine in sorted(libraries):
            self.out.line(f"void* {routine[:-1]} = args.{routine};")
        for library in sorted(set(libraries.values()), key=lambda library: library.name):
            own = sorted(routine for routine, of in libraries.items() if of == library)
            links = [f"    if (!{r[:-1]}) {r[:-1]} = reinterpret_cast<void*>(&{linked(r)});" for r in own]
            self.out.lines += [f"#if defined({library.macro})", *links, "#endif"]

    def _stored(self, b: Buffer) -> str:
        return spell.memory_type(b.element) if isinstance(b.element, Format) else ""

    def _return_scalars(self) -> None:
        for b in arguments.interface(self.plan):
            if not b.shape and not by_value(b):
                code = code_of(b)
                self.out.line(f"*args.{self.out.names[b.name]} = {spell.memory_type(b.element)}({self.out.names[b.name]}){code};")

    def _workspaces(self) -> None:
        inside = {s.buffer for s in walk(self.plan.statements) if isinstance(s, Allocate)}
        for b in self.plan.buffers.values():
            if b.role == WORKSPACE and b.shape and b.name in self.used and b.name not in inside:
                self._allocate(b)


def _header(s: Statement) -> str | None:
    """What of the runtime a statement needs beside what all do."""
    if isinstance(s, Nest):
        return SORTS if any(r.op == SORT for r in s.reductions) else None
    found = direct(s) if isinstance(s, Routine) else None
    return found.include if found else None


def elements_of(plan: Plan) -> set[Element]:
    """Elements of all buffers and scalars."""
    return {b.element for b in plan.buffers.values()} | {i.element for s in walk(plan.statements) if isinstance(s, Nest) for i in s.body}


def _coded(array: np.ndarray, b: Buffer) -> list:
    return array.reshape(-1).tolist()


def _constant(value: float, b: Buffer) -> str:
    if isinstance(b.element, Format) and b.element.bits <= 16:
        return f"{spell.memory_type(b.element)}({int(encode(np.float64(value), b.element))})"
    return spell.constant(value, b.element)
