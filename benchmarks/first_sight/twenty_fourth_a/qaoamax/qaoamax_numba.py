import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def qaoamax(edges, weight, field, gamma, beta, qubits):
    size = 1 << qubits
    cost = np.zeros(size)
    for x in range(size):
        for e in range(edges.shape[0]):
            if ((x >> edges[e, 0]) ^ (x >> edges[e, 1])) & 1:
                cost[x] += weight[e]
        for q in range(qubits):
            if (x >> q) & 1:
                cost[x] += field[q]
    most = cost.max()
    tries, layers = gamma.shape
    expect, best, chance = np.zeros(tries), np.zeros(tries, np.int64), np.zeros(tries)
    state = np.empty(size, np.complex128)
    for t in range(tries):
        state[:] = size ** -0.5
        for k in range(layers):
            for x in range(size):
                angle = gamma[t, k] * cost[x]
                state[x] *= complex(np.cos(angle), -np.sin(angle))
            c, s = np.cos(beta[t, k]), np.sin(beta[t, k])
            for q in range(qubits):
                half = 1 << q
                for first in range(0, size, 2 * half):
                    for x in range(first, first + half):
                        a, b = state[x], state[x + half]
                        state[x] = complex(c * a.real + s * b.imag, c * a.imag - s * b.real)
                        state[x + half] = complex(c * b.real + s * a.imag, c * b.imag - s * a.real)
        highest = -1.0
        for x in range(size):
            p = state[x].real ** 2 + state[x].imag ** 2
            expect[t] += p * cost[x]
            if p > highest:
                highest, best[t] = p, x
            if cost[x] >= 0.95 * most:
                chance[t] += p
    return expect, best, chance
