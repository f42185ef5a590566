import numpy as np

CRITICAL, KARMAN = 0.3, 0.4


def layer_depth(u, v, b, z, ustar, wstar, dz):
    """Where Richardson's number against the surface first exceeds its critical value, between two levels."""
    n = np.sqrt(np.maximum((b[:, :-1] - b[:, 1:]) / dz, 0.0))
    turbulent = 1.6 * z[1:] * n * (KARMAN * ustar + 0.6 * wstar)[:, None]
    shear = (u[:, :1] - u[:, 1:]) ** 2 + (v[:, :1] - v[:, 1:]) ** 2
    rib = np.zeros_like(b)
    rib[:, 1:] = (b[:, :1] - b[:, 1:]) * z[1:] / (shear + turbulent + 1e-10)
    over = rib > CRITICAL
    k = np.where(over.any(axis=1), over.argmax(axis=1), z.size - 1)
    rows = np.arange(k.size)
    low, high = rib[rows, k - 1], rib[rows, k]
    part = np.clip((CRITICAL - low) / np.maximum(high - low, 1e-12), 0.0, 1.0)
    return z[k - 1] + part * (z[k] - z[k - 1])


def mixing(u, v, b, depth, ustar, wstar, dz):
    """Diffusion between levels: the layer's own shape, and below it what shear makes."""
    edge = dz * np.arange(1, b.shape[1])
    sigma = edge / depth[:, None]
    inside = depth[:, None] * (KARMAN * ustar + 0.6 * wstar)[:, None] * sigma * (1.0 - sigma) ** 2
    shear = (np.diff(u, axis=1) ** 2 + np.diff(v, axis=1) ** 2) / dz ** 2
    ri = np.clip(-np.diff(b, axis=1) / dz / (shear + 1e-12), 0.0, 0.7)
    below = 5e-3 * (1.0 - (ri / 0.7) ** 2) ** 3 + 1e-5
    return np.where(sigma < 1.0, np.maximum(inside, below), below)


def diffuse(q, k, dz, dt):
    """One implicit step in place."""
    r = k * dt / dz ** 2
    n = q.shape[1]
    diag = np.ones_like(q)
    diag[:, :-1] += r
    diag[:, 1:] += r
    for i in range(1, n):
        w = -r[:, i - 1] / diag[:, i - 1]
        diag[:, i] += w * r[:, i - 1]
        q[:, i] -= w * q[:, i - 1]
    q[:, -1] /= diag[:, -1]
    for i in range(n - 2, -1, -1):
        q[:, i] = (q[:, i] + r[:, i] * q[:, i + 1]) / diag[:, i]


def kppocean(u, v, b, stress, loss, dz, dt, steps):
    z = (np.arange(b.shape[1]) + 0.5) * dz
    ustar = np.sqrt(stress)
    depth = np.full(b.shape[0], z[1])
    for _ in range(steps):
        wstar = np.cbrt(loss * depth)
        depth = layer_depth(u, v, b, z, ustar, wstar, dz)
        k = mixing(u, v, b, depth, ustar, wstar, dz)
        u[:, 0] += dt * stress / dz
        b[:, 0] -= dt * loss / dz
        for q in (u, v, b):
            diffuse(q, k, dz, dt)
    return depth
