import numpy as np


def trap(x, y):
    """x / (exp(x / y) - 1), with its limit where x is nothing."""
    r = x / y
    small = np.abs(r) < 1e-6
    return np.where(small, y * (1.0 - 0.5 * r), x / np.where(small, 1.0, np.expm1(r)))


def gate(value, alpha, beta, dt):
    """Exact for rates that stand still, in place."""
    total = alpha + beta
    value += (1.0 - np.exp(-dt * total)) * (alpha / total - value)


def hines(main, along, parent, b):
    """From the tips to the root and back; main and b change, b becomes the solution."""
    for i in range(main.size - 1, 0, -1):
        f = along[i] / main[i]
        main[parent[i]] -= f * along[i]
        b[parent[i]] += f * b[i]
    b[0] /= main[0]
    for i in range(1, main.size):
        b[i] = (b[i] + along[i] * b[parent[i]]) / main[i]


def hinestree(parent, area, along, v, current, steps, dt=0.025):
    """The root's voltage along time, how often it went above zero; the voltages stay in v."""
    m, h, n = np.full_like(v, 0.05), np.full_like(v, 0.6), np.full_like(v, 0.32)
    trace = np.zeros(steps)
    spikes = 0
    for t in range(steps):
        gate(m, 0.1 * trap(-(v + 40.0), 10.0), 4.0 * np.exp(-(v + 65.0) / 18.0), dt)
        gate(h, 0.07 * np.exp(-(v + 65.0) / 20.0), 1.0 / (np.exp(-(v + 35.0) / 10.0) + 1.0), dt)
        gate(n, 0.01 * trap(-(v + 55.0), 10.0), 0.125 * np.exp(-(v + 65.0) / 80.0), dt)
        gna, gk, leak = 120.0 * m ** 3 * h, 36.0 * n ** 4, 0.3
        main = area * (1.0 / dt + gna + gk + leak)
        b = area * (v / dt + gna * 50.0 - gk * 77.0 - leak * 54.3) + current
        main[1:] += along[1:]
        np.add.at(main, parent[1:], along[1:])
        hines(main, along, parent, b)
        if v[0] < 0.0 <= b[0]:
            spikes += 1
        v[:] = b
        trace[t] = v[0]
    return trace, spikes
