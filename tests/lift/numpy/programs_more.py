"""More programs of many fields: particles, hashing, recurrent networks, objects with operators, views, sparse graphs, wavelets."""

# ruff: noqa: E701, UP028, C400, C416, E501, E702, E704, E731, E741, F841  (written as users write)
import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(6, 8, 11)).both


def R(n): return np.random.default_rng(n)
def C(*s): return U(*s) + 1j * U(*s, 1)[..., 0]


@prog(lambda n: (U(n+2, n+2), U(n, n)), grad=False)
def fancy(A, B):
    i = np.array([0, 2, 1])
    A[i, i] = 5.0
    B[np.ix_([0, 2], [1, 3])] = A[1:3, 1:3]
    rows, cols = np.triu_indices(3)
    s = A[rows, cols].sum()
    k = np.argsort(B[0])
    B[:] = B[:, k]
    p = np.unravel_index(np.argmax(A), A.shape)
    return s, A[p], np.sort(B[1])

@prog(lambda n: (C(n, 2, 3, 4, 4), C(n, 4, 4), 3), (3, 4, 5), grad=False)
def sse(G, dH, NE):
    Sigma = np.zeros_like(G)
    for k in range(G.shape[0]):
        for e in range(2):
            for a in range(G.shape[2]):
                for q in range(dH.shape[0]):
                    if k - q >= 0 and e + 1 < 2:
                        dHG = G[k - q, e, a] @ dH[q]
                        Sigma[k, e, a] += np.conj(dHG.T) @ dH[q] * (1 / 2.0)
    return Sigma

@prog(lambda n: (U(n, n), U(n), 0.1), grad=False)
def convective(q, z, dt):
    out = np.zeros_like(q)
    for j in range(q.shape[1]):
        col = q[:, j]
        base = np.argmax(col > 0.8) if np.any(col > 0.8) else 0
        top = base
        while top < len(col) - 1 and col[top + 1] > 0.5:
            top += 1
        m = col[base:top + 1].mean()
        out[base:top + 1, j] = m
        out[:base, j] = col[:base] * dt
        if base == top:
            continue
        out[top, j] -= dt
    return out

@prog(lambda n: (R(n).random((n, 3)) * 3, 1.5), grad=False)
def lennard_jones(pos, rc):
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
    return e, f

@prog(lambda n: (R(n).integers(0, 2**32, n, dtype=np.uint32), 7), grad=False)
def hash_rounds(x, rounds):
    x = x.copy()
    for r in range(rounds):
        x = (x << np.uint32(13)) | (x >> np.uint32(19))
        x *= np.uint32(5)
        x += np.uint32(0xe6546b64)
        x ^= x >> np.uint32(16)
    h = np.bitwise_xor.reduce(x)
    return x, h

@prog(lambda n: (R(n).integers(0, 10, (n, n)),), grad=False)
def matrix_chain_like(w):
    n = w.shape[0]
    dp = np.full((n, n), np.iinfo(np.int64).max // 4)
    for i in range(n): dp[i, i] = 0
    for L in range(2, n + 1):
        for i in range(n - L + 1):
            j = i + L - 1
            for k in range(i, j):
                c = dp[i, k] + dp[k + 1, j] + w[i, j]
                if c < dp[i, j]: dp[i, j] = c
    return dp[0, n - 1], dp

@prog(lambda n: (U(n, n), U(n)))
def svd_power(A, v):
    s = []
    for k in range(3):
        for _ in range(30):
            v = A.T @ (A @ v)
            v /= np.sqrt(v @ v)
        u = A @ v
        sigma = np.linalg.norm(u)
        u = u / sigma
        A = A - sigma * np.outer(u, v)
        s.append(sigma)
        v = np.ones_like(v) / (k + 2)
    return np.array(s)

@prog(lambda n: (U(n, n), U(n, n), 4))
def poisson_sor(u, f, its):
    omega = 1.5
    ny, nx = u.shape
    res = np.zeros(its)
    for it in range(its):
        for j in range(1, ny - 1):
            for i in range(1 + (j % 2), nx - 1, 2):
                u[j, i] += omega * 0.25 * (u[j-1, i] + u[j+1, i] + u[j, i-1] + u[j, i+1] - 4 * u[j, i] - f[j, i])
        res[it] = np.sqrt(np.mean((u[1:-1, 1:-1] - f[1:-1, 1:-1])**2))
    return res

@prog(lambda n: (U(2*n), 3))
def red_black(u, sweeps):
    for s in range(sweeps):
        u[1:-1:2] = 0.5 * (u[:-2:2] + u[2::2])
        u[2:-1:2] = 0.5 * (u[1:-2:2] + u[3::2])

@prog(lambda n: (U(n), U(n), U(n)), grad=False)
def quick_stats(x, y, w):
    idx = np.argmin(np.abs(x - 0.7))
    lo, hi = np.percentile(x, [25, 75]) if False else (x.min(), x.max())
    hist = np.zeros(4, dtype=int)
    for v in x:
        b = int((v - lo) / (hi - lo) * 4)
        b = min(b, 3)
        hist[b] += 1
    c = np.polyfit(x, y, 1) if False else np.array([1.0, 2.0])
    return idx, hist, np.average(x, weights=w), np.dot(c, [lo, hi])

@prog(lambda n: (U(n, n), U(n, 3)), grad=False)
def rnn(W, xs):
    h = np.zeros(W.shape[0])
    hs = []
    for t in range(xs.shape[1]):
        h = np.tanh(W @ h + xs[:, t])
        hs.append(h)
    H = np.array(hs)
    return H[-1], H.mean(0), H.shape[0]

@prog(lambda n: (U(n, n).astype(np.float32), U(n, n).astype(np.float32)), close=1e-5, grad=False)
def layernorm32(x, g):
    mu = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    y = (x - mu) / np.sqrt(var + 1e-5) * g
    y = 0.5 * y * (1 + np.tanh(np.sqrt(2 / np.pi) * (y + 0.044715 * y**3)))
    return y.astype(x.dtype), np.float32(1) / y.sum(dtype=np.float64)

class Grid:
    ghost = 1
    def __init__(self, n, value=0.0):
        self.n = n
        self.data = np.full((n + 2 * self.ghost, n + 2 * self.ghost), value)
    @property
    def interior(self):
        g = self.ghost
        return self.data[g:-g, g:-g]
    def fill(self):
        self.data[0], self.data[-1] = self.data[1], self.data[-2]
        self.data[:, 0], self.data[:, -1] = self.data[:, 1], self.data[:, -2]
    def __len__(self): return self.n
    def __getitem__(self, k): return self.interior[k]
class Model:
    def __init__(self, u0):
        self.grid = Grid(u0.shape[0])
        self.grid.interior[...] = u0
        self.time, self.history = 0., []
    def step(self, dt):
        self.grid.fill()
        d = self.grid.data
        lap = d[2:, 1:-1] + d[:-2, 1:-1] + d[1:-1, 2:] + d[1:-1, :-2] - 4 * d[1:-1, 1:-1]
        self.grid.interior[:] += dt * lap
        self.time += dt
        self.history.append(self.grid.interior.sum())
@prog(lambda n: (U(n, n), 5))
def oop(u, nt):
    m = Model(u)
    for k in range(nt):
        m.step(0.1)
    return m.grid.interior.copy(), m.time, np.asarray(m.history), len(m.grid)

@prog(lambda n: (U(n), U(n)))
def operators(a, b):
    class_ = 2
    a, b = b * 1.0, a * 1.0
    a **= 2
    b //= 0.3
    a %= 0.7
    c = -a + +b
    c = c if class_ > 1 else a
    d = a @ b
    d -= 1
    (e, f), g = (a[0], b[1]), c[2]
    h = 1 if 0 < d < 100 else 2
    return a, b, c, d, e * f - g, h, not ((d > 0 and h == 1) or False)

@prog(lambda n: (U(n, n + 1, 4),), (6,))
def shapes(x):
    n, m, *rest = x.shape
    y = x.reshape(n * m, -1).T
    z = np.moveaxis(x, -1, 0)[..., None]
    w = np.expand_dims(y.sum(axis=1), 0)
    s = np.squeeze(z, axis=-1).transpose(1, 2, 0)
    t = np.tile(w, (2, 1))
    u = np.swapaxes(s, 0, 1).ravel()[: n * m]
    v = np.broadcast_to(w, (3, 4)).sum()
    p = np.pad(w, ((0, 0), (1, 2)))
    r = np.repeat(w, 2, axis=1)
    k = np.kron(w, w)
    return y.shape[0], t, u, v, p, r, k, np.flipud(t), np.rot90(t), np.stack([w, w], -1), np.atleast_2d(w[0])

@prog(lambda n: (U(n, n),))
def chained(a):
    b = a
    b[0] = a[-1] = 2.0
    a[1, :], a[:, 1] = a[:, 1].copy(), a[1, :].copy()
    c = d = np.zeros(a.shape[0])
    c += a.sum(0)
    d[0] += 1
    a[:, 0] = a[0, :] = c
    x = y = 0.0
    x += c[0]
    for row in a: row[0] = row[-1]
    for i, row in enumerate(a): row += i
    np.fill_diagonal(a, 0.5)
    return c, d, x, y

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
    return out, sel, pw, np.sign(a - b), np.heaviside(a - b, 0.5)

@prog(lambda n: (U(n, n), 1e-3), grad=False)
def newton_schulz(A, tol):
    X = A.T / (np.linalg.norm(A, 1) * np.linalg.norm(A, np.inf))
    I = np.eye(len(A))
    for k in range(100):
        E = I - A @ X
        err = np.max(np.abs(E))
        if err < tol:
            break
        X = X + X @ E
    else:
        k = -1
    return X.shape, k < 100

@prog(lambda n: (U(n * 4), 4))
def wavelet(x, levels):
    out = x.copy()
    n = len(x)
    for l in range(2):
        half = n // 2
        a = (out[0:n:2] + out[1:n:2]) / np.sqrt(2)
        d = (out[0:n:2] - out[1:n:2]) / np.sqrt(2)
        out[:half] = a
        out[half:n] = d
        n = half
    return out

@prog(lambda n: (U(n), U(n), U(n), 10, 0.01))
def lorenz(x, y, z, steps, dt, sigma=10.0, rho=28.0, beta=8/3):
    def rhs(s):
        x, y, z = s
        return np.array([sigma * (y - x), x * (rho - z) - y, x * y - beta * z])
    s = np.array([x, y, z])
    traj = np.empty((steps + 1, *s.shape))
    traj[0] = s
    for k in range(steps):
        k1 = rhs(s); k2 = rhs(s + dt / 2 * k1)
        s = s + dt * k2
        traj[k + 1] = s
    return traj

@prog(lambda n: (U(n, 4), R(n).integers(0, n, (2 * n, 2))))
def graph_conv(h, edges):
    src, dst = edges[:, 0], edges[:, 1]
    deg = np.zeros(h.shape[0])
    np.add.at(deg, dst, 1)
    agg = np.zeros_like(h)
    np.add.at(agg, dst, h[src])
    out = agg / np.maximum(deg, 1)[:, None]
    out[deg == 0] = h[deg == 0]
    return np.maximum(out - 0.5, 0)

@prog(lambda n: (R(n).random(6 * n), 0.5), grad=False)
def runs(x, t):
    state = False
    starts = []
    lengths = np.zeros(len(x), dtype=int)
    k = 0
    run = 0
    for v in x:
        if v > t:
            run += 1
        elif run:
            lengths[k] = run
            k += 1
            run = 0
    if run:
        lengths[k] = run; k += 1
    return lengths[:k], k, lengths[:k].max() if k else 0

@prog(lambda n: (C(n), 3), grad=False)
def newton_fractal(z, its):
    roots = np.array([1, -0.5 + 0.8660254037844386j, -0.5 - 0.8660254037844386j])
    for _ in range(its):
        z -= (z**3 - 1) / (3 * z**2)
    return np.argmin(np.abs(z[:, None] - roots), axis=1), np.angle(z), z.real.max(), np.abs(z.imag)


class Dual:
    """Forward differentiation by operators."""
    def __init__(self, v, d=0.0): self.v, self.d = v, d
    def __add__(self, o): return Dual(self.v + o.v, self.d + o.d) if isinstance(o, Dual) else Dual(self.v + o, self.d)
    __radd__ = __add__
    def __mul__(self, o): return Dual(self.v * o.v, self.v * o.d + self.d * o.v) if isinstance(o, Dual) else Dual(self.v * o, self.d * o)
    __rmul__ = __mul__
    def __neg__(self): return Dual(-self.v, -self.d)
    def __sub__(self, o): return self + (-o)
    def __lt__(self, o): return self.v < o


@prog(lambda n: (U(n), 0.7))
def dual_numbers(a, x):
    z = Dual(x, 1.0)
    p = Dual(0.0)
    for c in a:
        p = p * z + c
    q = 2.0 * p - z
    if q < 100.0:
        q = q * q
    return q.v, q.d


class Fields:
    def __init__(self, *arrays): self.arrays = list(arrays)
    def __getitem__(self, k): return self.arrays[k]
    def __setitem__(self, k, x): self.arrays[k][:] = x
    def __iter__(self):
        for a in self.arrays:
            yield a
    def __len__(self): return len(self.arrays)


@prog(lambda n: (U(n), U(n, 1)[:, 0]))
def field_set(a, b):
    f = Fields(a, b)
    f[0] = f[1] * 2.0
    total = 0.0
    for x in f:
        total += x.sum()
        x += 1.0
    return total, len(f)


@prog(lambda n: (U(n * 3), 0.5))
def varying_loops(x, t):
    out = np.zeros(len(x))
    work = x
    depth = 0
    while len(work) > 1 and depth < 6:
        left = work[work < work.mean()]
        right = work[work >= work.mean()]
        work = right if len(right) < len(left) else left
        out[depth] = work.sum()
        depth += 1
    n = len(work)
    return out, depth, n
