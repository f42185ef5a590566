"""Prints scalar statements in loops that tally: pairs are gathered in small arrays, and tallied in vectors when these are full.

One pair after the other would load and store six numbers of its row, each addition waiting for the one before. A full strip costs
an eighth of that, and products that pairs have in common are added up once.
"""

from __future__ import annotations

from collections.abc import Iterator

from precis.emit.cpu import spell
from precis.emit.cpu.tallying import TallyPrinter
from precis.emit.cpu.vector import only_tallies
from precis.emit.plan.kernels import RESULT, Access, If, Loop, Nest, Plan, Statement, While, accesses, blocks_of, tallied


class StripPrinter(TallyPrinter):
    """Prints one nest in three places: `declare` before all loops, `print` where it stands, `finish` behind all loops."""

    def declare(self) -> None:
        out = self.out
        scalars = dict.fromkeys(a for step in self.tallied.steps() for a in step.scalars)
        self.kept = {a: k for k, a in enumerate(a for a in scalars if self.by_name[a].op != "const")}
        self.strip, self.count, self.flush = out.fresh("k"), out.fresh("n"), out.fresh("tally")
        out.line(f"pr::Memory<pr::Chunk> {self.strip}_memory({len(self.kept)});")
        out.line(f"pr::Chunk* const {self.strip} = {self.strip}_memory.data;")
        out.line(f"int64_t {self.count} = 0;")
        super()._declare_accumulators()
        out.open(f"const auto {self.flush} = [&](const int64_t count) PR_APART")
        for step in self.tallied.steps():
            self._pass(step, "count", self._read)
        out.close("};")

    def _read(self, name: str) -> str:
        i = self.by_name[name]
        return f"part.load(&{self.strip}[{self.kept[name]}].x[at])" if name in self.kept else spell.constant(i.value, i.element)

    def print(self) -> None:
        self._instructions(0)
        for name, k in self.kept.items():
            self.out.line(f"{self.strip}[{k}].x[{self.count}] = {spell._bare(self.text[name])};")
        self.out.line(f"if (++{self.count} == pr::CHUNK) {self.flush}({self.count}), {self.count} = 0;")

    def finish(self) -> None:
        self.out.line(f"{self.flush}({self.count});")
        super()._store_accumulators()


def in_strips(plan: Plan) -> Iterator[Nest]:
    """The scalar statements in loops that tally into a result which nothing but tallies touches while loops run or after them."""
    looping = [k for k, s in enumerate(plan.statements) if isinstance(s, (Loop, While))]
    behind = plan.statements[looping[0]:] if looping else ()
    rows = frozenset().union(*(tallied(s) for s in behind)) if behind else frozenset()
    rows = frozenset(b for b in rows if plan.buffers[b].role == RESULT and all(_only_tallied(b, s) for s in behind))
    for nest in _inside(behind, False):
        if only_tallies(nest) and all(r.target.buffer in rows and not _symbols(r.target) for r in nest.reductions):
            yield nest


def _only_tallied(buffer: str, s: Statement) -> bool:
    return buffer in tallied(s) or buffer not in frozenset().union(*accesses(s))


def _symbols(target: Access) -> frozenset[str]:
    return frozenset().union(*(i.symbols() for i in target.index))


def _inside(statements: tuple[Statement, ...], looping: bool) -> Iterator[Nest]:
    for s in statements:
        if isinstance(s, Nest) and looping:
            yield s
        elif isinstance(s, (Loop, While, If)):
            for block in blocks_of(s):
                yield from _inside(block, looping or not isinstance(s, If))
