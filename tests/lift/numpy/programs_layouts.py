"""Programs about arrays as objects: views, shapes, chained and augmented assignment, ufuncs into given arrays."""

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(6, 8, 11)).both


@prog(lambda n: (U(n, n), U(n)))
def rebound(a, b):
    x = 0
    for i in range(3):
        x = x + a[i, i]
    y = a
    y = y.sum(axis=0)
    y = y[:, None] * b
    y = float(y[0, 1])
    b += y * x
    return y


@prog(lambda n: (U(n, n),))
def views(a):
    d = a[::2, ::2]
    d += 1
    col = a[:, 1]
    row = a[1]
    col *= 2
    row[:] = col
    a.T[0] = 3
    f = a[::-1, ::-1]
    f[0, 0] = -1
    b = a.ravel()
    b[3] = 7
    c = a.reshape(-1)
    c[-1] += 5
    a[1:] = a[:-1]
    a[:, :-1] += a[:, 1:]
    return d.sum()


@prog(lambda n: (U(n), U(n), U(n)))
def ew(a, b, c):
    out = np.empty_like(a)
    np.multiply(a, b, out=out)
    np.add(out, c, out)
    np.sqrt(out, out=out)
    e = np.einsum('i,j->ij', a, b)
    t = np.tensordot(e, e, axes=([1], [0]))
    X, Y = np.meshgrid(a, b, indexing='ij')
    g = np.hypot(X, Y) * t
    return (out, g, np.trace(e), np.cumsum(a), np.prod(b), np.linalg.norm(g, axis=0), np.tril(g, -1))


@prog(lambda n: (U(n + 2, n + 2), U(n, n)), grad=False)
def fancy(A, B):
    i = np.array([0, 2, 1])
    A[i, i] = 5.0
    B[np.ix_([0, 2], [1, 3])] = A[1:3, 1:3]
    rows, cols = np.triu_indices(3)
    s = A[rows, cols].sum()
    k = np.argsort(B[0])
    B[:] = B[:, k]
    p = np.unravel_index(np.argmax(A), A.shape)
    return (s, A[p], np.sort(B[1]))


@prog(lambda n: (U(n), U(n)))
def operators(a, b):
    class_ = 2
    a, b = (b * 1.0, a * 1.0)
    a **= 2
    b //= 0.3
    a %= 0.7
    c = -a + +b
    c = c if class_ > 1 else a
    d = a @ b
    d -= 1
    (e, f), g = ((a[0], b[1]), c[2])
    h = 1 if 0 < d < 100 else 2
    return (a, b, c, d, e * f - g, h, not ((d > 0 and h == 1) or False))


@prog(lambda n: (U(n, n + 1, 4),), (6,))
def shapes(x):
    n, m, *rest = x.shape
    y = x.reshape(n * m, -1).T
    z = np.moveaxis(x, -1, 0)[..., None]
    w = np.expand_dims(y.sum(axis=1), 0)
    s = np.squeeze(z, axis=-1).transpose(1, 2, 0)
    t = np.tile(w, (2, 1))
    u = np.swapaxes(s, 0, 1).ravel()[:n * m]
    v = np.broadcast_to(w, (3, 4)).sum()
    p = np.pad(w, ((0, 0), (1, 2)))
    r = np.repeat(w, 2, axis=1)
    k = np.kron(w, w)
    return (y.shape[0], t, u, v, p, r, k, np.flipud(t), np.rot90(t), np.stack([w, w], -1), np.atleast_2d(w[0]))


@prog(lambda n: (U(n, n),))
def chained(a):
    b = a
    b[0] = a[-1] = 2.0
    a[1, :], a[:, 1] = (a[:, 1].copy(), a[1, :].copy())
    c = d = np.zeros(a.shape[0])
    c += a.sum(0)
    d[0] += 1
    a[:, 0] = a[0, :] = c
    x = y = 0.0
    x += c[0]
    for row in a:
        row[0] = row[-1]
    for i, row in enumerate(a):
        row += i
    np.fill_diagonal(a, 0.5)
    return (c, d, x, y)


@prog(lambda n: (U(n), U(n)), grad=False)
def conditions(a, b):
    out = np.zeros_like(a)
    for i in range(len(a)):
        if a[i] > b[i] and a[i] > 0.5:
            out[i] = 1
        elif a[i] < b[i] or b[i] > 1.4:
            out[i] = -1
            if i > 0 and out[i - 1] == -1:
                out[i] *= 2
        else:
            pass
    cond = [a < 0.5, a < 1.0]
    sel = np.select(cond, [a * 2, a * 3], default=-1.0)
    pw = np.piecewise(a, [a < 0.6, a >= 0.6], [0.0, lambda v: v * 2])
    return (out, sel, pw, np.sign(a - b), np.heaviside(a - b, 0.5))


@prog(lambda n: (U(n, 4), U(2, n)))
def columns_first(a, x):
    pairs = np.reshape(x, (-1, 2), order="F")
    pairs[0] *= 2.0
    folded = a.reshape(4, -1, order="F")
    folded[1] += 1.0
    line = x[0].reshape((1, -1), order="F")
    line *= 3.0
    return pairs.ravel(order="F"), folded, a.flatten("F"), a.T.ravel("F"), np.ravel(folded[:, ::2], order="F"), a.reshape((4, -1), order="C")


@prog(lambda n: (U(3, 4, n), U(n, n)))
def written_through_turned_views(x, a):
    y = x.transpose(2, 0, 1)
    y[0] = 5.0 * y[1]
    y[:, 1] += 2.0 * y[:, 0]
    y[1:, ::-1, 2] *= np.arange(3.0)
    turned = y[:, 1].T
    turned[0] += 10.0
    for i in range(x.shape[1]):
        y[0, :, i] += i
        y.swapaxes(0, 1)[1, 0, i] *= -i
    a.T[1] = a[:, 0] * 2.0
    a.T[2:, 1] += 1.0
    a.T[::-1][0] -= 3.0
    return y[1:3, 0], y[..., 1], y[:, None, 0], y[[0, 1], :, 1], a.T[1:3, ::2].sum(axis=0), a.T[2, 3]


@prog(lambda n: (U(3 * n + 2), U(n, n + 1), 4, 2))
def frames_by_strides(signal, image, length, hop):
    """Windows of a signal and of an image, as NumPy's strides see them."""
    count = 1 + (len(signal) - length) // hop
    step = signal.strides[0]
    frames = np.lib.stride_tricks.as_strided(signal, shape=(count, length), strides=(hop * step, step))
    rows, columns = image.shape
    down, across = image.strides
    tiles = np.lib.stride_tricks.as_strided(image, (rows - 2, columns - 2, 3, 3), (down, across, down, across))
    doubled = (image * 2.0).copy()
    pairs = np.lib.stride_tricks.as_strided(doubled, (columns, 2), (doubled.strides[1], doubled.strides[0]))
    turned = np.lib.stride_tricks.as_strided((image.T + 1.0).copy(), (rows,), (8,))
    return (frames * np.arange(length)).sum(axis=1), tiles.mean(axis=(2, 3)), pairs, turned


@prog(lambda n: (U(n, n + 1), U(n, n)))
def copies_for_libraries(a, b):
    """np.ascontiguousarray copies what lies otherwise, and only that; np.asfortranarray the other way round."""
    turned = np.ascontiguousarray(a.T)
    turned[0] = 5.0
    same = np.ascontiguousarray(b)
    same[1] += turned[0, 0]
    rows = np.ascontiguousarray(b[1:])
    rows[0, 1] = -1.0
    columns = np.asfortranarray(a)
    columns[1] *= 2.0
    return turned, columns


@prog(lambda n: (U(n), U(n)))
def put_in_place(x, y):
    x.put([0, 2], y[1:3])
    return x * y


@prog(lambda n: (U(n, n + 1),))
def written_through_a_transpose(u):
    """An array lies as it was made, whichever view of it is written: what is reshaped afterwards is a view."""
    inner, made = u[1:-1], u * 2.0
    u.T[1:3] = 7.0
    u.reshape(-1)[5] = 0.0
    made.T[1:3, ::2] = -made.T[1:3, ::2]
    made.reshape(-1)[n_of(made) + 1] = 9.0
    return inner, made


def n_of(x):
    return x.shape[1]


@prog(lambda n: (U(n),))
def clipped_until_nothing_goes(v):
    """What an iteration assigns is there behind a loop whose test assigns a name, too."""
    keep = np.ones(v.shape, dtype=bool)
    before = -1
    while (now := keep.sum()) != before:
        mean, spread = v[keep].mean(), v[keep].std()
        keep &= np.abs(v - mean) <= 1.2 * spread
        before = now
    return keep, mean, now
