"""Indexing: slices, new axes, index arrays, masks, scattered stores, windows."""

import numpy as np

from tests.lift.numpy.case import SUMS, Case


def slices(a, k):
    return (a[k:], a[:-k], a[-k:], a[::-1], a[::-2], a[1::3], a[k:-1:2], a[5:2:-1], a[-1:0:-2], a[100:], a[:100], a[3:1], a[-100:2])


def new_axes(a, b):
    return a[:, None] * b[None, :], a[..., np.newaxis] + b, a[None, 2:, None]


def scalars(a, b):
    """NumPy's numbers take indices that only add dimensions."""
    top, first = np.max(a), b[0]
    scaled = np.log(np.sum(np.exp(a - top[..., None]), axis=-1)) + top[()]
    return scaled, top[None].shape, top[None, ..., None] + a[:2], first[...] * 2.0, first[np.newaxis] * a


def ellipsis(a):
    return a[..., 0], a[0, ...], a[..., 1:, :].sum(), a[:, ..., 0]


def gather(a, idx):
    return a[idx], a[idx[1:], idx[:-1]], a[0, idx], a[:, idx], a[idx, :1], a[idx[:, None], idx[None, :]]


def negative_indices(a, i):
    return a[i - 1], a[-1], a[-i]


def periodic(u):
    n = len(u)
    out = np.zeros_like(u)
    for i in range(n):
        out[i] = u[i - 1] - 2 * u[i] + u[(i + 1) % n]
    return out


def window(u, w):
    n = u.shape[0]
    out = np.empty(n)
    for i in range(n):
        lo = max(0, i - w)
        hi = min(n, i + w + 1)
        out[i] = u[lo:hi].mean()
    return out


def scatter(a, idx, v):
    a[idx] = v
    np.add.at(a, idx, 1.0)
    a[idx[0]] -= 2.0
    a[idx] += 0.5
    a[idx] *= v
    return a


def masks(a, b):
    a[a > 1.0] = 0.0
    a[b < 0.8] *= 2.0
    a[(a > 0.2) & ~(b > 1.2)] += b[(a > 0.2) & ~(b > 1.2)]
    m = a > 0.5
    a[m] = b[m] ** 2
    total = b[m].sum() + a[m].max() + b[m].size
    return total, np.where(m, a, -b), np.count_nonzero(m)


def row_mask(a, limit):
    big = a[:, 0] > limit
    a[big] = 0.0
    a[~big, 1] = 7.0
    return a


def diagonal(a):
    i = np.arange(a.shape[0])
    a[i, i] = 0.0
    np.fill_diagonal(a[1:, 1:], 3.0)
    return np.diag(a), np.diag(a, 1), np.trace(a), np.diag(np.array([1.0, 2.0]))


def picked_by_labels(x, labels):
    """Index arrays of sizes that are one only because they broadcast."""
    rows = np.arange(x.shape[0])
    loss = -np.log(x[rows, labels]).mean()
    y = x.copy()
    y[rows, labels] -= 1.0
    return loss, y, x[rows[:, None], labels[:2]]


def augmented_by_index_arrays(x, labels):
    """An index array selects a copy, which goes back into the array; a name for the copy does not."""
    y = x.copy()
    y[labels] += 1.0
    y[[0, -1]] *= 3.0
    y[:, labels % 2] -= 0.5
    y[1][labels % 3] /= 2.0
    for k in range(2):
        if y[0, k] > 0.0:
            y[labels, k] += k + 1
    copy = y[labels]
    copy += 100.0
    x[labels] *= 2.0
    return y, copy


def writes_where(a, b):
    out = np.zeros_like(a)
    np.add(a, b, out=out)
    np.multiply(out, 2.0, out=out[1:2])if False else np.multiply(out, 2.0, out)
    np.sqrt(a, out=out, where=a > 0.9)
    np.copyto(b, out) if False else None
    return out


def histogram_loop(data, bins):
    h = np.zeros(bins, dtype=np.int64)
    lo, hi = data.min(), data.max()
    for x in data:
        k = int((x - lo) / (hi - lo) * bins)
        if k == bins:
            k -= 1
        h[k] += 1
    return h


def strides_by_data(x, k):
    """Slices with a step, in both directions, between bounds that only a run tells."""
    s = np.zeros(8)
    for i in range(len(k) - 1):
        a, b = k[i], k[i + 1]
        s[0] += x[a:b:2].sum()
        s[1] += x[:b:3].sum()
        s[2] += x[a::2].sum()
        s[3] += x[a:b:-1].sum()
        s[4] += x[:b:-2].sum()
        s[5] += x[a::-3].sum()
        s[6] += len(x[a:b:-2]) + len(x[b:a:3]) * 100
        x[a:b:2] += 1.0
        x[a::-2] *= 0.5
        y = x[:a:-1].copy()
        s[7] += y @ np.arange(len(y))
    return s


def haar(x, levels):
    n = x.size
    for _ in range(levels):
        s, d = x[:n:2] + x[1:n:2], x[:n:2] - x[1:n:2]
        x[:n // 2] = s
        x[n // 2:n] = d
        n //= 2


def rng(seed=0):
    return np.random.default_rng(seed)


def mat(*shape, seed=0):
    return rng(seed).uniform(0.5, 1.5, shape)


CASES = [
    Case(slices, (mat(12), 2), [(mat(15), 4)]),
    Case(new_axes, (mat(4), mat(4)), [(mat(6), mat(6))]),
    Case(scalars, (mat(4), mat(4)), [(mat(6), mat(6))]),
    Case(ellipsis, (mat(3, 4, 5),), [(mat(2, 6, 3),)], SUMS),
    Case(gather, (mat(5, 5), np.array([0, 3, -1, 2])), [(mat(7, 7), np.array([6, -7, 1, 1, 0]))]),
    Case(negative_indices, (mat(6), 2), [(mat(9), 5)]),
    Case(periodic, (mat(6),), [(mat(9),)]),
    Case(window, (mat(8), 2), [(mat(11), 3)], SUMS),
    Case(scatter, (mat(6), np.array([1, 4, 1]), mat(3)), [(mat(9), np.array([0, 8, -1, 2]), mat(4))]),
    Case(masks, (mat(6), mat(6, seed=1)), [(mat(11), mat(11, seed=1))], SUMS),
    Case(row_mask, (mat(6, 3), 1.0), [(mat(4, 5), 0.9)]),
    Case(diagonal, (mat(5, 5),), [(mat(4, 4),)], SUMS),
    Case(picked_by_labels, (mat(6, 3), rng().integers(0, 3, 6)), [(mat(9, 4), rng(1).integers(0, 4, 9))], SUMS),
    Case(augmented_by_index_arrays, (mat(6, 3), np.array([0, 2, 2, 5, 0])), [(mat(9, 4), np.array([8, 1, 1, -1, 8, 3]))]),
    Case(writes_where, (mat(4), mat(4)), [(mat(6), mat(6))]),
    Case(histogram_loop, (mat(20), 5), [(mat(40), 7)]),
    Case(strides_by_data, (mat(6), rng().integers(-8, 9, 12)), [(mat(11), rng(1).integers(-13, 14, 9))], SUMS),
    Case(haar, (mat(16), 2), [(mat(40), 3)]),
]
