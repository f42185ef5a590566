import numba as nb
import numpy as np


@nb.njit
def potential(x):
    a, b, c = 0.0, 0.0, 0.0
    for i in range(len(x)):
        a += (x[i] - 1.5) ** 2
        b += (x[i] + 1.5) ** 2
    for i in range(1, len(x)):
        c += x[i] ** 2 * x[i - 1] ** 2
    a, b = 0.5 * a, 1.5 * b
    low = min(a, b)
    return low - np.log(np.exp(low - a) + 0.5 * np.exp(low - b)) + 0.1 * c


@nb.njit
def sample(state, beta, normal, uniform, swap):
    steps, chains, d = normal.shape
    energy = np.empty(chains)
    for c in range(chains):
        energy[c] = potential(state[c])
    accepted, exchanged = np.zeros(chains, np.int64), np.zeros(chains - 1, np.int64)
    trace, trial = np.empty((steps, d)), np.empty(d)
    for t in range(steps):
        for c in range(chains):
            scale = 0.5 / np.sqrt(beta[c] * d)
            for k in range(d):
                trial[k] = state[c, k] + scale * normal[t, c, k]
            e = potential(trial)
            change = beta[c] * (energy[c] - e)
            if change >= 0.0 or uniform[t, c] < np.exp(change):
                for k in range(d):
                    state[c, k] = trial[k]
                energy[c] = e
                accepted[c] += 1
        for c in range(t % 2, chains - 1, 2):
            if np.log(swap[t, c]) < (beta[c] - beta[c + 1]) * (energy[c] - energy[c + 1]):
                for k in range(d):
                    state[c, k], state[c + 1, k] = state[c + 1, k], state[c, k]
                energy[c], energy[c + 1] = energy[c + 1], energy[c]
                exchanged[c] += 1
        for k in range(d):
            trace[t, k] = state[0, k]
    return trace, accepted, exchanged, energy
