import numpy as np


def wanglan(spin, site, chance, flat=0.5, begin=1.0):
    """Logarithms of counts by energy, visits since they were flat last, and the factor; spins turn in place."""
    n = spin.shape[0]
    logs = np.zeros(n * n + 1)
    visits = np.zeros(n * n + 1, dtype=np.int64)
    factor = begin
    energy = -np.sum(spin * (np.roll(spin, 1, axis=0) + np.roll(spin, 1, axis=1)))
    here = (energy + 2 * n * n) // 4
    for t in range(site.size):
        i, j = site[t] // n, site[t] % n
        around = spin[i - 1, j] + spin[(i + 1) % n, j] + spin[i, j - 1] + spin[i, (j + 1) % n]
        there = here + spin[i, j] * around // 2
        if np.log(chance[t]) < logs[here] - logs[there]:
            spin[i, j] = -spin[i, j]
            here = there
        logs[here] += factor
        visits[here] += 1
        if (t + 1) % (10 * n * n) == 0:
            seen = visits[logs > 0.0]
            if seen.min() > flat * seen.mean():
                visits[:] = 0
                factor *= 0.5
    return logs - logs.max(), visits, factor
