"""np.poly1d and np.polynomial.Polynomial: polynomials as objects. Leading zeros stay."""

from typing import Any

import numpy as np
from numpy.polynomial import polynomial as low


class HighestFirst:
    """np.poly1d"""

    def __init__(self, c_or_r: Any, r: bool = False):
        given = c_or_r.coeffs if isinstance(c_or_r, HighestFirst) else np.atleast_1d(np.asarray(c_or_r))
        self.coeffs = np.poly(given) if r else given

    @property
    def c(self):
        return self.coeffs

    @property
    def coef(self):
        return self.coeffs

    @property
    def order(self):
        return self.coeffs.shape[0] - 1

    @property
    def o(self):
        return self.order

    @property
    def r(self):
        return np.roots(self.coeffs)

    @property
    def roots(self):
        return np.roots(self.coeffs)

    def __call__(self, x: Any):
        return HighestFirst(_composed(self.coeffs, x.coeffs)) if isinstance(x, HighestFirst) else np.polyval(self.coeffs, x)

    def __getitem__(self, k: Any):
        return self.coeffs[self.order - k]

    def deriv(self, m: int = 1):
        return HighestFirst(np.polyder(self.coeffs, m))

    def integ(self, m: int = 1):
        return HighestFirst(np.polyint(self.coeffs, m))

    def __neg__(self):
        return HighestFirst(-self.coeffs)

    def __add__(self, other: Any):
        return HighestFirst(np.polyadd(self.coeffs, _coefficients(other)))

    def __radd__(self, other: Any):
        return self + other

    def __sub__(self, other: Any):
        return HighestFirst(np.polysub(self.coeffs, _coefficients(other)))

    def __rsub__(self, other: Any):
        return -self + other

    def __mul__(self, other: Any):
        return HighestFirst(np.polymul(self.coeffs, _coefficients(other)))

    def __rmul__(self, other: Any):
        return self * other

    def __truediv__(self, other: Any):
        return HighestFirst(self.coeffs / other)

    def __pow__(self, n: int):
        found = HighestFirst([1.0])
        for _ in range(n):
            found = found * self
        return found


def _coefficients(x: Any):
    return x.coeffs if isinstance(x, HighestFirst) else np.atleast_1d(np.asarray(x))


def _composed(p: Any, q: Any):
    found = p[:1]
    for k in range(1, p.shape[0]):
        found = np.polyadd(np.polymul(found, q), p[k:k + 1])
    return found


class LowestFirst:
    """np.polynomial.Polynomial: a series in the argument, mapped from its domain to (-1, 1)."""

    def __init__(self, coef: Any, domain: Any = None):
        self.coef = np.atleast_1d(np.asarray(coef)) * 1.0
        self.domain = np.array([-1.0, 1.0]) if domain is None else np.asarray(domain) * 1.0

    def __call__(self, x: Any):
        return low.polyval(self._mapped(x), self.coef)

    def _mapped(self, x: Any):
        a, b = self.domain[0], self.domain[1]
        return (2.0 * x - (a + b)) / (b - a)

    def degree(self):
        return self.coef.shape[0] - 1

    def deriv(self, m: int = 1):
        scale = 2.0 / (self.domain[1] - self.domain[0])
        found = self.coef
        for _ in range(m):
            found = low.polyder(found) * scale
        return LowestFirst(found, self.domain)

    def integ(self, m: int = 1):
        scale = 2.0 / (self.domain[1] - self.domain[0])
        found = self.coef
        for _ in range(m):
            found = low.polyint(found) / scale
        return LowestFirst(found, self.domain)

    def roots(self):
        a, b = self.domain[0], self.domain[1]
        return np.sort((np.roots(self.coef[::-1]) * (b - a) + (a + b)) / 2.0)

    def convert(self):
        """The same in powers of the argument itself."""
        a, b = self.domain[0], self.domain[1]
        line = np.stack([-(a + b) / (b - a), 2.0 / (b - a)])
        found = self.coef[-1:]
        for k in range(self.coef.shape[0] - 2, -1, -1):
            found = low.polyadd(low.polymul(found, line), self.coef[k:k + 1])
        return LowestFirst(found)

    def __neg__(self):
        return LowestFirst(-self.coef, self.domain)

    def __add__(self, other: Any):
        return LowestFirst(low.polyadd(self.coef, _series(other)), self.domain)

    def __radd__(self, other: Any):
        return self + other

    def __sub__(self, other: Any):
        return LowestFirst(low.polysub(self.coef, _series(other)), self.domain)

    def __mul__(self, other: Any):
        return LowestFirst(low.polymul(self.coef, _series(other)), self.domain)

    def __rmul__(self, other: Any):
        return self * other

    def __truediv__(self, other: Any):
        return LowestFirst(self.coef / other, self.domain)


def _series(x: Any):
    return x.coef if isinstance(x, LowestFirst) else np.atleast_1d(np.asarray(x))


def fit(x: Any, y: Any, deg: int, domain: Any = None):
    """By least squares, in the domain that the data span."""
    x, y = np.asarray(x), np.asarray(y)
    found = LowestFirst(np.zeros(1), np.stack([np.min(x), np.max(x)]) if domain is None else domain)
    return LowestFirst(np.polyfit(found._mapped(x), y, deg)[::-1], found.domain)
