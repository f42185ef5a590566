import numba as nb
import numpy as np


@nb.njit
def relax(p, pn, b, dx, dy, nit):
    ny, nx = p.shape
    for _ in range(nit):
        pn[:] = p
        for i in range(1, ny - 1):
            for j in range(nx):
                e = j + 1 if j < nx - 1 else 0
                w = j - 1 if j > 0 else nx - 1
                p[i, j] = (((pn[i, e] + pn[i, w]) * dy**2 + (pn[i + 1, j] + pn[i - 1, j]) * dx**2
                            - b[i, j] * dx**2 * dy**2) / (2 * (dx**2 + dy**2)))
        for j in range(nx):
            p[0, j] = p[1, j]
            p[ny - 1, j] = p[ny - 2, j]


@nb.njit
def channel(u, v, p, force, nit, limit, dt=0.001, rho=1.0, nu=0.1, tol=1e-3):
    ny, nx = u.shape
    dx, dy = 2.0 / (nx - 1), 2.0 / (ny - 1)
    dt = min(dt, 0.2 * dy**2 / nu)
    b, pn = np.zeros((ny, nx)), np.empty((ny, nx))
    un, vn = np.empty((ny, nx)), np.empty((ny, nx))
    change = 1.0
    count = 0
    while change > tol and count < limit:
        for i in range(1, ny - 1):
            for j in range(nx):
                e = j + 1 if j < nx - 1 else 0
                w = j - 1 if j > 0 else nx - 1
                ux, vx = (u[i, e] - u[i, w]) / (2 * dx), (v[i, e] - v[i, w]) / (2 * dx)
                uy, vy = (u[i + 1, j] - u[i - 1, j]) / (2 * dy), (v[i + 1, j] - v[i - 1, j]) / (2 * dy)
                b[i, j] = rho * ((ux + vy) / dt - ux**2 - 2 * uy * vx - vy**2)
        relax(p, pn, b, dx, dy, nit)
        un[:] = u
        vn[:] = v
        for i in range(1, ny - 1):
            for j in range(nx):
                e = j + 1 if j < nx - 1 else 0
                w = j - 1 if j > 0 else nx - 1
                ui, vi = un[i, j], vn[i, j]
                lu = (un[i, e] - 2 * ui + un[i, w]) / dx**2 + (un[i + 1, j] - 2 * ui + un[i - 1, j]) / dy**2
                lv = (vn[i, e] - 2 * vi + vn[i, w]) / dx**2 + (vn[i + 1, j] - 2 * vi + vn[i - 1, j]) / dy**2
                u[i, j] = (ui - dt * (ui * (ui - un[i, w]) / dx + vi * (ui - un[i - 1, j]) / dy)
                           - dt / rho * (p[i, e] - p[i, w]) / (2 * dx) + nu * dt * lu + force * dt)
                v[i, j] = (vi - dt * (ui * (vi - vn[i, w]) / dx + vi * (vi - vn[i - 1, j]) / dy)
                           - dt / rho * (p[i + 1, j] - p[i - 1, j]) / (2 * dy) + nu * dt * lv)
        new, old = 0.0, 0.0
        for i in range(ny):
            for j in range(nx):
                new += u[i, j]
                old += un[i, j]
        change = (new - old) / new
        count += 1
    return count
