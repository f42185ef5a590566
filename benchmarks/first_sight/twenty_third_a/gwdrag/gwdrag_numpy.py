import numpy as np

GRAVITY, GAS, HEAT, CAPPA = 9.80665, 287.05, 1004.6, 0.2857
WAVENUMBER, FROUDE = 2.5e-5, 0.7


def stability(t, mid):
    """Buoyancy frequency and density between neighbouring layers."""
    theta = t * (1e5 / mid) ** CAPPA
    mean = 0.5 * (t[:, 1:] + t[:, :-1])
    dz = GAS * mean / GRAVITY * np.log(mid[1:] / mid[:-1])
    n2 = 2.0 * GRAVITY * (theta[:, :-1] - theta[:, 1:]) / ((theta[:, :-1] + theta[:, 1:]) * dz)
    return np.sqrt(np.maximum(n2, 1e-6)), 0.5 * (mid[1:] + mid[:-1]) / (GAS * mean)


def gwdrag(u, v, t, edges, rough, dt):
    """Stress of waves level by level upwards, no more than they carry without breaking; winds change in place."""
    columns, levels = u.shape
    mid = 0.5 * (edges[1:] + edges[:-1])
    n, rho = stability(t, mid)
    speed = np.maximum(np.hypot(u[:, -1], v[:, -1]), 1e-3)
    ex, ey = u[:, -1] / speed, v[:, -1] / speed
    along = u * ex[:, None] + v * ey[:, None]
    height = np.minimum(2.0 * rough, FROUDE * speed / n[:, -1])
    stress = np.zeros((columns, levels + 1))
    launched = 0.5 * WAVENUMBER * rho[:, -1] * n[:, -1] * speed * height ** 2
    stress[:, -1] = np.where((rough > 20.0) & (speed > 2.0), launched, 0.0)
    for k in range(levels - 1, 0, -1):
        wind = 0.5 * (along[:, k] + along[:, k - 1])
        most = 0.5 * WAVENUMBER * rho[:, k - 1] * FROUDE ** 2 * wind ** 3 / n[:, k - 1]
        stress[:, k] = np.where(wind > 0.0, np.minimum(stress[:, k + 1], most), 0.0)
    stress[:, 0] = stress[:, 1]
    change = -GRAVITY * (stress[:, 1:] - stress[:, :-1]) / np.diff(edges)
    change = np.sign(change) * np.minimum(np.abs(change), 0.5 * np.abs(along) / dt)
    before = u ** 2 + v ** 2
    u += dt * change * ex[:, None]
    v += dt * change * ey[:, None]
    heat = 0.5 * (before - u ** 2 - v ** 2) / (HEAT * dt)
    return stress, heat, np.argmax(np.abs(change), axis=1)
