"""Seminorms against their definitions, element by element."""

import math

import mpmath
import numpy as np
import pytest

from precis.bitwidth.seminorm import Seminorm

RNG = np.random.default_rng(3)
Y = RNG.normal(size=(5, 7))
E = 1e-3 * RNG.normal(size=(5, 7))
CASES = [Seminorm(n, r, a) for n in ("2", "max", "each") for r, a in ((1.0, 0.0), (0.0, 1.0), (0.3, 2.0))]


def meant(m: Seminorm, e, y) -> float:
    if m.norm == "2":
        return math.sqrt(sum(v * v for v in e.ravel())) / (m.absolute + m.relative * math.sqrt(sum(v * v for v in y.ravel())))
    if m.norm == "max":
        return max(map(abs, e.ravel())) / (m.absolute + m.relative * max(map(abs, y.ravel())))
    return max(abs(a) / (m.absolute + m.relative * abs(b)) for a, b in zip(e.ravel(), y.ravel()))


@pytest.mark.parametrize("m", CASES, ids=str)
def test_error_is_as_defined(m):
    assert m.error(Y + E, Y) == pytest.approx(meant(m, (Y + E) - Y, Y), rel=1e-12)


@pytest.mark.parametrize("m", CASES, ids=str)
def test_the_dual_gives_the_error_back(m):
    e = (Y + E) - Y
    assert float(np.vdot(m.dual(e, Y), e)) == pytest.approx(m.error(Y + E, Y), rel=1e-12)


@pytest.mark.parametrize("m", CASES, ids=str)
def test_nan_and_infinity_are_never_small(m):
    for bad in (np.nan, np.inf, -np.inf):
        found = Y.copy()
        found[2, 3] = bad
        assert m.error(found, Y) == math.inf


def test_zeros_have_no_relative_error():
    each = Seminorm("each")
    assert each.error(np.array([0.0, 1.0]), np.array([0.0, 1.0])) == 0.0
    assert each.error(np.array([1e-300, 1.0]), np.array([0.0, 1.0])) == math.inf
    assert Seminorm("each", 1.0, 1.0).error(np.array([1e-3, 1.0]), np.array([0.0, 1.0])) == pytest.approx(1e-3)


@pytest.mark.parametrize("norm", ["2", "max", "each"])
@pytest.mark.parametrize("n", [1, 10, 1000])
def test_random_signs_estimate_the_norm_of_independent_errors(norm, n):
    """Root mean square of the cotangent against errors, over the norm of these: within a third where spreads are equal."""
    m, rng = Seminorm(norm, 0.0, 1.0), np.random.default_rng(1)
    y, ratios = np.ones(n), []
    for _ in range(200):
        e = rng.normal(size=n)
        signs = rng.integers(0, 2, (20, n)) * 2.0 - 1.0
        ratios.append(math.sqrt(np.mean(((signs * m.weights(y)) @ e) ** 2)) / m.error(y + e, y))
    assert np.median(ratios) == pytest.approx(1.0, abs=0.35)


def test_complex_outputs():
    z = Y + 1j * E
    for norm in ("2", "max", "each"):
        m = Seminorm(norm)
        e = 1e-3 * z * np.exp(1j * Y)
        assert float(np.real(np.vdot(m.dual(e, z), e))) == pytest.approx(m.error(z + e, z), rel=1e-9)


@pytest.mark.parametrize("norm", ["2", "max", "each"])
def test_scalars_of_a_multiprecision_reference(norm):
    m, y = Seminorm(norm), np.array(mpmath.mpf("2.5"), dtype=object)
    assert m.error(np.array(2.0), y) == pytest.approx(0.2)
    assert float(m.dual(y * 0 + 1, y)) == pytest.approx(0.4)
