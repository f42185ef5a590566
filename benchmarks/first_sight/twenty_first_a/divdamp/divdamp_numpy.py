import numpy as np


def spread(d, dx, dy, area):
    """The Laplacian of d, nothing through the border."""
    fx = np.zeros((d.shape[0] + 1, d.shape[1], d.shape[2]))
    fy = np.zeros((d.shape[0], d.shape[1] + 1, d.shape[2]))
    fx[1:-1] = (d[1:] - d[:-1]) * (dy[1:-1, :-1] / dx[1:-1, :-1])[:, :, np.newaxis]
    fy[:, 1:-1] = (d[:, 1:] - d[:, :-1]) * (dx[:-1, 1:-1] / dy[:-1, 1:-1])[:, :, np.newaxis]
    return (fx[1:] - fx[:-1] + fy[:, 1:] - fy[:, :-1]) / area[:, :, np.newaxis]


def divdamp(u, v, dx, dy, area, ke, order, dt):
    small = np.min(area)
    flow = (u[1:] * dy[1:, :-1, np.newaxis] - u[:-1] * dy[:-1, :-1, np.newaxis]
            + v[:, 1:] * dx[:-1, 1:, np.newaxis] - v[:, :-1] * dx[:-1, :-1, np.newaxis])
    divergence = flow / area[:, :, np.newaxis]
    high = divergence
    for n in range(order):
        high = small * spread(high, dx, dy, area)
    share = small * np.maximum(0.0075, np.minimum(0.2, 0.15 * dt * np.abs(divergence)))
    damp = share * divergence + (-1.0) ** order * 0.12 ** (order + 1) * small * high
    ke += damp
    u[1:-1] += (damp[1:] - damp[:-1]) / dx[1:-1, :-1, np.newaxis]
    v[:, 1:-1] += (damp[:, 1:] - damp[:, :-1]) / dy[:-1, 1:-1, np.newaxis]
