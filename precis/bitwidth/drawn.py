"""What an Assignment does to the outputs where every rounding is drawn, up or down with the probabilities that make it unbiased.

A value that stands the part f of a spacing d above its lower neighbour errs by d (1 - f) with probability f and by -d f otherwise: mean 0,
mean square f (1 - f) d^2 (Croci et al. 2022, Stochastic rounding, section 2). Uniform f give d^2 / 6, twice the d^2 / 12 of rounding
to nearest, and the largest error is d, twice as large. Errors are mean independent (section 6 there), so nothing is known of their signs:
what increments, inputs or values close together have in common when they round to nearest is left out.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace

from precis.bitwidth.estimate import Corrections, Estimate, error_size, estimate, independent_of, share_here, whole_share
from precis.bitwidth.places import Rounding
from precis.bitwidth.sensitivity import Sensitivity
from precis.bitwidth.tally import Row, Share, relative_error, underflow_share
from precis.formats import Assignment, Format

TWICE = math.sqrt(2.0)  # the root mean square error beside that of rounding to nearest


def drawn_estimate(s: Sensitivity, assignment: Assignment, formats: Collection[Format] = ()) -> Estimate:
    """The estimate for runs that round stochastically in `formats` (none named: in all), to nearest in the others. `rms` is that of the
    errors over many runs, and of those of one run."""
    def share(s: Sensitivity, cause: Rounding, fmt: Format, corrections: Corrections | None = None) -> Share:
        rule = share_here if formats and fmt not in formats else drawn_share
        return rule(s, cause, fmt, corrections)

    return estimate(s, assignment, share=share)


def drawn_share(s: Sensitivity, cause: Rounding, fmt: Format, corrections: Corrections | None = None) -> Share:
    """The share of one cause whose roundings to `fmt` are drawn."""
    return whole_share(s, cause, fmt, corrections, _first_order(s, cause, fmt), TWICE * error_size(cause, fmt))


def _first_order(s: Sensitivity, cause: Rounding, fmt: Format) -> Share:
    row = s.row(cause)
    if cause.what == "model":
        return independent_of(s, cause, fmt)
    if cause.what.startswith("constant:"):
        return _constant(row, float.fromhex(cause.what.partition(":")[2]), fmt)
    if cause.what in ("value", "input") and row.is_held_by(fmt):
        return _below(row, fmt)
    nearest, below = independent_of(s, cause, fmt), underflow_share(row, fmt)
    random = math.sqrt(max(nearest.rms**2 - below.rms**2, 0.0)) if math.isfinite(nearest.rms) else nearest.rms
    normal = Share(TWICE * random, 2.0 * max(nearest.absolute - below.absolute, 0.0))
    return normal.plus(_below(row, fmt)) if nearest.underflow else normal


def _constant(row: Row, x: float, fmt: Format) -> Share:
    """One value, of which f is known: e its distance from the nearer neighbour, 2 u at most to the other one. Drawn once, it errs alike
    wherever it is used; drawn in each iteration, less."""
    nearer = relative_error(x, fmt)
    other = _spacing(x, fmt) - nearer if nearer else 0.0
    return Share(math.sqrt(nearer * max(other, 0.0)) * row.signed, max(nearer, other) * row.absolute)


def _spacing(x: float, fmt: Format) -> float:
    """The distance of the neighbours of x in `fmt`, relative to x."""
    exponent = max(math.frexp(abs(x))[1] - 1, fmt.emin)
    return math.ldexp(1.0, exponent - fmt.precision + 1) / abs(x)


def _below(row: Row, fmt: Format) -> Share:
    """What values below the normal range add. They err by up to the subnormal spacing d, the mean square is d^2 / 6, and v (d - v) below
    d, at most d v: the root mean square of sqrt(d v) is at most that of d and v together (Cauchy-Schwarz)."""
    nearest = underflow_share(row, fmt)
    if not nearest.underflow:
        return nearest
    known = underflow_share(replace(row, precision=math.inf), fmt)  # not limited by the size of the values
    least = math.sqrt(math.sqrt(12.0) * known.rms * max(row.rms, row.signed)) if row.precision < math.inf else math.inf
    return Share(min(TWICE * known.rms, least), 2.0 * known.underflow, 2.0 * known.underflow)
