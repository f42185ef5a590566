import numba as nb
import numpy as np

STRENGTH, DECAY, ICE, WATER, DRAG, CORIOLIS = 2.75e4, 20.0, 917.0, 1026.0, 5.5e-3, 1.46e-4
ELLIPSE, TIMESCALE = 4.0, 400.0


@nb.njit(error_model="numpy")
def evpice(u, v, area, thick, ocean, wind, h, dt, rounds):
    n, m = area.shape
    p = np.empty((n, m))
    s1, s2, s12 = np.zeros((n, m)), np.zeros((n, m)), np.zeros((n, m))
    mass, cover = np.zeros((n + 1, m + 1)), np.zeros((n + 1, m + 1))
    for i in range(n):
        for j in range(m):
            p[i, j] = STRENGTH * thick[i, j] * np.exp(-DECAY * (1.0 - area[i, j]))
    for i in range(1, n):
        for j in range(1, m):
            mass[i, j] = ICE * 0.25 * (thick[i, j] + thick[i, j - 1] + thick[i - 1, j] + thick[i - 1, j - 1])
            cover[i, j] = 0.25 * (area[i, j] + area[i, j - 1] + area[i - 1, j] + area[i - 1, j - 1])
    c = dt / (2.0 * TIMESCALE)
    half = 0.5 / h
    work = np.zeros(rounds)
    for r in range(rounds):
        total = 0.0
        for i in range(n):
            for j in range(m):
                ux = half * (u[i + 1, j + 1] + u[i, j + 1] - u[i + 1, j] - u[i, j])
                uy = half * (u[i + 1, j + 1] + u[i + 1, j] - u[i, j + 1] - u[i, j])
                vx = half * (v[i + 1, j + 1] + v[i, j + 1] - v[i + 1, j] - v[i, j])
                vy = half * (v[i + 1, j + 1] + v[i + 1, j] - v[i, j + 1] - v[i, j])
                divergence, tension, shear = ux + vy, ux - vy, uy + vx
                delta = np.sqrt(divergence ** 2 + (tension ** 2 + shear ** 2) / ELLIPSE)
                viscous = p[i, j] / max(delta, 2e-9)
                s1[i, j] = (s1[i, j] + c * viscous * (divergence - delta)) / (1.0 + c)
                s2[i, j] = (s2[i, j] + c * viscous * tension) / (1.0 + c * ELLIPSE)
                s12[i, j] = (s12[i, j] + 0.5 * c * viscous * shear) / (1.0 + c * ELLIPSE)
                total += s1[i, j] * divergence + s2[i, j] * tension + 2.0 * s12[i, j] * shear
        work[r] = total * h * h
        for i in range(1, n):
            for j in range(1, m):
                if mass[i, j] <= 50.0:
                    u[i, j] = 0.0
                    v[i, j] = 0.0
                    continue
                a11, b11 = 0.5 * (s1[i, j] + s2[i, j]), 0.5 * (s1[i, j - 1] + s2[i, j - 1])
                c11, d11 = 0.5 * (s1[i - 1, j] + s2[i - 1, j]), 0.5 * (s1[i - 1, j - 1] + s2[i - 1, j - 1])
                a22, b22 = s1[i, j] - a11, s1[i, j - 1] - b11
                c22, d22 = s1[i - 1, j] - c11, s1[i - 1, j - 1] - d11
                a12, b12, c12, d12 = s12[i, j], s12[i, j - 1], s12[i - 1, j], s12[i - 1, j - 1]
                fx = half * (a11 + c11 - b11 - d11 + a12 + b12 - c12 - d12)
                fy = half * (a12 + c12 - b12 - d12 + a22 + b22 - c22 - d22)
                uo, vo, ui, vi = ocean[0, i, j], ocean[1, i, j], u[i, j], v[i, j]
                drag = cover[i, j] * WATER * DRAG * np.sqrt((uo - ui) ** 2 + (vo - vi) ** 2)
                a = mass[i, j] / dt + drag
                b = mass[i, j] * CORIOLIS
                gx = mass[i, j] / dt * ui + fx + cover[i, j] * wind[0, i, j] + drag * uo
                gy = mass[i, j] / dt * vi + fy + cover[i, j] * wind[1, i, j] + drag * vo
                u[i, j] = (a * gx + b * gy) / (a * a + b * b)
                v[i, j] = (a * gy - b * gx) / (a * a + b * b)
    return s1, s2, s12, work
