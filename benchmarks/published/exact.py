"""Answers that are exact by an identity, for programs of this package whose answers nobody is known to have published."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from benchmarks.published.answers import Answer

THIRD = 1.0 / 3.0


def _levels() -> np.ndarray:
    """(2/3)^level along the levels of 64, 32, ..., 1 elements, and one element that is never reached."""
    return np.concatenate([np.full(64 >> k, (2.0 / 3.0)**k) for k in range(7)] + [np.ones(1)])


def _band() -> np.ndarray:
    """Three of 1001 ones change: each is c (1 - c (sum of 200 elements)), the last sum over the first that has changed."""
    c, x = 1e-3, np.ones(1001)
    x[[5, 502]] = c * (1.0 - 200.0 * c)
    x[999] = c * (1.0 - c * (199.0 + x[5]))
    return x


def _recurrence() -> tuple[Any, ...]:
    w = np.zeros(64)
    w[0] = 0.5
    return w, np.full((64, 64), 1.0 / 64.0)


def _growth() -> np.ndarray:
    later = (0.01 + 0.5 / 64.0) * (1.0 + 1.0 / 64.0)**np.arange(63)
    return np.concatenate([[0.5], later])


def _columns() -> np.ndarray:
    return np.linspace(0.2, 0.8, 7)[:, None]**np.arange(13.0)


def _predicted() -> np.ndarray:
    a = np.linspace(0.2, 0.8, 7)
    return a**4 * (1.0 - a**9) / (1.0 - a) + a**2


def _differences() -> tuple[Any, ...]:
    a = np.linspace(0.2, 0.8, 7)[:, None]
    px, cx = np.zeros((7, 14)), np.zeros((7, 14))
    px[:, 4:13] = a**np.arange(9.0)
    cx[:, 4:5] = 1.0 / (1.0 - a)
    return px, cx


def _planck() -> tuple[Any, ...]:
    """The trapezoidal rule for x^3 / (e^x - 1) up to 60; the program overwrites the last point, which weighs nothing."""
    u = 0.01 * np.arange(1.0, 6001.0)
    weight = 0.01 * u**3
    weight[-1] = 0.0
    return weight, u, np.ones(6000)


def _line() -> tuple[Any, ...]:
    place = np.zeros((15, 3))
    place[:, 0] = np.arange(15.0)
    return place, np.ones(15), 1.0 / math.sqrt(math.pi)


def _picture() -> tuple[Any, ...]:
    x, y = np.meshgrid(np.arange(24.0), np.arange(24.0), indexing="ij")
    return 2.0 + np.sin(0.7 * x) * np.cos(1.1 * y), 0.5, 10


def _mode(n: int) -> np.ndarray:
    """The lowest standing wave on n^2 points that vanishes on the edges."""
    wave = np.sin(np.pi * np.arange(n) / (n - 1))
    wave[-1] = 0.0
    return np.outer(wave, wave)


def _far(field: np.ndarray) -> np.ndarray:
    """The points of a 40^2 grid that ten steps do not reach from the middle."""
    i, j = np.indices((40, 40))
    return np.asarray(field)[np.abs(i - 20) + np.abs(j - 20) > 10]


def _cavity() -> np.ndarray:
    half = math.asin(math.sin(math.pi / 78.0) / math.sqrt(2.0))
    return _far(_mode(40) * math.cos(21.0 * half) / math.cos(half))


def _saddle() -> tuple[Any, ...]:
    """Right-hand side of the five-point equations for 1 + x y inside, given on the edges of a square of 24^2 points."""
    x, y = np.meshgrid(np.arange(26.0), np.arange(26.0), indexing="ij")
    edge = 1.0 + x * y / 625.0
    edge[1:-1, 1:-1] = 0.0
    return edge[2:, 1:-1] + edge[:-2, 1:-1] + edge[1:-1, 2:] + edge[1:-1, :-2], 1e-13, 1000


def _inside() -> np.ndarray:
    k = np.arange(1.0, 25.0)
    return 1.0 + np.outer(k, k) / 625.0


EXACT = (
    Answer("hydro", "y = 1 / (2 sin(1/20)), z = sin(k / 10), r = -1, t = 1",
           lambda: (np.full(100, 0.5 / math.sin(0.05)), np.sin(0.1 * np.arange(111.0)), 0.05, -1.0, 1.0),
           lambda: 0.05 + np.cos(0.1 * (np.arange(100.0) + 10.5)), "", "sin b - sin a = 2 sin((b - a) / 2) cos((a + b) / 2)"),
    Answer("iccg", "ones, odd weights 1/3, even 0", lambda: (np.ones(128), THIRD * (np.arange(128) % 2)), _levels, "",
           "each level is 2/3 of the one before"),
    Answer("inner_product", "sum of 1/k 1/(k + 1), k = 1..1000", lambda: (1.0 / np.arange(1.0, 1001.0), 1.0 / np.arange(2.0, 1002.0)),
           lambda: 1000.0 / 1001.0, "", "the sum telescopes"),
    Answer("banded", "ones, coefficients 1/1000", lambda: (np.ones(1001), np.full(1001, 1e-3)), _band, "", "sums of 200 equal terms"),
    Answer("tridiagonal", "x_i = (1 - x_(i - 1)) / 2 from 0", lambda: (np.zeros(100), np.ones(100), np.full(100, 0.5)),
           lambda: (1.0 - (-0.5)**np.arange(100.0)) / 3.0, "", "a geometric sum"),
    Answer("linear_recurrence", "all coefficients 1/64", _recurrence, _growth, "", "each element is 65/64 of the one before"),
    Answer("equation_of_state", "arrays of ones, q = r = t = 1/3",
           lambda: (np.ones(106), np.ones(100), np.ones(100), THIRD, THIRD, THIRD), lambda: np.full(100, (13.0 / 9.0)**2), "",
           "the formula is then (1 + a + a^2)^2"),
    Answer("integrate_predictors", "columns a^j, weights 1", lambda: (_columns(), np.ones(7), 1.0), _predicted, "", "a geometric sum",
           1e-14, lambda results: results[0][:, 0]),
    Answer("difference_predictors", "old columns a^j, new value 1 / (1 - a)", _differences,
           lambda: np.linspace(0.2, 0.8, 7)[:, None]**np.arange(10.0) / (1.0 - np.linspace(0.2, 0.8, 7)[:, None]), "",
           "differences of the tails of a geometric series; they cancel to 1e-6 of what is subtracted", 1e-14,
           lambda results: results[0][:, 4:]),
    Answer("planckian", "integral of x^3 / (e^x - 1)", _planck, lambda: math.pi**4 / 15.0, "textbooks on radiation: pi^4 / 15 (6 zeta(4))",
           "the trapezoidal rule in steps of 0.01", 1e-10, lambda results: np.sum(np.asarray(results[0], np.longdouble))),
    Answer("chip", "warming of 8^2 equal cells at 3 W each from 320 K, 50 steps",
           lambda: (np.full((8, 8), 320.0), np.full((8, 8), 3.0), 50),
           lambda: np.full((8, 8), 390.0 - 70.0 * (1.0 - 0.02 / 30.0)**50), "", "no heat flows between equal cells"),
    Answer("gaussian_pairs", "energy in the middle of 15 unit charges in a row at spacing 1, reach pi^-1/2", _line,
           lambda: math.pi**0.25 / math.gamma(0.75), "", "Jacobi's theta function at e^-pi", 1e-14, lambda results: results[0][7]),
    Answer("speckle", "sum of the picture after 10 steps", _picture, lambda: np.sum(_picture()[0]), "",
           "nothing flows through the border", 1e-14, lambda results: np.sum(np.asarray(results[0], np.longdouble))),
    Answer("heat", "the lowest mode of a 32^2 grid after 100 steps at nu = 0.2", lambda: (_mode(32), 0.2, 100),
           lambda: _mode(32) * (1.0 - 1.6 * math.sin(math.pi / 62.0)**2)**100, "",
           "each step multiplies it by 1 - 8 nu sin^2(pi / 62) (von Neumann's amplification factor)"),
    Answer("yee", "the lowest mode of a cavity after 10 steps, outside what the source reaches",
           lambda: (_mode(40), np.zeros((40, 40)), np.zeros((40, 40)), 10), _cavity, "",
           "the dispersion relation of Yee's grid, sin(w / 2) = sin(pi / 78) / sqrt 2", 1e-14, lambda results: _far(results[0])),
    Answer("conjugate_gradients", "Laplace's equation with 1 + x y on the edges, 24^2 points", _saddle, _inside, "",
           "the five-point equations hold exactly for x y", 1e-11),
)
