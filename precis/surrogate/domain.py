"""The domain of a surrogate: the set of points for which it was trained, and may be used.

Inputs of a real program are rarely independent: temperature follows pressure, humidity follows both. The domain is a
sequence of bands, each a box edge that bends with the inputs before it,

    l_i(x_1 .. x_{i-1}) <= x_i <= u_i(x_1 .. x_{i-1}),

with l_i and u_i the polynomials of a low degree that enclose every training point and leave the least room on average (two
linear programmes), cut off at the plain box of the points. Degree 0 is that box. Membership costs a few operations, points
of the domain are drawn one coordinate after the other, and clamping goes the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import permutations

import numpy as np
from scipy.optimize import linprog

from precis.errors import UsageError
from precis.ir.build import Build
from precis.ir.types import Value
from precis.surrogate.polynomial import Basis, build, design, evaluate, flops, least_squares, total_degree

GUARDS = ("exact", "clamp", "none")  # what happens outside: the original, the nearest edge, nothing
_FIRST = 400  # constraints of the first linear programme; violated ones are added


@dataclass(frozen=True, slots=True)
class Domain:
    """centre, half (k,): scaled coordinates z = (x - centre) / half lie within [-1, 1] for the training points.

    order         the sequence of the inputs
    terms[i]      (t, i) degrees in the i inputs before number i of that sequence
    lower, upper  [i]: (t,) coefficients of the band of z, margin included
    edge          the box: |z| <= edge in every band
    """

    centre: np.ndarray
    half: np.ndarray
    order: tuple[int, ...]
    terms: tuple[np.ndarray, ...]
    lower: tuple[np.ndarray, ...]
    upper: tuple[np.ndarray, ...]
    edge: float

    def scale(self, x: np.ndarray) -> np.ndarray:
        return (x - self.centre) / self.half

    def ends(self, z: np.ndarray, i: int) -> tuple[np.ndarray, np.ndarray]:
        """Values of the two polynomials of order[i] at the points z (n, k); they may lie beyond the box, and cross."""
        ahead = z[:, self.order[:i]]
        low, high = evaluate(ahead, self.terms[i], np.stack([self.lower[i], self.upper[i]], 1)).T
        return low, high

    def band(self, z: np.ndarray, i: int) -> tuple[np.ndarray, np.ndarray]:
        """(lowest, highest) scaled value of input order[i] at the points z (n, k) to which `clamped` moves: one where no point of the
        domain has the coordinates before it."""
        low, high = self.ends(z, i)
        edge = self.edge if i else np.inf
        return np.clip(np.minimum(low, high), -edge, edge), np.clip(high, -edge, edge)

    def inside(self, x: np.ndarray) -> np.ndarray:
        """Whether each point of x (n, k) lies in the domain."""
        z = self.scale(x)
        inside = np.ones(len(x), bool)
        for i, v in enumerate(self.order):
            low, high = self.ends(z, i)
            inside &= (low <= z[:, v]) & (z[:, v] <= high)
            inside &= (np.abs(z[:, v]) <= self.edge) if i else True
        return inside

    def draw(self, rng: np.random.Generator, n: int) -> np.ndarray:
        """n points of the domain and, where a band is empty, of the place to which `clamped` moves; even along each band."""
        z = np.zeros((n, len(self.order)))
        for i, v in enumerate(self.order):
            low, high = self.band(z, i)
            z[:, v] = low + rng.random(n) * (high - low)
        return z * self.half + self.centre

    def volume(self, rng: np.random.Generator) -> float:
        """Volume in scaled coordinates, from 2000 points."""
        z, volume = np.zeros((2000, len(self.order))), np.ones(2000)
        for i, v in enumerate(self.order):
            low, high = self.band(z, i)
            z[:, v] = low + rng.random(len(z)) * (high - low)
            volume *= high - low
        return float(volume.mean())

    @property
    def degree(self) -> int:
        return max(int(t.sum(1).max(initial=0)) for t in self.terms)

    @property
    def box(self) -> tuple[tuple[float, float], ...]:
        """Lowest and highest value of each input among the training points."""
        return tuple((float(c - h), float(c + h)) for c, h in zip(self.centre, self.half))

    @property
    def flops(self) -> int:
        """Operations of the membership test, scaling included."""
        return sum(2 + 4 + (4 + flops(t, 2) if t.shape[1] else 0) for t in self.terms)


# ---- finding it

def enclose(points: np.ndarray, degree: int, margin: float) -> Domain:
    """The bands of a degree around the points (n, k), each widened on both sides by `margin` of its width."""
    low, high = points.min(0), points.max(0)
    half = np.where(high > low, (high - low) / 2, 1.0)
    centre = (low + high) / 2
    z = (points - centre) / half
    orders = list(permutations(range(z.shape[1]))) if degree and z.shape[1] <= 3 else [_order(z, degree)]
    found = [_bands(z, centre, half, order, degree, margin) for order in orders]
    return min(found, key=lambda d: d.volume(np.random.default_rng(0)))


def _bands(z: np.ndarray, centre: np.ndarray, half: np.ndarray, order: Sequence[int], degree: int, margin: float) -> Domain:
    terms, lower, upper = [], [], []
    for i, v in enumerate(order):
        terms.append(total_degree(i, degree))
        basis = design(z[:, order[:i]], terms[-1])
        top, bottom = _above(basis, z[:, v]), -_above(basis, -z[:, v])
        room = margin * (top - bottom)
        lower.append(bottom - room)
        upper.append(top + room)
    return Domain(centre, half, tuple(order), tuple(terms), tuple(lower), tuple(upper), 1.0 + 2.0 * margin)


def _order(z: np.ndarray, degree: int) -> tuple[int, ...]:
    """Last stands the input that the others determine best, then again among the rest."""
    left, found = list(range(z.shape[1])), []
    z = z[:: max(1, len(z) // 2000)]
    while len(left) > 1:
        def spread(v: int) -> float:
            others = [u for u in left if u != v]
            terms = total_degree(len(others), min(degree, 2))
            residual = z[:, [v]] - design(z[:, others], terms) @ least_squares(z[:, others], z[:, [v]], terms)
            return float(np.std(residual) / max(np.std(z[:, v]), 1e-300))
        found.append(min(left, key=spread))
        left.remove(found[-1])
    return tuple(left + found[::-1])


def _above(basis: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Coefficients of the lowest polynomial, on average over the points, that lies on or above all values."""
    if basis.shape[1] == 1:
        return np.array([values.max()])
    rng = np.random.default_rng(0)
    active = np.unique(np.concatenate([rng.choice(len(values), min(_FIRST, len(values)), replace=False), [values.argmax()]]))
    mean = basis.mean(0)
    for _ in range(30):
        solved = linprog(mean, A_ub=-basis[active], b_ub=-values[active], bounds=(-1e3, 1e3))
        if solved.x is None:
            break
        below = values - basis @ solved.x
        worst = np.argsort(below)[-_FIRST // 4:]
        worst = worst[below[worst] > 1e-9]
        if not len(worst):
            return _lifted(solved.x, basis, values)
        active = np.union1d(active, worst)
    return np.eye(basis.shape[1])[0] * values.max()


def _lifted(coefficients: np.ndarray, basis: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Raise the constant term (the first) until every value is enclosed in spite of rounding."""
    out = coefficients.copy()
    out[0] += max(0.0, float((values - basis @ out).max())) + 1e-12
    return out


# ---- in the IR

def scaled(b: Build, domain: Domain, inputs: Sequence[Value]) -> list[Value]:
    """z_i = (x_i - centre_i) / half_i as Values."""
    return [b.mul(b.sub(x, b.const(float(c))), b.const(1.0 / float(h))) for x, c, h in zip(inputs, domain.centre, domain.half)]


def bands(basis: Basis, domain: Domain, i: int) -> tuple[Value, Value]:
    """(lowest, highest) scaled value of input order[i] by its polynomials, as Values."""
    ahead = Basis(basis.b, [basis.z[v] for v in domain.order[:i]])
    ahead.made.update({(domain.order.index(v), d): t for (v, d), t in basis.made.items() if v in domain.order[:i]})
    low, high = build(ahead, domain.terms[i], domain.lower[i]), build(ahead, domain.terms[i], domain.upper[i])
    basis.made.update({(domain.order[p], d): t for (p, d), t in ahead.made.items()})
    return low, high


def inside(basis: Basis, domain: Domain) -> Value:
    """Whether the points with scaled coordinates basis.z lie in the domain, as a bool Value of their shape."""
    b, tests = basis.b, []
    for i, v in enumerate(domain.order):
        z, (low, high) = basis.z[v], bands(basis, domain, i)
        tests += [b.le(low, z), b.le(z, high)]
        if i:
            tests += [b.le(b.const(-domain.edge), z), b.le(z, b.const(domain.edge))]
    return reduce(b.bit_and, tests)


def clamped(basis: Basis, domain: Domain) -> Basis:
    """The basis with every coordinate moved to the nearest end of its band, and into the box, where it lies outside (NaN stays)."""
    b, z = basis.b, list(basis.z)
    for i, v in enumerate(domain.order):
        low, high = bands(Basis(b, z), domain, i)
        z[v] = _larger(b, high, _larger(b, z[v], low), least=True)
        if i:
            z[v] = _larger(b, b.const(domain.edge), _larger(b, z[v], b.const(-domain.edge)), least=True)
    return Basis(b, z)


def _larger(b: Build, x: Value, y: Value, least: bool = False) -> Value:
    """The larger (smaller) of two; `x` where one is NaN. A selection vectorises, NumPy's maximum does not."""
    return b.select(b.gt(x, y), y, x) if least else b.select(b.lt(x, y), y, x)


# ---- as data

def domain_arrays(domain: Domain) -> dict[str, np.ndarray]:
    found = {"domain.centre": domain.centre, "domain.half": domain.half, "domain.order": np.array(domain.order, np.int64),
             "domain.edge": np.array([domain.edge])}
    for i in range(len(domain.order)):
        found |= {f"domain.terms.{i}": domain.terms[i], f"domain.lower.{i}": domain.lower[i],
                  f"domain.upper.{i}": domain.upper[i]}
    return found


def read_domain(arrays: Mapping[str, np.ndarray], k: int) -> Domain:
    """The domain held in arrays. Raises UsageError where they do not fit together."""
    parts = [[np.asarray(arrays[f"domain.{what}.{i}"]) for i in range(k)] for what in ("terms", "lower", "upper")]
    order = tuple(int(v) for v in arrays["domain.order"])
    centre, half = arrays["domain.centre"], arrays["domain.half"]
    fits = all(t.ndim == 2 and t.shape[1] == i and len(t) == len(a) == len(c) and t.min(initial=0) >= 0
               and t.max(initial=0) <= 16 for i, (t, a, c) in enumerate(zip(*parts)))
    if sorted(order) != list(range(k)) or centre.shape != (k,) or half.shape != (k,) or not np.all(half > 0) or not fits:
        raise UsageError("the surrogate's domain is malformed")
    terms, lower, upper = map(tuple, parts)
    return Domain(centre, half, order, terms, lower, upper, float(arrays["domain.edge"][0]))
