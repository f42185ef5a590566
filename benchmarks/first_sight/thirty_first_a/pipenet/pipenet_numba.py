import numba as nb
import numpy as np

POWER = 1.852


@nb.njit(error_model="numpy")
def balance(ends, place, flows, heads, use, share, r, M, right, slope, lost):
    """Heads at the free nodes of `heads`, whose fixed ones are given, and flows, both in place."""
    nodes = heads.size
    for _ in range(60):
        M[:] = 0.0
        for i in range(nodes):
            if place[i] >= 0:
                right[place[i]] = -share * use[i]
        for p in range(flows.size):
            size = max(abs(flows[p]), 1e-6) ** (POWER - 1.0)
            slope[p], lost[p] = 1.0 / (POWER * r[p] * size), r[p] * flows[p] * size
            a, b = ends[p, 0], ends[p, 1]
            i, j, s = place[a], place[b], slope[p]
            rest = lost[p]
            if i < 0:
                rest -= heads[a]
            else:
                M[i, i] += s
            if j < 0:
                rest += heads[b]
            else:
                M[j, j] += s
            if i >= 0 and j >= 0:
                M[i, j] -= s
                M[j, i] -= s
            if i >= 0:
                right[i] -= flows[p] - s * rest
            if j >= 0:
                right[j] += flows[p] - s * rest
        found = np.linalg.solve(M, right)
        for i in range(nodes):
            if place[i] >= 0:
                heads[i] = found[place[i]]
        moved, total = 0.0, 0.0
        for p in range(flows.size):
            change = slope[p] * (lost[p] - heads[ends[p, 0]] + heads[ends[p, 1]])
            flows[p] -= change
            moved += abs(change)
            total += abs(flows[p])
        if moved <= 1e-12 * total:
            break


@nb.njit(error_model="numpy")
def pipenet(ends, length, width, rough, demand, pattern, tanks, dt=3600.0):
    nodes, pipes, hours, count = demand.size, ends.shape[0], pattern.size, tanks.shape[0]
    r = 10.667 * length / (rough ** POWER * width ** 4.871)
    place = np.zeros(nodes, np.int64)
    for k in range(count):
        place[int(tanks[k, 0])] = -1
    free = 0
    for i in range(nodes):
        if place[i] == 0:
            place[i] = free
            free += 1
    heads, record, levels = np.zeros((hours, nodes)), np.zeros((hours, pipes)), np.zeros((hours, count))
    lowest = np.zeros(hours, np.int64)
    M, right, slope, lost = np.zeros((free, free)), np.zeros(free), np.empty(pipes), np.empty(pipes)
    flows, level = np.full(pipes, 0.01), tanks[:, 1].copy()
    for t in range(hours):
        for k in range(count):
            heads[t, int(tanks[k, 0])] = level[k]
        balance(ends, place, flows, heads[t], demand, pattern[t], r, M, right, slope, lost)
        for p in range(pipes):
            record[t, p] = flows[p]
            for k in range(count):
                if ends[p, 1] == int(tanks[k, 0]):
                    level[k] += dt * flows[p] / tanks[k, 2]
                elif ends[p, 0] == int(tanks[k, 0]):
                    level[k] -= dt * flows[p] / tanks[k, 2]
        for k in range(count):
            levels[t, k] = level[k]
        lowest[t] = np.argmin(heads[t])
    return heads, record, levels, lowest
