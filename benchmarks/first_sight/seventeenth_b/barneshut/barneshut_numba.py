import numba as nb
import numpy as np


@nb.njit
def build(x, child, mx, my, half):
    n = x.shape[0]
    low0, low1, high0, high1 = x[0, 0], x[0, 1], x[0, 0], x[0, 1]
    for i in range(1, n):
        low0, high0 = min(low0, x[i, 0]), max(high0, x[i, 0])
        low1, high1 = min(low1, x[i, 1]), max(high1, x[i, 1])
    child[0, :] = -1
    mx[0], my[0] = 0.5 * (high0 + low0), 0.5 * (high1 + low1)
    half[0] = 0.5 * max(high0 - low0, high1 - low1) + 1e-9
    nodes = 1
    for i in range(n):
        px, py = x[i, 0], x[i, 1]
        node, depth = 0, 0
        while True:
            q = (px > mx[node]) + 2 * (py > my[node])
            found = child[node, q]
            if found == -1:
                child[node, q] = i
                break
            if found >= n:
                node = found - n
            elif depth > 40:
                break
            else:
                quarter = 0.5 * half[node]
                child[nodes, :] = -1
                mx[nodes] = mx[node] + (quarter if q % 2 == 1 else -quarter)
                my[nodes] = my[node] + (quarter if q >= 2 else -quarter)
                half[nodes] = quarter
                child[nodes, (x[found, 0] > mx[nodes]) + 2 * (x[found, 1] > my[nodes])] = found
                child[node, q] = nodes + n
                node = nodes
                nodes += 1
            depth += 1
    return nodes


@nb.njit
def simulate(x, v, mass, steps, dt=0.01, theta=0.6, soft=0.02):
    """Bodies and nodes share arrays of places, masses and sizes; a body's size is zero."""
    n = x.shape[0]
    room = 6 * n + 64
    child = np.empty((room, 4), np.int64)
    mx, my, half = np.empty(room), np.empty(room), np.empty(room)
    wide = np.zeros(n + room)
    weight, cx, cy = np.empty(n + room), np.empty(n + room), np.empty(n + room)
    stack = np.empty(room, np.int64)
    used = np.empty(steps, np.int64)
    for step in range(steps):
        for i in range(n):
            x[i, 0] += 0.5 * dt * v[i, 0]
            x[i, 1] += 0.5 * dt * v[i, 1]
            weight[i], cx[i], cy[i] = mass[i], x[i, 0], x[i, 1]
        nodes = build(x, child, mx, my, half)
        used[step] = nodes
        for node in range(nodes - 1, -1, -1):
            m, sx, sy = 0.0, 0.0, 0.0
            for q in range(4):
                c = child[node, q]
                if c >= 0:
                    m += weight[c]
                    sx += weight[c] * cx[c]
                    sy += weight[c] * cy[c]
            weight[n + node], cx[n + node], cy[n + node] = m, sx / m, sy / m
            wide[n + node] = 4.0 * half[node] * half[node]
        for i in range(n):
            ax, ay = 0.0, 0.0
            stack[0] = n
            top = 1
            while top > 0:
                top -= 1
                c = stack[top]
                dx, dy = cx[c] - x[i, 0], cy[c] - x[i, 1]
                d2 = dx * dx + dy * dy + soft * soft
                if wide[c] < theta * theta * d2:
                    if c != i:
                        g = weight[c] / (d2 * np.sqrt(d2))
                        ax += g * dx
                        ay += g * dy
                else:
                    for q in range(4):
                        if child[c - n, q] >= 0:
                            stack[top] = child[c - n, q]
                            top += 1
            v[i, 0] += dt * ax
            v[i, 1] += dt * ay
        for i in range(n):
            x[i, 0] += 0.5 * dt * v[i, 0]
            x[i, 1] += 0.5 * dt * v[i, 1]
    return used
