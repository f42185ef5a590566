"""Corners of Python and NumPy where a reading that looks right gives other numbers: the others have to be served by the same Program."""
# ruff: noqa: B007, B023

import numpy as np
from scipy import linalg, optimize

from tests.lift.numpy.case import Case


def returns_behind_the_else(x, bar):
    i = 0
    while i < len(x):
        if x[i] > bar:
            break
        i += 1
    else:
        return -1
    return i


def bools_stay_bools(x, on=True):
    return on & (len(x) == 3), on | False, on ^ True, x * (on & on)


def one_nan(x):
    return np.unique(x), np.unique(x, return_counts=True)[1]


def rounds_integers(k):
    return np.round(k, -1), np.round(k), k.round(2), np.round(k, -2)


def puts_chosen_elements(a, b):
    a[a > 5.0] = b[b > 5.0]
    a[a > 6.0] = np.arange(len(a[a > 6.0]))
    return a


def smallest_above(x, bar):
    return min((v for v in x if v > bar), default=-1.0), max([v for v in x if v > bar], default=bar), min((), default=3)


def which_array(x, t):
    y = x if t > 0.0 else x.copy()
    return (1 if y is x else 2), y is not x


def which_of_two(x, t):
    a, b = x * 2.0, x * 3.0
    y = a if t > 0.0 else b
    return y is a, y is b, a is b


def which_list(x, t):
    a, b = [1.0], [2.0]
    y = a if t > 0.0 else b
    y[0] = x[0]
    return y is a, a[0], b[0]


def changes_items_behind(x):
    items = [x[0], x[1], x[2]]
    for k, v in enumerate(items):
        items[k] = 2.0 * v
    return items


def reads_the_counter(x, n):
    for k in range(n):
        x = x + k
    return x * k


def roots_of_matrices(a):
    return linalg.sqrtm(a)


def root_within(x, width):
    return optimize.root_scalar(lambda t: t**3 - x[0], bracket=[0.0, 2.0], method="bisect", xtol=width).root


A, B, LOW = np.array([1.0, 2.0, 7.0]), np.array([3.0, 4.0, 8.0]), np.array([1.0, 2.0, 3.0])
def sides_of_branch_cuts(z):
    """Which side of a cut is meant, the sign of a zero tells; large and near numbers, that nothing may cancel or be too large."""
    w = [np.arcsin(z), np.arccos(z), np.arcsinh(z), np.arccosh(z), np.arctan(z), np.arctanh(z), np.log1p(z), np.log2(z), np.tan(z)]
    return w, [(np.signbit(v.real), np.signbit(v.imag)) for v in w]


def grown_beyond_numbers(z):
    return np.sinh(z), np.cosh(z), np.tanh(z)


def records_of_rows(x, k):
    """Tuples in a list are records, one tuple is one; records equal in one field are ordered by the others."""
    p = np.zeros(4, [("x", "f8"), ("k", "i8"), ("z", "f8")])
    p[:2] = [(x[0], 1, x[1]), (x[2], 2, x[3])]
    p[2] = x[1], 2, x[0]
    q = np.zeros(4, p.dtype)
    q["x"], q["k"], q["z"] = -x, k, x
    by_z, places = np.sort(q, order="z"), (np.argsort(q, order=["k", "z"]), q.argsort(order="x"), np.argsort(q))
    q.sort(order="k")
    return p["x"], p["k"], p["z"], q["x"], q["k"], q["z"], by_z["x"], by_z["k"], *places


def places_of_elements(m):
    total, places = 0.0, np.nditer(m, flags=["multi_index"])
    numbers = np.nditer(m.T, flags=["c_index"], order="C")
    for v in places:
        i, j = places.multi_index
        total = total * 0.5 + v * (i + 10 * j)  # type: ignore[operator]
    for v in numbers:
        total = total * 0.5 + v * numbers.index  # type: ignore[operator]
    return total


def from_parts(*parts):
    return np.array([complex(a, b) for a in parts for b in parts])


K = np.array([15, 25, -35])
NAN = np.nan
M = np.array([[4.0, 1.0], [1.0, 3.0]])

CASES = [
    Case(returns_behind_the_else, (LOW, 2.5), [(LOW, 9.0), (A[:2], 0.0)]),
    Case(bools_stay_bools, (A,)),
    Case(one_nan, (np.array([1.0, NAN, 3.0]),), [(np.array([NAN, NAN, 2.0, NAN]),), (A,)]),
    Case(rounds_integers, (K,), [(np.array([149, 150, 151, -150]),)]),
    Case(rounds_integers, (K.astype(np.int8),)),
    Case(puts_chosen_elements, (A, B), [(LOW, LOW.copy()), (LOW, A * 0.0)]),
    Case(smallest_above, (A, 1.5), [(A, 9.0), (B[:1], 0.0)]),
    Case(which_array, (A, 1.0), [(A, -1.0)]),
    Case(which_of_two, (A, 1.0), [(A, -1.0)]),
    Case(which_list, (A, 1.0), [(A, -1.0)]),
    Case(changes_items_behind, (A,)),
    Case(roots_of_matrices, (M,), [(0.0 * M,), (np.ones((2, 2)),), (np.diag([1.0, 0.0]),), (np.diag([2.0, 3.0]),)], close=1e-14),
    Case(root_within, (A / 2.0, 0.1), [(A / 3.0, 1e-9)], close=1e-15),
    Case(sides_of_branch_cuts, (from_parts(0.5, -0.0, 5.0),), [(from_parts(0.0, -0.5, -5.0, -0.0),), (from_parts(-0.0, 3e200),)], close=1e-14),
    Case(grown_beyond_numbers, (from_parts(0.0, -0.0, 1e10, -1e10),)),
    Case(records_of_rows, (np.array([0.3, -1.5, 2.0, 0.7]), np.array([2, 1, 2, 1]))),
    Case(places_of_elements, (np.arange(6.0).reshape(2, 3),), [(M,)]),
    Case(reads_the_counter, (A, 3), [(A, 1)]),
]
