import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def picture(bx, by, disk, h):
    """Ray after ray."""
    inner, outer, tilt = disk
    n, m = bx.shape
    flux, swallowed = np.zeros((n, m)), np.zeros((n, m), np.bool_)
    for i in range(n):
        for j in range(m):
            b = np.hypot(bx[i, j], by[i, j])
            meets = np.pi / 2.0 + np.arctan(np.sin(np.arctan2(by[i, j], bx[i, j])) / np.tan(tilt))
            u, w, phi = 0.0, 1.0 / b, 0.0
            while phi < 3.0 * np.pi:
                l1 = 1.5 * u * u - u
                k2, v = w + 0.5 * h * l1, u + 0.5 * h * w
                l2 = 1.5 * v * v - v
                k3, v = w + 0.5 * h * l2, u + 0.5 * h * k2
                l3 = 1.5 * v * v - v
                k4, v = w + h * l3, u + h * k3
                l4 = 1.5 * v * v - v
                new_u = u + h / 6.0 * (w + 2.0 * k2 + 2.0 * k3 + k4)
                new_w = w + h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4)
                if phi < meets and phi + h >= meets:
                    r = 1.0 / max(u + (new_u - u) * (meets - phi) / h, 1e-9)
                    if inner <= r <= outer:
                        shift = np.sqrt(1.0 - 1.5 / r) / (1.0 + bx[i, j] * np.sin(tilt) / np.sqrt(2.0 * r**3))
                        flux[i, j] = shift**4 * (1.0 - np.sqrt(inner / r)) / r**3
                        swallowed[i, j] = new_u > 1.0
                        break
                    meets += np.pi
                u, w = new_u, new_w
                phi += h
                if u > 1.0:
                    swallowed[i, j] = True
                    break
                if u < 0.0:
                    break
    return flux, swallowed
