"""What a place would have given without its fault: taken out of the rounded run, or left alone in the exact one.

Both are run (docs/adr/0094). Out of a run that rounds everywhere, any change, however small, rounds differently all that follows: that
moves the results by about as much as their formats round, whatever the place. Alone in a run that rounds nothing, a fault moves them by
what it does itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from precis.formats import Format


class Execution(NamedTuple):
    """One execution of an operation: (rounded, exact) of operands and result; `own()`: of the rounded operands, without any rounding;
    the format of the result."""

    inputs: Sequence[tuple[np.ndarray, np.ndarray]]
    rounded: np.ndarray
    exact: np.ndarray
    own: Callable[[], Any]
    format: Format


Cure = Callable[[Execution], Any]
"""The result of the rounded run without the fault."""


def exactly(x: Execution) -> Any:
    """The fault is all that was ever rounded on the way here."""
    return x.exact


def own_rounding(x: Execution) -> Any:
    """The fault is what this operation rounds: its operands stay as they are."""
    return x.own()


def out_of_range(x: Execution) -> Any:
    """The fault is what the range of the format does: to numbers below its normal ones, and where infinities and NaN come of that."""
    return np.where((np.abs(x.exact) < float(x.format.min_normal)) | ~np.isfinite(x.rounded), x.exact, x.rounded)


def implanted(x: Execution, clean: Any) -> Any:
    """The result of the exact run with nothing but the fault."""
    if clean is x.exact:
        return x.rounded
    with np.errstate(all="ignore"):
        return np.where(x.rounded == clean, x.exact, x.exact + (x.rounded - clean))
