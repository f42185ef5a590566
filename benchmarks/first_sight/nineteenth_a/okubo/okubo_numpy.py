import numpy as np


def gradients(f, x, y):
    return np.gradient(f, axis=1) / x, np.gradient(f, axis=0) / y


def eddies(height, lat, lon, sea):
    """After Okubo and Weiss: where rotation beats strain by a fifth of the field's scatter."""
    radius, g = 6.371e6, 9.81
    f = 2.0 * 7.2921e-5 * np.sin(np.deg2rad(lat))[:, None]
    dy = radius * np.deg2rad(lat[1] - lat[0])
    dx = radius * np.cos(np.deg2rad(lat))[:, None] * np.deg2rad(lon[1] - lon[0])
    eta = np.where(sea, height - np.mean(height[sea]), 0.0)
    eta_x, eta_y = gradients(eta, dx, dy)
    u, v = -g / f * eta_y, g / f * eta_x
    u_x, u_y = gradients(u, dx, dy)
    v_x, v_y = gradients(v, dx, dy)
    vorticity = v_x - u_y
    w = (u_x - v_y) ** 2 + (v_x + u_y) ** 2 - vorticity**2
    wide = sea.copy()
    wide[1:, :] &= sea[:-1, :]
    wide[:-1, :] &= sea[1:, :]
    wide[:, 1:] &= sea[:, :-1]
    wide[:, :-1] &= sea[:, 1:]
    core = wide & (w < -0.2 * np.std(w[wide]))
    area = np.broadcast_to(dx * dy, w.shape)
    energy = 0.5 * (u**2 + v**2)
    summary = {}
    for name, sign in (("cyclones", 1.0), ("anticyclones", -1.0)):
        inside = core & (sign * vorticity * f > 0.0)
        size = np.sum(area[inside])
        summary[name] = (size, np.sum(energy[inside] * area[inside]) / max(size, 1.0), np.count_nonzero(inside))
    zonal = np.sum(np.where(core, energy, 0.0), axis=1) / np.maximum(core.sum(axis=1), 1)
    return np.where(wide, w, np.nan), summary, zonal
