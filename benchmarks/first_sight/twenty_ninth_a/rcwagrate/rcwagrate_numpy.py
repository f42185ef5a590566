import numpy as np


def toeplitz(ridge, fill, most):
    """Fourier coefficients of the grating, one row and column for each order."""
    size = 2 * most + 1
    p = np.arange(-size + 1, size)
    c = (ridge - 1.0) * fill * np.sinc(p * fill) + (p == 0)
    i = np.arange(size)
    return c[i[:, None] - i + size - 1]


def outgoing(square):
    """Roots that decay or leave."""
    root = np.sqrt(square + 0j)
    return np.where(root.imag < 0.0, -root, root)


def rcwagrate(lengths, ridge, most, period=0.7, depth=0.35, fill=0.4, angle=0.15, below=1.45):
    """Shares of light that each order takes back and through, electric field along the ridges, and what is lost."""
    size = 2 * most + 1
    back, through = np.zeros((lengths.size, size)), np.zeros((lengths.size, size))
    for t in range(lengths.size):
        k0 = 2.0 * np.pi / lengths[t]
        kx = np.sin(angle) - np.arange(-most, most + 1) * lengths[t] / period
        kr, kt = outgoing(1.0 - kx ** 2), outgoing(below ** 2 - kx ** 2)
        w, W = np.linalg.eig(np.diag(kx ** 2) - toeplitz(ridge[t], fill, most))
        q = np.sqrt(w)
        V = W * q
        X = np.exp(-k0 * depth * q)
        M = np.empty((2 * size, 2 * size), dtype=complex)
        M[:size, :size] = V - 1j * kr[:, None] * W
        M[:size, size:] = -(V + 1j * kr[:, None] * W) * X
        M[size:, :size] = (V + 1j * kt[:, None] * W) * X
        M[size:, size:] = -(V - 1j * kt[:, None] * W)
        source = np.zeros(2 * size, dtype=complex)
        source[most] = -2j * np.cos(angle)
        c = np.linalg.solve(M, source)
        up, down = c[:size], c[size:]
        r = W @ (up + X * down)
        r[most] -= 1.0
        s = W @ (X * up + down)
        back[t] = np.abs(r) ** 2 * kr.real / np.cos(angle)
        through[t] = np.abs(s) ** 2 * kt.real / np.cos(angle)
    return back, through, 1.0 - back.sum(axis=1) - through.sum(axis=1)
