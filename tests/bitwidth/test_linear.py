"""The linear programs that choose formats."""

import ctypes

import numpy as np
from scipy import optimize

from precis.bitwidth.linear import Linear


def knapsack() -> Linear:
    """The cheapest of three columns that together weigh at most 3, two of which have to be taken."""
    lp = Linear()
    columns = [lp.column(cost=c, binary=True) for c in (1.0, 2.0, 5.0)]
    lp.row(dict.fromkeys(columns, 1.0), 2.0, 2.0)
    lp.row(dict(zip(columns, (2.0, 2.0, 1.0))), -np.inf, 3.0)
    return lp


def test_the_cheapest_columns_within_the_rows():
    assert knapsack().solve().tolist() == [1.0, 0.0, 1.0]


def test_nothing_is_found_where_nothing_holds():
    lp = knapsack()
    lp.row({0: 1.0, 1: 1.0, 2: 1.0}, 3.0, 3.0)
    assert lp.solve() is None


def test_what_the_solver_prints_reaches_nobody(monkeypatch, capfd):
    """It would stand amid the JSON of a command; the solver does so rarely, and from C."""
    libc, solve = ctypes.CDLL(None), optimize.milp
    monkeypatch.setattr(optimize, "milp", lambda *args, **kwargs: (libc.printf(b"noise\n"), solve(*args, **kwargs))[1])
    assert knapsack().solve() is not None
    libc.printf(b"spoken\n")
    libc.fflush(None)
    assert capfd.readouterr().out == "spoken\n"
