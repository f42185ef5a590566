import numba as nb
import numpy as np


@nb.njit
def forces(m, x, v, soft, a, j):
    n = m.size
    for i in range(n):
        ax, ay, az, jx, jy, jz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for k in range(n):
            dx, dy, dz = x[0, k] - x[0, i], x[1, k] - x[1, i], x[2, k] - x[2, i]
            ux, uy, uz = v[0, k] - v[0, i], v[1, k] - v[1, i], v[2, k] - v[2, i]
            r2 = dx * dx + dy * dy + dz * dz + soft * soft
            inv = 1.0 / r2
            f = m[k] * inv / np.sqrt(r2)
            rv = 3.0 * (dx * ux + dy * uy + dz * uz) * inv
            ax += f * dx
            ay += f * dy
            az += f * dz
            jx += f * (ux - rv * dx)
            jy += f * (uy - rv * dy)
            jz += f * (uz - rv * dz)
        a[0, i], a[1, i], a[2, i] = ax, ay, az
        j[0, i], j[1, i], j[2, i] = jx, jy, jz


@nb.njit
def energy(m, x, v, soft):
    kinetic, potential = 0.0, 0.0
    for i in range(m.size):
        kinetic += m[i] * (v[0, i] ** 2 + v[1, i] ** 2 + v[2, i] ** 2)
        for k in range(i):
            dx, dy, dz = x[0, k] - x[0, i], x[1, k] - x[1, i], x[2, k] - x[2, i]
            potential += m[i] * m[k] / np.sqrt(dx * dx + dy * dy + dz * dz + soft * soft)
    return 0.5 * kinetic - potential


@nb.njit
def hermite(m, x, v, steps, soft=0.05, eta=0.02):
    n = m.size
    x, v = x.T.copy(), v.T.copy()
    whole = m.sum()
    for d in range(3):
        x[d] -= np.sum(x[d] * m) / whole
        v[d] -= np.sum(v[d] * m) / whole
    a, j, fa, fj = np.empty((3, n)), np.empty((3, n)), np.empty((3, n)), np.empty((3, n))
    xp, vp = np.empty((3, n)), np.empty((3, n))
    forces(m, x, v, soft, a, j)
    first = energy(m, x, v, soft)
    times = np.zeros(steps)
    t = 0.0
    for step in range(steps):
        least = np.inf
        for i in range(n):
            least = min(least, (a[0, i] ** 2 + a[1, i] ** 2 + a[2, i] ** 2) / (j[0, i] ** 2 + j[1, i] ** 2 + j[2, i] ** 2))
        dt = eta * np.sqrt(least)
        for d in range(3):
            for i in range(n):
                xp[d, i] = x[d, i] + dt * (v[d, i] + dt * (a[d, i] / 2.0 + dt * j[d, i] / 6.0))
                vp[d, i] = v[d, i] + dt * (a[d, i] + dt * j[d, i] / 2.0)
        forces(m, xp, vp, soft, fa, fj)
        for d in range(3):
            for i in range(n):
                u = v[d, i] + dt / 2.0 * (a[d, i] + fa[d, i]) + dt * dt / 12.0 * (j[d, i] - fj[d, i])
                x[d, i] += dt / 2.0 * (v[d, i] + u) + dt * dt / 12.0 * (a[d, i] - fa[d, i])
                v[d, i] = u
        a, fa = fa, a
        j, fj = fj, j
        t += dt
        times[step] = t
    return x.T.copy(), v.T.copy(), times, first, energy(m, x, v, soft)
