import numpy as np

E = np.array([71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40])


def flow(state, mu):
    x, v = state
    return np.stack((v, mu * (1.0 - x * x) * v - x))


def dopri5many(state, mu, tol, A, until):
    """Van der Pol's oscillators side by side, each with steps of its own after Dormand and Prince; state changes in place."""
    many = mu.size
    t = np.zeros(many)
    h = np.full(many, 1e-2)
    taken, refused = np.zeros((2, many), dtype=np.int64)
    k = np.zeros((7, 2, many))
    k[0] = flow(state, mu)
    while True:
        active = t < until - 1e-12
        if not np.any(active):
            break
        h = np.minimum(h, until - t)
        for s in range(1, 7):
            new = state + h * np.tensordot(A[s, :s], k[:s], axes=1)
            k[s] = flow(new, mu)
        scale = tol * (1.0 + np.maximum(np.abs(state), np.abs(new)))
        error = np.sqrt(np.mean((h * np.tensordot(E, k, axes=1) / scale) ** 2, axis=0))
        good = active & (error <= 1.0)
        t[good] += h[good]
        state[:, good] = new[:, good]
        k[0][:, good] = k[6][:, good]
        taken += good
        refused += active & ~good
        factor = 0.9 * np.maximum(error, 1e-10) ** -0.2
        h = np.where(active, h * np.clip(factor, 0.2, 5.0), 1e-2)
    energy = 0.5 * (state[0] ** 2 + state[1] ** 2)
    return taken, refused, energy
