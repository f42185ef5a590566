"""Functions of NumPy that are lifted by their definitions, each in a program of a few lines."""

from __future__ import annotations

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(6, 8, 13)).both


def holes(*shape: int) -> np.ndarray:
    """Numbers with NaN among them, one column without any number."""
    x = np.random.default_rng(sum(shape)).normal(size=shape)
    x[x > 0.8] = np.nan
    x[:, 1] = np.nan
    return x


def whole(high: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape) + 3).integers(0, high, shape)


@prog(lambda n: (holes(n, 5),), grad=False)
def without_nan(x):
    return (np.nansum(x, axis=0), np.nanprod(x, axis=1), np.nanmean(x, axis=0), np.nanvar(x, axis=1, ddof=1), np.nanstd(x),
            np.nanmax(x, axis=1), np.nanmin(x, axis=0, keepdims=True), np.nanmedian(x, axis=0), np.nanpercentile(x, 30, axis=1),
            np.nanquantile(x, 0.7), np.nancumsum(x, axis=1), np.nanargmax(x, axis=1), np.nansum(x, axis=(0, 1)))


@prog(lambda n: (np.isnan(holes(n, 5)), U(n, 5)))
def mean_of_what_is_there(missing, y):
    return np.nanmean(np.where(missing, np.nan, y), axis=1), np.nanmedian(y, axis=0)


@prog(lambda n: (U(n, 6, 4),))
def parts(x):
    left, right = np.hsplit(x, 2)
    first, rest = np.vsplit(x, [2])
    front, back = np.dsplit(x, 2)
    pieces = np.array_split(x.ravel(), 4)
    return left * right, first.sum() * rest, front - back, [p.mean() for p in pieces], [p.shape[0] for p in np.array_split(np.arange(11), 3)]


@prog(lambda n: (U(n), U(n, 4)))
def running(x, y):
    return (np.maximum.accumulate(x), np.minimum.accumulate(y, axis=1), np.add.accumulate(y), np.logaddexp.accumulate(x),
            np.multiply.accumulate(y, axis=0), np.subtract.reduce(y, axis=1), np.hypot.reduce(x))


@prog(lambda n: (U(3 * n), np.array([0, 4, 2, 5])))
def sums_between(x, starts):
    return np.add.reduceat(x, starts), np.maximum.reduceat(x, [0, 3, 6]), np.multiply.reduceat(np.outer(x, x[:3]), [0, 2], axis=1)


@prog(lambda n: (U(n), U(2 * n), whole(n, 2 * n)))
def one_by_one(a, b, places):
    top = a.copy()
    np.maximum.at(top, places, b)
    np.multiply.at(a, places, b)
    table = np.ones((len(a), 2))
    np.minimum.at(table, (places, places % 2), b)
    return top, table


@prog(lambda n: (whole(50, n), whole(50, n) + 1), grad=False)
def divisors(a, b):
    return np.gcd(a, b), np.lcm(a, b), np.gcd.reduce(a), np.gcd(a, 6), np.bitwise_count(a)


@prog(lambda n: (whole(2, n, 3).astype(np.uint8),), grad=False)
def bit_planes(x):
    packed = np.packbits(x)
    return packed, np.unpackbits(packed)[:x.size].reshape(x.shape)


@prog(lambda n: (whole(9, n), whole(7, n + 2)), grad=False)
def as_sets(a, b):
    return (np.isin(a, b), np.union1d(a, b), np.intersect1d(a, b), np.setdiff1d(a, b), np.setxor1d(a, b), *np.unique(a, return_counts=True),
            *np.unique(a, return_index=True, return_inverse=True))


@prog(lambda n: (U(n), U(4)))
def polynomials(a, b):
    return (np.polyadd(a, b), np.polysub(b, a), np.polymul(a, b), np.polyder(a), np.polyder(a, 2), np.polyint(b), np.poly(b),
            np.polyval(np.polyder(b), a))


@prog(lambda n: (U(n, n), U(n)))
def put_together(a, b):
    m = np.block([[a, b[:, None]], [b, 0.0]])
    line = np.block([b, 1.0, b])
    return m, line, np.resize(b, (3, 4)), np.atleast_3d(a).shape[2], np.rollaxis(np.ones((2, 3, 4)), 2)


@prog(lambda n: (U(n, 4), whole(3, n)))
def changed_by_functions(a, k):
    b = a.copy()
    np.putmask(b, b > 1.0, 0.5)
    np.place(a, a < 0.5, [1.0, 2.0])
    c = np.choose(k, [b[:, 0], b[:, 1], 3.0])
    np.put(b, [0, 3], [7.0, 8.0])
    np.put_along_axis(b, k[:, None], 0.25, axis=1)
    return b, c, a[np.triu_indices_from(a)], a[:4][np.diag_indices_from(a[:4])]


@prog(lambda n: (U(n), 0.1, 10.0))
def windows_and_scales(x, low, high):
    n = len(x)
    np.testing.assert_array_less(0.0, x, err_msg=f"{np.array2string(x)} in base {np.base_repr(5, 3)}")
    windows = np.blackman(n) * x, np.bartlett(n) * x, np.kaiser(n, 4.0 * x[0]) * x
    return (*windows, np.geomspace(low, high, n), np.logspace(-1, 1, n), np.unwrap(np.cumsum(2.2 * x)),
            np.cumulative_sum(x, include_initial=True))


@prog(lambda n: (np.concatenate((np.zeros(2), U(n), np.zeros(n - 3))),), grad=False)
def without_ends(x):
    return np.trim_zeros(x), np.trim_zeros(x, "b")


@prog(lambda n: (U(n, 3), U(3, 3), U(n, 3)))
def rows_of_products(a, m, b):
    return np.vecdot(a, b), np.matvec(m, a), np.vecmat(a, m), np.linalg.trace(m), np.linalg.vector_norm(a, axis=1), np.linalg.matrix_norm(m)


@prog(lambda n: (U(n, 3, 4),))
def diagonals_of_stacks(x):
    return np.diagonal(x, axis1=1, axis2=2), np.trace(x, axis1=-2, axis2=-1), x.trace(1), np.diagonal(x, -1, 1, 2).sum(axis=-1)


@prog(lambda n: (whole(5, n), whole(4, n + 2)), grad=False)
def ranges_as_arrays(a, b):
    table = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    table[:, 0] = range(len(a) + 1)
    table[0, :] = range(0, 2 * len(b) + 2, 2)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            change = 0 if a[i - 1] == b[j - 1] else 1
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + change)
    return table, np.sum(range(len(a)))


@prog(lambda n: (U(n, 3) - 0.8,))
def longest_row(rows):
    longest = -np.inf
    for k in range(len(rows)):
        length = (rows[k] * rows[k]).sum()
        if length > longest:
            longest, where, unit = length, k, rows[k] / np.sqrt(length)
    return where, unit, longest


@prog(lambda n: (U(n), U(n) + 0.3))
def best_of_three(x, y, rates=(0.5, 1.0, 2.0)):
    least = np.inf
    for rate in rates:
        miss = ((np.exp(-rate * x) - y) ** 2).mean()
        if miss < least:
            least, chosen, curve = miss, rate, np.exp(-rate * x)
    return chosen, curve, least


@prog(lambda n: (U(n, 4),))
def drift_from_the_last(series):
    for t in range(len(series)):
        if t > 0:
            series[t] += 0.25 * (series[t] - last)  # noqa: F821
        last = series[t].copy()  # noqa: F841
        for k in range(series.shape[1]):
            if t > 0 and k > 0:
                series[t, k] -= 0.125 * left  # noqa: F821
            left = series[t, k]  # noqa: F841


@prog(lambda n: (U(n),))
def swept_to_and_fro(x):
    for sweep in range(4):
        order = range(1, len(x) - 1) if sweep % 2 == 0 else range(len(x) - 2, 0, -1)
        for i in order:
            x[i] = 0.25 * (x[i - 1] + 3.0 * x[i + 1]) + 1.0 / (i + len(order))


@prog(lambda n: (U(n),), sizes=(6, 8, 12))
def swept_by_colour(x):
    total = 0.0
    for sweep in range(3):
        if sweep % 2:
            places = range(1, len(x), 2)
        else:
            places = range(0, len(x), 2)
        for i in places:
            total = 0.75 * total + x[i] * i
    return total


@prog(lambda n: (U(n), U(n, 5)))
def one_name_for_two_things_of_an_iteration(x, weights):
    best = 0.0
    for step in range(4):
        if x[step] > 0.5:
            part = weights * x[step]
            best = max(best, part.max())
        part = weights[step] + 0.5
        x[step] = 0.5 * part.sum() + best
    return best


@prog(lambda n: (U(n), U(n, 5)))
def a_name_that_the_next_iteration_awaits(x, weights):
    total = 0.0
    for step in range(len(x)):
        if step > 0:
            total += last.sum() * x[step]  # noqa: F821
        if x[step] > 0.5 or step == 0:
            last = weights[step] + 0.5  # noqa: F841
    return total
