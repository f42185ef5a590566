import numba as nb
import numpy as np

GRAVITY, CORIOLIS = 9.81, 0.1


@nb.njit(error_model="numpy")
def slopes(h, u, cells, edges, signs, triangles, turns, sides, normal, d, dh, du, wind, head, spin):
    for c in range(h.size):
        out, x, y = 0.0, 0.0, 0.0
        for k in range(6):
            e = edges[c, k]
            out += signs[c, k] * (0.5 * (h[cells[e, 0]] + h[cells[e, 1]]) * u[e])
            x += u[e] * normal[e, 0]
            y += u[e] * normal[e, 1]
        dh[c] = -2.0 / (3.0 * d) * out
        wind[c, 0], wind[c, 1] = x / 3.0, y / 3.0
        head[c] = GRAVITY * h[c] + 0.5 * (wind[c, 0] ** 2 + wind[c, 1] ** 2)
    for t in range(spin.size):
        total = 0.0
        for k in range(3):
            total += turns[t, k] * u[triangles[t, k]]
        spin[t] = 4.0 / (np.sqrt(3.0) * d) * total
    for e in range(u.size):
        a, b = cells[e, 0], cells[e, 1]
        along = 0.5 * (wind[a, 1] + wind[b, 1]) * normal[e, 0] - 0.5 * (wind[a, 0] + wind[b, 0]) * normal[e, 1]
        du[e] = (CORIOLIS + 0.5 * (spin[sides[e, 0]] + spin[sides[e, 1]])) * along - (head[b] - head[a]) / d


@nb.njit(error_model="numpy")
def hexswe(h, u, cells, edges, signs, triangles, turns, sides, normal, d, dt, steps):
    n, m = h.size, u.size
    dh, du, h1, u1 = np.empty(n), np.empty(m), np.empty(n), np.empty(m)
    wind, head, spin = np.empty((n, 2)), np.empty(n), np.empty(triangles.shape[0])
    energy = np.zeros(steps)
    for t in range(steps):
        slopes(h, u, cells, edges, signs, triangles, turns, sides, normal, d, dh, du, wind, head, spin)
        for c in range(n):
            h1[c] = h[c] + dt * dh[c]
        for e in range(m):
            u1[e] = u[e] + dt * du[e]
        slopes(h1, u1, cells, edges, signs, triangles, turns, sides, normal, d, dh, du, wind, head, spin)
        for c in range(n):
            h1[c] = 0.75 * h[c] + 0.25 * (h1[c] + dt * dh[c])
        for e in range(m):
            u1[e] = 0.75 * u[e] + 0.25 * (u1[e] + dt * du[e])
        slopes(h1, u1, cells, edges, signs, triangles, turns, sides, normal, d, dh, du, wind, head, spin)
        squares, moving = 0.0, 0.0
        for c in range(n):
            h[c] = (h[c] + 2.0 * (h1[c] + dt * dh[c])) / 3.0
            squares += h[c] ** 2
        for e in range(m):
            u[e] = (u[e] + 2.0 * (u1[e] + dt * du[e])) / 3.0
            moving += 0.5 * (h[cells[e, 0]] + h[cells[e, 1]]) * u[e] ** 2
        energy[t] = 0.5 * GRAVITY * squares + 0.5 * moving * 2.0 / 3.0
    return np.sum(h), energy
