"""The polynomial model: Chebyshev products of bounded total degree, fitted by least squares, then thinned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from precis.errors import UsageError
from precis.ir.build import Build
from precis.ir.types import Value
from precis.surrogate import polynomial
from precis.surrogate.polynomial import Basis
from precis.surrogate.task import Task

MOST_TERMS = 1000
HIGHEST_DEGREE = 24
FEWEST_POINTS, POINTS_PER_TERM = 1000, 30


@dataclass(frozen=True, slots=True)
class Chebyshev:
    """Polynomials with shared terms (t, k) and coefficients (t, m) of the scaled inputs."""

    terms: np.ndarray
    coefficients: np.ndarray

    kind = "chebyshev"

    def predict(self, z: np.ndarray) -> np.ndarray:
        return polynomial.evaluate(z, self.terms, self.coefficients)

    def build(self, b: Build, basis: Basis, constants: dict[str, np.ndarray]) -> list[Value]:
        return [polynomial.build(basis, self.terms, c) for c in self.coefficients.T]

    @property
    def flops(self) -> int:
        return polynomial.flops(self.terms, self.coefficients.shape[1])

    @property
    def degree(self) -> int:
        return int(self.terms.sum(1).max(initial=0))

    @property
    def summary(self) -> str:
        return f"polynomial of degree {self.degree}, {len(self.terms)} terms"

    def arrays(self) -> dict[str, np.ndarray]:
        return {"terms": self.terms, "coefficients": self.coefficients}


def read(arrays: Mapping[str, np.ndarray], k: int, m: int) -> Chebyshev:
    """The model held in arrays. Raises UsageError where they do not fit together."""
    terms, coefficients = arrays["terms"], arrays["coefficients"]
    good = (terms.ndim == 2 and terms.shape[1] == k and coefficients.shape == (len(terms), m) and terms.dtype.kind == "i"
            and terms.min(initial=0) >= 0 and terms.max(initial=0) <= HIGHEST_DEGREE and 0 < len(terms) <= MOST_TERMS)
    if not good:
        raise UsageError("the polynomial's terms and coefficients are malformed")
    return Chebyshev(terms, coefficients)


def train(task: Task) -> Chebyshev:
    """The cheapest polynomial that meets the target on the validation points, else the best one found in time."""
    best: Chebyshev | None = None
    lowest, worse = np.inf, 0
    before = task.previous.degree if isinstance(task.previous, Chebyshev) else 2
    for degree in range(max(1, before - 1), HIGHEST_DEGREE + 1):
        terms = polynomial.total_degree(task.inputs, degree)
        if best is not None and (polynomial.count(task.inputs, degree) > min(MOST_TERMS, len(task.z) // 3)
                                 or worse > 2 or task.late):
            break
        model = _fit(task, terms)
        excess = task.excess(model)
        if excess < lowest:
            best, lowest, worse = model, excess, 0
        else:
            worse += 1
        if excess <= 1.0:
            return _thin(task, model)
    assert best is not None
    return best


def _fit(task: Task, terms: np.ndarray) -> Chebyshev:
    """Least squares on as many of the points (which stand in no order) as determine the terms well."""
    n = max(FEWEST_POINTS, POINTS_PER_TERM * len(terms))
    return Chebyshev(terms, polynomial.least_squares(task.z[:n], task.y[:n], terms))


def _thin(task: Task, model: Chebyshev) -> Chebyshev:
    """Drop the smallest terms while the target is met: bisection on how many stay, fitted anew each time."""
    weight = (np.abs(model.coefficients) / task.target).max(1)
    ranking = np.argsort(-weight, kind="stable")
    low, high = 0, len(ranking)
    while high - low > max(1, len(ranking) // 50) and not task.late:
        middle = (low + high) // 2
        thinner = _fit(task, model.terms[np.sort(ranking[:middle])]) if middle else model
        if middle and task.excess(thinner) <= 1.0:
            model, high = thinner, middle
            ranking = np.arange(middle)[np.argsort(-(np.abs(model.coefficients) / task.target).max(1), kind="stable")]
        else:
            low = middle
    return model
