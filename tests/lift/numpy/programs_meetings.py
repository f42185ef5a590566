"""Lengths that only a run can compare: slices at computed places, merged runs, repeated elements, shrinking arrays; and arguments of
NumPy's functions that are seldom given."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.polynomial import chebyshev, legendre, polynomial

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(6, 8, 11)).both


@prog(lambda n: (np.sort(U(n)), np.sort(U(n, 1)[:, 0])))
def merged(a, b):
    out = np.empty(len(a) + len(b))
    i = j = k = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out[k] = a[i]
            i += 1
        else:
            out[k] = b[j]
            j += 1
        k += 1
    out[k:k + len(a) - i] = a[i:]
    out[k + len(a) - i:] = b[j:]
    return out


@prog(lambda n: (U(n), np.arange(n) % 3 + 1))
def knapsack(worth, weight):
    best = np.zeros(11)
    for v, w in zip(worth, weight):
        best[w:] = np.maximum(best[w:], best[:-w] + v)
    return best


@prog(lambda n: (U(n),))
def packed_selections(x):
    out, at = np.zeros(x.size * x.size), 0
    for i in range(len(x)):
        chosen = x[x > x[i]]
        out[at:at + len(chosen)] = chosen * 2.0
        at += len(chosen)
    out[at:at + 2] = x[:2]
    return out, at


@prog(lambda n: (U(n), np.arange(n) % 3))
def repeated_by_counts(x, counts):
    places = np.repeat(np.arange(len(x)), counts)
    values = np.repeat(x, counts)
    return np.bincount(places, weights=values * x[places], minlength=len(x)), np.repeat(np.outer(x, x), counts, axis=0).sum(axis=0)


@prog(lambda n: (U(n), (np.arange(n) % 3).astype(np.uint32)))
def repeated_by_counts_without_signs(x, counts):
    return np.repeat(x, counts), np.repeat(np.arange(len(x)), counts.astype(np.uint8) + 1)


@prog(lambda n: (U(n),))
def shrinking_with_a_list(p):
    kept, rounds = [], 0
    while len(p) > 2 and rounds < 4:
        p = p[p < p.max()]
        kept.append(p.sum())
        rounds += 1
    return p, np.array(kept)


@prog(lambda n: (U(n),))
def side_by_side(x):
    m = np.c_[x, 2.0 * x, np.ones_like(x)]
    v = np.r_[x[::-1], 0.0, x[1:], 0:3, -1:1:5j]
    return m.T @ m, v, np.r_["0,2", x, x], x[np.s_[1:3]]


@prog(lambda n: (U(n),))
def windows(x):
    r = np.outer(x, x)
    return sliding_window_view(x, 4)[::2].sum(axis=-1), sliding_window_view(r, (2, 3))[1:], sliding_window_view(r, 2, axis=0)


@prog(lambda n: (U(n),))
def results_put_in_place(x):
    z, z2, where, most = np.zeros(len(x)), np.zeros((2, len(x))), np.zeros(2, dtype=bool), np.zeros(2, dtype=int)
    np.maximum.accumulate(x[::-1], out=z[::-1])
    np.stack([x, z], out=z2)
    np.concatenate([x, z * 2.0], out=z2.reshape(-1))
    np.any(z2 > 1.0, axis=1, out=where)
    np.argmax(z2, axis=1, out=most)
    np.take(x, [1, 2], out=z[3:5])
    return z, z2, where, most


@prog(lambda n: (U(n),))
def products_of_vectors(x):
    r = np.outer(x, x[:3])
    s = np.sqrt(r + np.arange(3.0))
    return np.cross(r.T, s.T, axis=0), np.cross(r, s, axisc=0), np.rot90(s, axes=(1, 0)), np.ptp(s, axis=1, keepdims=True)


@prog(lambda n: (U(n),))
def polynomials_and_quadrature(x):
    t, w = legendre.leggauss(5)
    series = polynomial.polyval(x, [1.0, 0.5, 0.25]) + chebyshev.chebval(x, [1.0, 2.0, 3.0, 4.0]) + legendre.legval(x, [1.0, 2.0, 3.0])
    return np.exp(-np.outer(x, t)) @ w, series, np.kaiser(8, 3.0), np.linspace(x, 2.0 * x, 4), np.interp(x, [3.0, 1.0, 2.0], x[:3], period=2.5)


@prog(lambda n: ((U(n, n) * 100).astype(np.uint8),), grad=False)
def bits(a):
    return np.unpackbits(a, axis=1), np.packbits(a > 70, axis=0, bitorder="little"), np.unpackbits(a[0], count=5)


@prog(lambda n: (U(n) % 0.31,))
def sorted_by_insertion(x):
    held, places = np.empty(0), np.zeros(len(x), dtype=int)
    for i, v in enumerate(x):
        k = np.searchsorted(held, v, side="right")
        held = np.concatenate((held[:k], [v], held[k:]))
        places[i] = k
    again = np.empty(0)
    for v in x:
        again = np.insert(again, np.searchsorted(again, v), v)
    return held, places, again


def _source(rate, step):
    if step % 2:
        return rate * step
    return 0.0


@prog(lambda n: (U(n, 3), U(3)))
def numbers_in_place_of_arrays(q, rate):
    """At both ends, and in what a function returns: arithmetic with whole rows hides which of them it is."""
    out = np.zeros_like(q)
    for k in range(len(q)):
        if k > 0:
            below = rate * (q[k] - q[k - 1])
        else:
            below = 0.0
        above = rate * (q[k + 1] - q[k]) if k < len(q) - 1 else 0
        row = q[k] - below
        row += above
        out[k] = row + _source(rate, k)
    return out


@prog(lambda n: (U(n, 3), U(n) + 1.0))
def numbers_beside_what_may_be_an_array(q, flow):
    """Sweeps along rows whose diagonals are numbers where nothing flows in: numbers are added and taken away, and a name keeps what comes."""
    out = q.copy()
    upper = np.zeros_like(q)
    for k in range(len(q)):
        diagonal = 2.0 * (flow[k] + (flow[k] * q[k] if k > 0 else 0.0))
        if k > 0:
            diagonal = diagonal - 0.1 * upper[k - 1]
            out[k] += out[k - 1]
        if k < len(q) - 1:
            upper[k] = q[k + 1] / diagonal
        out[k] /= diagonal
    return out, upper


@prog(lambda n: (U(n), U(n) + 1.0, 6.5 - n))
def a_number_or_an_array_that_changes(q, w, t):
    scale = 2.0
    if t < 0:
        scale = w
    w[0] = 7.0
    return q * scale, w
