"""Prints a plan for GPUs: one kernel per nest, and a host function that launches them. CUDA and HIP share the text.

Arrays of the argument struct are device pointers; scalars stay on the host, where scalar statements, loops and conditions
run. A kernel that makes a scalar leaves it in a slot on the device, and the host fetches it.
"""

from __future__ import annotations

from precis.emit.cpu import spell
from precis.emit.cpu.arguments import function_name
from precis.emit.cpu.named import stored_names
from precis.emit.cpu.neighbours import neighbours_rounded
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.program import ProgramPrinter
from precis.emit.cpu.rims import rims
from precis.emit.cpu.statements import scalars_of
from precis.emit.gpu.fission import parted
from precis.emit.gpu.kernel import Kernel, KernelPrinter
from precis.emit.gpu.matmul import UNITS, Factor, Product, with_products
from precis.emit.plan.kernels import Buffer, Loop, Nest, Settle, Statement
from precis.emit.plan.walking import accesses
from precis.ir.size import Size, product


class DriverPrinter(ProgramPrinter):
    """One text with the kernels and the host function."""

    passes = (rims, neighbours_rounded)  # without strips and what else caches and vectors ask for: each would be a launch
    kernels: list[Kernel]
    products: list[Product]

    def source(self, include: str) -> str:
        self.kernels, self.products = [], []
        struct = spell.identifier(self.plan.name, "args")
        body = self._printed(lambda: self._block(self.plan.statements, set()))
        head = self._printed(self._prologue)
        tail = self._printed(self._return_scalars)
        uses = ['#include "precis_matrix.hpp"'] if self.products else []
        lines = ['#include "precis_gpu.hpp"', *uses, "", *self._legend()]
        for k in self.kernels:
            lines += k.text
        rooms = [f'#include "{spell.ROOM}"'] if any(spell.AT_MOST in line for line in body) else []
        lines += ["#if defined(PR_HOST)", f'#include "{include}"', *rooms, "", *self._host_constants()]
        lines += [f"static void compute(const {struct}& args) {{", *head, *body, *tail, "}", ""]
        lines += [f'extern "C" int {function_name(self.plan)}(const {struct}* args) {{',
                  "    return pr::guarded([&] { compute(*args); });", "}", "#endif", ""]
        return "\n".join(lines)

    def _loop(self, s: Loop, declared: set[str]) -> None:
        self._counted(s, declared)  # once: it launches kernels

    def _printed(self, action) -> list[str]:
        """The lines that an action prints."""
        kept, self.out.lines, self.out.depth = self.out.lines, [], 1
        action()
        made, self.out.lines = self.out.lines, kept
        return made

    def _host_constants(self) -> list[str]:
        lines = self._printed(lambda: ProgramPrinter._constants(self))
        names = [self.out.names[n] for n in self.plan.constants if n in self.used]
        for name in names:
            lines = [line.replace(f" {name}[]", f" {name}_host[]") for line in lines]
        return [line.removeprefix("    ") for line in lines]

    def _prologue(self) -> None:
        self._unpack()
        for name in self.plan.constants:
            if name in self.used:
                b, text = self.out.buffers[name], self.out.names[name]
                self._device(text, spell.memory_type(b.element), spell.size(product(b.shape), self.out.symbols.__getitem__))
                self.out.line(f"pr::upload({text}, {text}_host, {spell.size(product(b.shape), self.out.symbols.__getitem__)});")
        self._workspaces()
        for name in dict.fromkeys(s for k in self.kernels for s in k.written_scalars):
            self._device(f"{self.out.names[name]}_slot", spell.register_type(self.out.buffers[name].element), "1")
        for k in self.kernels:
            for j, type_ in enumerate(k.folds):
                self._device(f"{k.name}_blocks{j}", type_, "pr::BLOCKS")
        counters = max((len(k.folds) for k in self.kernels), default=0)
        if counters:
            self.out.line(f"pr::DeviceMemory<unsigned> arrived({counters}, 0);")

    def _device(self, name: str, type_: str, count: str) -> None:
        self.out.line(f"pr::DeviceMemory<{type_}> {name}_memory({count});")
        self.out.line(f"{type_}* {name} = {name}_memory.data;")

    def _allocate(self, b: Buffer) -> None:
        count = spell.size(b.capacity or product(b.shape), self.out.symbols.__getitem__)
        self._device(self.out.names[b.name], spell.memory_type(b.element), count)

    def _block(self, statements: tuple[Statement, ...], declared: set[str]) -> None:
        """As on the CPU, but every scalar is declared where its block opens, since kernels take scalars by value."""
        here = {n for n in scalars_of(statements, self.plan) if n not in declared}
        here |= {n for s in statements if isinstance(s, Nest) for n in accesses(s)[1] if self._loose(n) and n not in declared}
        self._declare({n: spell.register_type(self.out.buffers[n].element) for n in sorted(here)})
        for s in with_products(statements, self.plan.buffers, UNITS):
            if isinstance(s, Product):
                self._product(s)
                continue
            self._sites(s)
            if isinstance(s, Nest):
                self._nest(s)
            else:
                self._statement(s, declared | here)

    def _loose(self, name: str) -> bool:
        b = self.plan.buffers[name]
        return b.role == "workspace" and not b.shape

    def _nest(self, nest: Nest) -> None:
        touched = frozenset().union(*accesses(nest))
        if not nest.axes and not any(self.plan.buffers[n].shape for n in touched):
            NestPrinter(self.out, nest).print()
            return
        for part in parted(nest):
            self._kernel(part)

    def _kernel(self, nest: Nest) -> None:
        stem, stored = f"{spell.identifier(self.plan.name, 'k')}{len(self.kernels)}", stored_names((nest,), self.plan.buffers)
        stem = f"{stem}_{spell.letters(stored)}" if stored else stem
        made = KernelPrinter(nest, self.plan.buffers, dict(self.out.names), dict(self.out.symbols), stem).kernel()
        made.text = ["// " + spell.comment(", ".join(nest.sites)), *made.text] if nest.sites else made.text
        self.kernels.append(made)
        self._launch(nest, made)

    def _launch(self, nest: Nest, made: Kernel) -> None:
        reads = accesses(nest)[0]
        for n in made.written_scalars:
            if n in reads:
                self.out.line(f"pr::put({self.out.names[n]}_slot, {self.out.names[n]});")
        fields = [f"{self.out.names[b]}_slot" if b in made.written_scalars else self.out.names[b] for b in made.buffers]
        fields += [self.out.symbols[s] for s in made.symbols] + [f"{made.name}_blocks{j}" for j in range(len(made.folds))]
        fields += ["arrived.data"] if made.folds else []
        text = f"{made.struct}{{{', '.join(fields)}}}"
        kept = nest.reductions[0].kept if nest.reductions else 0
        if made.launch == "reduction":
            self.out.line(f"pr::launch_reduction({made.name}, {text});")
        elif made.launch == "rows":
            rows, length = self._count(nest, list(range(kept))), self._count(nest, [len(nest.axes) - 1])
            self.out.line(f"pr::launch_rows({made.name}, {text}, {rows}, {length});")
        else:
            parallel = [k for k, a in enumerate(nest.axes) if a.symbol not in nest.sequential]
            rows, columns = self._count(nest, parallel[:-1]), self._count(nest, parallel[-1:])
            self.out.line(f"pr::launch_map({made.name}, {text}, {rows}, {columns});")
        for n in made.written_scalars:
            self.out.line(f"{self.out.names[n]} = pr::fetch({self.out.names[n]}_slot);")

    def _count(self, nest: Nest, axes: list[int]) -> str:
        sizes = [spell.size(nest.axes[k].extent, self.out.symbols.__getitem__) for k in axes]
        return " * ".join(f"({s})" if " " in s else s for s in sizes) or "1"

    def _product(self, p: Product) -> None:
        """C = A B or C += A B on the matrix units."""
        self.products.append(p)

        def size(s: Size) -> str:
            return spell.size(s, self.out.symbols.__getitem__)

        def factor(f: Factor) -> str:
            name = self.out.names[f.buffer]
            return f"{name if f.first.constant == 0 else f'{name} + {size(f.first)}'}, {size(f.row)}, {size(f.column)}"
        if p.sites:
            self.out.line("// " + spell.comment(", ".join(p.sites)))
        batch = [f", pr::Batch{{{', '.join(map(size, steps))}}}" for steps in zip(p.batch, p.a.batch, p.b.batch, p.c.batch, strict=True)]
        name = f"pr::matrix_product<pr::Multiply_{p.multiply}, {'pr::FRESH' if p.fresh else 'pr::ADDED'}>"
        self.out.line(f"{name}({factor(p.a)}, {factor(p.b)}, {factor(p.c)}, {size(p.m)}, {size(p.n)}, {size(p.k)}{''.join(batch)});")

    def _settle(self, s: Settle) -> None:
        moves = []
        for b in (self.out.buffers[n] for n in s.buffers):
            type_, count = spell.memory_type(b.element), spell.size(product(b.shape), self.out.symbols.__getitem__)
            moves.append((self.out.names[b.name], type_, f"reinterpret_cast<{type_}*>(args.{self.out.names[b.name]})", count))
        if len(moves) > 1:
            for name, type_, _, count in moves:
                self.out.line(f"pr::DeviceMemory<{type_}> {name}_moved({count});")
                self.out.line(f"pr::copy_on_device({name}_moved.data, {name}, {count});")
        for name, _, home, count in moves:
            self.out.line(f"pr::copy_on_device({home}, {f'{name}_moved.data' if len(moves) > 1 else name}, {count});")
