import numba as nb
import numpy as np


@nb.njit
def potential(x):
    return 0.5 * x**2 + 0.1 * (x * x) ** 2


@nb.njit(error_model="numpy")
def sample(x, uniform, tau):
    sweeps, _, _, walkers, half_beads = uniform.shape
    beads = x.shape[1]
    width, taken = 2.0 * np.sqrt(tau), 0
    energy = np.zeros(sweeps)
    for s in range(sweeps):
        for w in range(walkers):
            for colour in range(2):
                for b in range(half_beads):
                    k = 2 * b + colour
                    here, left, right = x[w, k], x[w, k - 1 if k > 0 else beads - 1], x[w, k + 1 if k < beads - 1 else 0]
                    trial = here + width * (uniform[s, colour, 0, w, b] - 0.5)
                    stretch = (trial - left) ** 2 + (trial - right) ** 2 - (here - left) ** 2 - (here - right) ** 2
                    change = stretch / (2.0 * tau) + tau * (potential(trial) - potential(here))
                    if change < 0.0 or uniform[s, colour, 1, w, b] < np.exp(-change):
                        x[w, k] = trial
                        taken += 1
            for k in range(beads):
                y = x[w, k]
                energy[s] += potential(y) + 0.5 * y * (y + 0.4 * y * y * y)
        energy[s] /= x.size
    half = sweeps // 2
    return np.mean(energy[half:]), np.std(energy[half:]), taken / (sweeps * x.size)
