"""Powers of ints whose exponents are indices of loops: signs in turn stay sizes, others are known where the loops are written out."""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np
import pytest

from tests.lift.numpy.case import Case, check


def signs(x: Any, most: int) -> Any:
    total, ends = np.zeros_like(x), 0
    for k in range(most):
        total += (-1) ** k * x / (k + 1)
        ends += (-1) ** (2 * k + 3)
    return total, ends, (-1) ** most, [(-1) ** j for j in range(most)]


def signed_steps(x: Any, most: int) -> Any:
    """As an index, and where an exponent may be negative, which makes a float."""
    total = 0.0
    for k in range(most):
        total += x[(1 + (-1) ** k) // 2]
    return total, (-1) ** (-3), (-1) ** 0


def nested(x: Any, most: int) -> Any:
    """A triangle of loops, the inner one with slices by powers."""
    total = 0.0
    for n in range(4):
        for s in range(n + 1):
            total += (n + 1) * x[:2 ** s].sum()
    return total + most


def polynomial(n: int, m: int, rho: Any) -> Any:
    total = np.zeros_like(rho)
    for s in range((n - m) // 2 + 1):
        factor = (-1) ** s * factorial(n - s) / (factorial(s) * factorial((n + m) // 2 - s) * factorial((n - m) // 2 - s))
        total += factor * rho ** (n - 2 * s)
    return total


def shapes(x: Any, most: int) -> Any:
    """Zernike's, as optics programs compute them."""
    columns = []
    for n in range(most + 1):
        for m in range(-n, n + 1, 2):
            columns.append(np.sqrt(n + 1.0) * polynomial(n, abs(m), x))
    return np.stack(columns, axis=1)


@pytest.mark.parametrize(("program", "others"), [(signs, (1, 2, 9)), (signed_steps, (1, 2, 9)), (nested, (4,)), (shapes, (4, 4))])
def test_powers_with_indices(program, others):
    x = np.random.default_rng(5).random(20)
    check(Case(program, (x, 4), [(x[:17] * 0.5, most) for most in others], close=1e-13))
