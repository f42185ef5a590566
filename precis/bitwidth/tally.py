"""Rows of a tally, and shares of errors: the small records that sensitivities and estimates are made of.

A value x = m 2^e, 1 <= m < 2, rounded to nearest in a format of unit roundoff u, has an error uniform in +-u 2^e: mean
square u^2 4^e / 3 (Higham, Accuracy and Stability, 2nd ed., section 2.8). With logarithmically distributed significands
(Benford's law; Hamming 1970) E[1/m^2] = 3 / (8 ln 2), so the relative error has the mean square u^2 / (8 ln 2): 0.42 u.
Independent errors add in squares.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

import numpy as np

from precis.formats import FORMATS, Format, round_array

MEAN_SQUARE = 1.0 / (8.0 * math.log(2.0))
BY_CHANCE = 12  # zeros at the end of a significand: one rounded value in 4096 has as many


@dataclass(frozen=True, slots=True)
class Row:
    """What a sweep found for one cause, container or site, v a rounded value (or its weight), v̄ its cotangent.

    signed    |sum v̄ v| (root mean square over the cotangents): all relative errors equal
    absolute  sum |v̄ v| (mean over the cotangents)
    rms       sqrt(sum (v̄ v)^2) (root mean square): independent relative errors of mean square 1
    adjoint   sum |v̄| (mean)
    largest, smallest   range of |v|, zeros left out (0 and inf where nothing was seen)
    precision  bits of significand that hold every v; infinite where v is not what is rounded, but its weight only
    several   sqrt(n) where a v is the root sum square of n rounded values, the largest: their sizes add up to no more than v sqrt(n)
    """

    signed: float = 0.0
    absolute: float = 0.0
    rms: float = 0.0
    adjoint: float = 0.0
    largest: float = 0.0
    smallest: float = math.inf
    precision: float = 0.0
    several: float = 1.0

    @staticmethod
    def of(samples: np.ndarray) -> Row:
        """From tally rows (one per cotangent, columns TALLY_COLUMNS)."""
        signed, absolute, squared, adjoint, largest, smallest, precision = np.asarray(samples, float).T
        return Row(
            root_mean_square(signed),
            float(np.mean(absolute)),
            math.sqrt(float(np.mean(squared))),
            float(np.mean(adjoint)),
            float(np.max(largest)),
            float(np.min(smallest)),
            float(np.max(precision)),
        )

    @staticmethod
    def together(rows: Iterable[Row]) -> Row:
        """Independent causes as one: squares add for signed and rms."""
        total = Row()
        for r in rows:
            total = Row(
                math.hypot(total.signed, r.signed),
                total.absolute + r.absolute,
                math.hypot(total.rms, r.rms),
                total.adjoint + r.adjoint,
                max(total.largest, r.largest),
                min(total.smallest, r.smallest),
                max(total.precision, r.precision),
                max(total.several, r.several),
            )
        return total

    def worst(self, other: Row) -> Row:
        """The larger of each sum, the wider of both ranges."""
        return Row(
            max(self.signed, other.signed),
            max(self.absolute, other.absolute),
            max(self.rms, other.rms),
            max(self.adjoint, other.adjoint),
            max(self.largest, other.largest),
            min(self.smallest, other.smallest),
            max(self.precision, other.precision),
            max(self.several, other.several),
        )

    def known_errors(self, fmt: Format) -> tuple[float, float] | None:
        """The relative errors c / |v| - 1 of the smallest and of the largest |v| where rounding to `fmt` makes one number c of all v, or
        that and its negative, since rounding is odd: one value, or several close to c, or all vanish. None elsewhere, and for formats as
        wide as the run that the values are of.
        """
        if self.precision == math.inf or fmt.contains(FORMATS["binary64"]) or not 0.0 < self.largest < math.inf:
            return None
        ends = np.array([self.smallest, self.largest])
        number = np.asarray(round_array(ends, fmt), float)
        if number[0] != number[1] or not math.isfinite(number[0]):
            return None
        above, below = map(float, number / ends - 1.0)
        return above, below

    def known_share(self, fmt: Format) -> Share | None:
        """The share of rounding to `fmt` where the errors are known. They lie between those of the smallest and of the largest |v|: what
        they have in common is one error, to which the cotangents add with their signs; the rest is taken for uniform and independent."""
        errors = self.known_errors(fmt)
        if errors is None:
            return None
        above, below = errors
        common, rest = abs(above + below) / 2.0, (above - below) / 2.0
        return Share(math.hypot(common * self.signed, rest / math.sqrt(3.0) * self.rms), max(abs(above), abs(below)) * self.absolute)

    def relative_underflow(self, fmt: Format) -> float:
        """Root mean square relative error of the v where some are below the normal range of `fmt`, for want of a derivative that weighs
        them: they err by half the subnormal spacing, and no more than by themselves. Their density is taken to be flat from the smallest
        to the largest, where the mean of 1 / v^2 is 1 / (smallest largest)."""
        if self.smallest >= float(fmt.min_normal):
            return 0.0
        return min(float(fmt.min_subnormal) / 2.0 / math.sqrt(self.smallest) / math.sqrt(self.largest), 1.0)

    def is_held_by(self, fmt: Format) -> bool:
        """Whether every v is a number of `fmt`, but for its range. Numbers that fill binary64, but for a few zeros at the end that may
        be chance (every other one ends in a zero), were rounded to it."""
        return self.precision <= min(fmt.held, FORMATS["binary64"].precision - BY_CHANCE)


@dataclass(frozen=True, slots=True)
class Share:
    """The part of one cause in the relative error of the outputs.

    rms        if its errors are independent, to first order
    absolute   if every error has its largest size and the worst sign, to first order
    underflow  what values below the normal range add at most (contained in `absolute`, and in `rms` as if independent)
    second     second order, the mean effect of independent errors: signed, per cotangent; () where it is not known
    signed     first order, what errors of known sign add beyond chance: signed, per cotangent
    half       what errors do to a root at 0, of the order of their root (precis.bitwidth.roots); then first order is none of it
    """

    rms: float = 0.0
    absolute: float = 0.0
    underflow: float = 0.0
    second: tuple[float, ...] = ()
    signed: tuple[float, ...] = ()
    half: float = 0.0

    @property
    def size(self) -> float:
        """Random errors, those of known sign, of second and of half order together, as if independent."""
        return math.hypot(self.rms, root_mean_square(self.signed), root_mean_square(self.second), self.half)

    def plus(self, other: Share) -> Share:
        """Two independent causes as one: random errors add in squares, second orders and known errors with their signs; before a root
        is taken errors add in squares, so those of half order add in fourth powers."""
        sums = self.absolute + other.absolute, self.underflow + other.underflow
        signed = _added(self.second, other.second), _added(self.signed, other.signed)
        return Share(math.hypot(self.rms, other.rms), *sums, *signed, math.sqrt(math.hypot(self.half**2, other.half**2)))

    def beyond_chance(self, sums: tuple[float, ...]) -> Share:
        """With errors that are known to add up to `sums`, per cotangent: random ones do to `rms`, only the rest is added."""
        size = root_mean_square(sums)
        if not self.rms < size < math.inf:  # beyond the range that errors were computed in, nothing is known
            return self
        rest = math.sqrt(1.0 - (self.rms / size) ** 2)
        return replace(self, signed=tuple(rest * x for x in sums))

    def with_underflow(self) -> Share:
        """With all that underflow may add: tails that vanish err with one sign, however independent other errors are."""
        return replace(self, rms=math.hypot(self.rms, self.underflow))

    def worst(self, other: Share) -> Share:
        """The larger one, with the larger worst case."""
        larger = max((self, other), key=lambda share: share.size)
        return replace(larger, absolute=max(self.absolute, other.absolute), underflow=max(self.underflow, other.underflow))


def independent_share(row: Row, fmt: Format) -> Share:
    """The share of rounding the values of `row` to `fmt` with independent errors."""
    below = underflow_share(row, fmt)
    worst = fmt.u * row.absolute * row.several + below.absolute
    return Share(math.hypot(math.sqrt(MEAN_SQUARE) * fmt.u * row.rms, below.rms), worst, below.underflow)


def relative_error(x: float, fmt: Format) -> float:
    """|round(x) - x| / |x|: what is known is not estimated. Zero for formats as wide as binary64, and for infinities."""
    if x == 0.0 or not math.isfinite(x) or fmt.contains(FORMATS["binary64"]):
        return 0.0
    return abs(float(round_array(x, fmt)) - x) / abs(x)


def underflow_share(row: Row, fmt: Format) -> Share:
    """The share of values below the normal range, which err by up to half the subnormal spacing d (Higham, section 2.1).

    At most sum |v̄| d / 2; independent errors, uniform in +-d / 2, have the root mean square sqrt(sum v̄^2) d / sqrt(12). sum v̄^2 is
    (sum |v̄|)^2 over the number of terms that count, taken to be that of v̄ v, sum(|v̄ v|)^2 / sum (v̄ v)^2: where v̄ and v are
    independent it is at least as large. No v errs by more than itself, where row.precision tells that v is what is rounded.
    """
    if row.smallest >= float(fmt.min_normal):
        return Share()
    spacing = float(fmt.min_subnormal)
    most, terms = row.adjoint * spacing / 2.0, row.absolute / row.rms if row.rms else math.inf  # sqrt of their number
    random = row.adjoint / terms * spacing / math.sqrt(12.0) if math.isfinite(row.absolute) else most
    if row.precision < math.inf:
        most, random = min(most, row.absolute), min(random, max(row.rms, row.signed))
    return Share(random, most, most)


def _added(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(x + y for x, y in zip_longest(a, b, fillvalue=0.0))


def root_mean_square(x: Iterable[float]) -> float:
    """0 for nothing."""
    values = list(x)
    return math.sqrt(float(np.mean(np.square(values)))) if values else 0.0


def finite(document: Any) -> Any:
    """`document` for JSON, which has no infinity and no NaN: None instead."""
    if isinstance(document, dict):
        return {k: finite(v) for k, v in document.items()}
    if isinstance(document, (list, tuple)):
        return [finite(v) for v in document]
    return None if isinstance(document, float) and not math.isfinite(document) else document
