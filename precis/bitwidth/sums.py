"""Roundings of sums: how large the partial sums are, from their total and the sum of their squares.

Each addition rounds its partial sum, so the error variance of a sum is proportional to V = sum of the squares of the
partial sums that are rounded. Over a random order of the N terms, a partial sum of k of them has the expected square
(sampling without replacement; Cochran, Sampling Techniques, 3rd ed., theorem 2.2)

    E[s_k^2] = k^2/N^2 S^2 + k (N - k) / (N (N - 1)) (Q - S^2/N),     S = sum of the terms, Q = sum of their squares

so that V = a S^2 + b Q with a and b from the sizes k alone, which precis/ir/order.py fixes.
"""

from __future__ import annotations

from precis.bitwidth.trips import Sizes, elements, length
from precis.ir.order import LANES
from precis.ir.types import Node

FOLDS = LANES.bit_length() - 1


def spread(terms: float, last: float = 0.0) -> tuple[float, float]:
    """(a, b) of V = a S^2 + b Q for `terms` terms added in the order of `ordered_sum`.

    last: length of the last axis where that is reduced, else 0.
    """
    n = float(terms)
    if n < 2:
        return 0.0, 0.0
    first, second = _laned(n) if last >= LANES else _sequential(n)
    b = (n * first - second) / (n * (n - 1))
    return second / n**2 - b / n, b


def _sequential(n: float) -> tuple[float, float]:
    """(sum of k, sum of k^2) over the rounded partial sums, k = 2 .. n."""
    return n * (n + 1) / 2 - 1, n * (n + 1) * (2 * n + 1) / 6 - 1


def _laned(n: float) -> tuple[float, float]:
    """The same for LANES sequential sums of n / LANES terms that fold in halves: 2^j sums of n / 2^j terms, j = 4 ..
    0."""
    first, second = _sequential(max(1.0, n / LANES))
    return LANES * first + FOLDS * n, LANES * second + n**2 * sum(0.5**j for j in range(FOLDS))


def chain(node: Node, sizes: Sizes) -> float:
    """How many additions of a `sum` or of an inner product follow one another."""
    x = node.inputs[0]
    axes = node.attrs.get("axes", tuple(range(x.rank)))
    terms = elements(tuple(x.shape[a] for a in axes), sizes)
    return terms / LANES + FOLDS if x.rank - 1 in axes and length(x.shape[-1], sizes) >= LANES else float(terms)
