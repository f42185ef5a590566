import numpy as np


def rotate(word, by):
    return (word << by) | (word >> ((np.uint64(64) - by) & np.uint64(63)))


def permute(A, rc, turn):
    """24 rounds over lanes A[y, x] of all messages, in place."""
    B = np.empty_like(A)
    for r in range(rc.size):
        C = np.bitwise_xor.reduce(A, axis=0)
        D = np.roll(C, 1, axis=0) ^ rotate(np.roll(C, -1, axis=0), np.uint64(1))
        A ^= D
        for y in range(5):
            for x in range(5):
                B[(2 * x + 3 * y) % 5, y] = rotate(A[y, x], turn[y, x])
        A[:] = B ^ (~np.roll(B, -1, axis=1) & np.roll(B, -2, axis=1))
        A[0, 0] ^= rc[r]


def keccakf(data, rc, turn):
    """Four words of each message's digest."""
    messages, blocks, rate = data.shape
    state = np.zeros((25, messages), dtype=np.uint64)
    for b in range(blocks):
        state[:rate] ^= data[:, b].T
        permute(state.reshape(5, 5, messages), rc, turn)
    return state[:4].T.copy()
