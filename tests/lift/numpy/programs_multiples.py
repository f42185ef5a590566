"""Dimensions that are divided: blocks, pairs and halves. One Program serves all multiples."""

from __future__ import annotations

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(8, 12, 20)).both


@prog(lambda n: (U(n, n + 4),))
def block_means(image):
    h, w = image.shape
    return image.reshape(h // 2, 2, w // 4, 4).mean(axis=(1, 3)), image[:, :w // 2] - image[:, w // 2:]


@prog(lambda n: (U(n),))
def halves_and_pairs(x):
    top, bottom = x.reshape(2, -1)
    return top - bottom, x.reshape(-1, 2).sum(axis=1), x.reshape(-1, 2, order="F")[:, 0]


@prog(lambda n: (U(n),))
def two_levels_of_pairs(x):
    fine = x.reshape(-1, 2)
    coarse = fine.mean(axis=1).reshape(-1, 2)
    return fine[:, 1] - fine[:, 0], coarse[:, 1] - coarse[:, 0], coarse.mean(axis=1)


@prog(lambda n: (U(n, n),))
def sums_and_differences(x):
    z = x.ravel()
    even, odd = z[0::2], z[1::2]
    return np.concatenate([(even + odd) / 2, (even - odd) / 2]).reshape(x.shape)


@prog(lambda n: (U(n, 3), U(n)))
def averaged_in_time(x, load):
    """The quotient is met in a loop, whose trials are taken back."""
    total = np.zeros(len(load) // 4)
    for k in range(x.shape[1]):
        x[:, k] += 0.1 * load
        total += x[:, k].reshape(-1, 4).mean(axis=1)
    return total


@prog(lambda n: (U(3, n),))
def filled_blocks(x):
    out = np.zeros_like(x)
    out.reshape(3, -1, 2)[:, :, 0] = x.reshape(3, -1, 2).max(axis=2)
    return out


@prog(lambda n: (U(n), U(n + 1), U(n + 1)))
def halves_that_meet(x, y, z):
    """A half is as long as the rest: lengths that are even, odd, and what a quotient of another is."""
    h = x.size // 2
    m = (y.size - 1) // 2
    coarse = y[:m] - y[m + 1:]
    third = (z[:-1].size + 4) // 3
    return x[:h] * x[h:], coarse, x[:h].sum() + third, x[h:][::-1] - x[:h]


@prog(lambda n: (U(4, n + 1), U(4, 3 * n + 1), 2 + n % 5, 3))
def heads(x, y, k, several):
    """Parts of the length that a quotient by a number of parts gives; what remains stays as it is."""
    width = x.shape[1] // k
    for h in range(k):
        x[:, h * width:(h + 1) * width] *= h + 1
    d = y.shape[1] // several
    q = np.zeros((several, d))
    for h in range(several):
        q[h] = y[:, h * d:(h + 1) * d].sum(axis=0) - y[:, several * d - (h + 1) * d:several * d - h * d].max(axis=0)
    return x, q


@prog(lambda n: (U(6, n), U(6, n)))
def two_colours(u, f):
    """Every second element, from a place that the loops tell: as many of one array as of the other."""
    for colour in range(2):
        for i in range(1, u.shape[0] - 1):
            k = 1 + (i + colour) % 2
            u[i, k:-1:2] = 0.2 * (u[i - 1, k:-1:2] + u[i + 1, k:-1:2] + u[i, k - 1:-2:2] + u[i, k + 1::2]) + f[i, k:-1:2]
    return u


@prog(lambda n: (U(4, n + n // 8), 2))
def parts_that_overlap(x, k):
    """The last part ends where the array does: one element less for lengths that k divides, of which the example is none."""
    width = x.shape[1] // k
    total = np.zeros(k)
    for h in range(k):
        part = x[:, h * width:(h + 1) * width + 1]
        total[h] = part.sum() + part.shape[1]
    return total


@prog(lambda n: (U(n), U(n + 4)))
def table_of_products(x, y):
    """Lists of lists, as long as sizes say, are rows."""
    rows = []
    for a in x:
        row = []
        for b in y:
            row.append(a * b)
        rows.append(row)
    return np.array(rows), rows[1][2], len(rows[0]), [sum(r) for r in [[a + b for b in y] for a in x]]


@prog(lambda n: (U(n, n + 3), U(n + 3, 3 * (n + 3)), 2 + n % 3))
def attended_by_heads(x, w, heads):
    """Parts of a dimension that their number divides, or nearly: where the last one ends is seen for all sizes."""
    e = x.shape[1]
    d = e // heads
    y = np.zeros_like(x)
    qkv = x @ w
    for h in range(heads):
        q, k = (qkv[:, start + h * d:start + (h + 1) * d] for start in (0, e))
        s = np.exp(q @ k.T / np.sqrt(d))
        s[np.tri(len(s), dtype=bool).T] = 0.0
        y[:, h * d:(h + 1) * d] = s @ qkv[:, 2 * e + h * d:2 * e + (h + 1) * d]
    return y


@prog(lambda n: (U(n + 1), 3 + n % 2))
def tiles_of_a_width(x, width):
    """The last tile is smaller but where the width divides the length."""
    means = np.zeros(len(x) // width + 1)
    for t in range(len(x) // width + 1):
        part = x[t * width:(t + 1) * width]
        means[t] = part.sum() / width
        x[t * width:(t + 1) * width] -= means[t]
    return means


@prog(lambda n: (U(n, n), 2 + n % 3))
def blocks_beside_the_diagonal(a, m):
    """The condition says that the blocks before the first and behind the last are not read."""
    parts = len(a) // m
    norms = np.zeros(parts)
    for i in range(parts):
        own = slice(i * m, (i + 1) * m)
        norms[i] = np.sum(a[own, own] ** 2)
        if i > 0:
            a[own, (i - 1) * m:i * m] -= 0.1 * a[own, own]
        if i < parts - 1:
            a[own, (i + 1) * m:(i + 2) * m] += 0.2 * a[own, own]
    return norms


@prog(lambda n: (U(n + 3, n + 3),))
def products_by_tiles(a):
    n, bs = a.shape[0], 4
    c = np.zeros_like(a)
    for i in range(0, n, bs):
        for j in range(0, n, bs):
            for k in range(0, n, bs):
                c[i:i + bs, j:j + bs] += a[i:i + bs, k:k + bs] @ a[k:k + bs, j:j + bs]
    return c


@prog(lambda n: (U(n), U(3, 2 * n + 1)), sizes=(4, 8, 12))
def quotients_that_are_one_at_first(x, rows):
    whole = rows[:, :rows.shape[1] - rows.shape[1] % 8]
    return np.repeat(x, 2).reshape(-1, 8).sum(axis=1), whole.reshape(rows.shape[0], -1, 8).max(axis=1)


@prog(lambda n: (U(n, n + 4), 4))
def tiles_as_rows(image, w):
    """Only whole tiles have so many elements: the length is a multiple of theirs."""
    out = np.zeros_like(image)
    for i in range(0, image.shape[0], w):
        for j in range(0, image.shape[1], w):
            row = image[i:i + w, j:j + w].reshape(w * w)
            out[i:i + w, j:j + w] = (row[::-1] * row[0]).reshape(w, w)
    return out
