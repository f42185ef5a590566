import numba as nb
import numpy as np


@nb.njit
def slope(v, c, d):
    atp = (c[6] / 1.8) ** 2
    a = v[0] * (c[0] / (0.5 + c[0])) * (c[6] / (0.3 + c[6])) / (1.0 + (c[1] / 1.2) ** 2)
    b = v[1] * c[1] / (0.8 + c[1])
    e = v[2] * (c[2] / (0.2 + c[2])) * (c[6] / (0.2 + c[6])) / (1.0 + atp)
    f = v[3] * c[3] / (0.3 + c[3])
    push = (c[3] / 0.1) ** 2
    g = v[4] * (c[4] / (0.4 + c[4])) * (c[7] / (0.3 + c[7])) * (push / (1.0 + push))
    h = v[5] * c[5] / (1.0 + c[5])
    w = v[6] * c[6] / (1.5 + c[6])
    d[0], d[1], d[2], d[3], d[4], d[5] = -a, a - b, b - e, e - f, 2.0 * f - g, g - h
    d[6] = -a - e + 2.0 * g - w
    d[7] = a + e - 2.0 * g + w


@nb.njit
def simulate(start, vmax, times, relative=1e-6, absolute=1e-9, most=2000):
    cells, n = start.shape
    course, steps = np.empty((cells, times.size, n)), np.zeros(cells, np.int64)
    c, k1, k2, k3, k4, new = np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(n)
    for cell in range(cells):
        v = vmax[cell]
        c[:] = start[cell]
        course[cell, 0] = c
        h = 1e-3
        for m in range(1, times.size):
            t, end = times[m - 1], times[m]
            slope(v, c, k1)
            taken = 0
            while t < end and taken < most:
                step = min(h, end - t)
                for i in range(n):
                    new[i] = c[i] + 0.5 * step * k1[i]
                slope(v, new, k2)
                for i in range(n):
                    new[i] = c[i] + 0.75 * step * k2[i]
                slope(v, new, k3)
                for i in range(n):
                    new[i] = c[i] + step * (2.0 * k1[i] + 3.0 * k2[i] + 4.0 * k3[i]) / 9.0
                slope(v, new, k4)
                total = 0.0
                for i in range(n):
                    wrong = step * (-5.0 * k1[i] / 72.0 + k2[i] / 12.0 + k3[i] / 9.0 - k4[i] / 8.0)
                    total += (wrong / (absolute + relative * max(abs(c[i]), abs(new[i])))) ** 2
                error = np.sqrt(total / n)
                taken += 1
                if error <= 1.0:
                    t = end if step < h else t + step
                    c, new = new, c
                    k1, k4 = k4, k1
                h = step * min(4.0, max(0.2, 0.9 * max(error, 1e-10) ** (-1.0 / 3.0)))
            steps[cell] += taken
            course[cell, m] = c
    return course, steps
