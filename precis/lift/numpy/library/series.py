"""np.poly1d, np.polynomial.Polynomial, Chebyshev and Legendre: polynomials as objects. Leading zeros stay."""

from typing import Any

import numpy as np
from numpy.polynomial import chebyshev, legendre
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


class Series:
    """What series of np.polynomial share: coefficients of functions of the argument, mapped from their domain to (-1, 1)."""

    def __init__(self, coef: Any, domain: Any = None):
        self.coef = np.atleast_1d(np.asarray(coef)) * 1.0
        self.domain = np.array([-1.0, 1.0]) if domain is None else np.asarray(domain) * 1.0

    def _mapped(self, x: Any):
        a, b = self.domain[0], self.domain[1]
        return (2.0 * x - (a + b)) / (b - a)

    def _scale(self):
        return 2.0 / (self.domain[1] - self.domain[0])

    def degree(self):
        return self.coef.shape[0] - 1

    def integ(self: Any, m: int = 1, k: Any = (), lbnd: Any = None):
        """With the value k[i] at `lbnd` after the i-th integration, 0 where k has no more; NumPy's own bound is 0 as it is mapped."""
        found, given = self.coef, list(k) if np.ndim(k) > 0 else [k]
        at = 0.0 if lbnd is None else self._mapped(lbnd)
        for i in range(m):
            found = self._integral(found) / self._scale()
            if i < len(given) or lbnd is not None:
                found[0] += (given[i] if i < len(given) else 0.0) - type(self)(found)(at)
        return type(self)(found, self.domain)

    def linspace(self: Any, n: int = 100):
        x = np.linspace(self.domain[0], self.domain[1], n)
        return x, self(x)

    def __neg__(self):
        return type(self)(-self.coef, self.domain)

    def __add__(self, other: Any):
        return type(self)(low.polyadd(self.coef, _series(other)), self.domain)

    def __radd__(self, other: Any):
        return self + other

    def __sub__(self, other: Any):
        return type(self)(low.polysub(self.coef, _series(other)), self.domain)

    def __rsub__(self, other: Any):
        return -self + other

    def __rmul__(self: Any, other: Any):
        return self * other

    def __truediv__(self, other: Any):
        return type(self)(self.coef / other, self.domain)


class LowestFirst(Series):
    """np.polynomial.Polynomial"""

    def __call__(self, x: Any):
        return low.polyval(self._mapped(x), self.coef)

    def deriv(self, m: int = 1):
        found = self.coef
        for _ in range(m):
            found = low.polyder(found) * self._scale()
        return LowestFirst(found, self.domain)

    def _integral(self, coef: Any):
        return low.polyint(coef)

    def roots(self):
        a, b = self.domain[0], self.domain[1]
        found = (np.roots(self.coef[::-1]) * (b - a) + (a + b)) / 2.0
        return found[np.lexsort((found.imag, found.real))]

    def convert(self, domain: Any = None, kind: Any = None):
        """The same in powers of the argument itself."""
        assert domain is None and (kind is None or kind is np.polynomial.Polynomial)
        a, b = self.domain[0], self.domain[1]
        line = np.stack([-(a + b) / (b - a), 2.0 / (b - a)])
        found = self.coef[-1:]
        for k in range(self.coef.shape[0] - 2, -1, -1):
            found = low.polyadd(low.polymul(found, line), self.coef[k:k + 1])
        return LowestFirst(found)

    def __mul__(self, other: Any):
        return LowestFirst(low.polymul(self.coef, _series(other)), self.domain)


def _unit(deg: int):
    return [0.0] * deg + [1.0]


def _units(n: int):
    """The unit matrix as lists: functions of what is known are computed before the program runs."""
    return [[1.0 if i == j else 0.0 for j in range(n)] for i in range(n)]


class Orthogonal(Series):
    """Series of orthogonal polynomials; derivatives, integrals and changes of basis are NumPy's own linear maps of coefficients."""

    not_lifted = {"roots": "take .convert(kind=np.polynomial.Polynomial).roots()"}

    def deriv(self: Any, m: int = 1):
        found = self.coef
        for _ in range(m):
            found = self.derivative(_units(found.shape[0])) @ found * self._scale()
        return type(self)(found, self.domain)

    def _integral(self: Any, coef: Any):
        return self.integral(_units(coef.shape[0])) @ coef

    def convert(self: Any, domain: Any = None, kind: Any = None):
        assert domain is None and kind is np.polynomial.Polynomial
        n = self.coef.shape[0]
        found = np.zeros(n)
        for k in range(n):
            found[:k + 1] += self.coef[k] * self.powers(_unit(k))
        return LowestFirst(found, self.domain).convert()

    def __mul__(self: Any, other: Any):
        if not isinstance(other, Orthogonal):
            return type(self)(self.coef * other, self.domain)
        n, m = self.coef.shape[0], other.coef.shape[0]
        found = np.zeros(n + m - 1)
        for i in range(n):
            for j in range(m):
                found[:i + j + 1] += self.coef[i] * other.coef[j] * self.product(_unit(i), _unit(j))
        return type(self)(found, self.domain)


class Chebyshev(Orthogonal):
    """np.polynomial.Chebyshev"""

    derivative, integral = staticmethod(chebyshev.chebder), staticmethod(chebyshev.chebint)
    powers, product = staticmethod(chebyshev.cheb2poly), staticmethod(chebyshev.chebmul)

    def __call__(self, x: Any):
        return chebyshev.chebval(self._mapped(x), self.coef)


class Legendre(Orthogonal):
    """np.polynomial.Legendre"""

    derivative, integral = staticmethod(legendre.legder), staticmethod(legendre.legint)
    powers, product = staticmethod(legendre.leg2poly), staticmethod(legendre.legmul)

    def __call__(self, x: Any):
        return legendre.legval(self._mapped(x), self.coef)


def _series(x: Any):
    return x.coef if isinstance(x, Series) else np.atleast_1d(np.asarray(x))


def fit(x: Any, y: Any, deg: int, domain: Any = None):
    """By least squares, in the domain that the data span."""
    x, y = np.asarray(x), np.asarray(y)
    found = _spanning(LowestFirst, x, domain)
    return LowestFirst(np.polyfit(found._mapped(x), y, deg)[::-1], found.domain)


def _spanning(kind: Any, x: Any, domain: Any):
    return kind(np.zeros(1), np.stack([np.min(x), np.max(x)]) if domain is None else domain)


def fit_chebyshev(x: Any, y: Any, deg: int, domain: Any = None):
    x, y = np.asarray(x), np.asarray(y)
    found = _spanning(Chebyshev, x, domain)
    return Chebyshev(chebyshev.chebfit(found._mapped(x), y, deg), found.domain)


def fit_legendre(x: Any, y: Any, deg: int, domain: Any = None):
    x, y = np.asarray(x), np.asarray(y)
    found = _spanning(Legendre, x, domain)
    return Legendre(legendre.legfit(found._mapped(x), y, deg), found.domain)


def interpolate_chebyshev(func: Any, deg: int, domain: Any = None, args: Any = ()):
    """Through the zeros of the Chebyshev polynomial of degree deg + 1."""
    found = Chebyshev(np.zeros(1), domain)
    x = chebyshev.chebpts1(deg + 1)
    a, b = found.domain[0], found.domain[1]
    sums = chebyshev.chebvander(x, deg).T @ func((a + b + (b - a) * x) / 2.0, *args)
    return Chebyshev(np.concatenate((sums[:1], 2.0 * sums[1:])) / (deg + 1.0), found.domain)


def basis(deg: int, domain: Any = None):
    return LowestFirst(_unit(deg), domain)


def basis_chebyshev(deg: int, domain: Any = None):
    return Chebyshev(_unit(deg), domain)


def basis_legendre(deg: int, domain: Any = None):
    return Legendre(_unit(deg), domain)
