"""Intervals of binary64, many at a time, rounded outward.

An interval holds every real number between two arrays of endpoints. IEEE operations are within half an ulp of the exact result, so
the next number outward encloses it (Moore, *Interval Analysis*, 1966, chapter 3; Moore, Kearfott & Cloud 2009, section 2.5); sums
that are exact, as TwoSum tells (Knuth, TAOCP 2, 4.2.2), stay as they are, so that 1 - [0, 1] is [0, 1].
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

INFINITY = np.inf


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """low, high: arrays of equal shape, low <= high; infinite where nothing is known."""

    low: np.ndarray
    high: np.ndarray

    @property
    def magnitude(self) -> np.ndarray:
        """The largest absolute value."""
        return np.maximum(np.abs(self.low), np.abs(self.high))

    @property
    def mignitude(self) -> np.ndarray:
        """The smallest absolute value."""
        return np.where(self.contains(0.0), 0.0, np.minimum(np.abs(self.low), np.abs(self.high)))

    @property
    def point(self) -> np.ndarray:
        return self.low == self.high

    def contains(self, x: float) -> np.ndarray:
        return (self.low <= x) & (self.high >= x)

    def where(self, mask: np.ndarray, other: Intervals) -> Intervals:
        """These, and `other` where the mask is false."""
        return Intervals(np.where(mask, self.low, other.low), np.where(mask, self.high, other.high))

    def hull(self, other: Intervals) -> Intervals:
        return Intervals(np.minimum(self.low, other.low), np.maximum(self.high, other.high))

    def meet(self, other: Intervals) -> Intervals:
        """The common part; where rounding leaves none, these."""
        low, high = np.maximum(self.low, other.low), np.minimum(self.high, other.high)
        return Intervals(low, high).where(low <= high, self)

    def widened(self, by: np.ndarray) -> Intervals:
        """Every number within `by` of these."""
        return Intervals(down(self.low - by), up(self.high + by)).where(by > 0, self)

    def __neg__(self) -> Intervals:
        return Intervals(-self.high, -self.low)

    def __add__(self, other: Intervals) -> Intervals:
        return Intervals(_sum(self.low, other.low, -1), _sum(self.high, other.high, 1))

    def __sub__(self, other: Intervals) -> Intervals:
        return self + -other

    def __mul__(self, other: Intervals) -> Intervals:
        products = [_product(a, b) for a in (self.low, self.high) for b in (other.low, other.high)]
        return Intervals(np.minimum.reduce([p[0] for p in products]), np.maximum.reduce([p[1] for p in products]))

    def __truediv__(self, other: Intervals) -> Intervals:
        """Everything where the divisor may be zero."""
        safe = Intervals(np.ones_like(other.low), np.ones_like(other.low)).where(other.contains(0.0), other)
        quotients = [_quotient(a, b) for a in (self.low, self.high) for b in (safe.low, safe.high)]
        found = Intervals(np.minimum.reduce([q[0] for q in quotients]), np.maximum.reduce([q[1] for q in quotients]))
        return everything(self.low).where(other.contains(0.0), found)

    def square(self) -> Intervals:
        small, large = self.mignitude, self.magnitude
        return Intervals(np.maximum(_product(small, small)[0], 0.0), _product(large, large)[1])

    def sqrt(self) -> Intervals:
        """Of the part that is not negative."""
        low, high = np.sqrt(np.maximum(self.low, 0.0)), np.sqrt(np.maximum(self.high, 0.0))
        return Intervals(np.where(low > 0, down(low), 0.0), np.where(high > 0, up(high), 0.0))

    def abs(self) -> Intervals:
        return Intervals(self.mignitude, self.magnitude)


def down(x: np.ndarray) -> np.ndarray:
    return np.nextafter(x, -INFINITY)


def up(x: np.ndarray) -> np.ndarray:
    return np.nextafter(x, INFINITY)


def constant(value: float, like: np.ndarray) -> Intervals:
    x = np.full_like(like, value)
    return Intervals(x, x)


def enclosing(low: float, high: float, like: np.ndarray) -> Intervals:
    return Intervals(np.full_like(like, low), np.full_like(like, high))


def everything(like: np.ndarray) -> Intervals:
    return enclosing(-INFINITY, INFINITY, like)


def _sum(a: np.ndarray, b: np.ndarray, direction: int) -> np.ndarray:
    s = a + b
    rest = s - a
    error = (a - (s - rest)) + (b - rest)
    inexact = ~(error == 0)  # NaN where something is infinite
    outward = np.nextafter(s, direction * INFINITY)
    found = np.where(inexact & ~((error > 0) if direction < 0 else (error < 0)), outward, s)
    return np.where(np.isnan(found), direction * INFINITY, found)


def _product(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(a number below, a number above) a b; 0 times an end at infinity is 0."""
    zero = (a == 0) | (b == 0)
    one = (np.abs(a) == 1) | (np.abs(b) == 1)
    p = np.where(zero, 0.0, a * b)
    return np.where(zero | one, p, down(p)), np.where(zero | one, p, up(p))


def _quotient(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    q = a / b
    exact = (a == 0) | (np.abs(b) == 1)
    low, high = np.where(exact, q, down(q)), np.where(exact, q, up(q))
    lost = np.isnan(q)  # infinity over infinity
    return np.where(lost, -INFINITY, low), np.where(lost, INFINITY, high)
