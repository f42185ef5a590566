import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def wanglan(spin, site, chance, flat=0.5, begin=1.0):
    n = spin.shape[0]
    logs, visits = np.zeros(n * n + 1), np.zeros(n * n + 1, np.int64)
    factor = begin
    energy = 0
    for i in range(n):
        for j in range(n):
            energy -= spin[i, j] * (spin[i - 1, j] + spin[i, j - 1])
    here = (energy + 2 * n * n) // 4
    for t in range(site.size):
        i, j = site[t] // n, site[t] % n
        down, right = i + 1 if i + 1 < n else 0, j + 1 if j + 1 < n else 0
        around = spin[i - 1, j] + spin[down, j] + spin[i, j - 1] + spin[i, right]
        there = here + spin[i, j] * around // 2
        if np.log(chance[t]) < logs[here] - logs[there]:
            spin[i, j] = -spin[i, j]
            here = there
        logs[here] += factor
        visits[here] += 1
        if (t + 1) % (10 * n * n) == 0:
            least, total, count = visits.max(), 0, 0
            for e in range(n * n + 1):
                if logs[e] > 0.0:
                    least = min(least, visits[e])
                    total += visits[e]
                    count += 1
            if least > flat * (total / count):
                visits[:] = 0
                factor *= 0.5
    return logs - logs.max(), visits, factor
