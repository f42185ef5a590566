"""Prints nests that add rows of bytes and of other narrow integers up, column by column (pr::narrow_columns in
runtime/precis_whole_vectors.hpp).

    genes.sum(axis=0, dtype=np.int64); mask.sum(axis=0); np.mean(masks, axis=0)

In registers of eight bytes a strip of the columns has half a line of memory in each row, and a vector takes eight of them. Whole numbers
may be added in any order: in integers of twice their bytes, as many rows as these hold at a time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from precis.emit.cpu import spell
from precis.emit.cpu.levels import levels
from precis.emit.cpu.narrow_rows import NARROWEST, kind_of, simple
from precis.emit.cpu.narrow_totals import MOST, WHOLE
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.registers import added
from precis.emit.plan.kernels import Access, Instr, Nest
from precis.formats import FORMATS


@dataclass(frozen=True, slots=True)
class Columns:
    """The kind of what is added up, and the nest with the place that is added to and the term alone."""

    kind: str
    terms: Nest


def columns(nest: Nest) -> Columns | None:
    """What is added up column by column, where that is one narrow integer, or truth value, for each column of each row."""
    if len(added(nest)) != 1 or (nest.axes[-1].extent.constant or max(NARROWEST.values())) < max(NARROWEST.values()):
        return None
    by_name, (store,) = {i.name: i for i in nest.body}, (i for i in nest.body if i.op == "store")
    found = _term(nest, store, by_name)
    if found is None:
        return None
    term, wide = found
    body = tuple(replace(i, args=(term,)) if i is store else i for i in nest.body if i.name not in wide)
    used = {a for i in body for a in (*i.args, *(s for size in i.sizes for s in size.symbols()))}
    depth = levels(nest)
    along = [i for i in body if depth[i.name] == len(nest.axes) and i is not body[-1] and i.op != "store"]
    kind = kind_of(along) if len(along) <= MOST and any(i.op == "load" for i in along) and not used & wide else ""
    ours = kind and all(simple(i, nest.axes[-1].symbol) for i in along)
    return Columns("uint8" if kind == "bool" else kind, replace(nest, body=body)) if ours else None


def _term(nest: Nest, store: Instr, by_name: dict[str, Instr]) -> tuple[str, frozenset[str]] | None:
    """(what is added, the wide numbers on the way to the sum), where that is narrow and all sums of it are exact."""
    total = by_name[store.args[0]]
    whole = nest.begin is not None and float(nest.begin).is_integer()
    exact = total.element in WHOLE or (total.element == FORMATS["binary64"] and whole)
    if total.op != "add" or not exact or total.element != store.element:
        return None
    parts = [by_name[a] for a in total.args]
    read = [i for i in parts if i.op == "load" and i.access == store.access]
    cast = [i for i in parts if i.op == "cast" and by_name[i.args[0]].element in NARROWEST]
    if len(read) != 1 or len(cast) != 1:
        return None
    return cast[0].args[0], frozenset({total.name, read[0].name, cast[0].name})


class NarrowColumnPrinter(NestPrinter):
    def __init__(self, out: Printer, nest: Nest):
        found = columns(nest)
        assert found
        super().__init__(out, found.terms)
        self.kind = spell.KINDS[found.kind]

    def _open_loop(self, depth: int) -> None:
        if depth < self.rank - 2:
            super()._open_loop(depth)
        elif depth == self.rank - 2:
            rows, across = (self.size(a.extent) for a in self.nest.axes[-2:])
            indices = f"const int64_t i{depth}, const int64_t i{depth + 1}"
            self.out.open(f"pr::narrow_columns<{self.kind}>({rows}, {across}, [&]({indices}) PR_BODY")

    def _loaded(self, i: Instr, access: Access) -> str:
        """Truth values as comparisons: those read as they are compilers add up one by one."""
        text = super()._loaded(i, access)
        return f"pr::flag({text})" if self.out.buffers[access.buffer].element == "bool" and not text.startswith("pr::flag(") else text

    def _store(self, i: Instr) -> None:
        self.out.line(f"return {self.kind}({spell._bare(self.text[i.args[0]])});")

    def _close_loop(self, depth: int) -> None:
        if depth < self.rank - 2:
            super()._close_loop(depth)
        elif depth == self.rank - 2:
            (store,) = (i for i in self.nest.body if i.op == "store")
            assert store.access
            place, type_ = self.place(store.access), spell.register_type(store.element)
            before = place if self.nest.begin is None else f"(first ? {spell.constant(self.nest.begin, store.element)} : {place})"
            self.out.close(f"}}, [&](const int64_t i{depth + 1}, [[maybe_unused]] const bool first, const auto sum) PR_BODY {{")
            self.out.depth += 1
            self.out.line(f"{place} = {before} + {type_}(sum);")
            self.out.close("});")
