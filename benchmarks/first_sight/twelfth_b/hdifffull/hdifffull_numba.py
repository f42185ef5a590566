import numba as nb
import numpy as np


@nb.njit
def diffuse(field, coeff):
    ni, nj, nk = coeff.shape
    out = np.empty((ni, nj, nk))
    lap = np.empty((ni + 2, nj + 2, nk))
    for i in range(ni + 2):
        for j in range(nj + 2):
            for k in range(nk):
                lap[i, j, k] = 4.0 * field[i + 1, j + 1, k] - (field[i + 2, j + 1, k] + field[i, j + 1, k]
                                                               + field[i + 1, j + 2, k] + field[i + 1, j, k])
    for i in range(ni):
        for j in range(nj):
            for k in range(nk):
                here = field[i + 2, j + 2, k]
                centre = lap[i + 1, j + 1, k]
                east = lap[i + 2, j + 1, k] - centre
                if east * (field[i + 3, j + 2, k] - here) > 0:
                    east = 0.0
                west = centre - lap[i, j + 1, k]
                if west * (here - field[i + 1, j + 2, k]) > 0:
                    west = 0.0
                north = lap[i + 1, j + 2, k] - centre
                if north * (field[i + 2, j + 3, k] - here) > 0:
                    north = 0.0
                south = centre - lap[i + 1, j, k]
                if south * (here - field[i + 2, j + 1, k]) > 0:
                    south = 0.0
                out[i, j, k] = here - coeff[i, j, k] * (east - west + north - south)
    return out
