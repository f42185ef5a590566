import numpy as np


def meeting(dx, dv, size):
    """When two disks with this distance and relative speed touch; infinity if they never do."""
    b = dx[0] * dv[0] + dx[1] * dv[1]
    if b >= 0.0:
        return np.inf
    vv = dv[0] ** 2 + dv[1] ** 2
    d = b * b - vv * (dx[0] ** 2 + dx[1] ** 2 - size * size)
    if d <= 0.0:
        return np.inf
    return -(b + np.sqrt(d)) / vv


def wall(x, v, radius):
    if v > 0.0:
        return (1.0 - radius - x) / v
    if v < 0.0:
        return (radius - x) / v
    return np.inf


def collide(v, x, i, j):
    """Equal disks that touch exchange what they have of speed along the line between them."""
    along = x[i] - x[j]
    along /= np.sqrt(along @ along)
    given = np.dot(v[i] - v[j], along) * along
    v[i] -= given
    v[j] += given


def eventdisk(x, v, radius, events):
    """Moves the disks in place from event to event; the time, push on the walls and how often each disk met others."""
    n = x.shape[0]
    time, push = 0.0, 0.0
    met = np.zeros(n, dtype=np.int64)
    for _ in range(events):
        soon, first, second = np.inf, -1, -1
        for i in range(n):
            for axis in range(2):
                t = wall(x[i, axis], v[i, axis], radius)
                if t < soon:
                    soon, first, second = t, i, -1 - axis
            for j in range(i + 1, n):
                t = meeting(x[i] - x[j], v[i] - v[j], 2.0 * radius)
                if t < soon:
                    soon, first, second = t, i, j
        x += soon * v
        time += soon
        if second < 0:
            axis = -1 - second
            push += 2.0 * abs(v[first, axis])
            v[first, axis] *= -1.0
        else:
            collide(v, x, first, second)
            met[[first, second]] += 1
    return time, push / (4.0 * time), met
