"""A mixed-integer linear program, built column by column and row by row, and solved by HiGHS through scipy."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

RELATIVE_GAP = 1e-4
NODES = 20_000  # the deterministic limit; the time limit only guards against a runaway
SECONDS = 60.0
PRESOLVE = False  # HiGHS 1.12 may presolve for ever, whatever the limits (see its issues 1280 and 2478); 120 choices were as fast without


class Linear:
    """minimise cost . v subject to lower <= A v <= upper, 0 <= v <= 1 for binary columns, 0 <= v otherwise."""

    def __init__(self) -> None:
        self.costs: list[float] = []
        self.upper: list[float] = []
        self.binary: list[bool] = []
        self.rows: list[tuple[Mapping[int, float], float, float]] = []

    def column(self, *, cost: float = 0.0, binary: bool = False) -> int:
        self.costs.append(cost)
        self.upper.append(1.0 if binary else np.inf)
        self.binary.append(binary)
        return len(self.costs) - 1

    def cost(self, column: int, more: float) -> None:
        self.costs[column] += more

    def close(self, column: int) -> None:
        """The column is 0."""
        self.upper[column] = 0.0

    def row(self, coefficients: Mapping[int, float], lower: float, upper: float) -> None:
        self.rows.append((dict(coefficients), lower, upper))

    def solve(self) -> np.ndarray | None:
        """The best values found, or None where there are none."""
        from scipy import optimize, sparse  # scipy takes half a second to load

        bounds: Any = optimize.Bounds  # the stubs of scipy know scalar bounds only
        between: Any = optimize.LinearConstraint
        entries = [(k, c, v) for k, (row, _, _) in enumerate(self.rows) for c, v in row.items()]
        rows, columns, values = zip(*entries)
        matrix = sparse.csr_array((values, (rows, columns)), shape=(len(self.rows), len(self.costs)))
        with _unheard():
            result = optimize.milp(
                self.costs,
                integrality=np.array(self.binary, int),
                bounds=bounds(0.0, np.array(self.upper)),
                constraints=between(matrix, [r[1] for r in self.rows], [r[2] for r in self.rows]),
                options={"mip_rel_gap": RELATIVE_GAP, "node_limit": NODES, "time_limit": SECONDS, "presolve": PRESOLVE},
            )
        return None if result.x is None else np.asarray(result.x)


@contextmanager
def _unheard() -> Iterator[None]:
    """HiGHS prints a line of its own to the standard output of the process now and then, however silent it is told to be (HiGHS
    issue 2783): it would stand amid JSON. C keeps it in a buffer, which is emptied before the real output is back."""
    try:
        kept = os.dup(1)
    except OSError:  # closed: nobody hears it anyway
        kept = None
    nowhere, flush = os.open(os.devnull, os.O_WRONLY), ctypes.CDLL(None).fflush
    flush(None)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        flush(None)
        os.close(nowhere)
        if kept is not None:
            os.dup2(kept, 1)
            os.close(kept)
