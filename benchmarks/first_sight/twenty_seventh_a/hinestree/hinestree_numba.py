import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def trap(x, y):
    r = x / y
    if abs(r) < 1e-6:
        return y * (1.0 - 0.5 * r)
    return x / np.expm1(r)


@nb.njit(error_model="numpy")
def gate(value, alpha, beta, dt):
    total = alpha + beta
    return value + (1.0 - np.exp(-dt * total)) * (alpha / total - value)


@nb.njit(error_model="numpy")
def hinestree(parent, area, along, v, current, steps, dt=0.025):
    parts = v.size
    m, h, n = np.full(parts, 0.05), np.full(parts, 0.6), np.full(parts, 0.32)
    main, b, trace = np.empty(parts), np.empty(parts), np.zeros(steps)
    spikes = 0
    for t in range(steps):
        for i in range(parts):
            m[i] = gate(m[i], 0.1 * trap(-(v[i] + 40.0), 10.0), 4.0 * np.exp(-(v[i] + 65.0) / 18.0), dt)
            h[i] = gate(h[i], 0.07 * np.exp(-(v[i] + 65.0) / 20.0), 1.0 / (np.exp(-(v[i] + 35.0) / 10.0) + 1.0), dt)
            n[i] = gate(n[i], 0.01 * trap(-(v[i] + 55.0), 10.0), 0.125 * np.exp(-(v[i] + 65.0) / 80.0), dt)
            gna, gk = 120.0 * m[i] ** 3 * h[i], 36.0 * n[i] ** 4
            main[i] = area[i] * (1.0 / dt + gna + gk + 0.3)
            b[i] = area[i] * (v[i] / dt + gna * 50.0 - gk * 77.0 - 0.3 * 54.3) + current[i]
            if i > 0:
                main[i] += along[i]
                main[parent[i]] += along[i]
        for i in range(parts - 1, 0, -1):
            f = along[i] / main[i]
            main[parent[i]] -= f * along[i]
            b[parent[i]] += f * b[i]
        before = v[0]
        v[0] = b[0] / main[0]
        for i in range(1, parts):
            v[i] = (b[i] + along[i] * v[parent[i]]) / main[i]
        if before < 0.0 <= v[0]:
            spikes += 1
        trace[t] = v[0]
    return trace, spikes
