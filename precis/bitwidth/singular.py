"""Sweeps past derivatives that do not exist, and what is left of their tallies.

Where a square root meets an exact 0 its derivative is infinite. What reaches it by values that are exactly 0 has no part in the error;
what reaches it by others has one of lower order than first, sqrt(u) in place of u, which no first-order sum can tell. Sweeps
run plainly; where infinities or NaN come out, once more with derivatives guarded (precis.ad.guard): then the first kind counts
0, and the second is infinite in its own row only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import numpy as np

from precis.bitwidth.holes import finite
from precis.ir.ops import TALLY_COLUMNS

SIGNED, ABSOLUTE, ADJOINT = map(TALLY_COLUMNS.index, ("signed", "absolute", "adjoint"))  # sums stand before ranges
SMALLEST = TALLY_COLUMNS.index("smallest")
SINGULAR = 2.0**300  # sums beyond hold a guarded derivative

T = TypeVar("T")


def told_apart(met: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Cotangents of a sweep with guarded derivatives: those that hold one as they are, and of the rest what a sweep finds that takes such
    derivatives for 0, since large numbers that cancel have swallowed it."""
    return np.where(np.abs(met) > SINGULAR, met, others)


def tally_apart(met: np.ndarray, others: np.ndarray) -> np.ndarray:
    """The same of tallies (rows, columns): row by row."""
    return np.where((np.asarray(met)[:, ABSOLUTE] <= SINGULAR)[:, None], others, met)


def past_singularities(sweep: Callable[[bool], T], sums: Callable[[T], Iterable[np.ndarray]]) -> T:
    """`sweep(False)`, or where `sums` of it are not finite, `sweep(True)`: the same with derivatives guarded."""
    found = sweep(False)
    return found if all(finite(x).all() for x in sums(found)) else sweep(True)


def sums_of(tally: np.ndarray) -> np.ndarray:
    """The columns of a tally that are finite where every derivative is."""
    return np.asarray(tally)[..., : ADJOINT + 1]


def without_guards(tally: np.ndarray) -> np.ndarray:
    """A tally (rows, columns) with infinities for sums that hold a guarded derivative."""
    rows = np.array(tally, float)
    singular = ~(rows[:, ABSOLUTE] <= SINGULAR)
    rows[singular, : ADJOINT + 1] = np.inf
    return rows
