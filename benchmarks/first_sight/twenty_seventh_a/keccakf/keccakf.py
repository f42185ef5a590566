import numpy as np


def constants():
    """Words that rounds add, from a shift register of eight bits, and by how much lanes turn."""
    rc, state = np.zeros(24, dtype=np.uint64), 1
    for r in range(24):
        for j in range(7):
            if state & 1:
                rc[r] ^= np.uint64(1 << ((1 << j) - 1))
            state = (state << 1) ^ (0x171 if state & 0x80 else 0)
    turn = np.zeros((5, 5), dtype=np.uint64)
    x, y = 1, 0
    for t in range(24):
        turn[y, x] = ((t + 1) * (t + 2) // 2) % 64
        x, y = y, (2 * x + 3 * y) % 5
    return rc, turn


def initialize(messages, blocks):
    """Blocks of 17 words, the last one padded."""
    rng = np.random.default_rng(349)
    data = rng.integers(0, 2 ** 64, (messages, blocks, 17), dtype=np.uint64)
    data[:, -1, 16] = np.uint64((0x80 << 56) | 0x06)
    return data, *constants()
