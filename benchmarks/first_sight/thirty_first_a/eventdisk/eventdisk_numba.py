import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def eventdisk(x, v, radius, events):
    n = x.shape[0]
    time, push = 0.0, 0.0
    met = np.zeros(n, np.int64)
    square = 4.0 * radius * radius
    for _ in range(events):
        soon, first, second = np.inf, -1, -1
        for i in range(n):
            for axis in range(2):
                t, s = np.inf, v[i, axis]
                if s > 0.0:
                    t = (1.0 - radius - x[i, axis]) / s
                elif s < 0.0:
                    t = (radius - x[i, axis]) / s
                if t < soon:
                    soon, first, second = t, i, -1 - axis
            for j in range(i + 1, n):
                dx, dy = x[i, 0] - x[j, 0], x[i, 1] - x[j, 1]
                du, dw = v[i, 0] - v[j, 0], v[i, 1] - v[j, 1]
                b = dx * du + dy * dw
                if b < 0.0:
                    vv = du * du + dw * dw
                    d = b * b - vv * (dx * dx + dy * dy - square)
                    if d > 0.0:
                        t = -(b + np.sqrt(d)) / vv
                        if t < soon:
                            soon, first, second = t, i, j
        for i in range(n):
            x[i, 0] += soon * v[i, 0]
            x[i, 1] += soon * v[i, 1]
        time += soon
        if second < 0:
            axis = -1 - second
            push += 2.0 * abs(v[first, axis])
            v[first, axis] = -v[first, axis]
        else:
            dx, dy = x[first, 0] - x[second, 0], x[first, 1] - x[second, 1]
            size = np.sqrt(dx * dx + dy * dy)
            dx /= size
            dy /= size
            g = (v[first, 0] - v[second, 0]) * dx + (v[first, 1] - v[second, 1]) * dy
            v[first, 0] -= g * dx
            v[first, 1] -= g * dy
            v[second, 0] += g * dx
            v[second, 1] += g * dy
            met[first] += 1
            met[second] += 1
    return time, push / (4.0 * time), met
