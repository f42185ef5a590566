"""Seminorms: the one way in which an error of an output becomes a number.

Every judged output has a norm N and a scale: its error is N(e / s), e = found - reference, with

    norm "2"     N = ||.||_2,    s = absolute + relative ||y||_2
    norm "max"   N = max |.|,    s = absolute + relative max |y|
    norm "each"  N = max |.|,    s_i = absolute + relative |y_i|

Sweeps are seeded with cotangents for it. For the 2-norm these are random signs w over s: E[(w . e / s)^2] = ||e / s||^2
(Hutchinson 1990). The largest of n independent errors of equal spread sigma is about sigma sqrt(2 ln 2n) (Leadbetter,
Lindgren & Rootzén 1983, theorem 1.5.3, both signs), and sigma = ||e / s||_2 / sqrt(n): for "max" and "each" the signs
are scaled by sqrt(min(1, 2 ln(2n) / n)). Where few elements carry the error that is too small by up to the inverse of this factor;
the first measured run then corrects it, because attribution weighs the one element that is worst.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

NORMS = ("2", "max", "each")


@dataclass(frozen=True, slots=True)
class Seminorm:
    """A norm and the scale of an output's error: absolute + relative * (size of the reference in that norm)."""

    norm: str = "2"
    relative: float = 1.0
    absolute: float = 0.0

    def size(self, x: Any) -> float:
        """N(x); infinite where an element is NaN or infinite."""
        return norm2(x) if self.norm == "2" else largest(x)

    def scale(self, y: Any) -> Any:
        """s for the reference y: a number, or one per element."""
        if self.norm == "each":
            return self.absolute + self.relative * np.abs(np.asarray(y))
        return self.absolute + (self.relative * self.size(y) if self.relative else 0.0)

    def error(self, found: Any, reference: Any) -> float:
        """N(e / s); where s is zero: 0 if found equals the reference there, else infinity."""
        e, s = difference(found, reference), self.scale(reference)
        if self.norm != "each":
            size = self.size(e)
            return size / float(s) if s else (math.inf if size else 0.0)
        if not np.all(np.isfinite(np.asarray(np.abs(e)).astype(float))):
            return math.inf
        return math.inf if np.any((e != 0) & (s == 0)) else largest(over(e, s))

    def weights(self, y: Any) -> Any:
        """What random signs are multiplied with to be a cotangent: 1 / s, times the factor of the largest of n; 0 where
        s is zero or not finite, where a relative error has no derivative."""
        n = max(1, np.asarray(y).size)
        factor = 1.0 if self.norm == "2" else math.sqrt(min(1.0, 2.0 * math.log(2.0 * n) / n))
        s = np.asarray(self.scale(y), float)
        return over(np.full_like(s, factor), s)

    def dual(self, e: Any, y: Any) -> np.ndarray:
        """The cotangent c with c . e = N(e / s) and of dual norm 1: e over its norm, or the sign of the worst element."""
        s, e = self.scale(y), np.asarray(e)
        if self.norm == "2":
            size = norm2(e)
            return np.asarray(e / size / s if size and s else np.zeros_like(e))
        scaled = np.asarray(over(e, np.broadcast_to(np.asarray(s), e.shape)))
        c = np.zeros_like(e)
        if e.size and np.any(scaled):
            k = np.unravel_index(int(np.argmax(np.asarray(np.abs(scaled)).astype(float))), e.shape)
            c[k] = scaled[k] / np.abs(scaled[k]) / (s if np.ndim(s) == 0 else np.asarray(s)[k])
        return c

    def slope(self, y: Any, c: np.ndarray) -> np.ndarray:
        """d log s / d y at the reference y, for the element that the dual vector c weighs: how the scale grows with it."""
        y, s = np.asarray(y), np.asarray(self.scale(y))
        if not self.relative or not y.size:
            return np.zeros(y.shape)
        if self.norm == "2":
            n = norm2(y)
            return np.asarray(over(self.relative * y / n, np.broadcast_to(s, y.shape)) if n else np.zeros(y.shape))
        k = np.unravel_index(int(np.argmax(np.abs(np.asarray(c if self.norm == "each" else y, float)))), y.shape)
        found = np.zeros(y.shape)
        scale = float(s[k] if self.norm == "each" else s)
        found[k] = self.relative * np.sign(float(y[k])) / scale if scale else 0.0
        return found




def over(x: Any, s: Any) -> Any:
    """x / s; 0 where s is zero or not finite."""
    s = np.asarray(s)
    fine = np.isfinite(s.astype(float)) & (s != 0)
    return np.where(fine, np.asarray(x) / np.where(fine, s, 1.0), 0.0)


def norm2(x: Any) -> float:
    """The 2-norm, without overflow on the way; infinite where an element is NaN."""
    a = np.asarray(np.abs(np.asarray(x)))
    a = a.astype(np.longdouble) if a.dtype != object else a
    top = a.max() if a.size else 0.0
    if not math.isfinite(top):
        return math.inf
    return float(top * np.sum((a / top) ** 2) ** 0.5) if top else 0.0


def largest(x: Any) -> float:
    """max |x|; infinite where an element is NaN."""
    a = np.asarray(np.abs(np.asarray(x)))
    top = float(a.max()) if a.size else 0.0
    return top if math.isfinite(top) else math.inf


def difference(found: Any, reference: Any) -> np.ndarray:
    """found - reference in the wider of their types."""
    found, reference = np.asarray(found), np.asarray(reference)
    wide = object if reference.dtype == object else np.result_type(found, reference, np.float64)
    with np.errstate(all="ignore"):
        return np.asarray(found.astype(wide) - reference.astype(wide))
