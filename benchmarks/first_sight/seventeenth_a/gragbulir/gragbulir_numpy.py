import numpy as np

SEQUENCE = (2, 4, 6, 8, 10, 12, 14)


def rates(y):
    return np.array([y[2], y[3], -y[0] - 2.0 * y[0] * y[1], -y[1] - y[0] ** 2 + y[1] ** 2])


def midpoints(y, big, count):
    """Gragg's modified midpoint rule over a step in count parts."""
    h = big / count
    before = y
    now = y + h * rates(y)
    for k in range(count - 1):
        before, now = now, before + 2.0 * h * rates(now)
    return 0.5 * (now + before + h * rates(now))


def orbits(state, until, tol, first=0.2):
    """Orbits until a time, in place; how many steps each took, those that failed too."""
    steps = np.zeros(len(state), dtype=np.int64)
    table = np.zeros((len(SEQUENCE), 4))
    for star in range(len(state)):
        y = state[star].copy()
        t, big = 0.0, first
        while t < until:
            big = min(big, until - t)
            done = False
            error = 1.0
            row = 0
            while row < len(SEQUENCE) and not done:
                line = midpoints(y, big, SEQUENCE[row])
                for k in range(row):
                    ratio = (SEQUENCE[row] / SEQUENCE[row - 1 - k]) ** 2
                    better = line + (line - table[k]) / (ratio - 1.0)
                    table[k] = line
                    line = better
                if row > 0:
                    error = np.max(np.abs(line - table[row - 1])) / tol
                    done = error < 1.0
                table[row] = line
                row += 1
            steps[star] += 1
            if done:
                t += big
                y = table[row - 1].copy()
                big *= min(2.0, max(0.5, 0.9 * error ** (-1.0 / (2 * row - 1)) * (1.2 if row < 6 else 0.9)))
            else:
                big *= 0.5
        state[star] = y
    return steps
