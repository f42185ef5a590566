import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def stiffness(u, D, weight, at, speed, local, fx, fy, force):
    elements, p, _ = at.shape
    force[:] = 0.0
    for e in range(elements):
        for i in range(p):
            for k in range(p):
                local[i, k] = u[at[e, i, k]]
        for i in range(p):
            for k in range(p):
                ux, uy = 0.0, 0.0
                for j in range(p):
                    ux += D[i, j] * local[j, k]
                    uy += D[k, j] * local[i, j]
                flow = weight[i, k] * speed[e, i, k]
                fx[i, k] = flow * ux
                fy[i, k] = flow * uy
        for i in range(p):
            for k in range(p):
                part = 0.0
                for j in range(p):
                    part += D[j, i] * fx[j, k] + D[j, k] * fy[i, j]
                force[at[e, i, k]] += part


@nb.njit(error_model="numpy")
def semwave(D, weight, at, speed, u, mass, steps):
    p = D.shape[0]
    order = p - 1
    dt = 0.4 / (np.sqrt(at.shape[0]) * order ** 2 * np.sqrt(np.max(speed)))
    energy = np.zeros(steps)
    old, now, force = u.copy(), u.copy(), np.empty_like(u)
    local, fx, fy = np.empty((p, p)), np.empty((p, p)), np.empty((p, p))
    for t in range(steps):
        stiffness(now, D, weight, at, speed, local, fx, fy, force)
        total = 0.0
        for i in range(u.size):
            new = 2.0 * now[i] - old[i] - dt ** 2 * force[i] / mass[i]
            motion = (new - now[i]) / dt
            total += mass[i] * motion ** 2 + new * force[i]
            old[i] = new
        energy[t] = 0.5 * total
        old, now = now, old
    return now, old, energy
