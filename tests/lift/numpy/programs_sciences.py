"""Programs of the sciences: particles, stars, citations, clouds, sequences, neurons, filters."""

import math

import numpy as np

from tests.lift.numpy.surface import C, Collection, R, U

PROGRAMS, prog = Collection(sizes=(6, 8, 11)).both


@prog(lambda n: (U(n, n), U(n, n + 1), U(n, n + 1), U(n + 1)))
def attention_heads(q, k, v, b):
    s = q @ k / math.sqrt(k.shape[-1])
    s = s + b[None, :]
    p = np.exp(s - s.max(axis=1)[:, np.newaxis])
    p /= p.sum(axis=1).reshape(-1, 1)
    return p @ v.T


@prog(lambda n: (280 + 10 * U(n), 0.001 * U(n), 0.0001 * U(n), 100000.0 * U(n)))
def microphysics(t, qv, qc, p):
    Lv, cp, Rv = (2500000.0, 1004.0, 461.5)
    for i in range(len(t)):
        es = 611.2 * math.exp(17.67 * (t[i] - 273.15) / (t[i] - 29.65))
        qs = 0.622 * es / (p[i] - 0.378 * es)
        if qv[i] > qs:
            dq = (qv[i] - qs) / (1 + Lv ** 2 * qs / (cp * Rv * t[i] ** 2))
            qv[i] -= dq
            qc[i] += dq
            t[i] += Lv / cp * dq
        elif qc[i] > 0:
            ev = min(qc[i], (qs - qv[i]) * 0.1)
            qv[i] += ev
            qc[i] -= ev
            t[i] -= Lv / cp * ev


@prog(lambda n: (U(n) * 4, U(n) * 4, U(n), U(n), 6), grad=False)
def particles(x, y, vx, vy, steps):
    for _ in range(steps):
        x += 0.1 * vx
        y += 0.1 * vy
        hit = (x < 0) | (x > 4)
        vx[hit] *= -1
        vx[hit] += 0.01
        x[x > 4] = 8 - x[x > 4]
        inside = np.where((y > 1) & (y < 3))[0]
        y[inside] += 0.01
        vy[y > 3.5] = 0


@prog(lambda n: (R(n).random((n, 2)),), grad=False)
def monte_carlo(u):
    inside = 0
    for a, b in u:
        if a * a + b * b <= 1.0:
            inside += 1
    return 4.0 * inside / len(u)


@prog(lambda n: (U(4 * n), np.array([0.2, 0.3, 0.1]), np.array([1.0, -0.4, 0.2])))
def iir(x, b, a):
    y = np.zeros(x.shape)
    for n in range(len(x)):
        acc = 0
        for k in range(len(b)):
            if n - k >= 0:
                acc += b[k] * x[n - k]
        for k in range(1, len(a)):
            if n - k >= 0:
                acc -= a[k] * y[n - k]
        y[n] = acc / a[0]
    return y


@prog(lambda n: (U(n, n), 1))
def integrator(y, kind):

    def rk4(f, y, h):
        k1 = f(y)
        k2 = f(y + h / 2 * k1)
        k3 = f(y + h / 2 * k2)
        k4 = f(y + h * k3)
        return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

    def euler(f, y, h):
        return y + h * f(y)
    methods = {0: euler, 1: rk4}
    step = methods[kind]

    def f(y):
        return -y @ y + 0.5
    t, h = (0.0, 0.05)
    while t < 0.5 - 1e-12:
        y = step(f, y, h)
        t += h
    return (y, t)


@prog(lambda n: (U(n, n).astype(np.float32), np.float32(0.5)), close=1e-05)
def binary32(a, s):
    b = np.zeros_like(a)
    for i in range(1, a.shape[0] - 1):
        b[i] = s * (a[i - 1] + a[i + 1]) * 0.5
        b[i] += np.mean(a[i])
    return (b, a.dtype.type(2) * b.sum())


@prog(lambda n: (U(n), 3), grad=False)
def rng_inside(x, k):
    r = np.random.default_rng(42)
    noise = r.normal(size=4)
    return x.sum() + noise.sum()


@prog(lambda n: (R(n).random((n, 3)) * 3, 1.5), grad=False)
def near_pairs(pos, rc):
    n = len(pos)
    f = np.zeros_like(pos)
    e = 0.0
    for i in range(n - 1):
        d = pos[i + 1:] - pos[i]
        r2 = np.einsum('ij,ij->i', d, d)
        near = np.where(r2 < rc * rc)[0]
        if near.size == 0:
            continue
        inv6 = 1.0 / r2[near] ** 3
        e += 4 * np.sum(inv6 * inv6 - inv6)
        g = (24 * (2 * inv6 * inv6 - inv6) / r2[near])[:, np.newaxis] * d[near]
        f[i] -= g.sum(axis=0)
        f[i + 1 + near] += g
    return (e, f)


@prog(lambda n: (R(n).integers(0, 10, (n, n)),), grad=False)
def matrix_chain_like(w):
    n = w.shape[0]
    dp = np.full((n, n), np.iinfo(np.int64).max // 4)
    for i in range(n):
        dp[i, i] = 0
    for L in range(2, n + 1):
        for i in range(n - L + 1):
            j = i + L - 1
            for k in range(i, j):
                c = dp[i, k] + dp[k + 1, j] + w[i, j]
                if c < dp[i, j]:
                    dp[i, j] = c
    return (dp[0, n - 1], dp)


@prog(lambda n: (U(n, n), U(n, 3)), grad=False)
def rnn(W, xs):
    h = np.zeros(W.shape[0])
    hs = []
    for t in range(xs.shape[1]):
        h = np.tanh(W @ h + xs[:, t])
        hs.append(h)
    H = np.array(hs)
    return (H[-1], H.mean(0), H.shape[0])


@prog(lambda n: (U(n, n).astype(np.float32), U(n, n).astype(np.float32)), close=1e-05, grad=False)
def layernorm32(x, g):
    mu = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    y = (x - mu) / np.sqrt(var + 1e-05) * g
    y = 0.5 * y * (1 + np.tanh(np.sqrt(2 / np.pi) * (y + 0.044715 * y ** 3)))
    return (y.astype(x.dtype), np.float32(1) / y.sum(dtype=np.float64))


@prog(lambda n: (U(n), U(n), U(n), 10, 0.01))
def lorenz(x, y, z, steps, dt, sigma=10.0, rho=28.0, beta=8 / 3):

    def rhs(s):
        x, y, z = s
        return np.array([sigma * (y - x), x * (rho - z) - y, x * y - beta * z])
    s = np.array([x, y, z])
    traj = np.empty((steps + 1, *s.shape))
    traj[0] = s
    for k in range(steps):
        k1 = rhs(s)
        k2 = rhs(s + dt / 2 * k1)
        s = s + dt * k2
        traj[k + 1] = s
    return traj


@prog(lambda n: (U(n, 4), R(n).integers(0, n, (2 * n, 2))))
def graph_conv(h, edges):
    src, dst = (edges[:, 0], edges[:, 1])
    deg = np.zeros(h.shape[0])
    np.add.at(deg, dst, 1)
    agg = np.zeros_like(h)
    np.add.at(agg, dst, h[src])
    out = agg / np.maximum(deg, 1)[:, None]
    out[deg == 0] = h[deg == 0]
    return np.maximum(out - 0.5, 0)


@prog(lambda n: (C(n), 3), grad=False)
def newton_fractal(z, its):
    roots = np.array([1, -0.5 + 0.8660254037844386j, -0.5 - 0.8660254037844386j])
    for _ in range(its):
        z -= (z ** 3 - 1) / (3 * z ** 2)
    return (np.argmin(np.abs(z[:, None] - roots), axis=1), np.angle(z), z.real.max(), np.abs(z.imag))


def induced(place, strength, core):
    """Velocities that vortices give each other."""
    x, y = place[:, 0:1], place[:, 1:2]
    dx, dy = x - x.T, y - y.T
    square = dx ** 2 + dy ** 2 + 0.5 * core
    apart = square > core
    np.divide(1.0, square, out=square, where=apart)
    return np.hstack((-(dy * square) @ strength, (dx * square) @ strength)) / (2.0 * np.pi)


def invariants(place, strength):
    """Energy of the interaction, and the angular impulse."""
    gap = place[:, 0:1] - place[:, 0:1].T
    gap = np.sqrt(gap ** 2 + (place[:, 1:2] - place[:, 1:2].T) ** 2 + 1e-4)
    apart = gap > 0.02
    np.power(gap, -0.5, out=gap, where=apart)
    return np.sum(np.triu(strength * strength.T * gap, 1)), np.sum(strength * place ** 2)


@prog(lambda n: (2.0 * U(n, 2), U(n, 1), 3, 0.05))
def vortices(place, strength, steps, dt):
    """Point vortices in the plane (Helmholtz 1858) by the midpoint rule, with the history of their invariants."""
    place -= np.mean(strength * place, axis=0) / np.mean(strength)
    energy = np.ndarray(steps + 1, dtype=np.float64)
    moment = np.ndarray(steps + 1, dtype=np.float64)
    energy[0], moment[0] = invariants(place, strength)
    t = 0.0
    for k in range(steps):
        half = place + dt / 2.0 * induced(place, strength, 1e-3)
        place += dt * induced(half, strength, 1e-3)
        t += dt
        energy[k + 1], moment[k + 1] = invariants(place, strength)
    return energy, moment, t


@prog(lambda n: (U(20 * n), R(n).uniform(0.0, 30.0, 20 * n), 2.5, 4), grad=False)
def folded(flux, time, period, bins):
    """The light curve of a variable star, folded by its period: means of masked samples, and of weighted histograms."""
    phase = time % period / period
    widest = phase.max()
    curve = np.zeros(bins, dtype=np.float64)
    for k in range(bins):
        inside = np.logical_and(widest * k / bins <= phase, phase < widest * (k + 1) / bins)
        mine = flux[inside]
        curve[k] = mine.mean()
    return curve, np.histogram(phase, bins, weights=flux)[0] / np.histogram(phase, bins)[0]


def ragged(n):
    """Rows of 0 to 3 entries (the first has none), with unsigned offsets and positions."""
    counts = R(n).integers(0, 4, n)
    counts[0] = 0
    offset = np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32)
    return offset, R(n).integers(0, n, offset[-1]).astype(np.uint32), U(int(offset[-1])), U(n)


@prog(ragged)
def citations(offset, cited, weight, fame):
    """Weighted fame of what each paper cites, by lists of different lengths, and the length of the weights."""
    heard = np.empty(offset.size - 1, weight.dtype)
    size = np.zeros(offset.size - 1)
    for paper in range(offset.size - 1):
        places = cited[offset[paper]:offset[paper + 1]]
        mine = weight[offset[paper]:offset[paper + 1]]
        heard[paper] = mine @ fame[places]
        for k in range(offset[paper], offset[paper + 1]):
            size[paper] += weight[k] * weight[k]
    return heard, np.sqrt(size + 1.0)
