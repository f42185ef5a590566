import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def slope(f, i, j, down):
    n, m = f.shape
    if down:
        if i == 0:
            return f[1, j] - f[0, j]
        if i == n - 1:
            return f[n - 1, j] - f[n - 2, j]
        return (f[i + 1, j] - f[i - 1, j]) / 2.0
    if j == 0:
        return f[i, 1] - f[i, 0]
    if j == m - 1:
        return f[i, m - 1] - f[i, m - 2]
    return (f[i, j + 1] - f[i, j - 1]) / 2.0


@nb.njit(error_model="numpy")
def eddies(height, lat, lon, sea):
    radius, g = 6.371e6, 9.81
    n, m = height.shape
    dy = radius * np.deg2rad(lat[1] - lat[0])
    dlon = np.deg2rad(lon[1] - lon[0])
    total, count = 0.0, 0
    for i in range(n):
        for j in range(m):
            if sea[i, j]:
                total += height[i, j]
                count += 1
    mean = total / count
    eta, u, v = np.empty((n, m)), np.empty((n, m)), np.empty((n, m))
    w, vorticity = np.empty((n, m)), np.empty((n, m))
    for i in range(n):
        for j in range(m):
            eta[i, j] = height[i, j] - mean if sea[i, j] else 0.0
    for i in range(n):
        factor = g / (2.0 * 7.2921e-5 * np.sin(np.deg2rad(lat[i])))
        dx = radius * np.cos(np.deg2rad(lat[i])) * dlon
        for j in range(m):
            u[i, j] = -factor * (slope(eta, i, j, True) / dy)
            v[i, j] = factor * (slope(eta, i, j, False) / dx)
    total, count = 0.0, 0
    for i in range(n):
        dx = radius * np.cos(np.deg2rad(lat[i])) * dlon
        for j in range(m):
            ux, uy = slope(u, i, j, False) / dx, slope(u, i, j, True) / dy
            vx, vy = slope(v, i, j, False) / dx, slope(v, i, j, True) / dy
            turn = vx - uy
            vorticity[i, j] = turn
            q = (ux - vy) ** 2 + (vx + uy) ** 2 - turn**2
            wide = (sea[i, j] and (i == 0 or sea[i - 1, j]) and (i == n - 1 or sea[i + 1, j])
                    and (j == 0 or sea[i, j - 1]) and (j == m - 1 or sea[i, j + 1]))
            if wide:
                total += q
                count += 1
                w[i, j] = q
            else:
                w[i, j] = np.nan
    mean, square = total / count, 0.0
    for i in range(n):
        for j in range(m):
            if not np.isnan(w[i, j]):
                square += (w[i, j] - mean) ** 2
    limit = -0.2 * np.sqrt(square / count)
    size, carried, counted, zonal = np.zeros(2), np.zeros(2), np.zeros(2, np.int64), np.zeros(n)
    for i in range(n):
        area = radius * np.cos(np.deg2rad(lat[i])) * dlon * dy
        here = 0
        f = np.sin(np.deg2rad(lat[i]))
        for j in range(m):
            if w[i, j] < limit:
                energy = 0.5 * (u[i, j] ** 2 + v[i, j] ** 2)
                zonal[i] += energy
                here += 1
                turn = vorticity[i, j] * f
                if turn != 0.0:
                    k = 1 if turn > 0.0 else 0
                    size[k] += area
                    carried[k] += energy * area
                    counted[k] += 1
        zonal[i] /= max(here, 1)
    anticyclones = (size[0], carried[0] / max(size[0], 1.0), counted[0])
    return w, anticyclones, (size[1], carried[1] / max(size[1], 1.0), counted[1]), zonal
