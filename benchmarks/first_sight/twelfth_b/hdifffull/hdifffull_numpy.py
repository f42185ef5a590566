import numpy as np


def diffuse(field, coeff):
    """Levels lie along the last axis; two points of halo around the plane. Fluxes that would go uphill are cut off."""
    lap = 4.0 * field[1:-1, 1:-1, :] - (field[2:, 1:-1, :] + field[:-2, 1:-1, :] + field[1:-1, 2:, :] + field[1:-1, :-2, :])
    flux_i = lap[1:, 1:-1, :] - lap[:-1, 1:-1, :]
    step_i = field[2:-1, 2:-2, :] - field[1:-2, 2:-2, :]
    flux_i = np.where(flux_i * step_i > 0, 0, flux_i)
    flux_j = lap[1:-1, 1:, :] - lap[1:-1, :-1, :]
    step_j = field[2:-2, 2:-1, :] - field[2:-2, 1:-2, :]
    flux_j = np.where(flux_j * step_j > 0, 0, flux_j)
    return field[2:-2, 2:-2, :] - coeff * (flux_i[1:] - flux_i[:-1] + flux_j[:, 1:] - flux_j[:, :-1])
