"""Prints the rims of gathered updates (precis.emit.plan.gather): rows that lie in the rim as a whole take one update after the other.

At an element of the rim each update asks whether its box reaches there, and no loop with such questions becomes one of vectors. Along a
row that lies in the rim as a whole, each box is an interval: one loop for each update, without questions. Of the other rows a few
elements at the ends are left.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from precis.emit.cpu.nest import NestPrinter
from precis.emit.plan.kernels import Guard, Instr, Nest
from precis.ir.size import Size

Group = tuple[Guard, tuple[Instr, ...]]


def groups_of(nest: Nest) -> list[Group]:
    """The updates of a rim in order; none where these do not stand alone, element by element."""
    if not nest.hole or len(nest.axes) < 2 or nest.reductions or nest.sequential:
        return []
    groups = [(guard, tuple(body)) for guard, body in groupby(nest.body, lambda i: i.guard)]
    names = {i.name for i in nest.body}
    axes = {Size.of(a.symbol) for a in nest.axes}
    plain = all(i in axes for guard, _ in groups for i, _, _ in guard)
    return groups if plain and _in_place(nest) and all(_used(body) & names <= {i.name for i in body} for _, body in groups) else []


def _used(body: tuple[Instr, ...]) -> set[str]:
    return {a for i in body for a in (*i.args, *(s for size in i.sizes for s in size.symbols()))}


def _in_place(nest: Nest) -> bool:
    """Whether what is written is read at the same element only, and has one place."""
    written = {i.access for i in nest.body if i.op == "store" and i.access}
    buffers = {a.buffer for a in written}
    return len(written) == 1 and all(i.access in written for i in nest.body if i.access and i.access.buffer in buffers)


class RimPrinter(NestPrinter):
    def _open_loop(self, depth: int) -> None:
        if depth == self.rank - 1:
            outside = (f"i{k} < {self.size(low)} || i{k} >= {self.size(high)}" for k, (low, high) in enumerate(self.nest.hole[:-1]))
            self.out.open(f"if ({' || '.join(outside)})")
            for guard, body in groups_of(self.nest):
                self._update(guard, body)
            self.out.close("} else {")
            self.out.depth += 1
        super()._open_loop(depth)

    def _update(self, guard: Guard, body: tuple[Instr, ...]) -> None:
        """One update along the row."""
        last = self.nest.axes[-1]
        rest = tuple(g for g in guard if g[0] != Size.of(last.symbol))
        low, high = next(((low, high) for i, low, high in guard if i == Size.of(last.symbol)), (Size(), last.extent))
        nest, text = self.nest, dict(self.text)
        self.nest = replace(nest, body=tuple(replace(i, guard=()) for i in body))
        if test := self._test(rest):
            self.out.open(f"if ({test})")
        self.out.line("PR_INDEPENDENT")
        at = f"i{self.rank - 1}"
        self.out.open(f"for (int64_t {at} = {self.size(low)}; {at} < {self.size(high)}; ++{at})")
        self._instructions(self.rank)
        self.out.close()
        if test:
            self.out.close()
        self.nest, self.text = nest, text

    def _close_loop(self, depth: int) -> None:
        super()._close_loop(depth)
        if depth == self.rank - 1:
            self.out.close()
