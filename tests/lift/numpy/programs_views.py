"""Arrays as objects: aliases, views, copies, names that change places, writing through views."""

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


def rng(seed=0):
    return np.random.default_rng(seed)


def mat(*shape, seed=0):
    return rng(seed).uniform(0.5, 1.5, shape)


def corners_of_cells(nx, ny):
    """As many cells across as a cell has corners in the example, which is no reason for the same with others."""
    nodes = np.arange(nx * ny).reshape(nx, ny)
    cells = np.lib.stride_tricks.sliding_window_view(nodes, (2, 2)).reshape(-1, 4)
    return cells[:, [0, 2, 3]].sum(axis=0), cells.shape[0]


def views_of_einsum(x):
    """What NumPy gives for one operand of which nothing is summed is a view: axes in another order, or a diagonal that may be written."""
    d = np.einsum("ii->i", x)
    d *= 3.0
    np.einsum("ij->ji", x)[0, 1:] += 10.0
    np.einsum("ji", x)[2] -= 1.0
    x[0, 0] = 5.0
    return d, np.einsum("ii->i", x[::-1]).sum(), np.einsum("ij", x)[1]


def written_flat(x):
    """x.flat is written through, however the array lies."""
    x.T.flat[2] = 4.0
    x[:, ::2].flat[1] = 5.0
    x[::-1].flat[0] = 6.0
    x.T.flat[[1, 3]] = 8.0
    return x.T.flat[1:4], sum(v for v in x[:, 1:].flat)


def arrays_themselves(x):
    """Functions that give the array that they get, where it needs no copy; elements of x.flat[...] are copies."""
    np.array(x, copy=None)[0] = 1.0
    np.asfortranarray(x.T)[1] = 2.0
    x.conj()[2, 2] = 3.0
    y = x.flat[3:6]
    y[:] = 9.0
    x.flat[7:9] = 4.0
    rows = list(reversed(x))
    rows[0][1] = 6.0
    x.partition(0)
    x[:2].partition(1, axis=0)
    return np.conj(x) + 1.0, y


CASES = [
    Case(corners_of_cells, (4, 5), [(6, 3), (3, 8)]),
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
    Case(transposed_write, (mat(3, 4),), [(mat(5, 2),)]),
    Case(reshaped_slices, (mat(6), mat(3, 4)), [(mat(8), mat(5, 6))], SUMS),
    Case(shapes_change, (mat(3, 4),), [(mat(5, 2),)], SUMS),
    Case(chained, (mat(4),), [(mat(6),)]),
    Case(two_passes, (mat(3, 4),), [(mat(5, 2),)], SUMS),
    Case(unpack_rows, (mat(3, 4),), [(mat(3, 6),)]),
    Case(best_of, (mat(4), 3 * mat(4), 4), [(mat(6), 9 * mat(6), 5)]),
    Case(delete_and_rebind, (mat(4),), [(mat(6),)]),
    Case(conditional_alias, (mat(4), mat(4, seed=1)), [(mat(6), mat(6, seed=2))]),
    Case(views_of_einsum, (mat(3, 3),), [(mat(5, 5),)], SUMS),
    Case(written_flat, (mat(3, 3),), [(mat(4, 4),)], SUMS),
    Case(arrays_themselves, (mat(3, 3),), [(mat(3, 4),)]),
    Case(nested_mutation, (mat(4, 6), 3), [(mat(3, 7), 5)]),
]
