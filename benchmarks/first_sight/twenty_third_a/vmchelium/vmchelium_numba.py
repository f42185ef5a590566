import numba as nb
import numpy as np

CHARGE = 2.0


@nb.njit(error_model="numpy")
def log_wave(r, w, beta):
    r1 = np.sqrt(r[0, 0, w] ** 2 + r[0, 1, w] ** 2 + r[0, 2, w] ** 2)
    r2 = np.sqrt(r[1, 0, w] ** 2 + r[1, 1, w] ** 2 + r[1, 2, w] ** 2)
    x, y, z = r[0, 0, w] - r[1, 0, w], r[0, 1, w] - r[1, 1, w], r[0, 2, w] - r[1, 2, w]
    r12 = np.sqrt(x * x + y * y + z * z)
    return -CHARGE * (r1 + r2) + 0.5 * r12 / (1.0 + beta * r12)


@nb.njit(error_model="numpy")
def local_energy(r, w, beta):
    r1 = np.sqrt(r[0, 0, w] ** 2 + r[0, 1, w] ** 2 + r[0, 2, w] ** 2)
    r2 = np.sqrt(r[1, 0, w] ** 2 + r[1, 1, w] ** 2 + r[1, 2, w] ** 2)
    x, y, z = r[0, 0, w] - r[1, 0, w], r[0, 1, w] - r[1, 1, w], r[0, 2, w] - r[1, 2, w]
    r12 = np.sqrt(x * x + y * y + z * z)
    bent = 1.0 + beta * r12
    first, second = 0.5 / bent ** 2, -beta / bent ** 3
    pull = first / r12
    squares = 0.0
    for k, apart in enumerate((x, y, z)):
        squares += (-CHARGE * r[0, k, w] / r1 + pull * apart) ** 2 + (-CHARGE * r[1, k, w] / r2 - pull * apart) ** 2
    laplacian = -2.0 * CHARGE / r1 - 2.0 * CHARGE / r2 + 2.0 * (second + 2.0 * first / r12)
    return -0.5 * (laplacian + squares) - CHARGE / r1 - CHARGE / r2 + 1.0 / r12, -0.5 * r12 ** 2 / bent ** 2


@nb.njit(error_model="numpy")
def vmchelium(r, moves, draws, beta, rate):
    steps, walkers = draws.shape
    energy, spread = np.zeros(steps), np.zeros(steps)
    old, local = np.empty(walkers), np.empty(walkers)
    trial = np.empty(r.shape)
    kept = 0
    for w in range(walkers):
        old[w] = log_wave(r, w, beta)
    for t in range(steps):
        for e in range(2):
            for k in range(3):
                for w in range(walkers):
                    trial[e, k, w] = r[e, k, w] + 0.4 * moves[t, e, k, w]
        mean, slopes, both = 0.0, 0.0, 0.0
        for w in range(walkers):
            if np.log(draws[t, w]) < 2.0 * (log_wave(trial, w, beta) - old[w]):
                for e in range(2):
                    for k in range(3):
                        r[e, k, w] = trial[e, k, w]
                kept += 1
            local[w], slope = local_energy(r, w, beta)
            mean += local[w]
            slopes += slope
            both += local[w] * slope
        mean /= walkers
        squares = 0.0
        for w in range(walkers):
            squares += (local[w] - mean) ** 2
        energy[t], spread[t] = mean, np.sqrt(squares / walkers)
        beta -= rate * 2.0 * (both / walkers - mean * (slopes / walkers))
        for w in range(walkers):
            old[w] = log_wave(r, w, beta)
    return energy, spread, kept, beta
