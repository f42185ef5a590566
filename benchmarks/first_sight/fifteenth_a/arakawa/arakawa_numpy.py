import numpy as np


def jacobian(a, b):
    e, w, n, s = np.roll(a, -1, 1), np.roll(a, 1, 1), np.roll(a, -1, 0), np.roll(a, 1, 0)
    E, W, N, S = np.roll(b, -1, 1), np.roll(b, 1, 1), np.roll(b, -1, 0), np.roll(b, 1, 0)
    NE, NW, SE, SW = np.roll(N, -1, 1), np.roll(N, 1, 1), np.roll(S, -1, 1), np.roll(S, 1, 1)
    ne, nw, se, sw = np.roll(n, -1, 1), np.roll(n, 1, 1), np.roll(s, -1, 1), np.roll(s, 1, 1)
    j1 = (e - w) * (N - S) - (n - s) * (E - W)
    j2 = e * (NE - SE) - w * (NW - SW) - n * (NE - NW) + s * (SE - SW)
    j3 = ne * (N - E) - sw * (W - S) - nw * (N - W) + se * (E - S)
    return (j1 + j2 + j3) / 12.0


def barotropic(z, psi, h, dt, steps):
    old = z.copy()
    for t in range(steps):
        new = old - 2.0 * dt * jacobian(psi, z) / h**2
        old = z + 0.05 * (old - 2.0 * z + new)
        z[:] = new
