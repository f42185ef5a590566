"""Short rows that are computed only to be sorted are computed where they are sorted, in vectors across rows.

    for k: for i: t[k, i] = |x[i + k] - m[i]|; y = sort(t, axis 0)  ->  for vectors of i: v[k] = |x[i + k] - m[i]|, sorted, y[k, i] = v[k]

Windows of filters overlap: as arrays they are as many times larger than the signal as they have elements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from precis.emit.cpu.short import ShortRowPrinter
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import READ, WORKSPACE, Allocate, Buffer, Instr, Nest, Plan, Reduction, Routine, Statement
from precis.emit.plan.moved import placed
from precis.emit.plan.walking import blocks_of, own_accesses, walk
from precis.formats import FORMATS
from precis.ir.size import Size, product

SORT = "sort"  # of rows: a reduction that stores a row, from element 0 of the target on
ELEMENTS = (FORMATS["binary64"], FORMATS["binary32"])

Block = tuple[Statement, ...]
Buffers = Mapping[str, Buffer]


def sorted_terms(plan: Plan) -> Plan:
    pairs = Counter(_name(found) for n, r in _neighbours(plan.statements) if (found := _terms(n, r, plan.buffers)))
    touched = Counter(name for s in walk(plan.statements) for name in frozenset().union(*own_accesses(s)) if name in pairs)
    alone = {name for name, count in pairs.items() if touched[name] == 2 * count}
    return replace(plan, statements=_block(plan.statements, plan.buffers, alone)) if alone else plan


def _neighbours(block: Block) -> Iterator[tuple[Statement, Statement]]:
    yield from pairwise(block)
    for s in block:
        for inner in blocks_of(s):
            yield from _neighbours(inner)


Terms = tuple[Nest, Routine, Instr]


def _name(found: Terms) -> str:
    return found[1].inputs[0].parts[0].buffer


def _terms(n: Statement, r: Statement, buffers: Buffers) -> Terms | None:
    """The nest, the sort and the one store of a nest that makes nothing but the rows which the next statement sorts."""
    if not isinstance(n, Nest) or not isinstance(r, Routine) or r.op != "sort" or n.reductions or n.hole or n.sequential:
        return None
    stores, (operand,) = [i for i in n.body if i.op == "store"], r.inputs
    if len(stores) != 1 or any(i.guard for i in n.body) or len(n.axes) < 2 or operand.element not in ELEMENTS:
        return None
    (store,), place, start = stores, stores[0].access, operand.parts[0]
    whole = place is not None and place.index == tuple(Size.of(a.symbol) for a in n.axes) and place.shape == operand.shape
    first = place is not None and start.buffer == place.buffer and not any(i.terms for i in start.index)
    return (n, r, store) if whole and first and buffers[start.buffer].role == WORKSPACE else None


def _block(block: Block, buffers: Buffers, alone: set[str]) -> Block:
    out: list[Statement] = []
    for s in block:
        found = _terms(out[-1], s, buffers) if out else None
        if found and _name(found) in alone:
            out[-1] = _sorted(*found)
        elif not isinstance(s, Allocate) or s.buffer not in alone:
            out.append(map_blocks(s, lambda b: _block(b, buffers, alone)))
    return tuple(out)


def _sorted(n: Nest, r: Routine, store: Instr) -> Nest:
    row, element = n.axes[r.attrs["axis"]], r.output.element
    index = tuple(Size() if a == row else Size.of(a.symbol) for a in n.axes)
    target = replace(r.output.parts[0], index=index, shape=r.output.shape)
    made = Reduction(SORT, store.args, element, element, target, len(n.axes) - 1, r.attrs.get(READ, ()))
    body = tuple(i for i in n.body if i is not store)
    return replace(n, axes=(*(a for a in n.axes if a != row), row), body=body, reductions=(made,), lanes=False)


class SortedPrinter(ShortRowPrinter):
    """Loops over the other axes, and in them pr::sorted_terms over the last one of them, whose elements lie in vectors."""

    def _open_loop(self, depth: int) -> None:
        (r,), (*_, along, row) = self.nest.reductions, self.nest.axes
        if depth < self.rank - 2:
            super()._open_loop(depth)
        elif depth == self.rank - 1:
            steps = {i: product(r.target.shape[k + 1:]) for k, i in enumerate(r.target.index)}
            parts = [f"pr::bits_behind({self.size(first)}, {self.size(count)})" for first, count in r.read if count.terms]
            words = [*map(self.size, (along.extent, row.extent)), " | ".join(parts) or "~uint64_t(0)",
                     *map(self.size, (steps[Size()], steps[Size.of(along.symbol)])), f"&{self.place(placed(r.target, {along.symbol: 0}))}"]
            arguments = f"const int64_t i{depth - 1}, const int64_t i{depth}"
            self.out.open(f"pr::sorted_terms({', '.join(words)}, [&]({arguments}) PR_BODY")
            super(ShortRowPrinter, self)._instructions(depth)

    def _close_loop(self, depth: int) -> None:
        if depth < self.rank - 2:
            super()._close_loop(depth)
        elif depth == self.rank - 1:
            self.out.close("});")

    def _store_accumulators(self) -> None:
        pass

    def _close_row(self) -> None:
        pass
