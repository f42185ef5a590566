"""Elements at the edges: on knots and between infinite ones, the least integers, exponents beyond the range, windows of one point."""

from __future__ import annotations

import numpy as np

from tests.lift.numpy.grid import Row, made

FROM, OPPOSITE = np.array([-2.0, -0.5, 0.0, 1.0, 1.5, 2.0, 3.0, 4.0, np.inf, -np.inf, np.nan]), np.array([np.inf, 1.0, 2.0, -np.inf])
LEAST = np.array([-128, 127, -128, 0, 5, -7, 127], np.int8)
REACH = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 5e-324, 1.5, np.finfo(float).max])
CORNERS = np.array([complex(a, b) for a in (0.0, np.inf, -np.inf, np.nan, 2.0) for b in (-1.0, np.inf, -np.inf, np.nan)])
ARRAYS = {"FROM": FROM, "OPPOSITE": OPPOSITE, "LEAST": LEAST, "REACH": REACH, "REACH4": np.append(REACH[:-1], 1e38).astype(np.float32), "CORNERS": CORNERS, "CORNERS8": CORNERS.astype(np.complex64),
          "HALF": np.array([0.0, 1.0, 0.5, 0.0], np.float16), "TWO": np.array([1.0, 2.0]), "FOUR": np.array([4.0, 1.0, 9.0, 2.0]), "RANKS": np.array([4, 1, 2, 3, 9], np.int16),
          "RANKS4": np.arange(5, dtype=np.float32)}
ROWS: list[Row] = [
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
    made(np.intersect1d, "RANKS", ar2=[np.array([9.0, 2.0, 2.5])]),
]
