import numba as nb
import numpy as np

SEQUENCE = (2, 4, 6, 8, 10, 12, 14)


@nb.njit(inline="always")
def rates(a, b, c, d):
    return c, d, -a - 2.0 * a * b, -b - a * a + b * b


@nb.njit
def midpoints(line, y, big, count):
    h = big / count
    a0, b0, c0, d0 = y[0], y[1], y[2], y[3]
    ra, rb, rc, rd = rates(a0, b0, c0, d0)
    a, b, c, d = a0 + h * ra, b0 + h * rb, c0 + h * rc, d0 + h * rd
    for k in range(count - 1):
        ra, rb, rc, rd = rates(a, b, c, d)
        a0, a = a, a0 + 2.0 * h * ra
        b0, b = b, b0 + 2.0 * h * rb
        c0, c = c, c0 + 2.0 * h * rc
        d0, d = d, d0 + 2.0 * h * rd
    ra, rb, rc, rd = rates(a, b, c, d)
    line[0], line[1], line[2], line[3] = 0.5 * (a + a0 + h * ra), 0.5 * (b + b0 + h * rb), 0.5 * (c + c0 + h * rc), 0.5 * (d + d0 + h * rd)


@nb.njit(error_model="numpy")
def orbits(state, until, tol, first=0.2):
    steps = np.zeros(len(state), np.int64)
    table, line, y = np.zeros((len(SEQUENCE), 4)), np.zeros(4), np.zeros(4)
    for star in range(len(state)):
        for q in range(4):
            y[q] = state[star, q]
        t, big = 0.0, first
        while t < until:
            big = min(big, until - t)
            done = False
            error = 1.0
            row = 0
            while row < len(SEQUENCE) and not done:
                midpoints(line, y, big, SEQUENCE[row])
                for k in range(row):
                    ratio = (SEQUENCE[row] / SEQUENCE[row - 1 - k]) ** 2
                    for q in range(4):
                        better = line[q] + (line[q] - table[k, q]) / (ratio - 1.0)
                        table[k, q] = line[q]
                        line[q] = better
                if row > 0:
                    worst = 0.0
                    for q in range(4):
                        worst = max(worst, abs(line[q] - table[row - 1, q]))
                    error = worst / tol
                    done = error < 1.0
                for q in range(4):
                    table[row, q] = line[q]
                row += 1
            steps[star] += 1
            if done:
                t += big
                for q in range(4):
                    y[q] = line[q]
                big *= min(2.0, max(0.5, 0.9 * error ** (-1.0 / (2 * row - 1)) * (1.2 if row < 6 else 0.9)))
            else:
                big *= 0.5
        for q in range(4):
            state[star, q] = y[q]
    return steps
