"""Angles that are moderate whatever they are computed from: sin(5.0 * arctan2(y, x))."""

from __future__ import annotations

from collections.abc import Sequence

from precis.emit.plan.kernels import Instr
from precis.formats import Format

RANGED = ("sin", "cos", "tan")  # have versions of their loop for moderate arguments, of which compilers make no vectors beside lanes
MODERATE = 1e6 / 2  # of what the runtime header calls moderate; the other half is for what rounds on the way
HELD = {"sin": 1.0, "cos": 1.0, "tanh": 1.0, "sign": 1.0, "erf": 1.0, "arctan": 1.6, "arcsin": 1.6, "arctan2": 3.2, "arccos": 3.2}
SAME, LARGER, SUMS = ("neg", "abs", "cast"), ("maximum", "minimum", "select", "choose"), ("add", "sub")


def moderate(body: Sequence[Instr]) -> frozenset[str]:
    """The instructions whose results are no larger than that, or no numbers."""
    largest: dict[str, float] = {}
    for i in body:
        found = _largest(i, largest)
        if found is not None and found <= MODERATE and not i.guard:
            largest[i.name] = found
    return frozenset(largest)


def _largest(i: Instr, known: dict[str, float]) -> float | None:
    """A bound of a result's size."""
    if i.op == "const":
        return abs(i.value) if isinstance(i.value, (int, float)) else None
    if not isinstance(i.element, Format):  # integers wrap around
        return None
    if i.op in HELD:
        return HELD[i.op]
    args = [known.get(a) for a in (i.args[-2:] if i.op in LARGER else i.args)]
    if any(a is None for a in args):
        return None
    sizes = [a for a in args if a is not None]
    if i.op in SAME:
        return sizes[0]
    return max(sizes) if i.op in LARGER else sum(sizes) if i.op in SUMS else sizes[0] * sizes[1] if i.op == "mul" else None
