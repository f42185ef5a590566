import numpy as np


def returnmap(way, scale, strength, young=210e3, poisson=0.3, iso=1500.0, kin=4000.0, saturate=80.0, rate=60.0):
    """Metal that yields (J2, hardening of both kinds) along a way of strain: stress, back stress, plastic strain and work."""
    n = scale.size
    mu, bulk = 0.5 * young / (1.0 + poisson), young / (3.0 * (1.0 - 2.0 * poisson))
    eye = np.eye(3)
    plastic, back = np.zeros((n, 3, 3)), np.zeros((n, 3, 3))
    slipped, work = np.zeros(n), np.zeros(n)
    stress, yielding = np.zeros((n, 3, 3)), np.zeros(len(way) - 1, dtype=np.int64)
    for t in range(1, len(way)):
        strain = scale[:, None, None] * way[t]
        volume = np.trace(strain, axis1=1, axis2=2)
        s = 2.0 * mu * (strain - volume[:, None, None] / 3.0 * eye - plastic)
        xi = s - back
        size = np.sqrt(np.einsum("nij,nij->n", xi, xi))
        limit = np.sqrt(2.0 / 3.0) * (strength + iso * slipped + saturate * (1.0 - np.exp(-rate * slipped)))
        y = np.flatnonzero(size > limit)
        yielding[t - 1] = y.size
        if y.size:
            gamma = np.zeros(y.size)
            for _ in range(30):
                a = slipped[y] + np.sqrt(2.0 / 3.0) * gamma
                g = size[y] - 2.0 * (mu + kin / 3.0) * gamma
                g -= np.sqrt(2.0 / 3.0) * (strength[y] + iso * a + saturate * (1.0 - np.exp(-rate * a)))
                if np.all(np.abs(g) <= 1e-10 * strength[y]):
                    break
                slope = -2.0 * (mu + kin / 3.0) - 2.0 / 3.0 * (iso + saturate * rate * np.exp(-rate * a))
                gamma -= g / slope
            normal = xi[y] / size[y, None, None]
            step = gamma[:, None, None] * normal
            plastic[y] += step
            back[y] += 2.0 / 3.0 * kin * step
            s[y] -= 2.0 * mu * step
            slipped[y] += np.sqrt(2.0 / 3.0) * gamma
            work[y] += np.einsum("nij,nij->n", s[y], step)
        stress = s + (bulk * volume)[:, None, None] * eye
    return stress, back, slipped, work, yielding
