"""Polynomials of several variables in Chebyshev products: least squares, values, and their arithmetic in the IR.

A polynomial is `terms` (t, k), the degree of every factor T_j(z_i), and `coefficients` (t, m). The recurrence is
T_{j+1}(z) = 2 z T_j(z) - T_{j-1}(z)  (Abramowitz & Stegun 22.7.4) on z in [-1, 1].
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import scipy.linalg

from precis.ir.build import Build
from precis.ir.types import Value

_BLOCK = 1 << 22  # elements of a design matrix held at once while evaluating


def total_degree(inputs: int, degree: int) -> np.ndarray:
    """All terms (t, inputs) of total degree at most `degree`, in lexicographic order."""
    rows: list[tuple[int, ...]] = [()]
    for _ in range(inputs):
        rows = [(*r, j) for r in rows for j in range(degree - sum(r) + 1)]
    return np.array(rows, dtype=np.int64).reshape(len(rows), inputs)


def count(inputs: int, degree: int) -> int:
    return math.comb(inputs + degree, degree)


def design(z: np.ndarray, terms: np.ndarray) -> np.ndarray:
    """Values (n, t) of the terms at the points z (n, k)."""
    degree = int(terms.max(initial=0))
    powers = [np.ones_like(z), z]
    for _ in range(degree - 1):
        powers.append(2.0 * z * powers[-1] - powers[-2])
    table = np.stack(powers)  # (degree, n, k)
    out = np.ones((len(z), len(terms)))
    for i in range(z.shape[1]):
        out *= table[terms[:, i], :, i].T
    return out


def evaluate(z: np.ndarray, terms: np.ndarray, coefficients: np.ndarray) -> np.ndarray:
    """Values (n, m) of the polynomials at z (n, k)."""
    step = max(1, _BLOCK // max(1, len(terms)))
    parts = [design(z[k:k + step], terms) @ coefficients for k in range(0, len(z), step)]
    return np.concatenate(parts) if parts else np.zeros((0, coefficients.shape[1]))


def least_squares(z: np.ndarray, values: np.ndarray, terms: np.ndarray) -> np.ndarray:
    """Coefficients (t, m) that fit values (n, m) at z (n, k): QR with column pivoting, directions below 1e-15 left out."""
    solved = scipy.linalg.lstsq(design(z, terms), values, cond=1e-15, lapack_driver="gelsy", check_finite=False)
    return np.asarray(solved[0])  # pyright: ignore[reportOptionalSubscript]


@dataclass
class Basis:
    """T_j(z_i) as Values of a block under construction, made once each; `made[i, 0]` is 2 z_i."""

    b: Build
    z: Sequence[Value]
    made: dict[tuple[int, int], Value] = field(default_factory=dict)

    def factor(self, i: int, degree: int) -> Value:
        """T_degree(z_i), degree >= 1."""
        if degree == 1:
            return self.z[i]
        if (i, degree) not in self.made:
            b, z = self.b, self.z[i]
            if (i, 0) not in self.made:
                self.made[i, 0] = b.add(z, z)
            twice = self.made[i, 0]
            before = self.factor(i, degree - 2) if degree > 2 else b.const(1.0)
            self.made[i, degree] = b.sub(b.mul(twice, self.factor(i, degree - 1)), before)
        return self.made[i, degree]


def build(basis: Basis, terms: np.ndarray, coefficients: np.ndarray) -> Value:
    """One polynomial, nested: sum_a T_a(z_0) (sum_b T_b(z_1) (... c))."""
    rows = [(tuple(int(d) for d in t), float(c)) for t, c in zip(terms, coefficients) if c != 0.0]
    return _nested(basis, rows or [((0,) * terms.shape[1], 0.0)], 0)


def _nested(basis: Basis, rows: Sequence[tuple[tuple[int, ...], float]], i: int) -> Value:
    b = basis.b
    if i == len(basis.z):
        return b.const(rows[0][1])
    total: Value | None = None
    for degree in sorted({t[i] for t, _ in rows}, reverse=True):
        inner = _nested(basis, [r for r in rows if r[0][i] == degree], i + 1)
        term = b.mul(basis.factor(i, degree), inner) if degree else inner
        total = term if total is None else b.add(total, term)
    assert total is not None
    return total


def flops(terms: np.ndarray, outputs: int) -> int:
    """Operations of `build` for `outputs` polynomials with these terms, the basis included."""
    rows = [tuple(t) for t in terms.tolist()]
    products = sum(len({t[:i + 1] for t in rows if t[i]}) for i in range(terms.shape[1]))
    recurrence = sum(2 * max(0, int(d) - 1) + (d > 1) for d in terms.max(axis=0, initial=0))
    return int((products + max(0, len(rows) - 1)) * outputs + recurrence)
