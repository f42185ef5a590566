import numpy as np


def potential(x):
    return 0.5 * x**2 + 0.1 * x**4


def sample(x, uniform, tau):
    """x (walkers, beads), an even number of beads; uniform (sweeps, colour, trial and choice, walkers, beads / 2)."""
    sweeps = uniform.shape[0]
    width = 2.0 * np.sqrt(tau)
    energy = np.empty(sweeps)
    taken = 0
    for s in range(sweeps):
        for colour in range(2):
            here = x[:, colour::2]
            left = np.roll(x, 1, axis=1)[:, colour::2]
            right = np.roll(x, -1, axis=1)[:, colour::2]
            trial = here + width * (uniform[s, colour, 0] - 0.5)
            stretch = (trial - left) ** 2 + (trial - right) ** 2 - (here - left) ** 2 - (here - right) ** 2
            change = stretch / (2.0 * tau) + tau * (potential(trial) - potential(here))
            accept = (change < 0.0) | (uniform[s, colour, 1] < np.exp(-change))
            here[accept] = trial[accept]
            taken += np.count_nonzero(accept)
        energy[s] = np.mean(potential(x) + 0.5 * x * (x + 0.4 * x**3))
    half = sweeps // 2
    return np.mean(energy[half:]), np.std(energy[half:]), taken / (sweeps * x.size)
