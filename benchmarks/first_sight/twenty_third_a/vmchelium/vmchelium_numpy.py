import numpy as np

CHARGE = 2.0


def distances(r):
    apart = r[0] - r[1]
    return np.sqrt(np.sum(r[0] ** 2, axis=0)), np.sqrt(np.sum(r[1] ** 2, axis=0)), np.sqrt(np.sum(apart ** 2, axis=0)), apart


def log_wave(r, beta):
    """Of the trial wave: two orbitals and a factor that keeps electrons apart."""
    r1, r2, r12, _ = distances(r)
    return -CHARGE * (r1 + r2) + 0.5 * r12 / (1.0 + beta * r12)


def local_energy(r, beta):
    """H psi over psi, and the slope of log psi by beta."""
    r1, r2, r12, apart = distances(r)
    bent = 1.0 + beta * r12
    first = 0.5 / bent ** 2
    second = -beta / bent ** 3
    pull = first / r12 * apart
    g1 = -CHARGE * r[0] / r1 + pull
    g2 = -CHARGE * r[1] / r2 - pull
    laplacian = -2.0 * CHARGE / r1 - 2.0 * CHARGE / r2 + 2.0 * (second + 2.0 * first / r12)
    kinetic = -0.5 * (laplacian + np.sum(g1 ** 2, axis=0) + np.sum(g2 ** 2, axis=0))
    return kinetic - CHARGE / r1 - CHARGE / r2 + 1.0 / r12, -0.5 * r12 ** 2 / bent ** 2


def vmchelium(r, moves, draws, beta, rate):
    """Metropolis's steps by given draws, all walkers at once and in place; beta goes down the energy's slope."""
    steps = draws.shape[0]
    energy = np.zeros(steps)
    spread = np.zeros(steps)
    kept = 0
    old = log_wave(r, beta)
    for t in range(steps):
        trial = r + 0.4 * moves[t]
        new = log_wave(trial, beta)
        accept = np.log(draws[t]) < 2.0 * (new - old)
        r[:, :, accept] = trial[:, :, accept]
        kept += np.count_nonzero(accept)
        local, slope = local_energy(r, beta)
        energy[t] = np.mean(local)
        spread[t] = np.std(local)
        beta -= rate * 2.0 * (np.mean(local * slope) - energy[t] * np.mean(slope))
        old = log_wave(r, beta)
    return energy, spread, kept, beta
