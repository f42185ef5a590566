import numpy as np

A = np.array([[0.0, 0.0, 0.0, 0.0, 0.0],
              [1.0 / 4.0, 0.0, 0.0, 0.0, 0.0],
              [3.0 / 32.0, 9.0 / 32.0, 0.0, 0.0, 0.0],
              [1932.0 / 2197.0, -7200.0 / 2197.0, 7296.0 / 2197.0, 0.0, 0.0],
              [439.0 / 216.0, -8.0, 3680.0 / 513.0, -845.0 / 4104.0, 0.0],
              [-8.0 / 27.0, 2.0, -3544.0 / 2565.0, 1859.0 / 4104.0, -11.0 / 40.0]])
B5 = np.array([16.0 / 135.0, 0.0, 6656.0 / 12825.0, 28561.0 / 56430.0, -9.0 / 50.0, 2.0 / 55.0])
B4 = np.array([25.0 / 216.0, 0.0, 1408.0 / 2565.0, 2197.0 / 4104.0, -1.0 / 5.0, 0.0])


def rates(y, out, share):
    dx1, dx2 = y[0] + share, y[0] - 1.0 + share
    r1 = (dx1 * dx1 + y[1] * y[1]) ** 1.5
    r2 = (dx2 * dx2 + y[1] * y[1]) ** 1.5
    out[0] = y[2]
    out[1] = y[3]
    out[2] = y[0] + 2.0 * y[3] - (1.0 - share) * dx1 / r1 - share * dx2 / r2
    out[3] = y[1] - 2.0 * y[2] - (1.0 - share) * y[1] / r1 - share * y[1] / r2


def orbits(starts, share, end, tolerance):
    count = starts.shape[0]
    finals = starts.copy()
    taken = np.zeros(count, dtype=np.int64)
    refused = np.zeros(count, dtype=np.int64)
    k = np.zeros((6, 4))
    y = np.zeros(4)
    for c in range(count):
        t, h = 0.0, 0.1
        while t < end:
            h = min(h, end - t)
            for stage in range(6):
                for i in range(4):
                    s = 0.0
                    for j in range(stage):
                        s += A[stage, j] * k[j, i]
                    y[i] = finals[c, i] + h * s
                rates(y, k[stage], share)
            error = 0.0
            for i in range(4):
                s = 0.0
                for stage in range(6):
                    s += (B5[stage] - B4[stage]) * k[stage, i]
                error = max(error, abs(h * s))
            if error <= tolerance:
                t += h
                taken[c] += 1
                for i in range(4):
                    s = 0.0
                    for stage in range(6):
                        s += B5[stage] * k[stage, i]
                    finals[c, i] += h * s
            else:
                refused[c] += 1
            h *= min(4.0, max(0.1, 0.9 * (tolerance / max(error, 1e-16)) ** 0.2))
    return finals, taken, refused
