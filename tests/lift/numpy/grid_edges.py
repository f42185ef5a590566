"""Elements at the edges: on knots and between infinite ones, the least integers, exponents beyond the range, windows of one point."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import linalg

from tests.lift.numpy.grid import A as A4
from tests.lift.numpy.grid import Row, made

FROM, OPPOSITE = np.array([-2.0, -0.5, 0.0, 1.0, 1.5, 2.0, 3.0, 4.0, np.inf, -np.inf, np.nan]), np.array([np.inf, 1.0, 2.0, -np.inf])
LEAST = np.array([-128, 127, -128, 0, 5, -7, 127], np.int8)
REACH = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 5e-324, 1.5, np.finfo(float).max])
CORNERS = np.array([complex(a, b) for a in (0.0, np.inf, -np.inf, np.nan, 2.0) for b in (-1.0, np.inf, -np.inf, np.nan)])
_ENDS = (0.0, -0.0, 0.5, -1.0, 1.0, -3.5, np.inf, -np.inf, np.nan, 1e-170, -1e200, 710.0)
ENDS = np.array([complex(a, b) for a in _ENDS for b in _ENDS])
_BASES, _POWERS = (x.ravel() for x in np.meshgrid(ENDS[np.abs(ENDS) != 1e200], [0.5 + 0j, -1.5, 1, 2, 1 - 2j, 0, np.inf, -np.inf, complex(0, np.inf), complex(2, np.nan), np.nan]))
ARRAYS = {"ENDS": ENDS, "ENDS8": ENDS[np.abs(ENDS) < 1e100].astype(np.complex64), "BASES": _BASES, "POWERS": _POWERS, "FROM": FROM, "OPPOSITE": OPPOSITE, "LEAST": LEAST, "REACH": REACH, "REACH4": np.append(REACH[:-1], 1e38).astype(np.float32), "CORNERS": CORNERS, "CORNERS8": CORNERS.astype(np.complex64),
          "HALF": np.array([0.0, 1.0, 0.5, 0.0], np.float16), "TWO": np.array([1.0, 2.0]), "FOUR": np.array([4.0, 1.0, 9.0, 2.0]), "RANKS": np.array([4, 1, 2, 3, 9], np.int16),
          "NONE": np.zeros(0), "HALF1": np.array([0.5]), "RANKS4": np.arange(5, dtype=np.float32)}
FUNCTIONS = (np.sqrt, np.exp, np.log, np.sin, np.cos, np.tan, np.sinh, np.cosh, np.tanh, np.arcsin, np.arccos, np.arctan, np.arcsinh,
             np.arccosh, np.arctanh, np.reciprocal, np.sign, np.log10, np.expm1)


def by_parts(f: Any) -> Any:
    """The function of complex numbers, whose parts are compared one by one: NaN in one says nothing of the other."""
    def called(*zs: Any) -> Any:
        w = f(*zs)
        return w.real, w.imag
    called.__name__ = f"parts_of_{f.__name__}"
    return called


def to_the(k: Any) -> Any:
    def raised(z: Any) -> Any:
        return z**k
    return raised


def putting(a: Any, ind: Any, v: Any) -> Any:
    np.put(a, ind, v)
    return a


ROWS: list[Row] = [
    *(made(by_parts(f), a) for f in FUNCTIONS for a in ("ENDS", "ENDS8")), made(by_parts(np.power), "BASES POWERS"),
    *(made(by_parts(to_the(k)), "ENDS") for k in (0.5, -1, 1.5, 1, 0)),
    *(made(np.quantile, a, q=[[0, 0.1, 0.125, 0.25, 0.3, 0.5, 0.7, 1], 0.3], method=["lower", "higher", "nearest"]) for a in ("OPPOSITE", "RANKS", "RANKS4", "FROM")),
    made(np.percentile, "I", q=[30, 0, 100], axis=[None, 0, 1], method=["lower", "higher", "nearest"]),
    *(made(np.interp, "FROM", xp=[xp], fp=[[1.0, 5.0, -1.0, 7.0], [1.0, np.inf, -np.inf, np.nan], [np.inf, np.inf, 2.0, -np.inf]])
      for xp in ([0.0, 1.0, 2.0, 3.0], [-np.inf, 0.0, 1.0, np.inf], [0.0, 1.0, 1.0, 2.0])),
    made(lambda x: np.interp(x[:8], [0.0, 1.0, 2.0], [4.0, 1.0, 2.0], period=-3.0), "FROM"),
    made(np.sinc, "HALF"), *(made(np.nan_to_num, a, nan=[0.0, -1.0], posinf=[None, 3.0]) for a in ("CORNERS", "CORNERS8")),
    *(made(lambda x, k: np.ldexp(x, k), a, k=[3, 0, -1080, 2000, 2098, -2098, np.arange(-4, 4) * 700]) for a in ("REACH", "REACH4")),
    made(lambda x: (np.gcd(x, x[::-1]), np.lcm(x[3:6], x[4:])), "LEAST"),
    *(made(np.correlate, f"{a} {b}", mode=["full", "same", "valid"]) for a, b in (("TWO", "FOUR"), ("TWO", "REACH4"), ("FOUR", "TWO"), ("TWO", "RANKS"), ("FOUR", "CORNERS"))),
    made(lambda x: (np.hanning(1) * x[0], np.hamming(1), np.blackman(1), np.bartlett(1), np.kaiser(1, 5.0)), "TWO"),
    *(made(lambda x, f=f: (f.reduce(x), f.accumulate(x)), a) for a in ("FROM", "I") for f in (np.logical_and, np.logical_or, np.logical_xor)),
    *(made(f, "RANKS NONE") for f in (np.isin, np.union1d, np.intersect1d, np.setdiff1d, np.setxor1d)),
    made(lambda x, few: (np.isin(x, x[x > few]), np.setdiff1d(x, x[x > few])), "RANKS", few=[3, 99]),
    made(np.interp, "FROM", xp=[[1.0]], fp=[[5.0]], left=[None, -1.0], right=[None, 7.0]), made(np.roots, "TWO"), made(np.roots, "HALF1"),
    *(made(np.unwrap, a, period=[4, 5, 5.0], discont=[None, 3]) for a in ("RANKS", "RANKS4", "I8")),
    *(made(f, a) for a in ("HALF", "B", "I8", "U8", "RANKS") for f in (np.modf, np.frexp, np.i0, np.angle)),
    made(lambda x: np.ldexp(x, 2), "B"), made(lambda x: np.ldexp(x, 2), "RANKS"), made(linalg.polar, "Z", side=["left", "right"]),
    made(np.intersect1d, "RANKS", ar2=[np.array([9.0, 2.0, 2.5])], return_indices=[False, True]),
    *(made(np.quantile, a, q=[[0, 0.1, 0.125, 0.25, 0.3, 0.5, 0.7, 1], 0.3, 1], method=["inverted_cdf", "averaged_inverted_cdf", "closest_observation"])
      for a in ("OPPOSITE", "RANKS", "RANKS4", "HALF1")),
    made(np.percentile, "A", q=[[0, 30, 100]], axis=[None, 0, (0, 1)], keepdims=[False, True], method=["inverted_cdf", "closest_observation"]),
    made(np.quantile, "RANKS4", q=[[0.0, 0.3, 1.0], 0.5], weights=[[0, 2, 0, 1, 0.5]], method=["inverted_cdf"]),
    made(np.percentile, "A", q=[[10, 90.0]], axis=[0, 1], weights=[[1, 0.2, 3], [1, 0.2, 3, 0]], method=["inverted_cdf"], keepdims=[False, True]),
    made(np.linalg.matrix_transpose, "X"), made(np.linalg.matrix_transpose, "A"), made(np.linalg.pinv, "P", hermitian=[True], rtol=[1e-9]),
    made(np.choose, "I", choices=[(1, 2.5, -3), (A4, -A4)], mode=["wrap", "clip"]),
    *(made(f, "N", initial=[0.25], where=[A4 > 0, True], axis=[None, 0]) for f in (np.nanmin, np.nanmax)),
    *(made(f, a, where=[A4 > 0], axis=[None, 0], keepdims=[False, True]) for f in (np.nanmean, np.nanvar) for a in ("N", "I")),
    made(np.nanstd, "N", correction=[0, 1], axis=[0]), made(np.digitize, "FROM", bins=[np.zeros(0)]),
    made(np.histogramdd, "W", bins=[3, (2, 4), ([-1.0, 0, 0.5], 2)], range=[None, [(-1, 1), None]], density=[False, True]),
    made(np.polyint, "TWO", k=[1.0, [3.0]], m=[1, 2]), made(np.polyint, "FOUR", k=[[1.0, 2.0]], m=[2]),
    *(made(lambda c, kind=kind, **how: kind(c, [0.0, 3.0]).integ(**how)(np.linspace(0, 3, 4)), "FOUR", m=[1, 2], k=[2.0, [1.0, 4.0]], lbnd=[0, 1.5])
      for kind in (np.polynomial.Polynomial, np.polynomial.Chebyshev)),
    made(np.array_split, "RANKS", indices_or_sections=[1, 3, 4, 7]), made(putting, "I", ind=[[0, -1, 3], [[1, 2]]], v=[[9, 8], [4, 5, 6], 7]),
]
