"""Prints nests that change some of their rows only: those that a condition leaves as they are, are stepped over.

    M[ones] ^= M[rank]    ->    for i: if (ones[i]) for j: M[i, j] = M[i, j] ^ row[j]

What a mask of rows chooses is stored in all of them otherwise: `M[i, j] = ones[i] ? M[i, j] ^ row[j] : M[i, j]` reads and writes the
others, too, for nothing. A condition that fails is worth its jump where a row is longer than what processors throw away with a jump that
they have not foreseen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from precis.emit.cpu.levels import levels
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.stream import StreamPrinter
from precis.emit.plan.kernels import Access, Instr, Nest
from precis.ir.size import product

LEAST = 32  # elements of what is stepped over


@dataclass(frozen=True, slots=True)
class Skipped:
    """`nest` changes its arrays where the scalar `test`, of the loops around `depth`, is `holds`."""

    test: str
    holds: bool
    depth: int
    nest: Nest


def skipped(nest: Nest) -> Skipped | None:
    """How a nest may step over rows: all that it stores, each array at one place, is either new or what is there, by one condition of
    loops further out."""
    stores = [i for i in nest.body if i.op == "store"]
    if not nest.axes or not stores or nest.reductions or nest.hole or nest.begin is not None or nest.behind:
        return None
    if len({i.access.buffer for i in stores if i.access}) < len(stores) or any(i.guard for i in nest.body):
        return None
    by_name = {i.name: i for i in nest.body}
    found = {_choice(by_name[i.args[0]], i.access, by_name) if i.access and i.args[0] in by_name else None for i in stores}
    (choice,) = found if len(found) == 1 else (None,)
    if choice is None or not _long(nest, depth := levels(nest)[choice[0]]):
        return None
    new = tuple(replace(i, args=(by_name[i.args[0]].args[1 if choice[1] else 2],)) if i.op == "store" else i for i in nest.body)
    return Skipped(*choice, depth, replace(nest, body=new))


def _choice(i: Instr, place: Access, by_name: dict[str, Instr]) -> tuple[str, bool] | None:
    """(condition, whether something new is stored where it holds) of a choice between that and what is at a place."""
    if i.op != "select":
        return None
    kept = [a in by_name and by_name[a].op == "load" and by_name[a].access == place and not by_name[a].where for a in i.args[1:]]
    return (i.args[0], kept[1]) if kept[0] != kept[1] and i.args[0] in by_name else None


def _long(nest: Nest, depth: int) -> bool:
    """Whether there are elements enough inside the loops that a condition at this depth is computed in."""
    inside = nest.axes[depth:]
    return bool(inside) and (product(a.extent for a in inside).constant or LEAST) >= LEAST


class SkippingPrinter(StreamPrinter):
    def __init__(self, out: Printer, nest: Nest):
        found = skipped(nest)
        assert found is not None, "printer_of asks skipped"
        super().__init__(out, found.nest)
        self.skips = found

    def _instructions(self, depth: int, only: frozenset[str] | None = None) -> None:
        super()._instructions(depth, only)
        if depth == self.skips.depth:
            test = self.text.get(self.skips.test) or self._expression(self.by_name[self.skips.test])
            self.out.open(f"if ({'' if self.skips.holds else '!'}{test})")

    def _close_loop(self, depth: int) -> None:
        super()._close_loop(depth)
        if depth == self.skips.depth:
            self.out.close()
