import numpy as np


def wrapped(d):
    return d - 2.0 * np.pi * np.rint(d / (2.0 * np.pi))


def divergence(gx, gy):
    """What leaves each pixel; nothing passes the rim."""
    out = np.zeros((gx.shape[0], gy.shape[1]))
    out[:, :-1] += gx
    out[:, 1:] -= gx
    out[:-1] += gy
    out[1:] -= gy
    return out


def poisson(rho):
    """Exact where all weights are one: the mirrored picture has a Fourier transform of cosines."""
    n, m = rho.shape
    spectrum = np.fft.fft2(np.block([[rho, rho[:, ::-1]], [rho[::-1], rho[::-1, ::-1]]]))
    a = 2.0 * np.cos(np.pi * np.arange(2 * n) / n)[:, None] + 2.0 * np.cos(np.pi * np.arange(2 * m) / m) - 4.0
    a[0, 0] = 1.0
    spectrum /= a
    spectrum[0, 0] = 0.0
    return np.fft.ifft2(spectrum).real[:n, :m]


def unwrapls(psi, weight, rounds):
    """After Ghiglia and Romero: the phase, the turns that psi lacks, and what is left each round."""
    wx, wy = np.minimum(weight[:, 1:], weight[:, :-1]) ** 2, np.minimum(weight[1:], weight[:-1]) ** 2
    r = divergence(wx * wrapped(np.diff(psi, axis=1)), wy * wrapped(np.diff(psi, axis=0)))
    phi = np.zeros_like(psi)
    p = np.zeros_like(psi)
    before = 1.0
    gaps = np.zeros(rounds)
    for k in range(rounds):
        z = poisson(r)
        now = np.sum(r * z)
        p = z + (now / before if k > 0 else 0.0) * p
        before = now
        q = divergence(wx * np.diff(p, axis=1), wy * np.diff(p, axis=0))
        alpha = now / np.sum(p * q)
        phi += alpha * p
        r -= alpha * q
        gaps[k] = np.linalg.norm(r)
    return phi, np.rint((phi - psi) / (2.0 * np.pi)).astype(np.int32), gaps
