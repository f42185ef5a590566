import numpy as np


def laplacian(u):
    p = np.pad(u, 1, mode="edge")
    return (p[2:, 1:-1, 1:-1] + p[:-2, 1:-1, 1:-1] + p[1:-1, 2:, 1:-1] + p[1:-1, :-2, 1:-1]
            + p[1:-1, 1:-1, 2:] + p[1:-1, 1:-1, :-2] - 6 * u)


def barkley3(u, v, steps, dt=np.float32(0.01), a=np.float32(0.75), b=np.float32(0.06), eps=np.float32(0.02), still=np.float32(1e-4)):
    """An excitable medium in a box that nothing leaves; how much of it is excited at each step."""
    excited = np.zeros(steps, dtype=np.int64)
    scale = dt / eps
    for t in range(steps):
        spread = dt * laplacian(u)
        threshold = (v + b) / a
        explicit = u + scale * u * (1 - u) * (u - threshold)
        v += dt * (u ** 3 - v)
        u[...] = np.where(u < still, spread, explicit + spread)
        excited[t] = np.count_nonzero(u > threshold)
    return excited
