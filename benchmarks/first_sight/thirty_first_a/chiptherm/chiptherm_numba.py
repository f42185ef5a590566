import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def sweep(now, then, power, ax, ay, az, ap, ambient):
    rows, cols = now.shape
    change = 0.0
    for i in range(rows):
        up, down = max(i - 1, 0), min(i + 1, rows - 1)
        for j in range(cols):
            here = now[i, j]
            delta = ap * power[i, j] + ay * (now[down, j] + now[up, j] - 2.0 * here) + az * (ambient - here)
            delta += ax * (now[i, min(j + 1, cols - 1)] + now[i, max(j - 1, 0)] - 2.0 * here)
            then[i, j] = here + delta
            change = max(change, abs(delta))
    return change


@nb.njit(error_model="numpy")
def chiptherm(temp, power, most=300, rest=400.0, side=0.016, thick=0.0005, ambient=318.0, sink=0.5):
    rows, cols = temp.shape
    dy, dx = side / rows, side / cols
    conduct, heat = 100.0, 1.75e6
    cap = 0.5 * heat * thick * dx * dy
    rx, ry = dx / (2.0 * conduct * thick * dy), dy / (2.0 * conduct * thick * dx)
    rz = thick / (conduct * dx * dy) + sink * rows * cols
    dt = 0.4 / (1.0 / rx + 1.0 / ry + 1.0 / rz) * cap
    ap = dt / cap
    now, then = temp, np.empty_like(temp)
    change, step = 0.0, 0
    while step < most:
        change = sweep(now, then, power, ap / rx, ap / ry, ap / rz, ap, ambient)
        now, then = then, now
        step += 1
        if change < rest * dt:
            break
    if step % 2 == 1:
        temp[:] = now
    return change, np.argmax(temp), step
