import numba as nb
import numpy as np

GRAVITY, GAS, HEAT, CAPPA = 9.80665, 287.05, 1004.6, 0.2857
WAVENUMBER, FROUDE = 2.5e-5, 0.7


@nb.njit(error_model="numpy")
def gwdrag(u, v, t, edges, rough, dt):
    columns, levels = u.shape
    mid, scale, thick = np.empty(levels), np.empty(levels), np.empty(levels - 1)
    for k in range(levels):
        mid[k] = 0.5 * (edges[k + 1] + edges[k])
        scale[k] = (1e5 / mid[k]) ** CAPPA
    for k in range(levels - 1):
        thick[k] = np.log(mid[k + 1] / mid[k])
    stress, heat = np.zeros((columns, levels + 1)), np.empty((columns, levels))
    top = np.zeros(columns, np.int64)
    n, rho, along = np.empty(levels - 1), np.empty(levels - 1), np.empty(levels)
    for c in range(columns):
        for k in range(levels - 1):
            above, below = t[c, k] * scale[k], t[c, k + 1] * scale[k + 1]
            mean = 0.5 * (t[c, k + 1] + t[c, k])
            dz = GAS * mean / GRAVITY * thick[k]
            n[k] = np.sqrt(max(2.0 * GRAVITY * (above - below) / ((above + below) * dz), 1e-6))
            rho[k] = 0.5 * (mid[k + 1] + mid[k]) / (GAS * mean)
        speed = max(np.hypot(u[c, -1], v[c, -1]), 1e-3)
        ex, ey = u[c, -1] / speed, v[c, -1] / speed
        for k in range(levels):
            along[k] = u[c, k] * ex + v[c, k] * ey
        height = min(2.0 * rough[c], FROUDE * speed / n[levels - 2])
        if rough[c] > 20.0 and speed > 2.0:
            stress[c, levels] = 0.5 * WAVENUMBER * rho[levels - 2] * n[levels - 2] * speed * height ** 2
        for k in range(levels - 1, 0, -1):
            wind = 0.5 * (along[k] + along[k - 1])
            if wind > 0.0:
                most = 0.5 * WAVENUMBER * rho[k - 1] * FROUDE ** 2 * wind ** 3 / n[k - 1]
                stress[c, k] = min(stress[c, k + 1], most)
        stress[c, 0] = stress[c, 1]
        strongest = -1.0
        for k in range(levels):
            change = -GRAVITY * (stress[c, k + 1] - stress[c, k]) / (edges[k + 1] - edges[k])
            change = np.sign(change) * min(abs(change), 0.5 * abs(along[k]) / dt)
            if abs(change) > strongest:
                strongest = abs(change)
                top[c] = k
            before = u[c, k] ** 2 + v[c, k] ** 2
            u[c, k] += dt * change * ex
            v[c, k] += dt * change * ey
            heat[c, k] = 0.5 * (before - u[c, k] ** 2 - v[c, k] ** 2) / (HEAT * dt)
    return stress, heat, top
