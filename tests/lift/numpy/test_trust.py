"""Fits from starts with several minima in reach: the one that SciPy's steps lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import optimize

from precis.lift import lift
from precis.lift.numpy.library.fits import slopes, weighed
from precis.lift.numpy.library.trust import marquardt, trusted
from tests.lift.numpy.case import run

T = np.linspace(0.0, 10.0, 24)


def wave(p: Any) -> np.ndarray:
    return p[0] * np.sin(p[1] * T + p[2]) + p[3]


def growth(p: Any) -> np.ndarray:
    return p[0] / (1.0 + np.exp(-p[1] * (T - p[2])))


FREE = (-np.inf, np.inf)
WAVES, GROWTH = ([0.0, 0.0, -3.2, -5.0], [5.0, 5.0, 3.2, 5.0]), ([0.0, 0.0, 0.0], [20.0, 10.0, 10.0])
CASES = [
    *((wave, (1.5, 2.0, 0.3, 0.5), (1.0, w, 0.0, 0.0), bounds) for w in (1.25, 1.7, 2.45, 2.5) for bounds in (FREE, WAVES)),
    *((growth, (5.0, 1.2, 4.0), (a, 0.5, x), bounds) for a, x in ((1.0, 7.0), (3.0, 0.5), (6.0, 2.0)) for bounds in (FREE, GROWTH)),
]


def near(found: np.ndarray, f: Callable[[Any], np.ndarray], wanted: np.ndarray) -> None:
    least = np.sum(f(wanted) ** 2)
    assert np.sum(f(found) ** 2) <= least * (1.0 + 1e-4)
    np.testing.assert_allclose(found, wanted, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("model, truth, start, bounds", CASES)
def test_the_minimum_is_the_one_that_scipy_finds(model, truth, start, bounds):
    y = model(truth) + 0.05 * np.cos(7.0 * np.arange(T.size))
    def f(p):
        return model(p) - y
    def slope(p):
        return slopes(f, p, T.size)
    x, low, high = np.array(start), *(np.broadcast_to(b, len(start)) for b in bounds)
    with np.errstate(all="ignore"):
        near(trusted(f, slope, lambda r: weighed(r, "linear", 1.0), x, low, high, 500), f, optimize.least_squares(f, x, bounds=bounds).x)
        if bounds is FREE:
            near(marquardt(f, slope, x, 500), f, optimize.leastsq(f, x)[0])


def fitted(t, y):
    def law(t, a, w, ph, c):
        return a * np.sin(w * t + ph) + c
    return optimize.curve_fit(law, t, y, p0=(1.0, 2.45, 0.0, 0.0), bounds=WAVES)[0]


def test_lifted_fits_find_it_too():
    y = wave((1.5, 2.0, 0.3, 0.5)) + 0.05 * np.cos(7.0 * np.arange(T.size))
    np.testing.assert_allclose(run(lift(fitted, T, y), (T, y)), fitted(T, y), rtol=1e-4)  # SciPy stops where the cost changes by 1e-8
