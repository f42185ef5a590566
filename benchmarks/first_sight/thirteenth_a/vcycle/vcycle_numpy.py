import numpy as np


def smooth(u, f, h, sweeps, omega=0.8):
    for _ in range(sweeps):
        jacobi = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] + h**2 * f[1:-1, 1:-1])
        u[1:-1, 1:-1] += omega * (jacobi - u[1:-1, 1:-1])


def residual(u, f, h):
    r = np.zeros_like(u)
    r[1:-1, 1:-1] = f[1:-1, 1:-1] + (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4.0 * u[1:-1, 1:-1]) / h**2
    return r


def coarser(r):
    half = np.zeros(((r.shape[0] + 1) // 2, (r.shape[1] + 1) // 2))
    half[1:-1, 1:-1] = (4.0 * r[2:-2:2, 2:-2:2]
                        + 2.0 * (r[1:-3:2, 2:-2:2] + r[3:-1:2, 2:-2:2] + r[2:-2:2, 1:-3:2] + r[2:-2:2, 3:-1:2])
                        + r[1:-3:2, 1:-3:2] + r[1:-3:2, 3:-1:2] + r[3:-1:2, 1:-3:2] + r[3:-1:2, 3:-1:2]) / 16.0
    return half


def finer(c):
    e = np.zeros((2 * c.shape[0] - 1, 2 * c.shape[1] - 1))
    e[::2, ::2] = c
    e[1::2, ::2] = 0.5 * (c[:-1] + c[1:])
    e[:, 1::2] = 0.5 * (e[:, :-2:2] + e[:, 2::2])
    return e


def poisson(u, f, levels, cycles, sweeps=2):
    h = 1.0 / (u.shape[0] - 1)
    norms = np.zeros(cycles)
    for cycle in range(cycles):
        us, fs = [u], [f]
        for level in range(levels - 1):
            smooth(us[level], fs[level], h * 2**level, sweeps)
            fs.append(coarser(residual(us[level], fs[level], h * 2**level)))
            us.append(np.zeros_like(fs[-1]))
        smooth(us[-1], fs[-1], h * 2 ** (levels - 1), 20)
        for level in range(levels - 2, -1, -1):
            us[level] += finer(us[level + 1])
            smooth(us[level], fs[level], h * 2**level, sweeps)
        norms[cycle] = np.linalg.norm(residual(u, f, h)) * h
    return norms
