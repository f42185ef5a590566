import numpy as np


def laplacian(f):
    return f[2:, 1:-1] + f[:-2, 1:-1] + f[1:-1, 2:] + f[1:-1, :-2] - 4.0 * f[1:-1, 1:-1]


def downhill(flux, slope):
    """Fluxes that would go up the slope are dropped."""
    return np.where(flux * slope > 0.0, 0.0, flux)


def smooth(q, strength, out):
    """Fourth-order horizontal diffusion with limited fluxes, level by level."""
    for k in range(q.shape[0]):
        level = q[k]
        lap = laplacian(level)
        along = downhill(lap[1:-1, 1:] - lap[1:-1, :-1], level[2:-2, 2:-1] - level[2:-2, 1:-2])
        across = downhill(lap[1:, 1:-1] - lap[:-1, 1:-1], level[2:-1, 2:-2] - level[1:-2, 2:-2])
        spread = along[:, 1:] - along[:, :-1] + across[1:] - across[:-1]
        out[k, 2:-2, 2:-2] = level[2:-2, 2:-2] - strength[k, 2:-2, 2:-2] * spread
