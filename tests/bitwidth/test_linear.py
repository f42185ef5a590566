"""The linear programs that choose formats."""

import ctypes
import multiprocessing

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


def endless() -> Linear:
    """What is left of a choice for an eigenvalue solver, in which a presolve of HiGHS runs round and round."""
    lp = Linear()
    costs = {0: 0.00826902333781446, 1: 0.00013605442176870748, 2: 0.00027210884353741496, **dict.fromkeys((12, 13, 14, 16), 0.0002727160885784992)}
    for k in range(18):
        lp.column(cost=costs.get(k, 0.0), binary=k < 6)
    lp.close(14)
    lp.row({1: 1.0, 2: 1.0}, 1.0, 1.0)
    for minus, plus in [(0, (6, 7, 8)), (3, (6,)), (4, (7, 9)), (5, (8, 10)), (3, (11, 12, 13)), (4, (14, 15, 16)), (None, (11, 14)),
                        (1, (12, 15)), (2, (13, 16, 17)), (1, ()), (0, ())]:
        lp.row({**dict.fromkeys(plus, 1.0), **({} if minus is None else {minus: -1.0})}, 0.0, 0.0)
    return lp


def test_presolving_does_not_go_on_for_ever():
    running = multiprocessing.get_context("spawn").Process(target=_solved, daemon=True)
    running.start()
    running.join(60.0)
    ended = running.exitcode
    running.kill()
    assert ended == 0


def _solved() -> None:
    values = endless().solve()
    assert values is not None and np.flatnonzero(values[:6]).tolist() == [2]


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
