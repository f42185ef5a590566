import numpy as np


def ddx(a, dx):
    """Central difference along a row that closes on itself; inner rows."""
    return (np.roll(a, -1, axis=1) - np.roll(a, 1, axis=1))[1:-1] / (2 * dx)


def ddy(a, dy):
    return (a[2:] - a[:-2]) / (2 * dy)


def laplace(a, dx, dy):
    return ((np.roll(a, -1, axis=1) - 2 * a + np.roll(a, 1, axis=1))[1:-1] / dx**2
            + (a[2:] - 2 * a[1:-1] + a[:-2]) / dy**2)


def relax(p, b, dx, dy, nit):
    for _ in range(nit):
        pn = p.copy()
        sides = np.roll(pn, -1, axis=1) + np.roll(pn, 1, axis=1)
        p[1:-1] = (sides[1:-1] * dy**2 + (pn[2:] + pn[:-2]) * dx**2 - b * dx**2 * dy**2) / (2 * (dx**2 + dy**2))
        p[0] = p[1]
        p[-1] = p[-2]


def channel(u, v, p, force, nit, limit, dt=0.001, rho=1.0, nu=0.1, tol=1e-3):
    ny, nx = u.shape
    dx, dy = 2.0 / (nx - 1), 2.0 / (ny - 1)
    dt = min(dt, 0.2 * dy**2 / nu)
    change = 1.0
    count = 0
    while change > tol and count < limit:
        ux, uy, vx, vy = ddx(u, dx), ddy(u, dy), ddx(v, dx), ddy(v, dy)
        b = rho * ((ux + vy) / dt - ux**2 - 2 * uy * vx - vy**2)
        relax(p, b, dx, dy, nit)
        un, vn = u.copy(), v.copy()
        ui, vi = un[1:-1], vn[1:-1]
        u[1:-1] = (ui - dt * (ui * (un - np.roll(un, 1, axis=1))[1:-1] / dx + vi * (ui - un[:-2]) / dy)
                   - dt / rho * ddx(p, dx) + nu * dt * laplace(un, dx, dy) + force * dt)
        v[1:-1] = (vi - dt * (ui * (vn - np.roll(vn, 1, axis=1))[1:-1] / dx + vi * (vi - vn[:-2]) / dy)
                   - dt / rho * ddy(p, dy) + nu * dt * laplace(vn, dx, dy))
        change = (np.sum(u) - np.sum(un)) / np.sum(u)
        count += 1
    return count
