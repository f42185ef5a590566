import numpy as np


def synthesis(C, S, lats, lons):
    """C[l, m] belongs to cos(m lon), S[l, m] to sin(m lon)."""
    top = C.shape[0]
    orders = np.arange(top)
    cosines = np.cos(np.outer(orders, lons))
    sines = np.sin(np.outer(orders, lons))
    field = np.empty((lats.size, lons.size))
    even = np.empty(top)
    odd = np.empty(top)
    for j in range(lats.size):
        x, y = np.cos(lats[j]), np.sin(lats[j])
        sectoral = np.sqrt(1.0 / (4.0 * np.pi))
        for m in range(top):
            if m > 0:
                sectoral *= y * np.sqrt((2.0 * m + 1.0) / (2.0 * m))
            before, now, root = 0.0, sectoral, 0.0
            a, b = 0.0, 0.0
            for l in range(m, top):
                a += C[l, m] * now
                b += S[l, m] * now
                factor = np.sqrt((4.0 * (l + 1) ** 2 - 1.0) / ((l + 1) ** 2 - m**2))
                before, now = now, factor * (x * now - root * before)
                root = 1.0 / factor
            even[m] = a
            odd[m] = b
        field[j] = even @ cosines + odd @ sines
    return field
