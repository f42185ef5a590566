import numpy as np


def costs(edges, weight, field, qubits):
    """What every string of bits cuts."""
    x = np.arange(1 << qubits)
    out = np.zeros(x.size)
    for (i, j), w in zip(edges, weight):
        out += w * (((x >> i) ^ (x >> j)) & 1)
    for q in range(qubits):
        out += field[q] * ((x >> q) & 1)
    return out


def mix(state, angle, qubits):
    """Turns every qubit about its x axis, in place."""
    c, s = np.cos(angle), -1j * np.sin(angle)
    for q in range(qubits):
        pairs = state.reshape(-1, 2, 1 << q)
        low = pairs[:, 0, :].copy()
        pairs[:, 0, :] = c * low + s * pairs[:, 1, :]
        pairs[:, 1, :] = s * low + c * pairs[:, 1, :]


def qaoamax(edges, weight, field, gamma, beta, qubits):
    cost = costs(edges, weight, field, qubits)
    tries = gamma.shape[0]
    expect = np.empty(tries)
    best = np.empty(tries, dtype=np.int64)
    chance = np.empty(tries)
    for t in range(tries):
        state = np.full(cost.size, cost.size ** -0.5, dtype=complex)
        for g, b in zip(gamma[t], beta[t]):
            state *= np.exp(-1j * g * cost)
            mix(state, b, qubits)
        p = np.abs(state) ** 2
        expect[t] = p @ cost
        best[t] = np.argmax(p)
        chance[t] = p[cost >= 0.95 * cost.max()].sum()
    return expect, best, chance
