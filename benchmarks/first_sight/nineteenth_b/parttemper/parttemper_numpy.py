import numpy as np


def potential(x):
    """Two valleys along the first axis, the second steeper, and a trough along the others."""
    a = 0.5 * np.sum((x - 1.5) ** 2)
    b = 1.5 * np.sum((x + 1.5) ** 2)
    low = min(a, b)
    return low - np.log(np.exp(low - a) + 0.5 * np.exp(low - b)) + 0.1 * np.sum(x[1:] ** 2 * x[:-1] ** 2)


def sample(state, beta, normal, uniform, swap):
    """Metropolis' walk at every temperature with exchanges of neighbours: states of the coldest chain, and how often steps were taken."""
    steps, chains, d = normal.shape
    energy = np.array([potential(x) for x in state])
    accepted = np.zeros(chains, dtype=int)
    exchanged = np.zeros(chains - 1, dtype=int)
    trace = []
    for t in range(steps):
        for c in range(chains):
            trial = state[c] + 0.5 / np.sqrt(beta[c] * d) * normal[t, c]
            e = potential(trial)
            change = beta[c] * (energy[c] - e)
            if change >= 0.0 or uniform[t, c] < np.exp(change):
                state[c] = trial
                energy[c] = e
                accepted[c] += 1
        for c in range(t % 2, chains - 1, 2):
            if np.log(swap[t, c]) < (beta[c] - beta[c + 1]) * (energy[c] - energy[c + 1]):
                state[[c, c + 1]] = state[[c + 1, c]]
                energy[c], energy[c + 1] = energy[c + 1], energy[c]
                exchanged[c] += 1
        trace.append(state[0].copy())
    return np.array(trace), accepted, exchanged, energy
