import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def tendency(x, k):
    n = x.size
    k[0] = (x[1] - x[n - 2]) * x[n - 1] - x[0] + 8.0
    k[1] = (x[2] - x[n - 1]) * x[0] - x[1] + 8.0
    for i in range(2, n - 1):
        k[i] = (x[i + 1] - x[i - 2]) * x[i - 1] - x[i] + 8.0
    k[n - 1] = (x[0] - x[n - 3]) * x[n - 2] - x[n - 1] + 8.0


@nb.njit(error_model="numpy")
def edge(x, v, i, n):
    p1, p2, m1, m2 = (i + 1) % n, (i + 2) % n, (i - 1) % n, (i - 2) % n
    return v[m1] * x[m2] - v[p2] * x[p1] + v[p1] * (x[p2] - x[m1]) - v[i]


@nb.njit(error_model="numpy")
def tendency_back(x, v, a):
    n = x.size
    a[0], a[1], a[n - 2], a[n - 1] = edge(x, v, 0, n), edge(x, v, 1, n), edge(x, v, n - 2, n), edge(x, v, n - 1, n)
    for i in range(2, n - 2):
        a[i] = v[i - 1] * x[i - 2] - v[i + 2] * x[i + 1] + v[i + 1] * (x[i + 2] - x[i - 1]) - v[i]


@nb.njit(error_model="numpy")
def stages(x, h, y, z, w, k, new):
    n = x.size
    tendency(x, k)
    for i in range(n):
        y[i] = x[i] + 0.5 * h * k[i]
        new[i] = k[i]
    tendency(y, k)
    for i in range(n):
        z[i] = x[i] + 0.5 * h * k[i]
        new[i] += 2.0 * k[i]
    tendency(z, k)
    for i in range(n):
        w[i] = x[i] + h * k[i]
        new[i] += 2.0 * k[i]
    tendency(w, k)
    for i in range(n):
        new[i] = x[i] + h / 6.0 * (new[i] + k[i])


@nb.njit(error_model="numpy")
def cost(guess, seen, sites, every, h, doubt, noise, course, room):
    total = 0.0
    for i in range(guess.size):
        total += 0.5 * (course[0, i] - guess[i]) ** 2 / doubt ** 2
    for t in range(1, len(course)):
        stages(course[t - 1], h, room[0], room[1], room[2], room[3], course[t])
        if t % every == 0:
            for s in range(sites.size):
                total += 0.5 * (course[t, sites[s]] - seen[t // every - 1, s]) ** 2 / noise ** 2
    return total


@nb.njit(error_model="numpy")
def lor96var(guess, seen, sites, every, rounds, h=0.025, doubt=1.0, noise=0.5):
    n = guess.size
    x, v, b = guess.copy(), np.empty(n), np.empty(n)
    room, back = np.empty((5, n)), np.empty((4, n))
    course, tried = np.empty((len(seen) * every + 1, n)), np.empty((len(seen) * every + 1, n))
    costs = np.empty(rounds + 1)
    course[0] = x
    costs[0] = cost(guess, seen, sites, every, h, doubt, noise, course, room)
    step, used = 0.05, 0
    for r in range(rounds):
        v[:] = 0.0
        for t in range(len(course) - 1, 0, -1):
            if t % every == 0:
                for s in range(sites.size):
                    v[sites[s]] += (course[t, sites[s]] - seen[t // every - 1, s]) / noise ** 2
            stages(course[t - 1], h, room[0], room[1], room[2], room[3], room[4])
            for i in range(n):
                b[i] = h / 6.0 * v[i]
            tendency_back(room[2], b, back[3])
            for i in range(n):
                b[i] = h / 3.0 * v[i] + h * back[3, i]
            tendency_back(room[1], b, back[2])
            for i in range(n):
                b[i] = h / 3.0 * v[i] + 0.5 * h * back[2, i]
            tendency_back(room[0], b, back[1])
            for i in range(n):
                b[i] = h / 6.0 * v[i] + 0.5 * h * back[1, i]
            tendency_back(course[t - 1], b, back[0])
            for i in range(n):
                v[i] += back[3, i] + back[2, i] + back[1, i] + back[0, i]
        slope = 0.0
        for i in range(n):
            v[i] += (x[i] - guess[i]) / doubt ** 2
            slope += v[i] * v[i]
        step *= 2.0
        while True:
            used += 1
            for i in range(n):
                tried[0, i] = x[i] - step * v[i]
            costs[r + 1] = cost(guess, seen, sites, every, h, doubt, noise, tried, room)
            if costs[r + 1] <= costs[r] - 0.1 * step * slope or step < 1e-8:
                break
            step *= 0.5
        x[:] = tried[0]
        course, tried = tried, course
    return x, costs, used
