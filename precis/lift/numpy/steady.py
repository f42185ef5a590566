"""Integers that floating-point numbers make of a size, as int(log2(n)) and int(sqrt(n)) are: between which sizes they stay what they are
in the example (ADR 168)."""

from __future__ import annotations

from typing import Any

import numpy as np

from precis.ir.size import Size
from precis.lift.numpy.sizes import Sizes
from precis.lift.numpy.values import Scalar

FIRST, MOST = 64, 2**20  # sizes that are tried: beyond the example's, and at most
NEAR = 3  # at either end, sizes at which the number is computed as it is in the example, not as an element of an array


def steadied(sizes: Sizes, x: Scalar) -> int | None:
    """The known integer x as a constant. It is one for all sizes that are guarded here: each of them was tried. Where they are not known,
    its sizes are pinned; None where they vary while the program runs."""
    if x.known is None:
        return None
    symbols = {s for name in x.given for s in sizes.resolve(Size.of(name)).symbols()}
    if len(symbols) == 1 and x.again is not None and symbols <= sizes.binding.keys():
        (symbol,) = symbols
        ends = _ends(sizes, x, symbol)
        if ends is not None:
            sizes.at_most(ends[0], Size.of(symbol))
            sizes.at_most(Size.of(symbol), ends[1])
            return int(x.known)
    return int(x.known) if sizes.pin(x.given) else None


def _ends(sizes: Sizes, x: Scalar, symbol: str) -> tuple[int, int] | None:
    """The smallest and largest of the neighbouring sizes for which x is the same; None where the example's is the only one."""
    here, most = sizes.binding[symbol], FIRST
    if not 0 < here < MOST:
        return None
    try:
        while True:
            most = min(4 * max(here, most), MOST)
            same = np.asarray(_numbers(sizes, x, symbol, np.arange(1, most + 1))) == x.known
            others = np.flatnonzero(np.broadcast_to(~same, most)) + 1
            first, last = max(others[others < here], default=0) + 1, min(others[others > here], default=most + 1) - 1
            if last < most or most == MOST:
                break
    except (TypeError, ValueError, KeyError, OverflowError):
        return None
    checked = {n for n in range(first, last + 1) if n < first + NEAR or n > last - NEAR}
    alike = first < last and all(_numbers(sizes, x, symbol, n) == x.known for n in checked)
    return (int(first), int(last)) if alike else None


def _numbers(sizes: Sizes, x: Scalar, symbol: str, n: Any) -> Any:
    """x for other sizes."""
    assert x.again is not None
    with np.errstate(all="ignore"):
        return x.again({name: sizes.resolve(Size.of(name)).value({symbol: n}) for name in x.given})
