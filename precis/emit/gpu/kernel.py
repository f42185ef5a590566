"""Prints one nest as one GPU kernel over one argument struct.

Independent axes are walked in grid strides: the last one along x, the others, flattened, along y. Sequential axes stay loops inside
the thread. A reduction to one number uses the whole grid and folds its blocks in order; a reduction that keeps
axes takes one block per kept element.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from precis.emit.cpu import spell
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.nest_facts import LANED
from precis.emit.cpu.printer import Printer
from precis.emit.plan.body import NotEmittable
from precis.emit.plan.kernels import Buffer, Nest, Reduction

FOUND = {"argmax": "ArgMaximum", "argmin": "ArgMinimum"}
FOLDED = {**LANED, **FOUND}


class Fields(dict):
    """Names inside a kernel: members of its argument struct, remembered in order of first use."""

    def __init__(self, names: dict[str, str], used: list[str], spelling: Callable[[str, str], str]):
        super().__init__(names)
        self.used, self.spelling = used, spelling

    def __getitem__(self, key: str) -> str:
        if key not in self.used:
            self.used.append(key)
        return self.spelling(key, super().__getitem__(key))


@dataclass
class Kernel:
    """A printed kernel: its text, and what the host passes and launches."""

    name: str
    struct: str
    text: list[str]
    buffers: list[str]  # in the order of the struct
    symbols: list[str]
    written_scalars: list[str]
    folds: list[str] = field(default_factory=list)  # C++ types of block totals, one per reduction to one number
    launch: str = "map"  # map | rows | reduction


class KernelPrinter(NestPrinter):
    def __init__(self, nest: Nest, buffers: dict[str, Buffer], names: dict[str, str], symbols: dict[str, str], name: str):
        self.used_buffers: list[str] = []
        self.used_symbols: list[str] = []
        out = Printer(buffers, Fields(names, self.used_buffers, self._member), Fields(symbols, self.used_symbols, _plain_member))
        super().__init__(out, nest)
        self.name = name
        self.parallel = [k for k, a in enumerate(nest.axes) if a.symbol not in nest.sequential]

    def _member(self, buffer: str, name: str) -> str:
        return f"*a.{name}" if self._by_pointer(buffer) and not self.out.buffers[buffer].shape else f"a.{name}"

    def _by_pointer(self, buffer: str) -> bool:
        return bool(self.out.buffers[buffer].shape) or buffer in self.written

    def kernel(self) -> Kernel:
        """Print the nest. Raises NotEmittable for reductions that GPUs do not have yet."""
        for r in self.nest.reductions:
            if r.op not in FOLDED:
                raise NotEmittable(f"{r.op} on a GPU")
        if self.nest.reductions and self.nest.sequential:
            raise NotEmittable("a reduction over axes that run in order on a GPU")
        kept = self.nest.reductions[0].kept if self.nest.reductions else self.rank
        launch = "map" if not self.nest.reductions else "rows" if kept else "reduction"
        if launch == "map":
            self._map()
        else:
            self._reduce(kept)
        folds = [self._partial(r) for r in self.nest.reductions] if launch == "reduction" else []
        scalars = [b for b in self.used_buffers if not self.out.buffers[b].shape and b in self.written]
        made = Kernel(f"{self.name}_kernel", f"{self.name}_args", [], list(self.used_buffers), list(self.used_symbols), scalars, folds,
                      launch)
        made.text = [*self._struct(made), f"PR_KERNEL {made.name}(const {made.struct} a) {{", *self.out.lines, "}", ""]
        return made

    def _struct(self, made: Kernel) -> list[str]:
        lines = [f"struct {made.struct} {{"]
        for b in made.buffers:
            buffer, name = self.out.buffers[b], dict.__getitem__(self.out.names, b)
            if not buffer.shape:
                pointer = "*" if b in self.written else ""
                lines.append(f"    {spell.register_type(buffer.element)}{pointer} {name};")
            else:
                const = "" if b in self.written else "const "
                lines.append(f"    {const}{spell.memory_type(buffer.element)}* __restrict__ {name};")
        lines += [f"    int64_t {dict.__getitem__(self.out.symbols, s)};" for s in made.symbols]
        lines += [f"    {t}* blocks{k};" for k, t in enumerate(made.folds)] + (["    unsigned* arrived;"] if made.folds else [])
        return [*lines, "};"]

    def _partial(self, r: Reduction) -> str:
        """The C++ type of a block's total."""
        return f"pr::Found<{spell.register_type(r.element)}>" if r.op in FOUND else self._held(r)[0]

    def _map(self) -> None:
        opened = 0
        for depth in range(self.rank + 1):
            self._instructions(depth)
            if depth < self.rank:
                opened += self._open_axis(depth)
        for _ in range(opened):
            self.out.close()

    def _open_axis(self, depth: int) -> int:
        """Open the loop of an axis; the number of braces opened."""
        if depth not in self.parallel:
            self._stride(depth, "0", "1")
        elif depth == self.parallel[-1]:
            self._stride(depth, "pr::first_column()", "pr::column_stride()")
        elif depth == self.parallel[0]:
            self._rows(self.parallel[:-1], "pr::first_row()", "pr::row_stride()")
        else:
            return 0
        return 1

    def _in_vectors(self) -> bool:
        return False

    def _stride(self, depth: int, first: str, step: str) -> None:
        extent = self.size(self.nest.axes[depth].extent)
        forward = f"++i{depth}" if step == "1" else f"i{depth} += {step}"
        self.out.open(f"for (int64_t i{depth} = {first}; i{depth} < {extent}; {forward})")

    def _rows(self, axes: list[int], first: str, step: str) -> None:
        """One loop over several axes, flattened row-major."""
        extents = [self._factor(k) for k in axes]
        if len(axes) == 1:
            self._stride(axes[0], first, step)
            return
        row = self.out.fresh("row")
        self.out.open(f"for (int64_t {row} = {first}; {row} < {' * '.join(extents)}; {row} += {step})")
        for position, k in enumerate(axes):
            inner = " * ".join(extents[position + 1:])
            text = f"{row} / ({inner})" if inner else row
            self.out.line(f"const int64_t i{k} = {text}{f' % {extents[position]}' if position else ''};")

    def _factor(self, axis: int) -> str:
        text = self.size(self.nest.axes[axis].extent)
        return f"({text})" if any(c in text for c in " *") else text

    def _reduce(self, kept: int) -> None:
        reduced = list(range(kept, self.rank))
        self._instructions(0)
        opened = 0
        if kept:
            self._rows(list(range(kept)), "blockIdx.x", "gridDim.x")
            for depth in range(1, kept + 1):
                self._instructions(depth)
        for r, name in zip(self.nest.reductions, self.sums):
            held = spell.register_type(r.element) if r.op in FOUND else "".join(self._held(r))
            self.out.line(f"pr::Partial{FOLDED[r.op]}<{held}> {name};")
        for depth in reduced:
            opened += self._open_reduced(depth, reduced, kept)
            self._instructions(depth + 1)
        for r, name in zip(self.nest.reductions, self.sums):
            args = ", ".join(spell._bare(self.text.get(a, a)) for a in r.args)
            self.out.line(f"{name}.add({f'{{{args}}}' if r.op in FOUND else args});")
        for _ in range(opened):
            self.out.close()
        self._store_totals(kept)
        if kept:
            self.out.close()

    def _open_reduced(self, depth: int, reduced: list[int], kept: int) -> int:
        if depth == reduced[-1]:
            whole = not kept and len(reduced) == 1
            self._stride(depth, "pr::first_column()" if whole else "threadIdx.x", "pr::column_stride()" if whole else "blockDim.x")
        elif kept:
            self._stride(depth, "0", "1")
        elif depth == reduced[0]:
            self._rows(reduced[:-1], "blockIdx.x", "gridDim.x")
        else:
            return 0
        return 1

    def _store_totals(self, kept: int) -> None:
        for k, (r, name) in enumerate(zip(self.nest.reductions, self.sums)):
            if kept:
                self.out.line(f"{name}.fold();")
                self.out.open("if (threadIdx.x == 0)")
            else:
                self.out.open(f"if ({name}.fold_grid(a.blocks{k}, {'a.arrived' if k == 0 else f'a.arrived + {k}'}) && threadIdx.x == 0)")
            target = self.out.buffers[r.target.buffer].element
            total = f"{name}.value.position" if r.op in FOUND else self._in_element(r, f"{name}.value")
            self._assign(r.target, spell.cast(total, r.element, target))
            self.out.close()


def _plain_member(_: str, name: str) -> str:
    return f"a.{name}"
