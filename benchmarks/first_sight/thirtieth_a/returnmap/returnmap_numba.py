import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def returnmap(way, scale, strength, young=210e3, poisson=0.3, iso=1500.0, kin=4000.0, saturate=80.0, rate=60.0):
    n, steps = scale.size, len(way) - 1
    mu, bulk = 0.5 * young / (1.0 + poisson), young / (3.0 * (1.0 - 2.0 * poisson))
    root, stiff = np.sqrt(2.0 / 3.0), 2.0 * (mu + kin / 3.0)
    stress, back = np.zeros((n, 3, 3)), np.zeros((n, 3, 3))
    slipped, work, yielding = np.zeros(n), np.zeros(n), np.zeros(steps, np.int64)
    plastic, s = np.empty((3, 3)), np.empty((3, 3))
    for p in range(n):
        plastic[:] = 0.0
        for t in range(1, steps + 1):
            volume = scale[p] * (way[t, 0, 0] + way[t, 1, 1] + way[t, 2, 2])
            size = 0.0
            for i in range(3):
                for j in range(3):
                    e = scale[p] * way[t, i, j] - plastic[i, j]
                    if i == j:
                        e -= volume / 3.0
                    s[i, j] = 2.0 * mu * e
                    size += (s[i, j] - back[p, i, j]) ** 2
            size = np.sqrt(size)
            a = slipped[p]
            if size > root * (strength[p] + iso * a + saturate * (1.0 - np.exp(-rate * a))):
                yielding[t - 1] += 1
                gamma = 0.0
                for _ in range(30):
                    a = slipped[p] + root * gamma
                    soft = saturate * np.exp(-rate * a)
                    g = size - stiff * gamma - root * (strength[p] + iso * a + saturate - soft)
                    if abs(g) <= 1e-12 * strength[p]:
                        break
                    gamma += g / (stiff + 2.0 / 3.0 * (iso + rate * soft))
                slipped[p] += root * gamma
                for i in range(3):
                    for j in range(3):
                        step = gamma * (s[i, j] - back[p, i, j]) / size
                        plastic[i, j] += step
                        back[p, i, j] += 2.0 / 3.0 * kin * step
                        s[i, j] -= 2.0 * mu * step
                        work[p] += s[i, j] * step
            if t == steps:
                for i in range(3):
                    for j in range(3):
                        stress[p, i, j] = s[i, j] + (bulk * volume if i == j else 0.0)
    return stress, back, slipped, work, yielding
