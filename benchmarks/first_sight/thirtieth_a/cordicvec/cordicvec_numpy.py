import numpy as np

ANGLES = np.round(np.arctan(2.0 ** -np.arange(28)) / (2.0 * np.pi) * 2.0 ** 32).astype(np.int32)
GAIN = int(np.round(2.0 ** 31 / np.prod(np.sqrt(1.0 + 4.0 ** -np.arange(28)))))
HALF = np.int32(-2 ** 31)


def polar(x, y):
    """Length times the gain and angle, by turning until y is nought; angles wrap around."""
    left = x < 0
    x, y = np.where(left, -x, x), np.where(left, -y, y)
    z = np.where(left, HALF, np.int32(0))
    for i in range(ANGLES.size):
        d = np.where(y < 0, np.int32(-1), np.int32(1))
        x, y = x + d * (y >> i), y - d * (x >> i)
        z += d * ANGLES[i]
    return x, z


def turned(x, y, z):
    """The vector (x, y) turned by z, times the gain."""
    far = (z < -2 ** 30) | (z >= 2 ** 30)
    x, y = np.where(far, -x, x), np.where(far, -y, y)
    z = np.where(far, z + HALF, z)
    for i in range(ANGLES.size):
        d = np.where(z < 0, np.int32(-1), np.int32(1))
        x, y = x - d * (y >> i), y + d * (x >> i)
        z = z - d * ANGLES[i]
    return x, y


def unscaled(x):
    return ((x.astype(np.int64) * GAIN) >> 31).astype(np.int32)


def cordicvec(i, q, advance):
    """Size and angle of each sample, how much the angle grew since the one before, and samples mixed down by an oscillator."""
    size, angle = polar(i, q)
    phase = (np.arange(i.size) * advance).astype(np.int32)
    x, y = turned(i, q, -phase)
    growth = np.zeros_like(angle)
    growth[1:] = angle[1:] - angle[:-1]
    return unscaled(size), angle, growth, unscaled(x), unscaled(y)
