"""Prints rows of independent elements in whole vectors (runtime/precis_whole_vectors.hpp).

Compilers leave the rest of a row, behind its last whole vector, to be computed one by one: of a row of 39 numbers in binary32 seven, in
more steps than the vectors take. A last vector that begins a vector before the end computes some elements twice, and the same. Where a row
writes over what it reads, that vector is computed first, and put in place behind the others.
"""

from __future__ import annotations

from itertools import combinations

from precis.emit.cpu import spell
from precis.emit.cpu.levels import levels
from precis.emit.cpu.nest_facts import COMPARISONS, LOGICAL, neighbours
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.vector_rows import Aside, VectorRowPrinter, rows_apart
from precis.emit.plan.kernels import Access, Instr, Nest
from precis.emit.plan.maps import disjoint, injective
from precis.formats import Format
from precis.ir.shapes import ONE

VECTORS = {"binary32": 16, "binary64": 8}  # the most elements that are a vector
MOVES = ("load", "store")
SIMPLE = (*MOVES, "add", "sub", "mul", "div", "neg", "abs", "sqrt", "maximum", "minimum", "select", "fma")
FUNCTIONS = ("exp", "log", "tanh", "expm1", "log1p", "hypot")  # the same bits in vectors and alone, without branches
OF_BINARY64 = ("exp2", "log2", "log10", "sinh", "cosh", "arcsin", "arccos", "arctan", "arctan2", "pow",
              "arcsinh", "arccosh", "arctanh", "cbrt", "erf", "erfc")  # likewise, in binary64
FEW = 2  # of these in a body
SLOW = ("div", "sqrt")  # take as long as some others
LEAST = 4  # operations, with what these count, that are worth further copies of a loop
MOST = 80  # operations along a row: the body is compiled up to five times


def whole(nest: Nest) -> str:
    """The format of a nest whose rows may be computed in whole vectors, "" of others: all that varies along a row are numbers of it, side
    by side, and truth values about them. Functions are not worth what rows that are written over take besides."""
    over = overwritten(nest)
    functions = any(i.op in (*FUNCTIONS, *OF_BINARY64) for i in nest.body)
    return alike(nest) if over is not None and not (over and functions) else ""


def alike(nest: Nest) -> str:
    """The same for rows that may be written over."""
    if not rows_apart(nest):
        return ""
    depth, last, extent = levels(nest), nest.axes[-1].symbol, nest.axes[-1].extent.constant
    along = [i for i in nest.body if depth[i.name] == len(nest.axes)]
    names = {i.element.name for i in along if isinstance(i.element, Format)}
    if len(along) > MOST or len(names) != 1 or not names <= VECTORS.keys():
        return ""
    (name,) = names
    functions = (*FUNCTIONS, *(OF_BINARY64 if name == "binary64" else ()))
    called = sum(i.op in functions for i in along)
    worth = called or sum(LEAST if i.op in SLOW else i.op not in MOVES for i in along) >= LEAST
    simple = worth and called <= FEW and all(_simple(i, last, functions) for i in along)
    return name if simple and (extent is None or (extent > VECTORS[name] and extent % (VECTORS[name] // 2) != 0)) else ""


def overwritten(nest: Nest) -> frozenset[Access] | None:
    """Where the nest stores what it has read there; None where it reads more of an array that it writes, or writes to one at places that
    may meet."""
    written = [i.access for i in nest.body if i.op == "store" and i.access]
    if any(a.buffer == b.buffer and not _elsewhere(a, b, nest) for a, b in combinations(written, 2)):
        return None
    stores = {i.access.buffer: (k, i.access) for k, i in enumerate(nest.body) if i.op == "store" and i.access}
    loads = [(k, i.access) for k, i in enumerate(nest.body) if i.op == "load" and i.access and i.access.buffer in stores]
    own = all(k < stores[a.buffer][0] and a == stores[a.buffer][1] and injective(a.index, nest.axes) for k, a in loads)
    return frozenset(a for _, a in loads) if own else None


def _elsewhere(a: Access, b: Access, nest: Nest) -> bool:
    """Whether two stores go to parts of an array that are apart, of which the nest reads none."""
    read = any(i.op == "load" and i.access and i.access.buffer == a.buffer for i in nest.body)
    return not read and a.shape == b.shape and disjoint(a.index, b.index, nest.axes)


def _simple(i: Instr, last: str, functions: tuple[str, ...]) -> bool:
    """Whether compilers make vectors of an operation."""
    if i.element == "bool":
        return i.op in COMPARISONS or i.op in LOGICAL
    if i.op == "store":
        return bool(i.access and i.access.index and i.access.index[-1].coefficient(last) == ONE and neighbours(i, last))
    return isinstance(i.element, Format) and i.op in (*SIMPLE, *functions) and (i.op != "load" or neighbours(i, last))


class WholeVectorPrinter(VectorRowPrinter):
    kind_of = staticmethod(whole)

    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        self.aside = Aside((overwritten(nest) or ()) if self.kind else ())

    def _open_row(self, depth: int, extent: str) -> None:
        type_ = self._number()
        self.aside.declare(self.out, lambda access: type_, type_)
        to = ", const auto to" if self.aside.names else ""
        self.out.open(f"pr::whole_vectors<{type_}>({extent}, [&](const int64_t i{depth}{to}) PR_BODY")

    def _close_row(self, depth: int) -> str:
        put = self.aside.put(depth, self.place)
        return f"}}, {put});" if put else "});"

    def _number(self) -> str:
        return {"binary32": "float", "binary64": "double"}[self.kind]

    def _store(self, i: Instr) -> None:
        if at := self.aside.at(i.access, self.place):
            self.out.line(f"{at} = {spell._bare(self.text[i.args[0]])};")
        else:
            super()._store(i)
