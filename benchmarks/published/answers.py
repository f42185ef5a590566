"""What has been published about the answers themselves of the programs of this package, each for an input that a source states.

Where no publication is known to us, an answer that is exact by an identity stands in its place (exact.py), and SEARCHED says what
was looked for in vain. Numbers are quoted from the sources named, digits as printed there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Answer:
    """One answer of `program` (a function's name) that is known from elsewhere.

    of        the question, in words
    inputs    makes the arguments
    value     makes the answer, to be compared with `part` of the results (those returned, then arguments that the program changes)
    source    where it is published; "" for an identity
    why       the identity, or why ours may differ from what is printed
    within    relative 2-norm difference that binary64 may show: digits printed, discretization, approximations of the program
    """

    program: str
    of: str
    inputs: Callable[[], tuple[Any, ...]]
    value: Callable[[], Any]
    source: str = ""
    why: str = ""
    within: float = 1e-14
    part: Callable[[Sequence[np.ndarray]], Any] = lambda results: results[0]


# The programs that issue 4, section 8, names -> their functions here.
NAMED = {
    "arclength": "arclength", "Simpson": "simpson", "nested 2 pi sums": "nested_sum", "Black-Scholes": "black_scholes",
    "Black-Scholes with fast exp, log and sqrt": "black_scholes_fast", "k-means": "k_means", "HPCCG": "hpccg", "funarc": "funarc",
    "banded linear equations": "banded", "difference predictors": "difference_predictors", "equation of state": "equation_of_state",
    "general linear recurrence": "linear_recurrence", "1-D hydro fragment": "hydro", "incomplete Cholesky CG": "iccg",
    "inner product": "inner_product", "integrate predictors": "integrate_predictors", "Planckian distribution": "planckian",
    "tri-diagonal elimination": "tridiagonal", "hotspot": "chip", "LavaMD": "gaussian_pairs", "SRAD": "speckle",
    "finite-volume Euler (CFD)": "euler", "heat": "heat", "FDTD": "yee", "FFT": "fft_radix_2", "Lorenz": "lorenz",
    "conjugate gradients": "conjugate_gradients"}

UNKNOWN = "no published answer known to us"
SEARCHED = (
    "Looked for in stored copies of public pages, documentation, issue threads and repositories: errors and quality metrics of "
    "HPC-MixPBench (K. Parasyris et al., IISWC 2020) and its repository; tables of CHEF-FP (G. Singh et al., 2023) and the results in its "
    "examples' repository, which are run times only; ADAPT (H. Menon et al., SC 2018); Precimonious (C. Rubio-Gonzalez et al., SC 2013), "
    "HiFPTuner, CRAFT and FloatSmith and the examples in their repositories, which hold search spaces but no results; PROMISE (X. Chen et "
    "al., arXiv 2606.08339, abstract only); single-precision results of Rodinia. The full texts of the papers were not among them.")

BAILEY = "D. H. Bailey, Resolving numerical anomalies in scientific computation (2008); value as in the sources of Precimonious and ADAPT"
PARSEC = "reference prices in the inputs of blackscholes, PARSEC (C. Bienia et al., PACT 2008)"
# spot, strike, rate, volatility, years, call, put as PARSEC prints them
CONTRACTS = np.array([[42.0, 40.0, 0.1, 0.2, 0.5, 4.759423036851750055, 0.808600016880314021],
                      [100.0, 100.0, 0.05, 0.15, 1.0, 8.591659601309890704, 3.714602051381290071]])


def _first_two(results: Sequence[np.ndarray]) -> list[np.ndarray]:
    return list(results[:2])


def _prices(contract: np.ndarray) -> tuple[Any, ...]:
    """Arguments of black_scholes, which takes one rate."""
    spot, strike, rate, volatility, years = contract[:5]
    return np.array([spot]), np.array([strike]), np.array([years]), float(rate), np.array([volatility])


def _points() -> tuple[Any, ...]:
    feature = np.array([[1.0, 2.0], [1.0, 4.0], [1.0, 0.0], [10.0, 2.0], [10.0, 4.0], [10.0, 0.0]])
    return feature, feature[[4, 1]].copy(), 6


def _ones() -> tuple[Any, ...]:
    """The right-hand side of HPCCG's operator for a solution of ones: 27 less the neighbours that a cell has."""
    n = 10
    along = np.full(n, 3.0)
    along[[0, -1]] = 2.0
    return 28.0 - along[:, None, None] * along[None, :, None] * along[None, None, :], n, 20


def _tone() -> tuple[Any, ...]:
    angle = 2.0 * np.pi * np.arange(8) / 8
    return np.cos(angle), np.sin(angle), np.cos(angle[:4]), np.sin(angle[:4])


def _sod() -> tuple[Any, ...]:
    """Sod's two states on a ring: gas at rest, dense in the first half."""
    dense = np.arange(800) < 400
    density, pressure = np.where(dense, 1.0, 0.125), np.where(dense, 1.0, 0.1)
    return density, np.zeros(800), pressure / 0.4, 0.4, 300


def _star(results: Sequence[np.ndarray]) -> np.ndarray:
    """Pressure and velocity between the rarefaction and the shock."""
    density, momentum, energy = (np.asarray(r, np.longdouble)[440] for r in results[:3])
    velocity = momentum / density
    return np.array([0.4 * (energy - 0.5 * momentum * velocity), velocity])


def _convection() -> tuple[Any, ...]:
    root = math.sqrt(72.0)
    return np.array([root, -root]), np.array([root, -root]), np.array([27.0, 27.0]), 0.01, 100


PUBLISHED = (
    Answer("funarc", "length, n = 1000000", lambda: (1_000_000,), lambda: 5.795776322412856, BAILEY,
           "the source cuts off what follows its 16 digits, 5.7957763224128573 in a wider run; all in binary32, a sum in parts is 1.1e-3 "
           "off where the sum chord by chord (arclength) is 5.3e-3 off, published as 5.2e-3", 1e-15),
    Answer("arclength", "length as summed in binary64, n = 1000000", lambda: (1_000_000,), lambda: 5.79577632241304,
           "D. H. Bailey's funcarc.f90 (2008), as quoted in the tests of COJAC",
           "rounding errors of a million additions, which the library's sin moves", 1e-13),
    *(Answer("black_scholes", f"call and put, spot {c[0]:g}, strike {c[1]:g}", lambda c=c: _prices(c), lambda c=c: c[5:], PARSEC,
             "the polynomial of both for N(x) is exact to 7.5e-8 only", 1e-6, _first_two) for c in CONTRACTS),
    Answer("black_scholes_fast", "the same two calls", lambda: tuple(CONTRACTS[:, k] for k in range(5)), lambda: CONTRACTS[:, 5], PARSEC,
           "ours replaces exp, log and sqrt by approximations: what they cost is the difference", 1e-2),
    Answer("k_means", "centres of six points in two groups", _points, lambda: [[10.0, 2.0], [1.0, 2.0]],
           "scikit-learn's documentation, example of KMeans"),
    Answer("hpccg", "solution for the right-hand side of ones, 10^3 cells", _ones, lambda: np.ones((10, 10, 10)),
           "HPCCG (M. A. Heroux, Mantevo) reports its difference from this solution; manual page hpcg_kernel(1) of "
           "Lis: its elements are 1",
           "20 iterations; the loop has no test, and after 60 the squared residual underflows in binary32: 0 / 0"),
    Answer("euler", "pressure and velocity between rarefaction and shock of Sod's tube", _sod,
           lambda: [0.30313017805064707, 0.92745262004895057], "documentation of the package sodshock, for G. A. Sod, "
           "J. Comput. Phys. 27 (1978)", "a first-order method on 800 cells", 1e-2, _star),
    Answer("fft_radix_2", "transform of exp(2 pi i k / 8), k = 0..7, in bit-reversed order", _tone,
           lambda: np.concatenate([8.0 * (np.arange(8) == 4), np.zeros(8)]),
           "NumPy's documentation, example of numpy.fft.fft: 8 at frequency 1", "", 1e-14, _first_two),
    Answer("lorenz", "steady convection after 100 steps", _convection,
           lambda: [math.sqrt(72.0), -math.sqrt(72.0), math.sqrt(72.0), -math.sqrt(72.0), 27.0, 27.0],
           "E. N. Lorenz, J. Atmos. Sci. 20 (1963) p. 137: 0084 0084 0270 and -0084 -0084 0270, in tenths, further digits cut off",
           "exactly (sqrt 72, sqrt 72, 27) and (-sqrt 72, -sqrt 72, 27); trajectories at t = 100 that others publish (x = 12.28600667... "
           "from (1, 0, 0), by 300 terms of Taylor's series in many digits) are beyond binary64", 1e-12, lambda results: results[:3]),
)
