import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def energy(phi, p, mass, coupling):
    n, m = phi.shape
    total = 0.0
    for i in range(n):
        for j in range(m):
            f = phi[i, j]
            left = phi[i, j - 1 if j > 0 else m - 1]
            up = phi[i - 1 if i > 0 else n - 1, j]
            total += (2.0 + 0.5 * mass) * f * f + coupling * f * f * f * f - f * (up + left) + 0.5 * p[i, j] ** 2
    return total


@nb.njit(error_model="numpy")
def kick(phi, p, mass, coupling, eps):
    n, m = phi.shape
    for i in range(n):
        up, down = (i - 1 if i > 0 else n - 1), (i + 1 if i < n - 1 else 0)
        for j in range(m):
            left, right = (j - 1 if j > 0 else m - 1), (j + 1 if j < m - 1 else 0)
            f = phi[i, j]
            near = phi[up, j] + phi[down, j] + phi[i, left] + phi[i, right]
            p[i, j] += eps * (near - (4.0 + mass) * f - 4.0 * coupling * f * f * f)


@nb.njit(error_model="numpy")
def hmcphi4(phi, momenta, chance, mass, coupling, eps, leaps):
    n, m = phi.shape
    trajectories = chance.size
    accepted, magnet, heat = np.zeros(trajectories, np.bool_), np.zeros(trajectories), np.zeros(trajectories)
    new, p = np.empty((n, m)), np.empty((n, m))
    for t in range(trajectories):
        p[:] = momenta[t]
        new[:] = phi
        before = energy(phi, p, mass, coupling)
        kick(new, p, mass, coupling, 0.5 * eps)
        for k in range(leaps):
            for i in range(n):
                for j in range(m):
                    new[i, j] += eps * p[i, j]
            kick(new, p, mass, coupling, eps if k < leaps - 1 else 0.5 * eps)
        heat[t] = energy(new, p, mass, coupling) - before
        if np.log(chance[t]) < -heat[t]:
            accepted[t] = True
            phi[:] = new
        magnet[t] = np.sum(phi) / phi.size
    return accepted, magnet, heat
