import numpy as np

MASK = np.uint64(0x3FFFFFF)


def words(data):
    """Bytes to words of 32 bits, the least byte first, in 64 bits each."""
    b = data.reshape(data.shape[0], -1, 4).astype(np.uint64)
    return b[..., 0] | b[..., 1] << np.uint64(8) | b[..., 2] << np.uint64(16) | b[..., 3] << np.uint64(24)


def limbs(w):
    """Four words of each lane to five limbs of 26 bits, limbs first."""
    out = np.empty((5, w.shape[0]), dtype=np.uint64)
    out[0] = w[:, 0] & MASK
    out[1] = (w[:, 0] >> np.uint64(26) | w[:, 1] << np.uint64(6)) & MASK
    out[2] = (w[:, 1] >> np.uint64(20) | w[:, 2] << np.uint64(12)) & MASK
    out[3] = (w[:, 2] >> np.uint64(14) | w[:, 3] << np.uint64(18)) & MASK
    out[4] = w[:, 3] >> np.uint64(8)
    return out


def carry(h):
    """Every limb within 26 bits but for a few that the first may have over, in place."""
    for i in range(5):
        over = h[i] >> np.uint64(26)
        h[i] &= MASK
        if i < 4:
            h[i + 1] += over
        else:
            h[0] += np.uint64(5) * over


def polylimbs(message, key):
    lanes = message.shape[0]
    k = words(key)
    clamp = np.array([0x0FFFFFFF, 0x0FFFFFFC, 0x0FFFFFFC, 0x0FFFFFFC], dtype=np.uint64)
    r = limbs(k[:, :4] & clamp)
    r5 = np.uint64(5) * r
    m = words(message)
    h = np.zeros((5, lanes), dtype=np.uint64)
    for b in range(0, m.shape[1], 4):
        h += limbs(m[:, b:b + 4])
        h[4] += np.uint64(1 << 24)
        d = np.zeros_like(h)
        for i in range(5):
            for j in range(5):
                d[(i + j) % 5] += h[i] * (r[j] if i + j < 5 else r5[j])
        carry(d)
        h = d
    carry(h)
    carry(h)
    g = h.copy()
    g[0] += np.uint64(5)
    for i in range(4):
        g[i + 1] += g[i] >> np.uint64(26)
        g[i] &= MASK
    over = g[4] >> np.uint64(26) > 0
    g[4] &= MASK
    h = np.where(over, g, h)
    packed = (h[0] | h[1] << np.uint64(26), h[1] >> np.uint64(6) | h[2] << np.uint64(20),
              h[2] >> np.uint64(12) | h[3] << np.uint64(14), h[3] >> np.uint64(18) | h[4] << np.uint64(8))
    tags = np.empty((lanes, 16), dtype=np.uint8)
    total = np.zeros(lanes, dtype=np.uint64)
    for i, word in enumerate(packed):
        total = (total >> np.uint64(32)) + (word & np.uint64(0xFFFFFFFF)) + k[:, 4 + i]
        for byte in range(4):
            tags[:, 4 * i + byte] = total >> np.uint64(8 * byte) & np.uint64(255)
    return tags
