"""Which printer prints a nest."""

from __future__ import annotations

from precis.emit.cpu.bins import BinPrinter
from precis.emit.cpu.byte_tables import ByteTablePrinter, looks_up
from precis.emit.cpu.clamped import ClampedPrinter, clamp_of
from precis.emit.cpu.counting import count_of
from precis.emit.cpu.counts import CountPrinter
from precis.emit.cpu.narrow import NarrowPrinter, held
from precis.emit.cpu.narrow_columns import NarrowColumnPrinter, columns
from precis.emit.cpu.narrow_rows import NarrowRowPrinter, narrow
from precis.emit.cpu.narrow_totals import NarrowTotalPrinter, totals
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.passes import PassPrinter, in_passes
from precis.emit.cpu.places import PlacesPrinter, hit_of
from precis.emit.cpu.quotients import QuotientPrinter, quotients
from precis.emit.cpu.rare import RarePrinter, rare
from precis.emit.cpu.registers import RegisterPrinter, added
from precis.emit.cpu.rim_rows import RimPrinter, groups_of
from precis.emit.cpu.rows import RowStripPrinter
from precis.emit.cpu.short import ShortRowPrinter, reduces_short_rows
from precis.emit.cpu.skipped import SkippingPrinter, skipped
from precis.emit.cpu.sorted_terms import SORT, SortedPrinter
from precis.emit.cpu.split import SplitPrinter
from precis.emit.cpu.staying import StayingPrinter, staying
from precis.emit.cpu.stream import StreamPrinter
from precis.emit.cpu.taken import TakenPrinter, taken
from precis.emit.cpu.tallying import in_rows
from precis.emit.cpu.vector import PairPrinter, VectorPrinter, only_tallies, vectorisable
from precis.emit.cpu.whole_vectors import WholeVectorPrinter, whole
from precis.emit.plan.kernels import Nest

# These need no vector header.
PLAIN = (SplitPrinter, BinPrinter, ByteTablePrinter, ClampedPrinter, CountPrinter, RegisterPrinter, ShortRowPrinter, RimPrinter,
         NarrowPrinter, NarrowColumnPrinter, NarrowTotalPrinter, RarePrinter, TakenPrinter, SkippingPrinter, StayingPrinter)


def printer_of(nest: Nest) -> type[NestPrinter]:
    if any(r.op == SORT for r in nest.reductions):
        return SortedPrinter
    if nest.bins is not None:
        return BinPrinter
    if hit_of(nest):
        return PlacesPrinter
    if taken(nest):
        return TakenPrinter
    if looks_up(nest):
        return ByteTablePrinter
    if count_of(nest):
        return CountPrinter
    if groups_of(nest):
        return RimPrinter
    if clamp_of(nest):
        return ClampedPrinter
    if in_passes(nest):
        return PassPrinter
    if vectorisable(nest):
        return VectorPrinter
    if columns(nest):
        return NarrowColumnPrinter
    if added(nest):
        return RegisterPrinter
    if held(nest):
        return NarrowPrinter
    if in_rows(nest):
        return RowStripPrinter
    if totals(nest):
        return NarrowTotalPrinter
    if skipped(nest):
        return SkippingPrinter
    if rare(nest):
        return RarePrinter
    if reduces_short_rows(nest):
        return ShortRowPrinter
    if only_tallies(nest):
        return PairPrinter
    if staying(nest):
        return StayingPrinter
    if quotients(nest):
        return QuotientPrinter
    if narrow(nest):
        return NarrowRowPrinter
    return WholeVectorPrinter if whole(nest) else StreamPrinter
