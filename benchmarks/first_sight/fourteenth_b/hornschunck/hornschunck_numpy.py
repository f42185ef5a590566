import numpy as np


def around(f):
    p = np.pad(f, 1, mode="edge")
    near = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
    far = p[:-2, :-2] + p[:-2, 2:] + p[2:, :-2] + p[2:, 2:]
    return near / 6.0 + far / 12.0


def flow(first, second, alpha, turns):
    mean = 0.5 * (first + second)
    fy, fx = np.gradient(mean)
    ft = second - first
    u = np.zeros_like(first)
    v = np.zeros_like(first)
    under = alpha**2 + fx**2 + fy**2
    residual = np.zeros(turns)
    for turn in range(turns):
        ubar, vbar = around(u), around(v)
        share = (fx * ubar + fy * vbar + ft) / under
        u = ubar - fx * share
        v = vbar - fy * share
        residual[turn] = np.sqrt(np.mean((fx * u + fy * v + ft) ** 2))
    return u, v, residual
