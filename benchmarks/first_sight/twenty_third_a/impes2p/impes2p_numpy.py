import numpy as np


def mobility(s, ratio):
    """What lets water and oil through."""
    return s ** 2, (1.0 - s) ** 2 / ratio


def between(a, b):
    return 2.0 * a * b / (a + b)


def apply(p, diagonal, tx, ty):
    out = diagonal * p
    out[1:] -= tx * p[:-1]
    out[:-1] -= tx * p[1:]
    out[:, 1:] -= ty * p[:, :-1]
    out[:, :-1] -= ty * p[:, 1:]
    return out


def pressure(p, b, diagonal, tx, ty, sweeps):
    """Conjugate gradients with the diagonal, in place."""
    r = b - apply(p, diagonal, tx, ty)
    z = r / diagonal
    d = z.copy()
    rz = np.sum(r * z)
    for _ in range(sweeps):
        q = apply(d, diagonal, tx, ty)
        alpha = rz / np.sum(d * q)
        p += alpha * d
        r -= alpha * q
        z = r / diagonal
        new = np.sum(r * z)
        d = z + new / rz * d
        rz = new


def impes2p(k, s, rate, ratio, store, dt, steps, sweeps):
    """Water goes in at one corner, what comes out at the other: pressure, share of water, oil; saturations change in place."""
    p = np.zeros_like(k)
    cut = np.zeros(steps)
    recovered = 0.0
    source = np.zeros_like(k)
    source[0, 0], source[-1, -1] = rate, -rate
    for t in range(steps):
        water, oil = mobility(s, ratio)
        total = k * (water + oil)
        tx, ty = between(total[1:], total[:-1]), between(total[:, 1:], total[:, :-1])
        diagonal = np.full_like(k, store)
        diagonal[1:] += tx
        diagonal[:-1] += tx
        diagonal[:, 1:] += ty
        diagonal[:, :-1] += ty
        pressure(p, source + store * p, diagonal, tx, ty, sweeps)
        flowing = water / (water + oil)
        fx, fy = tx * (p[:-1] - p[1:]), ty * (p[:, :-1] - p[:, 1:])
        wx = np.where(fx > 0.0, flowing[:-1], flowing[1:]) * fx
        wy = np.where(fy > 0.0, flowing[:, :-1], flowing[:, 1:]) * fy
        s[1:] += dt * wx
        s[:-1] -= dt * wx
        s[:, 1:] += dt * wy
        s[:, :-1] -= dt * wy
        s[0, 0] += dt * rate
        s[-1, -1] -= dt * rate * flowing[-1, -1]
        np.clip(s, 0.0, 1.0, out=s)
        cut[t] = flowing[-1, -1]
        recovered += dt * rate * (1.0 - cut[t])
    return p, cut, recovered
