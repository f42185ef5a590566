import numpy as np


def soil(head, kinds):
    """Water content, its slope and the conductivity after van Genuchten and Mualem."""
    alpha, n, ks = kinds
    m = 1.0 - 1.0 / n
    dry = np.minimum(head, -1e-9)
    x = (-alpha * dry) ** n
    se = (1.0 + x) ** (-m)
    theta = 0.05 + 0.38 * se
    slope = 0.38 * m * n * x / (-dry) * se / (1.0 + x)
    k = ks * np.sqrt(se) * (1.0 - (1.0 - se ** (1.0 / m)) ** m) ** 2
    return theta, slope, k


def solve(lower, main, upper, rhs):
    """Thomas's elimination down the first axis; main and rhs are overwritten."""
    levels = main.shape[0]
    for k in range(1, levels):
        f = lower[k] / main[k - 1]
        main[k] -= f * upper[k - 1]
        rhs[k] -= f * rhs[k - 1]
    rhs[-1] /= main[-1]
    for k in range(levels - 2, -1, -1):
        rhs[k] = (rhs[k] - upper[k] * rhs[k + 1]) / main[k]


def infiltrate(head, rain, kinds, drained, turns, dz=0.05, dt=0.02, tolerance=1e-6):
    """Water that seeps into columns of soil (Richards, Celia's iteration); head, drained and turns are changed."""
    steps = rain.shape[0]
    for t in range(steps):
        theta0, _, _ = soil(head, kinds)
        for turn in range(20):
            theta, slope, k = soil(head, kinds)
            between = 0.5 * (k[1:] + k[:-1])
            lower = np.zeros_like(head)
            upper = np.zeros_like(head)
            lower[1:] = -between / dz**2
            upper[:-1] = -between / dz**2
            main = slope / dt - lower - upper
            rhs = (theta0 - theta) / dt
            rhs[:-1] += between * ((head[1:] - head[:-1]) / dz - 1.0) / dz
            rhs[1:] -= between * ((head[1:] - head[:-1]) / dz - 1.0) / dz
            rhs[0] += rain[t] / dz
            rhs[-1] -= k[-1] / dz
            solve(lower, main, upper, rhs)
            head += rhs
            if np.max(np.abs(rhs)) < tolerance:
                break
        turns[t] = turn + 1
        drained[t] = k[-1] * dt
