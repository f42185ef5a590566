"""Prints nests whose innermost loop is a call that computes a row in whole vectors (runtime/precis_whole_vectors.hpp)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable

from precis.emit.cpu.printer import Printer
from precis.emit.cpu.stream import StreamPrinter
from precis.emit.plan.kernels import Access, Nest


def rows_apart(nest: Nest) -> bool:
    """Whether a nest has rows of independent elements, all of which run all of its body."""
    if len(nest.axes) < 2 or nest.reductions or nest.hole or nest.axes[-1].symbol in nest.sequential or nest.begin is not None:
        return False
    return not any(i.guard or i.where for i in nest.body)


class Aside:
    """What rows write over: the last vector of a row is computed first, and waits until the others are done. `names`: place -> what waits
    for it there."""

    def __init__(self, places: Iterable[Access]):
        self.names = dict.fromkeys(sorted(places, key=str), "")

    def declare(self, out: Printer, element: Callable[[Access], str], vector: str) -> None:
        for access in self.names:
            self.names[access] = out.fresh("held")
            out.line(f"{element(access)} {self.names[access]}[pr::VECTOR_OF<{vector}>];")

    def put(self, depth: int, place: Callable[[Access], str]) -> str:
        """What puts one element in place; "" where nothing waits."""
        put = " ".join(f"{place(access)} = {held}[v];" for access, held in self.names.items())
        return f"[&](const int64_t i{depth}, const int64_t v) PR_BODY {{ {put} }}" if put else ""

    def at(self, access: Access | None, place: Callable[[Access], str]) -> str:
        """Where an element is stored first; "" where it need not wait."""
        return f"to.at({place(access)}, {self.names[access]})" if access is not None and access in self.names else ""


class VectorRowPrinter(StreamPrinter):
    """`kind`: what the elements of rows are that are computed so, "" where rows are loops."""

    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        self.kind = "" if self.streams or self.ends or self.ranged else self.kind_of(nest)

    @staticmethod
    @abstractmethod
    def kind_of(nest: Nest) -> str:
        """"" of nests whose rows are not computed so."""

    @abstractmethod
    def _open_row(self, depth: int, extent: str) -> None: ...

    @abstractmethod
    def _close_row(self, depth: int) -> str: ...

    def _is_row(self, depth: int) -> bool:
        return bool(self.kind) and depth == self.rank - 1

    def _open_loop(self, depth: int) -> None:
        if self._is_row(depth):
            self._open_row(depth, self.size(self.nest.axes[depth].extent))
        else:
            super()._open_loop(depth)

    def _close_loop(self, depth: int) -> None:
        if self._is_row(depth):
            self.out.close(self._close_row(depth))
        else:
            super()._close_loop(depth)
