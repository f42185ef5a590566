import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def elute(feed, capacity, affinity, cells, steps, pulse):
    length, speed, phase, rate = 1.0, 1.0, 1.5, 8.0
    dx = length / cells
    dt = 0.4 * dx / speed
    spread = 0.02 * speed * dx
    c, q, history, entered = np.zeros((2, cells)), np.zeros((2, cells)), np.zeros((steps, 2)), np.zeros(2)
    k0, k1 = capacity[0] * affinity[0], capacity[1] * affinity[1]
    for step in range(steps):
        on = 1.0 if step * dt < pulse else 0.0
        in0, in1 = speed * feed[0] * on, speed * feed[1] * on
        for i in range(cells):
            if i < cells - 1:
                out0 = speed * c[0, i] - spread * (c[0, i + 1] - c[0, i]) / dx
                out1 = speed * c[1, i] - spread * (c[1, i + 1] - c[1, i]) / dx
            else:
                out0, out1 = speed * c[0, i], speed * c[1, i]
            free = 1.0 + (affinity[0] * c[0, i] + affinity[1] * c[1, i])
            d0, d1 = rate * (k0 * c[0, i] / free - q[0, i]), rate * (k1 * c[1, i] / free - q[1, i])
            c[0, i] = max(c[0, i] + dt * ((in0 - out0) / dx - phase * d0), 0.0)
            c[1, i] = max(c[1, i] + dt * ((in1 - out1) / dx - phase * d1), 0.0)
            q[0, i] += dt * d0
            q[1, i] += dt * d1
            in0, in1 = out0, out1
        for k in range(2):
            history[step, k] = c[k, cells - 1]
            entered[k] += dt * feed[k] * on
    total, mean, second, left = np.zeros(2), np.zeros(2), np.zeros(2), np.zeros(2)
    top = np.zeros(2, np.int64)
    for s in range(steps):
        time = dt * (s + 1)
        for k in range(2):
            h = history[s, k]
            total[k] += h
            mean[k] += time * h
            second[k] += time**2 * h
            if h > history[top[k], k]:
                top[k] = s
    mean /= total
    width = np.sqrt(np.maximum(second / total - mean**2, 0.0))
    for k in range(2):
        for i in range(cells):
            left[k] += dx * (c[k, i] + phase * q[k, i])
    return history, mean, width, top, (left + dt * speed * total) / entered
