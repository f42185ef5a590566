import numba as nb
import numpy as np


@nb.njit
def rates(dx, dv, dz, x, v, z, ag, mass, stiff, viscous):
    n = x.size
    under_x, under_v, force = 0.0, 0.0, 0.0
    for i in range(n):
        gap, speed = x[i] - under_x, v[i] - under_v
        here = stiff[i] * (0.1 * gap + 0.9 * 0.01 * z[i]) + viscous[i] * speed
        if i > 0:
            dv[i - 1] = (here - force) / mass[i - 1] - ag
        dz[i] = (speed - 0.5 * abs(speed) * z[i] * abs(z[i]) - 0.5 * speed * z[i] * z[i]) / 0.01
        dx[i] = v[i]
        under_x, under_v, force = x[i], v[i], here
    dv[n - 1] = (0.0 - force) / mass[n - 1] - ag


@nb.njit
def shake(mass, stiff, ground, dt):
    n, steps = mass.size, ground.size
    viscous = 2.0 * 0.02 * np.sqrt(stiff * mass)
    s = np.zeros((3, n))
    tmp, k1, k2, k3, k4 = np.zeros((3, n)), np.zeros((3, n)), np.zeros((3, n)), np.zeros((3, n)), np.zeros((3, n))
    roof, drift = np.zeros(steps), np.zeros(n)
    work = 0.0
    for t in range(steps - 1):
        mid = 0.5 * (ground[t] + ground[t + 1])
        rates(k1[0], k1[1], k1[2], s[0], s[1], s[2], ground[t], mass, stiff, viscous)
        for q in range(3):
            for i in range(n):
                tmp[q, i] = s[q, i] + 0.5 * dt * k1[q, i]
        rates(k2[0], k2[1], k2[2], tmp[0], tmp[1], tmp[2], mid, mass, stiff, viscous)
        for q in range(3):
            for i in range(n):
                tmp[q, i] = s[q, i] + 0.5 * dt * k2[q, i]
        rates(k3[0], k3[1], k3[2], tmp[0], tmp[1], tmp[2], mid, mass, stiff, viscous)
        for q in range(3):
            for i in range(n):
                tmp[q, i] = s[q, i] + dt * k3[q, i]
        rates(k4[0], k4[1], k4[2], tmp[0], tmp[1], tmp[2], ground[t + 1], mass, stiff, viscous)
        for q in range(3):
            for i in range(n):
                s[q, i] += dt / 6.0 * (k1[q, i] + 2.0 * k2[q, i] + 2.0 * k3[q, i] + k4[q, i])
        x0, v0, power = 0.0, 0.0, 0.0
        for i in range(n):
            gap, speed = s[0, i] - x0, s[1, i] - v0
            power += (stiff[i] * (0.1 * gap + 0.9 * 0.01 * s[2, i]) + viscous[i] * speed) * speed
            drift[i] = max(drift[i], abs(gap))
            x0, v0 = s[0, i], s[1, i]
        work += dt * power
        roof[t + 1] = x0
    return roof, drift, work
