"""Programs of many fields: spectra, fractals, layers of networks, graphs, hashing, particles, sequences, clouds, objects."""

# ruff: noqa: C400, C416, E501, E702, E704, E731, E741, F841  (written as users write)

import math
from dataclasses import dataclass

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(6, 8, 11)).both
def C(*s): return U(*s) + 1j * U(*s, 1)[..., 0]
def R(n): return np.random.default_rng(n)

def mgrid(xn, yn):
    Xi = np.empty((xn, yn), dtype=np.int64)
    Yi = np.empty((xn, yn), dtype=np.int64)
    for i in range(xn):
        Xi[i, :] = i
    for j in range(yn):
        Yi[:, j] = j
    return Xi, Yi

@prog(lambda n: (-1.75, 0.25, -1.0, 1.0, n, n+2, 9, 2.0), grad=False)
def mandel2(xmin, xmax, ymin, ymax, xn, yn, itermax, horizon):
    Xi, Yi = mgrid(xn, yn)
    X = np.linspace(xmin, xmax, xn)[Xi]
    Y = np.linspace(ymin, ymax, yn)[Yi]
    C = X + Y * 1j
    N_ = np.zeros(C.shape, dtype=np.int64)
    Z_ = np.zeros(C.shape, dtype=np.complex128)
    Xi.shape = Yi.shape = C.shape = xn * yn
    Z = np.zeros(C.shape, np.complex128)
    for i in range(itermax):
        if not len(Z):
            break
        np.multiply(Z, Z, Z)
        np.add(Z, C, Z)
        I = abs(Z) > horizon
        N_[Xi[I], Yi[I]] = i + 1
        Z_[Xi[I], Yi[I]] = Z[I]
        np.logical_not(I, I)
        Z = Z[I]
        Xi, Yi = Xi[I], Yi[I]
        C = C[I]
    return Z_.T, N_.T

@prog(lambda n: (-1.75, 0.25, -1.0, 1.0, n, n+2, 9, 2.0), grad=False)
def mandel1(xmin, xmax, ymin, ymax, xn, yn, maxiter, horizon):
    X = np.linspace(xmin, xmax, xn, dtype=np.float64)
    Y = np.linspace(ymin, ymax, yn, dtype=np.float64)
    C = X + Y[:, None] * 1j
    N = np.zeros(C.shape, dtype=np.int64)
    Z = np.zeros(C.shape, dtype=np.complex128)
    for n in range(maxiter):
        I = np.less(abs(Z), horizon)
        N[I] = n
        Z[I] = Z[I]**2 + C[I]
    N[maxiter - 1 == N] = 0
    return Z, N

@prog(lambda n: (3, 4, C(81)), (1,), grad=False)
def stockham(R, K, x):
    N = R**K
    i_coord, j_coord = np.mgrid[0:R, 0:R]
    dft_mat = np.empty((R, R), dtype=np.complex128)
    dft_mat = np.exp(-2.0j * np.pi * i_coord * j_coord / R)
    y = x.copy()
    ii_coord, jj_coord = np.mgrid[0:R, 0:R**K]
    for i in range(K):
        yv = np.reshape(y, (R**i, R, R**(K - i - 1)))
        tmp_perm = np.transpose(yv, axes=(1, 0, 2))
        D = np.empty((R, R**i, R**(K - i - 1)), dtype=np.complex128)
        tmp = np.exp(-2.0j * np.pi * ii_coord[:, :R**i] * jj_coord[:, :R**i] / R**(i + 1))
        D[:] = np.repeat(np.reshape(tmp, (R, R**i, 1)), R**(K - i - 1), axis=2)
        tmp_twid = np.reshape(tmp_perm, (N,)) * np.reshape(D, (N,))
        y[:] = np.reshape(dft_mat @ np.reshape(tmp_twid, (R, R**(K - 1))), (N,))
    return y

@prog(lambda n: (C(2**3),), (1,), grad=False)
def fft_radix2(x):
    n = len(x)
    if n == 1:
        return x
    even = fft_radix2(x[0::2])
    odd = fft_radix2(x[1::2])
    t = np.exp(-2j * np.pi * np.arange(n // 2) / n) * odd
    return np.concatenate([even + t, even - t])

@prog(lambda n: (C(16),), (1,), grad=False)
def fft_vec(x):
    N = x.shape[0]
    N_min = min(N, 4)
    n = np.arange(N_min)
    k = n[:, None]
    M = np.exp(-2j * np.pi * n * k / N_min)
    X = np.dot(M, x.reshape((N_min, -1)))
    while X.shape[0] < N:
        X_even = X[:, :X.shape[1] // 2]
        X_odd = X[:, X.shape[1] // 2:]
        factor = np.exp(-1j * np.pi * np.arange(X.shape[0]) / X.shape[0])[:, None]
        X = np.vstack([X_even + factor * X_odd, X_even - factor * X_odd])
    return X.ravel()

@prog(lambda n: (U(n*20), R(n).uniform(0, 10, n*20), 7), grad=False)
def azim(data, radius, npt):
    rmax = radius.max()
    res = np.zeros(npt, dtype=np.float64)
    for i in range(npt):
        r1 = rmax * i / npt
        r2 = rmax * (i + 1) / npt
        mask_r12 = np.logical_and((r1 <= radius), (radius < r2))
        values_r12 = data[mask_r12]
        res[i] = values_r12.mean()
    return res

@prog(lambda n: (2, n, 3, C(2, n, n, 4, 4), C(3, 3, n, 2, 4, 4), C(n, n, 3, 4, 4), R(n).integers(0, n, (n, 2))), (3, 4, 5), grad=False)
def scattering(Nkz, NE, Nqz, dH, G, D, neigh_idx):
    NA, NB = neigh_idx.shape
    Sigma = np.zeros((Nkz, NE, NA, 4, 4), dtype=np.complex128)
    for k in range(Nkz):
        for E in range(NE):
            for q in range(Nqz):
                for w in range(2):
                    for a in range(NA):
                        for b in range(NB):
                            if E - w >= 0:
                                dHG = G[k, E - w - NE if False else 0, neigh_idx[a, b], 0] @ dH[0, a, b % NA]
                                dHD = dH[1, a, b % NA] * D[q, w, 0, b] if False else dH[1, a, b % NA] * D[q % NE, w % NE, 0, b]
                                Sigma[k, E, a] += dHG @ dHD
    return Sigma

@prog(lambda n: (n, U(4, 4) + 1j*U(4,4), [C(4,4)+k for k in range(3)], C(4, n)), (3, 5), grad=False)
def contour(NR, H0, Hs, Y):
    P0 = np.zeros((4, NR), dtype=np.complex128)
    for idx, h in enumerate(Hs):
        z = 0.5 + idx * 1j
        T = z**(3 / 2) * h + H0
        for n in range(3):
            T += np.power(z, 1.5 - n) * h
        X = T @ Y
        P0 += X if abs(z) < 1.0 else -X
    return P0

@prog(lambda n: (U(2, n, n, 3), U(3, 3, 3, 4)), grad=False)
def conv2d(input, weights):
    K = weights.shape[0]
    N = input.shape[0]
    H_out = input.shape[1] - K + 1
    W_out = input.shape[2] - K + 1
    C_out = weights.shape[3]
    output = np.empty((N, H_out, W_out, C_out), dtype=np.float64)
    for i in range(H_out):
        for j in range(W_out):
            output[:, i, j, :] = np.sum(input[:, i:i + K, j:j + K, :, np.newaxis] * weights[np.newaxis, :, :, :], axis=(1, 2, 3))
    return output

def relu(x): return np.maximum(x, 0)
def maxpool(x):
    output = np.empty([x.shape[0], x.shape[1] // 2, x.shape[2] // 2, x.shape[3]], dtype=x.dtype)
    for i in range(x.shape[1] // 2):
        for j in range(x.shape[2] // 2):
            output[:, i, j, :] = np.max(x[:, 2 * i:2 * i + 2, 2 * j:2 * j + 2, :], axis=(1, 2))
    return output
def softmax(x):
    tmp_max = np.max(x, axis=-1, keepdims=True)
    tmp_out = np.exp(x - tmp_max)
    tmp_sum = np.sum(tmp_out, axis=-1, keepdims=True)
    return tmp_out / tmp_sum
def batchnorm(x, eps=1e-5):
    mean = np.mean(x, axis=0, keepdims=True)
    std = np.std(x, axis=0, keepdims=True)
    return (x - mean) / np.sqrt(std + eps)

@prog(lambda n: (U(n, 4, 6, 2).astype(np.float32), U(12, 5).astype('f4'), U(5).astype('f4')), close=1e-5, grad=False)
def net(x, w, b):
    x = relu(batchnorm(x))
    x = maxpool(x)
    x = np.reshape(x, (x.shape[0], 12))
    return softmax(x @ w + b)

@prog(lambda n: (U(n, n), U(n, n+1), U(n, n+1), U(n+1)))
def attention_heads(q, k, v, b):
    s = q @ k / math.sqrt(k.shape[-1])
    s = s + b[None, :]
    p = np.exp(s - s.max(axis=1)[:, np.newaxis])
    p /= p.sum(axis=1).reshape(-1, 1)
    return p @ v.T

def csr(n):
    r = R(n); d = r.random((n, n)); d[d < .6] = 0
    ptr = np.concatenate([[0], np.cumsum((d != 0).sum(1))]).astype(np.uint32); i, j = np.nonzero(d)
    return ptr, j.astype(np.uint32), d[i, j], r.random(n)
@prog(lambda n: csr(n), (5, 9, 12))
def spmv(A_row, A_col, A_val, x):
    y = np.empty(A_row.size - 1, A_val.dtype)
    for i in range(A_row.size - 1):
        cols = A_col[A_row[i]:A_row[i + 1]]
        vals = A_val[A_row[i]:A_row[i + 1]]
        y[i] = vals @ x[cols]
    return y

@prog(lambda n: (0x1021, R(n).integers(0, 256, n).astype(np.uint8)), grad=False)
def crc16(poly, data):
    crc = 0xFFFF
    for b in data:
        cur_byte = 0xFF & b
        for _ in range(0, 8):
            if (crc & 0x0001) ^ (cur_byte & 0x0001):
                crc = (crc >> 1) ^ poly
            else:
                crc >>= 1
            cur_byte >>= 1
    crc = (~crc & 0xFFFF)
    crc = (crc << 8) | ((crc >> 8) & 0xFF)
    return crc & 0xFFFF

@prog(lambda n: (R(n).integers(0, 256, n).astype(np.uint8),), grad=False)
def fnv(data):
    h = np.uint32(2166136261)
    with np.errstate(over='ignore'):
        for x in data:
            h = (h ^ np.uint32(x)) * np.uint32(16777619)
    return h

@prog(lambda n: (R(n).integers(0, 2**31, n).astype(np.uint64), 5), grad=False)
def xorshift(s, k):
    out = np.zeros((k, s.shape[0]))
    for i in range(k):
        s ^= s << np.uint64(13)
        s ^= s >> np.uint64(7)
        s ^= s << np.uint64(17)
        out[i] = (s >> np.uint64(11)) / 2.0**53
    return out

@prog(lambda n: (U(n, 3), U(n, 1), U(n, 3), 4, 0.01, 0.1), close=1e-11)
def nbody(pos, mass, vel, Nt, dt, soft):
    G = 1.0
    def getAcc(pos, mass, G, softening):
        x = pos[:, 0:1]; y = pos[:, 1:2]; z = pos[:, 2:3]
        dx = x.T - x; dy = y.T - y; dz = z.T - z
        inv_r3 = (dx**2 + dy**2 + dz**2 + softening**2)
        inv_r3[inv_r3 > 0] = inv_r3[inv_r3 > 0]**(-1.5)
        ax = G * (dx * inv_r3) @ mass
        ay = G * (dy * inv_r3) @ mass
        az = G * (dz * inv_r3) @ mass
        return np.hstack((ax, ay, az))
    vel -= np.mean(mass * vel, axis=0) / np.mean(mass)
    acc = getAcc(pos, mass, G, soft)
    KE = np.ndarray(Nt + 1, dtype=np.float64)
    KE[0] = 0.5 * np.sum(np.sum(mass * vel**2))
    t = 0.0
    for i in range(Nt):
        vel += acc * dt / 2.0
        pos += vel * dt
        acc = getAcc(pos, mass, G, soft)
        vel += acc * dt / 2.0
        t += dt
        KE[i + 1] = 0.5 * np.sum(np.sum(mass * vel**2))
    dx = pos[:, 0:1].T - pos[:, 0:1]
    inv_r = np.sqrt(dx**2 + soft**2)
    tmp = -mass * mass.T * inv_r
    PE = G * np.sum(np.triu(tmp, 1))
    return KE, PE

@prog(lambda n: (U(n, 2), U(n+2, 2)), grad=False)
def arcdist(a, b):
    temp = np.sin((b[None, :, 0] - a[:, None, 0]) / 2)**2 + np.cos(a[:, None, 0]) * np.cos(b[None, :, 0]) * np.sin((b[None, :, 1] - a[:, None, 1]) / 2)**2
    return 2 * (np.arctan2(np.sqrt(temp), np.sqrt(1 - temp)))

@prog(lambda n: ((U(n, n+2)*100).astype(np.int64), (U(n, n+2)*100).astype(np.int64), 2, 9), grad=False)
def compute(a, b, lo, hi):
    return np.clip(a, lo, hi) * a.dtype.type(3) + b * 9 + 5

@prog(lambda n: (U(n, 2), U(3, 2), 4), grad=False)
def kmeans(X, centers, iters):
    for it in range(iters):
        d = ((X[:, None, :] - centers[None, :, :])**2).sum(axis=2)
        labels = np.argmin(d, axis=1)
        for k in range(centers.shape[0]):
            sel = labels == k
            if np.any(sel):
                centers[k] = X[sel].mean(axis=0)
    return labels

@prog(lambda n: (U(n)*100, U(n)*100, U(n), 0.05, 0.2))
def black_scholes(S, K, T, r, sigma):
    def cdf(x):
        a1, a2, a3, a4, a5 = 0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429
        L = np.abs(x)
        k = 1.0 / (1.0 + 0.2316419 * L)
        poly = ((((a5 * k + a4) * k + a3) * k + a2) * k + a1) * k
        w = 1.0 - 1.0 / np.sqrt(2 * np.pi) * np.exp(-L * L / 2.) * poly
        return np.where(x < 0, 1.0 - w, w)
    d1 = (np.log(S / K) + (r + sigma * sigma / 2.) * T) / (sigma * np.sqrt(T))
    d2 = d1 - sigma * np.sqrt(T)
    return S * cdf(d1) - K * np.exp(-r * T) * cdf(d2)

@prog(lambda n: (R(n).integers(0, 4, n), R(n+1).integers(0, 4, n+2)), grad=False)
def smith_waterman(a, b, match=3, mismatch=-3, gap=2):
    H = np.zeros((len(a) + 1, len(b) + 1), int)
    best = 0
    for i in range(1, H.shape[0]):
        for j in range(1, H.shape[1]):
            s = match if a[i-1] == b[j-1] else mismatch
            H[i, j] = max(H[i-1, j-1] + s, H[i-1, j] - gap, H[i, j-1] - gap, 0)
            if H[i, j] > best:
                best = H[i, j]
                where = (i, j)
    return H, best

@prog(lambda n: (280 + 10*U(n), 1e-3*U(n), 1e-4*U(n), 1e5*U(n)))
def microphysics(t, qv, qc, p):
    Lv, cp, Rv = 2.5e6, 1004.0, 461.5
    for i in range(len(t)):
        es = 611.2 * math.exp(17.67 * (t[i] - 273.15) / (t[i] - 29.65))
        qs = 0.622 * es / (p[i] - 0.378 * es)
        if qv[i] > qs:
            dq = (qv[i] - qs) / (1 + Lv**2 * qs / (cp * Rv * t[i]**2))
            qv[i] -= dq
            qc[i] += dq
            t[i] += Lv / cp * dq
        elif qc[i] > 0:
            ev = min(qc[i], (qs - qv[i]) * 0.1)
            qv[i] += ev
            qc[i] -= ev
            t[i] -= Lv / cp * ev

@prog(lambda n: (U(n)*4, U(n)*4, U(n), U(n), 6), grad=False)
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

@prog(lambda n: (U(4*n), np.array([.2, .3, .1]), np.array([1., -.4, .2])))
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

@dataclass
class State:
    h: np.ndarray
    u: np.ndarray
    g: float = 9.81
    def energy(self):
        return 0.5 * np.sum(self.h * self.u**2) + 0.5 * self.g * np.sum(self.h**2)
class Solver:
    def __init__(self, dx, cfl=0.5):
        self.dx, self.cfl = dx, cfl
        self.steps = 0
    def dt(self, s):
        return self.cfl * self.dx / np.max(np.abs(s.u) + np.sqrt(s.g * s.h))
    def step(self, s: State) -> float:
        dt = self.dt(s)
        flux = s.h * s.u
        s.h[1:-1] -= dt / (2 * self.dx) * (flux[2:] - flux[:-2])
        s.u[1:-1] -= dt / (2 * self.dx) * s.g * (s.h[2:] - s.h[:-2])
        self.steps += 1
        return dt
@prog(lambda n: (U(2*n), U(2*n)*.1, 0.1, 5))
def shallow_objects(h, u, dx, nt):
    s = State(h, u)
    solver = Solver(dx)
    t = 0
    for _ in range(nt):
        t += solver.step(s)
    return t, s.energy(), solver.steps

@prog(lambda n: (R(n).random((n, n)),), grad=False)
def pagerank(A, d=0.85):
    n = A.shape[0]
    M = np.where(A > 0.6, 1.0, 0.0)
    out = M.sum(axis=1)
    out = np.where(out == 0, 1, out)
    M = (M / out[:, None]).T
    r = np.full(n, 1 / n)
    err = 1
    k = 0
    while err > 1e-6:
        rn = d * M @ r + (1 - d) / n
        err = np.abs(rn - r).sum()
        r = rn
        k += 1
    return r, k

@prog(lambda n: ((R(n).random((n, n)) < .3).astype(int), 0), grad=False)
def bfs(adj, src):
    n = adj.shape[0]
    dist = -np.ones(n, dtype=int)
    dist[src] = 0
    frontier = np.zeros(n, dtype=bool)
    frontier[src] = True
    d = 0
    while frontier.any():
        nxt = (adj[frontier].sum(axis=0) > 0) & (dist < 0)
        d += 1
        dist[nxt] = d
        frontier = nxt
    return dist

@prog(lambda n: (R(n).random(n*3), 0.4))
def filter_mean(x, t):
    y = x[x > t]
    z = y[y < 0.9]
    n = len(z)
    m = z.sum() / n
    return m, n, np.sqrt(((z - m)**2).sum() / (n - 1))

@prog(lambda n: (R(n).random(n*3), 0.4))
def filtered_returned(x, t):
    keep = x[x > t]
    return keep, np.nonzero(x > t)[0], keep[::-1] * 2

@prog(lambda n: (R(n).random(n*3)*8,))
def sieve_like(x):
    k = 0
    while x.size > 2:
        x = x[x > x.mean()]
        k += 1
    return x.sum(), k

@prog(lambda n: (R(n).random((n*3, 3)), R(n).random(n*3)))
def shrink_rows(X, w):
    for it in range(3):
        keep = w > w.mean() * 0.7
        X = X[keep]
        w = w[keep]
    return X.mean(axis=0), len(w)

@prog(lambda n: (U(n*4),))
def local_maxima(x):
    d = np.diff(x)
    peaks = np.where((d[:-1] > 0) & (d[1:] <= 0))[0] + 1
    return peaks, x[peaks], x[peaks].mean() if len(peaks) else 0.0

@prog(lambda n: (U(n*4), R(n).integers(0, 3, n*4)))
def groupmeans(x, g):
    out = np.zeros(3)
    for k in range(3):
        idx = np.flatnonzero(g == k)
        part = x[idx]
        out[k] = np.sum(part) / max(len(part), 1)
    return out

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

def apply_bc(u, left=0., right=0.):
    u[0], u[-1] = left, right
def step_(u, nu):
    un = u.copy()
    u[1:-1] = un[1:-1] + nu * (un[2:] - 2*un[1:-1] + un[:-2])
    apply_bc(u, right=1.0)
    return u
@prog(lambda n: (U(n), .2))
def nested_mutation(u, nu):
    hist = []
    for k in range(4):
        step_(u, nu)
        hist.append(u.copy())
    return np.array(hist), np.stack(hist, axis=1).max(axis=1)

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
    return out, g, np.trace(e), np.cumsum(a), np.prod(b), np.linalg.norm(g, axis=0), np.tril(g, -1)

@prog(lambda n: (U(n), 2), grad=False)
def modes(x, mode):
    match mode:
        case 1:
            return x * 2
        case 2 | 3:
            return x + 1
        case _:
            raise ValueError(f"unknown mode {mode}")

@prog(lambda n: (U(n), 1), grad=False)
def guards(x, order):
    if x.ndim != 1:
        raise ValueError("need 1-D")
    if order not in (1, 2):
        raise ValueError(f"order {order} is not supported")
    print("order", order)
    if (m := x.mean()) > 0.5:
        x = x - m
    return np.linalg.norm(x, ord=order)

@prog(lambda n: (U(n, n), U(n)))
def star(A, b, *extra, scale=2.0, **kw):
    coeffs = {k: v for k, v in zip("abc", (1.0, 2.0, 3.0))}
    fs = [lambda x, p=p: x**p for p in range(1, 4)]
    total = 0.0
    for f, (name, c) in zip(fs, coeffs.items()):
        total += c * np.sum(f(b))
    first, *rest = [A[i] for i in range(3)]
    lo, hi = min(b[0], b[1]), max(b)
    ok = all(x > 0 for x in (1, 2)) and any([False, True])
    return scale * total + sum(r @ first for r in rest) + (lo - hi if ok else 0)

def gen(n):
    k = 0
    while k < n:
        yield k, k * 2
        k += 1
@prog(lambda n: (U(n, n), ), (5,), grad=False)
def generators(A):
    s = 0.0
    for i, j in gen(3):
        s += A[i, j // 2]
    return s

@prog(lambda n: (U(n), 3), grad=False)
def rng_inside(x, k):
    r = np.random.default_rng(42)
    noise = r.normal(size=4)
    return x.sum() + noise.sum()

@prog(lambda n: (U(n, n).astype(np.float32), np.float32(0.5)), close=1e-5)
def binary32(a, s):
    b = np.zeros_like(a)
    for i in range(1, a.shape[0] - 1):
        b[i] = s * (a[i - 1] + a[i + 1]) * 0.5
        b[i] += np.mean(a[i])
    return b, a.dtype.type(2) * b.sum()

@prog(lambda n: (U(3*n), 4), grad=False)
def queue_sim(x, cap):
    waiting = []
    served = 0
    acc = np.zeros(0)
    for k in range(4):
        acc = np.append(acc, x[k])
    total = 0.0
    for i, v in enumerate(x):
        if i >= cap:
            break
        total += v * acc[i]
    return total, acc

def states(u, nu, steps):
    for t in range(steps):
        u[1:-1] += nu * (u[2:] - 2 * u[1:-1] + u[:-2])
        yield t, u
@prog(lambda n: (U(n), .2))
def generator_of_arrays(u, nu):
    total = 0.0
    for t, w in states(u, nu, 5):
        if t % 2 == 0:
            continue
        total += w.sum() * t
        w[0] = 0.5
    return total, sum(x * x for x in (1.0, 2.0)), list(k for k, _ in gen(3))

@prog(lambda n: (U(n), 0.3), grad=False)
def data_guards(x, t):
    if np.any(x < 0):
        raise ValueError("negative")
    if t <= 0:
        print("bad", t, x)
        raise ValueError(f"bad threshold {t:.3f}")
    if x[0] > 10:
        y = x * 2
    elif x[0] > -1:
        y = x + 1
    else:
        raise RuntimeError("cannot be")
    print(f"mean is {x.mean():.3f}")
    return y
@prog(lambda n: ([U(n) for _ in range(3)], {"a": U(n), "b": 2.0}))
def containers(xs, d):
    out = {}
    for name, v in d.items():
        out[name] = v * 2
    acc = []
    for x in xs:
        acc.append(x.sum())
    a, *rest = xs
    m = np.stack(xs)
    return out, np.array(acc), (m.T @ m).diagonal(), len(rest), sorted([3, 1, 2])[0]
@prog(lambda n: (U(n, n), 1))
def integrator(y, kind):
    def rk4(f, y, h):
        k1 = f(y); k2 = f(y + h / 2 * k1); k3 = f(y + h / 2 * k2); k4 = f(y + h * k3)
        return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    def euler(f, y, h): return y + h * f(y)
    methods = {0: euler, 1: rk4}
    step = methods[kind]
    f = lambda y: -y @ y + 0.5
    t, h = 0.0, 0.05
    while t < 0.5 - 1e-12:
        y = step(f, y, h)
        t += h
    return y, t
