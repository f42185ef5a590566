import numpy as np

FIRST = ((1, 0, (1,)), (2, 1, (1, 3)), (3, 1, (1, 3, 1)), (3, 2, (1, 1, 1)), (4, 1, (1, 1, 3, 3)), (4, 4, (1, 3, 5, 13)),
         (5, 2, (1, 1, 5, 5, 17)))


def directions(degree, inner, first):
    m = list(first)
    for i in range(degree, 32):
        new = m[i - degree] ^ (m[i - degree] << degree)
        for k in range(1, degree):
            if inner >> (degree - 1 - k) & 1:
                new ^= m[i - k] << k
        m.append(new)
    return [m[i] << (31 - i) for i in range(32)]


def initialize(dates):
    """Numbers of direction for at most eight dates, and a shift of all digits."""
    rows = [[1 << (31 - i) for i in range(32)], *(directions(*f) for f in FIRST)]
    rng = np.random.default_rng(269)
    return np.array(rows[:dates], dtype=np.uint32), rng.integers(0, 2 ** 32, dates, dtype=np.uint32), 100.0, 103.0, 0.04, 0.35, 1.0
