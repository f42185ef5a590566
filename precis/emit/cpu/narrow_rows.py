"""Prints rows of bytes and of other narrow integers in whole vectors (pr::narrow_rows in runtime/precis_whole_vectors.hpp).

A vector holds 64 bytes. Compilers leave what is no whole vector to one of half the length, and one by one 30 of the 62 elements of a row,
or the 20 that a short row has. Rows that are no shorter than the narrowest vectors are all computed in vectors of one length, the last of
which begins where it has to: it computes some elements twice, and the same.
"""

from __future__ import annotations

from precis.emit.cpu import spell
from precis.emit.cpu.levels import levels
from precis.emit.cpu.nest_facts import COMPARISONS, LOGICAL, neighbours
from precis.emit.cpu.vector_rows import VectorRowPrinter, rows_apart
from precis.emit.cpu.whole_vectors import LEAST, MOVES, overwritten
from precis.emit.plan.kernels import Instr, Nest
from precis.ir.shapes import ONE

NARROWEST = {"bool": 16, "int8": 16, "uint8": 16, "int16": 8, "uint16": 8}  # elements of the shortest vectors
SIMPLE = (*MOVES, *COMPARISONS, *LOGICAL, "cast", "add", "sub", "mul", "neg", "maximum", "minimum", "select")
MOST = 160  # operations along a row: the body is compiled up to four times


def narrow(nest: Nest) -> str:
    """The kind of integers that a row of a nest may be computed in, "" of other nests: all that varies along a row are integers of this
    kind, side by side, and truth values, which are in memory only among bytes. The nest reads nothing that it stores, and computes enough
    beside what the last vector stores again."""
    if not rows_apart(nest) or overwritten(nest) != frozenset():
        return ""
    depth, last, extent = levels(nest), nest.axes[-1].symbol, nest.axes[-1].extent.constant
    along = [i for i in nest.body if depth[i.name] == len(nest.axes)]
    kind = kind_of(along)
    work, stores = sum(i.op not in MOVES for i in along), sum(i.op == "store" for i in along)
    if not kind or work < LEAST * stores or len(along) > MOST or not all(simple(i, last) for i in along):
        return ""
    return kind if extent is None or (extent > NARROWEST[kind] and extent % NARROWEST[kind] != 0) else ""


def kind_of(along: list[Instr]) -> str:
    """The one kind of integers that varies along a row, "" where there are several, or wide ones."""
    kinds = {str(i.element) for i in along if i.element != "bool"} or {"bool"}
    stored = any(i.op in MOVES and i.element == "bool" for i in along)
    fits = len(kinds) == 1 and all(k in NARROWEST and (not stored or NARROWEST[k] == NARROWEST["bool"]) for k in kinds)
    return kinds.pop() if fits else ""


def simple(i: Instr, last: str) -> bool:
    """Whether compilers make vectors of an operation."""
    if i.access is None:
        return i.op in SIMPLE
    along = i.access.index[-1].coefficient(last) if i.access.index else ONE
    return i.op in MOVES and neighbours(i, last) and (i.op == "load" or (bool(i.access.index) and along == ONE))


class NarrowRowPrinter(VectorRowPrinter):
    kind_of = staticmethod(narrow)

    def _open_row(self, depth: int, extent: str) -> None:
        self.out.open(f"pr::narrow_rows<{spell.KINDS[self.kind]}>({extent}, [&](const int64_t i{depth}) PR_BODY")

    def _close_row(self, depth: int) -> str:
        return "});"
