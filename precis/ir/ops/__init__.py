"""The operation table: `OPS[name]` is the one record of each operation."""

from precis.ir.ops import counters, fourier, hashing, linear, pointwise, reductions, sorting, special, structure
from precis.ir.ops.record import CONTROL, Op, table
from precis.ir.ops.structure import TALLY_COLUMNS, ArrayConstant

OPS: dict[str, Op] = table(pointwise.OPS, counters.OPS, structure.OPS, reductions.OPS, sorting.OPS, hashing.OPS, linear.OPS, fourier.OPS,
                           special.OPS)

__all__ = ["CONTROL", "OPS", "TALLY_COLUMNS", "ArrayConstant", "Op"]
