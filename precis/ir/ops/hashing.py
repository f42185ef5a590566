"""Hash tables of rows of integers: where a row stands among others, in a time that does not grow with their number.

Of n rows the table has n lines of four slots. The first 4 * 2^floor(log2 n) slots are in use: from a quarter to a half of these are
taken, each by the number of a row, and the others are -1. A row takes the first free slot from that on which the highest bits of its hash
number, after the last slot the first (open addressing with multiplicative hashes: Knuth, The Art of Computer Programming 3, 6.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import prod

import numpy as np

from precis.ir.ops.kinds import INTEGERS
from precis.ir.ops.record import EXACT, Op, Type
from precis.ir.ops.routine import routine
from precis.ir.shapes import text
from precis.ir.size import Size
from precis.ir.types import Attrs, Value

SLOTS = 4  # for each row
# Of the last number of a row, the one before, ...: 2^64 over p and over p^2 for p^3 = p + 1, which spread places of a grid evenly
# (Roberts, The Unreasonable Effectiveness of Quasirandom Sequences, 2018), two that do for three and four numbers; then by STEP.
FACTORS = (0xC13FA9A902A6328F, 0x91E10DA5C79E7B1D, 0xFB1D2800FB75E337, 0x345ABB68229735DF)
STEP = 0x9E3779B97F4A7C15  # 2^64 over the golden ratio
_BITS = (1 << 64) - 1


def mixed(key: Sequence[int]) -> int:
    """The hash of a row, 64 bits: a sum of products (multiply-shift hashing of vectors: Dietzfelbinger 1996)."""
    factors = accumulate((*FACTORS, *(STEP,) * (len(key) - len(FACTORS))), lambda last, f: f if f in FACTORS else last * f & _BITS)
    return sum(int(number) * factor for number, factor in zip(reversed(key), factors)) & _BITS


def used(rows: int) -> int:
    """How many slots are in use for a number of rows, which is not 0."""
    return SLOTS << rows.bit_length() - 1


def hash_table(rows: np.ndarray) -> np.ndarray:
    """The table of rows, of which no two are equal; int64[n, 4]."""
    table = np.full((len(rows), SLOTS), -1, np.int64)
    for k, row in enumerate(rows.reshape(len(rows), prod(rows.shape[1:])).tolist()):
        slot = _first(len(rows), row)
        while table.flat[slot] >= 0:
            slot = (slot + 1) % used(len(rows))
        table.flat[slot] = k
    return table


def hash_find(table: np.ndarray, rows: np.ndarray, key: np.ndarray) -> np.int64:
    """The number of the row that is equal to `key`, or ~slot where there is none: the slot would take it. -1 among no rows."""
    if not len(rows):
        return np.int64(-1)
    wanted, slot = key.reshape(-1).tolist(), _first(len(rows), key.reshape(-1).tolist())
    for _ in range(used(len(rows))):
        k = int(table.flat[slot])
        if k < 0:
            break
        if rows[k].reshape(-1).tolist() == wanted:
            return np.int64(k)
        slot = (slot + 1) % used(len(rows))
    return np.int64(~slot)


def _first(rows: int, key: Sequence[int]) -> int:
    return mixed(key) >> 65 - used(rows).bit_length()


def _of_rows(rows: Value) -> None:
    if rows.rank not in (1, 2) or rows.kind not in INTEGERS or rows.kind == "uint64":
        raise ValueError(f"hashes rows of int64 or smaller integers, not {rows.kind} of shape {text(rows.shape)}")


def _infer_table(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    (rows,) = inputs
    _of_rows(rows)
    return (rows.shape[0], Size.of(SLOTS)), "int64"


def _infer_find(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    table, rows, key = inputs
    _of_rows(rows)
    if table.shape != (rows.shape[0], Size.of(SLOTS)) or table.kind != "int64":
        raise ValueError(f"the table of {text(rows.shape)} rows is {table.kind} of shape {text(table.shape)}")
    if key.shape != rows.shape[1:] or key.kind != "int64":
        raise ValueError(f"finds {key.kind} of shape {text(key.shape)} among rows of shape {text(rows.shape[1:])}")
    return (), "int64"


OPS: tuple[Op, ...] = (
    routine("hash_table", _infer_table, hash_table, None, 10, (), EXACT),
    routine("hash_find", _infer_find, hash_find, None, 10, (), EXACT),
)
