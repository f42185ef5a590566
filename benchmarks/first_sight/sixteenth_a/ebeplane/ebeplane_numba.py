import numba as nb
import numpy as np


@nb.njit
def element_stiffness(nu):
    c = np.array([[1.0, nu, 0.0], [nu, 1.0, 0.0], [0.0, 0.0, (1.0 - nu) / 2.0]]) / (1.0 - nu**2)
    sx, sy = np.array([-1.0, 1.0, 1.0, -1.0]), np.array([-1.0, -1.0, 1.0, 1.0])
    ke = np.zeros((8, 8))
    g = 1.0 / np.sqrt(3.0)
    for xi in (-g, g):
        for eta in (-g, g):
            b = np.zeros((3, 8))
            for a in range(4):
                dx, dy = 0.5 * sx[a] * (1.0 + sy[a] * eta), 0.5 * sy[a] * (1.0 + sx[a] * xi)
                b[0, 2 * a] = b[2, 2 * a + 1] = dx
                b[1, 2 * a + 1] = b[2, 2 * a] = dy
            ke += 0.25 * b.T.copy() @ c @ b
    return ke


@nb.njit
def times(out, p, stiff, ke, free, nx, ny):
    out[:] = 0.0
    row = 2 * (ny + 1)
    for i in range(nx):
        for j in range(ny):
            d = i * row + 2 * j
            e = d + row
            s = stiff[i, j]
            a0, a1, a2, a3 = p[d], p[d + 1], p[e], p[e + 1]
            a4, a5, a6, a7 = p[e + 2], p[e + 3], p[d + 2], p[d + 3]
            for k in range(8):
                q = ke[k, 0] * a0 + ke[k, 1] * a1 + ke[k, 2] * a2 + ke[k, 3] * a3
                q += ke[k, 4] * a4 + ke[k, 5] * a5 + ke[k, 6] * a6 + ke[k, 7] * a7
                at = (d + k if k < 2 else e + k - 2) if k < 6 else d + k - 4
                out[at] += s * q
    for k in range(p.size):
        if not free[k]:
            out[k] = 0.0


@nb.njit
def plate(rho, load, fixed, most, nu=0.3, penal=3.0, tol=1e-6):
    nx, ny = rho.shape
    n = load.size
    row = 2 * (ny + 1)
    ke = element_stiffness(nu)
    stiff = rho**penal
    free = ~fixed
    diagonal = np.ones(n)
    for i in range(nx):
        for j in range(ny):
            d = i * row + 2 * j
            for k in range(8):
                at = (d + k if k < 2 else d + row + k - 2) if k < 6 else d + k - 4
                diagonal[at] += stiff[i, j] * ke[k, k]
    u, r, p, kp = np.zeros(n), np.empty(n), np.empty(n), np.empty(n)
    rz, start = 0.0, 0.0
    for k in range(n):
        r[k] = load[k] if free[k] else 0.0
        p[k] = r[k] / diagonal[k]
        rz += r[k] * p[k]
        start += r[k] * r[k]
    start = np.sqrt(start)
    its = 0
    while its < most:
        its += 1
        times(kp, p, stiff, ke, free, nx, ny)
        alpha = rz / np.dot(p, kp)
        size, new = 0.0, 0.0
        for k in range(n):
            u[k] += alpha * p[k]
            r[k] -= alpha * kp[k]
            size += r[k] * r[k]
            new += r[k] * r[k] / diagonal[k]
        if np.sqrt(size) < tol * start:
            break
        beta = new / rz
        for k in range(n):
            p[k] = r[k] / diagonal[k] + beta * p[k]
        rz = new
    energy = np.empty((nx, ny))
    a = np.empty(8)
    for i in range(nx):
        for j in range(ny):
            d = i * row + 2 * j
            for k in range(8):
                a[k] = u[(d + k if k < 2 else d + row + k - 2) if k < 6 else d + k - 4]
            total = 0.0
            for k in range(8):
                for l in range(8):
                    total += a[k] * ke[k, l] * a[l]
            energy[i, j] = 0.5 * stiff[i, j] * total
    return u, its, energy
