import numba as nb
import numpy as np


@nb.njit
def simulate(x, v, affine, strain, grid, steps):
    n = len(x)
    dx = 1.0 / grid
    dt = 0.1 * dx / 10.0
    volume = 0.25 * dx * dx
    mass = 1.0 * volume
    mu, lam = 20.0, 30.0
    energy = np.zeros(steps)
    momentum = np.empty((grid + 1, grid + 1, 2))
    weight = np.empty((grid + 1, grid + 1))
    wx, wy = np.empty(3), np.empty(3)
    for step in range(steps):
        momentum[:] = 0.0
        weight[:] = 0.0
        for p in range(n):
            bx, by = int(x[p, 0] / dx - 0.5), int(x[p, 1] / dx - 0.5)
            fx, fy = x[p, 0] / dx - bx, x[p, 1] / dx - by
            wx[0], wx[1], wx[2] = 0.5 * (1.5 - fx) ** 2, 0.75 - (fx - 1.0) ** 2, 0.5 * (fx - 0.5) ** 2
            wy[0], wy[1], wy[2] = 0.5 * (1.5 - fy) ** 2, 0.75 - (fy - 1.0) ** 2, 0.5 * (fy - 0.5) ** 2
            a, b, c, d = affine[p, 0, 0], affine[p, 0, 1], affine[p, 1, 0], affine[p, 1, 1]
            s, t, q, r = strain[p, 0, 0], strain[p, 0, 1], strain[p, 1, 0], strain[p, 1, 1]
            s, t, q, r = s + dt * (a * s + b * q), t + dt * (a * t + b * r), q + dt * (c * s + d * q), r + dt * (c * t + d * r)
            strain[p, 0, 0], strain[p, 0, 1], strain[p, 1, 0], strain[p, 1, 1] = s, t, q, r
            press = lam * np.log(max(s * r - t * q, 0.05))
            scale = 4.0 * dt * volume / dx**2
            off = mu * (s * q + t * r)
            caa = mass * a - scale * (mu * (s * s + t * t - 1.0) + press)
            cab = mass * b - scale * off
            cba = mass * c - scale * off
            cbb = mass * d - scale * (mu * (q * q + r * r - 1.0) + press)
            for i in range(3):
                ox = (i - fx) * dx
                for j in range(3):
                    oy = (j - fy) * dx
                    share = wx[i] * wy[j]
                    momentum[bx + i, by + j, 0] += share * (mass * v[p, 0] + (caa * ox + cab * oy))
                    momentum[bx + i, by + j, 1] += share * (mass * v[p, 1] + (cba * ox + cbb * oy))
                    weight[bx + i, by + j] += share * mass
        for i in range(grid + 1):
            for j in range(grid + 1):
                if weight[i, j] > 0.0:
                    momentum[i, j, 0] /= weight[i, j]
                    momentum[i, j, 1] = momentum[i, j, 1] / weight[i, j] - 9.8 * dt
                if i < 3:
                    momentum[i, j, 0] = max(momentum[i, j, 0], 0.0)
                if i > grid - 3:
                    momentum[i, j, 0] = min(momentum[i, j, 0], 0.0)
                if j < 3:
                    momentum[i, j, 1] = max(momentum[i, j, 1], 0.0)
                if j > grid - 3:
                    momentum[i, j, 1] = min(momentum[i, j, 1], 0.0)
        total = 0.0
        for p in range(n):
            bx, by = int(x[p, 0] / dx - 0.5), int(x[p, 1] / dx - 0.5)
            fx, fy = x[p, 0] / dx - bx, x[p, 1] / dx - by
            wx[0], wx[1], wx[2] = 0.5 * (1.5 - fx) ** 2, 0.75 - (fx - 1.0) ** 2, 0.5 * (fx - 0.5) ** 2
            wy[0], wy[1], wy[2] = 0.5 * (1.5 - fy) ** 2, 0.75 - (fy - 1.0) ** 2, 0.5 * (fy - 0.5) ** 2
            vx, vy, a, b, c, d = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
            for i in range(3):
                ox = (i - fx) * dx
                for j in range(3):
                    oy = (j - fy) * dx
                    share = wx[i] * wy[j]
                    mx, my = share * momentum[bx + i, by + j, 0], share * momentum[bx + i, by + j, 1]
                    vx += mx
                    vy += my
                    a += 4.0 / dx**2 * mx * ox
                    b += 4.0 / dx**2 * mx * oy
                    c += 4.0 / dx**2 * my * ox
                    d += 4.0 / dx**2 * my * oy
            v[p, 0], v[p, 1] = vx, vy
            affine[p, 0, 0], affine[p, 0, 1], affine[p, 1, 0], affine[p, 1, 1] = a, b, c, d
            x[p, 0] += dt * vx
            x[p, 1] += dt * vy
            total += vx * vx + vy * vy
        energy[step] = 0.5 * mass * total
    return energy
