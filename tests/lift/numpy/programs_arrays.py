"""Programs about arrays as objects: aliases, views, mutation, indexing, masks, dtypes."""

import numpy as np

from tests.lift.numpy.case import SUMS, Case


def swap_buffers(u, v, T):
    for t in range(T):
        v[1:-1] = 0.5 * (u[:-2] + u[2:])
        u, v = v, u
    return u


def swap_local(u0, T):
    u = u0.copy()
    v = u0.copy()
    for t in range(T):
        v[1:-1] = 0.5 * (u[:-2] + u[2:])
        u, v = v, u
    return u


def leapfrog(u_prev, u, u_next, T):
    for t in range(T):
        u_next[1:-1] = 2.0 * u[1:-1] - u_prev[1:-1] + 0.1 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        u_prev, u, u_next = u, u_next, u_prev
    return u


def swaps_inside(u, v, n, m):
    u, v = u.copy(), v.copy()
    for i in range(n):
        for j in range(m):
            v[1:-1] = 0.5 * (u[:-2] + u[2:])
            u, v = v, u
    return u, v


def pressure(p, pn, n):
    for j in range(n):
        pn[1:-1] = 0.5 * (p[:-2] + p[2:])
        p, pn = pn, p
    return p


def time_steps(u, p, T, nit):
    pn = np.zeros_like(p)
    for t in range(T):
        p = pressure(p, pn, nit)
        u[1:-1] -= p[2:] - p[:-2]
        p[0] = u[1]
    return p


def reverses(a, b):
    for e in b:
        a = a[::-1]
    return a * 2.0


def keeps_old(u, T):
    for t in range(T):
        u_old = u
        u = u + 0.1 * np.roll(u_old, 1)
    return u, u_old


def alias_then_write(a):
    b = a
    b[0] = 5.0
    c = b[1:]
    c += 1.0
    d = c[::2]
    d[:] = d * 2.0
    return a.sum(), b


def alias_in_loop(a, n):
    row = a[0]
    for i in range(n):
        row[:] = row + a[1]
    return row


def view_of_view(a):
    block = a[1:-1, ::2]
    inner = block[1:, :-1].T
    inner[...] = inner + 10.0
    return block.copy()


def rows(a):
    for row in a:
        row /= row.sum()
    for i, row in enumerate(a):
        row[0] = i
    return a


def copy_or_alias(a):
    b = a.copy()
    b[0] = -1.0
    c = np.asarray(a)
    c[1] = -2.0
    d = np.array(a)
    d[2] = -3.0
    return b, d


def helper_mutates(x, k):
    x *= k
    x[0] = 0.0


def calls_mutating_helper(a):
    helper_mutates(a[1:3], 2.0)
    helper_mutates(a[3], 3.0)
    return a


def reshaped_write(a):
    flat = a.reshape(-1)
    flat[3] = 100.0
    b = a.ravel()
    b[0] += 1.0
    f = a.flatten()
    f[1] = -1.0
    return f


def transposed_write(a):
    b = a.T
    b[0, :] = 7.0
    np.swapaxes(a, 0, 1)[1, :] += 1.0
    return b


def reshaped_slices(a, A):
    column = a[::2].reshape(-1, 1)
    column[0, 0] = 9.0
    turned = A.T.reshape(-1)
    turned[0] = -1.0
    rows = A[1:].reshape(-1)
    rows[0] = 5.0
    inner = A[:, 1:].ravel()
    inner[0] = 7.0
    d = np.diag(A)
    A[0, 0] = 11.0
    a[2] = 3.0
    return column + 1.0, turned, inner, d, A.trace()


def slices(a, k):
    return (a[k:], a[:-k], a[-k:], a[::-1], a[::-2], a[1::3], a[k:-1:2], a[5:2:-1], a[-1:0:-2], a[100:], a[:100], a[3:1], a[-100:2])


def new_axes(a, b):
    return a[:, None] * b[None, :], a[..., np.newaxis] + b, a[None, 2:, None]


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


def inplace_dtypes(a, b):
    a += 1
    a *= b
    a[1:] -= b[1:] / 3
    return a


def scalars_stay_narrow(a, s):
    x = a[0] * 0.1
    y = np.float32(0.1) * a.sum()
    z = s * a + 0.1
    w = float(a[0]) * 0.1
    return x, y, z, w, a.mean() + 1.5


def mixed_precision(a, b):
    c = a * b
    d = (a + 0.1).astype(np.float64) * b
    e = b.astype(np.float32)
    e = e * a
    f = np.zeros_like(a)
    f[:] = b
    return c, d, e, f


def compares_narrow(a):
    return a < 0.1, np.where(a > 0.7, a, 1.0), (a == 0.1).sum()


def integer_arithmetic(n, a):
    k = a // 3 + a % 4
    b = (a << 2) ^ (a >> 1) | 1
    c = a * 1.5
    d = a / 4
    return k, b & 0xFF, c, d, a.sum(), a.mean(), -a, abs(-a), a ** 2, n // 2 + n % 3, n / 2


def narrow_integers(a):
    b = a + np.int8(100)
    return b, a.sum(), a * 2, (a.astype(np.int32) * 1000).astype(np.int16), a.astype(float) / 3


def bools(a, b):
    m = a > b
    return m + m, m * 2, m.sum(), m & ~m, m | (a < 0.6), m ^ True, np.logical_not(m), m.any(), m.all(axis=0), m.mean()


def complex_numbers(z, w):
    return z * w, z / w, abs(z), z.real + 1.0, z.imag, np.conj(z) * z, np.exp(1j * w.real), (z * 2).conj().T, z.sum(), np.angle(z)


def complex_parts(z):
    z.real[0] = 5.0
    z.imag *= 2.0
    z.real = z.real + 1.0
    return z


def shapes_change(a):
    b = a.sum(axis=0)
    a = b * 2.0
    b = b.sum()
    return a, b


def chained(a):
    x = y = a[0] * 2.0
    p = q = np.zeros(3)
    p[0] = 1.0
    y = y + 1.0
    return x, y, q


def two_passes(a):
    for axis in (0, 1):
        a = a - a.mean(axis=axis, keepdims=True)
    for name, factor in zip(("x", "y"), [2.0, 3.0]):
        a = a * factor
    return a


def writes_where(a, b):
    out = np.zeros_like(a)
    np.add(a, b, out=out)
    np.multiply(out, 2.0, out=out[1:2])if False else np.multiply(out, 2.0, out)
    np.sqrt(a, out=out, where=a > 0.9)
    np.copyto(b, out) if False else None
    return out


def unpack_rows(a):
    x, y, z = a
    (p, q), r = (x, y), z
    return p * q - r, x


def best_of(a, b, n):
    best = a
    for i in range(n):
        if b.sum() > best.sum():
            best = b
        b = b * 0.5
    return best


def delete_and_rebind(a):
    b = a * 2.0
    del b
    b = a + 1.0
    return b


def histogram_loop(data, bins):
    h = np.zeros(bins, dtype=np.int64)
    lo, hi = data.min(), data.max()
    for x in data:
        k = int((x - lo) / (hi - lo) * bins)
        if k == bins:
            k -= 1
        h[k] += 1
    return h


def conditional_alias(a, b):
    if a[0] > b[0]:
        c = a
    else:
        c = b
    return c * 2.0


def nested_mutation(grid, n):
    def relax(g):
        g[1:-1] = 0.5 * (g[:-2] + g[2:])

    for k in range(n):
        for row in grid:
            relax(row)
    return grid.max()


def einsums(a, b, c):
    return (np.einsum("ij,jk->ik", a, b), np.einsum("ij,jk,kl->il", a, b, c), np.einsum("ii->i", c @ c.T),
            np.einsum("ij->j", a), np.einsum("ij,ij->", a, a), np.einsum("ij,kj->ikj", a, a), np.einsum("ij", a))


def products(a, b, v):
    return (a @ b, a.dot(b), np.dot(v, v), np.inner(a, b.T), np.outer(v, v), np.vdot(v, v), np.tensordot(a, b, 1),
            np.tensordot(a, b, axes=([0], [1])), np.matmul(a[None], b), v @ v, np.kron(a, b), a @ b.T[0])


def rng(seed=0):
    return np.random.default_rng(seed)


def mat(*shape, seed=0):
    return rng(seed).uniform(0.5, 1.5, shape)


def f32(*shape, seed=0):
    return mat(*shape, seed=seed).astype(np.float32)


def cx(*shape, seed=0):
    return mat(*shape, seed=seed) + 1j * mat(*shape, seed=seed + 1)


def ints(*shape, high=50):
    return rng().integers(0, high, shape)


CASES = [
    Case(swap_buffers, (mat(6), mat(6, seed=1), 4), [(mat(9), mat(9, seed=1), 7), (mat(9), mat(9, seed=1), 0)]),
    Case(swap_local, (mat(6), 4), [(mat(9), 7)]),
    Case(leapfrog, (mat(6), mat(6, seed=1), mat(6, seed=2), 4), [(mat(7), mat(7, seed=1), mat(7, seed=2), n) for n in (5, 6, 0)]),
    Case(swaps_inside, (mat(6), mat(6, seed=1), 3, 3), [(mat(8), mat(8, seed=1), 2, 5)]),
    Case(time_steps, (mat(6), mat(6, seed=1), 3, 2), [(mat(8), mat(8, seed=1), 4, 4)]),
    Case(time_steps, (mat(6), mat(6, seed=1), 3, 3), [(mat(8), mat(8, seed=1), 4, 5)]),
    Case(reverses, (mat(5), mat(3)), [(mat(6), mat(4))]),
    Case(keeps_old, (mat(5), 3), [(mat(7), 6)]),
    Case(alias_then_write, (mat(6),), [(mat(9),)], SUMS),
    Case(alias_in_loop, (mat(3, 4), 3), [(mat(5, 2), 6)]),
    Case(view_of_view, (mat(6, 7),), [(mat(8, 9),)]),
    Case(rows, (mat(3, 4),), [(mat(5, 2),)], SUMS),
    Case(copy_or_alias, (mat(5),), [(mat(8),)]),
    Case(calls_mutating_helper, (mat(5, 3),), [(mat(8, 4),)]),
    Case(reshaped_write, (mat(3, 4),), [(mat(5, 2),)]),
    Case(reshaped_slices, (mat(6), mat(3, 4)), [(mat(8), mat(5, 6))], SUMS),
    Case(transposed_write, (mat(3, 4),), [(mat(5, 2),)]),
    Case(slices, (mat(12), 2), [(mat(15), 4)]),
    Case(new_axes, (mat(4), mat(4)), [(mat(6), mat(6))]),
    Case(ellipsis, (mat(3, 4, 5),), [(mat(2, 6, 3),)], SUMS),
    Case(gather, (mat(5, 5), np.array([0, 3, -1, 2])), [(mat(7, 7), np.array([6, -7, 1, 1, 0]))]),
    Case(negative_indices, (mat(6), 2), [(mat(9), 5)]),
    Case(periodic, (mat(6),), [(mat(9),)]),
    Case(window, (mat(8), 2), [(mat(11), 3)], SUMS),
    Case(scatter, (mat(6), np.array([1, 4, 1]), mat(3)), [(mat(9), np.array([0, 8, -1, 2]), mat(4))]),
    Case(masks, (mat(6), mat(6, seed=1)), [(mat(11), mat(11, seed=1))], SUMS),
    Case(row_mask, (mat(6, 3), 1.0), [(mat(4, 5), 0.9)]),
    Case(diagonal, (mat(5, 5),), [(mat(4, 4),)], SUMS),
    Case(inplace_dtypes, (f32(5), mat(5)), [(f32(7), mat(7))]),
    Case(scalars_stay_narrow, (f32(5), np.float32(2.5)), [(f32(7), np.float32(0.3))]),
    Case(scalars_stay_narrow, (f32(5), 2.5), [(f32(7), 0.3)]),
    Case(mixed_precision, (f32(5), mat(5)), [(f32(7), mat(7))]),
    Case(compares_narrow, (f32(5),), [(f32(7),)]),
    Case(integer_arithmetic, (7, ints(6)), [(10, ints(9))]),
    Case(narrow_integers, (rng().integers(-100, 100, 8).astype(np.int8),), [(rng(2).integers(-100, 100, 5).astype(np.int8),)]),
    Case(bools, (mat(3, 4), mat(3, 4, seed=1)), [(mat(5, 2), mat(5, 2, seed=1))], SUMS),
    Case(complex_numbers, (cx(3, 4), cx(3, 4, seed=2)), [(cx(2, 5), cx(2, 5, seed=2))], SUMS),
    Case(complex_parts, (cx(4),), [(cx(6),)]),
    Case(shapes_change, (mat(3, 4),), [(mat(5, 2),)], SUMS),
    Case(chained, (mat(4),), [(mat(6),)]),
    Case(two_passes, (mat(3, 4),), [(mat(5, 2),)], SUMS),
    Case(writes_where, (mat(4), mat(4)), [(mat(6), mat(6))]),
    Case(unpack_rows, (mat(3, 4),), [(mat(3, 6),)]),
    Case(best_of, (mat(4), 3 * mat(4), 4), [(mat(6), 9 * mat(6), 5)]),
    Case(delete_and_rebind, (mat(4),), [(mat(6),)]),
    Case(histogram_loop, (mat(20), 5), [(mat(40), 7)]),
    Case(conditional_alias, (mat(4), mat(4, seed=1)), [(mat(6), mat(6, seed=2))]),
    Case(nested_mutation, (mat(4, 6), 3), [(mat(3, 7), 5)]),
    Case(einsums, (mat(3, 4), mat(4, 5), mat(5, 6)), [(mat(2, 6), mat(6, 3), mat(3, 4))], SUMS),
    Case(products, (mat(4, 4), mat(4, 4), mat(4)), [(mat(6, 6), mat(6, 6), mat(6))], SUMS),
]
