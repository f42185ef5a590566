"""Lengths and roots that are only compared with numbers are not taken, and tell the same."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

import precis
from precis.emit.cpu.reaches import least
from precis.formats import FORMATS
from tests.emit.oracle import needs_compiler


def compared(x: np.ndarray, y: np.ndarray, c: float, d: float) -> tuple[np.ndarray, ...]:
    found = np.zeros((8, x.shape[0]), dtype=bool)
    found[0] = np.hypot(x, y) < c
    found[1] = c < np.abs(x + 1j * y)
    found[2] = np.sqrt(x * x + y * y + c * c) <= d
    found[3] = np.sqrt(x * x + y * y) >= 5.0
    inside = np.zeros(x.shape[0], dtype=np.int64)
    for k in range(4):
        limit = 1.25 * (k + 1)
        inside[np.hypot(x, y) <= limit] = k
        inside += (np.sqrt(x**2 + y**2) > limit) | (np.abs(x - 1j * y) >= 2.0)
    return found, inside


def near(x: np.ndarray, y: np.ndarray, c: float) -> tuple[np.ndarray, ...]:
    return np.hypot(x, y) < c, c < np.abs(x + 2j * y), np.sqrt(x * x + y * y) >= 5.0


def kept(x: np.ndarray, c: float) -> tuple[np.ndarray, np.ndarray]:
    """The root is used, or may be one of a negative number."""
    r = np.sqrt(x * x)
    return np.where(r < c, r, 0.0), np.sqrt(x) < c


@needs_compiler
def test_comparisons_tell_what_roots_do() -> None:
    """On both sides of each number, at it, beside infinities and NaN, and with numbers that are too large or too small to do without."""
    rim = [3.0, 0.75, 6.0, np.nextafter(3.0, 4), np.nextafter(3.0, 0), 1e-300, 1e300, 1e200, np.inf, -np.inf, np.nan, 0.0, -0.0, 5e-324]
    x, y = (a.ravel() for a in np.meshgrid(rim, [*rim, 4.0, 1.0, np.nextafter(4.0, 5), np.nextafter(4.0, 0), 8.0]))
    run = precis.compile(precis.lift(compared, x, y, 5.0, 7.0))
    with np.errstate(all="ignore"):
        for c, d in ((5.0, 7.0), (1.25, 10.0), (1e300, 1e300), (1e-300, 0.0), (np.inf, np.inf), (0.0, -1.0), (np.nan, 5.0), (-5.0, 1e-170)):
            for found, wanted in zip(run(x, y, c, d), compared(x, y, c, d)):
                np.testing.assert_array_equal(found, wanted, err_msg=str((c, d)))


def test_roots_that_are_only_compared_are_left_out() -> None:
    text = precis.emit(precis.lift(near, np.ones(90), np.ones(90), 5.0), None).files["near_run.cpp"]
    assert text.count("root_") == 2 and "root_not_below(" in text and "root_above(" in text and ">= 24.999999999999996" in text
    text = precis.emit(precis.lift(kept, np.ones(90), 5.0), None).files["kept_run.cpp"]
    assert "root_" not in text and "pr::sqrt(" in text


@pytest.mark.parametrize("c", [5.0, 2.0, 0.1, 1 / 3, 1e150, 1e-120, 1.0000000000000002, math.pi])
def test_the_least_number_whose_root_reaches(c: float) -> None:
    """With exact squares: the root of t is rounded to c where t is at most the square of the middle between c and its neighbour."""
    for above in (False, True):
        t = least(c, above)
        middle = (Fraction(c) + Fraction(math.nextafter(c, math.inf if above else 0.0))) / 2
        assert Fraction(math.nextafter(t, 0.0)) <= middle**2 <= Fraction(t)


@pytest.mark.parametrize("c", [5.0, 2.0, 0.5, float(np.float32(0.1)), float(np.float32(math.pi)), 2.0**-99, float(np.float32(1e30))])
def test_the_least_number_whose_root_reaches_in_binary32(c: float) -> None:
    for above in (False, True):
        t = least(c, above, FORMATS["binary32"])
        found = [float(np.float32(np.sqrt(np.float64(s)))) for s in (t, math.nextafter(t, 0.0))]
        assert (found[0] > c) if above else (found[0] >= c)
        assert (found[1] <= c) if above else (found[1] < c)


def narrow(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, ...]:
    return np.hypot(x, y) < 5, np.hypot(y, x) >= 5, np.hypot(x, y) <= 5, np.hypot(x, y) > 0.25


@needs_compiler
def test_lengths_of_binary32_are_compared_before_the_root_is_taken() -> None:
    """Around the circle, in all places where its neighbours lie, and at the ends of numbers."""
    three, four = (np.float32(k) + np.arange(-8, 9, dtype=np.float32) * np.spacing(np.float32(k)) for k in (3, 4))
    rim = np.array([5, 0.1, 0.06, 0.08, np.inf, -np.inf, np.nan, 0.0, -0.0, 1e-45, 3e38, -4.9999995], dtype=np.float32)
    x, y = (a.ravel() for a in np.meshgrid(np.concatenate([three, rim]), np.concatenate([four, rim])))
    made = precis.lift(narrow, x, y)
    assert "pr::hypot(" not in precis.emit(made).files["narrow_run.cpp"]
    with np.errstate(all="ignore"):
        size = np.where(np.isinf(x) | np.isinf(y), np.inf, np.sqrt(x.astype(float) ** 2 + y.astype(float) ** 2)).astype(np.float32)
    wanted = size < 5, size >= 5, size <= 5, size > 0.25
    for k, (found, want) in enumerate(zip(precis.compile(made)(x, y), wanted, strict=True)):
        np.testing.assert_array_equal(found, want, err_msg=str(k))
