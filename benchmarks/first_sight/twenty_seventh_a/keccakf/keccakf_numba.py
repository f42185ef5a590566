import numba as nb
import numpy as np

ONE, ALL = np.uint64(1), np.uint64(64)


@nb.njit(inline="always")
def rotate(word, by):
    return (word << by) | (word >> ((ALL - by) & np.uint64(63)))


@nb.njit
def permute(A, B, C, rc, turn):
    for r in range(rc.size):
        for x in range(5):
            C[x] = A[x] ^ A[5 + x] ^ A[10 + x] ^ A[15 + x] ^ A[20 + x]
        for x in range(5):
            d = C[(x + 4) % 5] ^ rotate(C[(x + 1) % 5], ONE)
            for y in range(5):
                A[5 * y + x] ^= d
        for y in range(5):
            for x in range(5):
                B[5 * ((2 * x + 3 * y) % 5) + y] = rotate(A[5 * y + x], turn[y, x])
        for y in range(0, 25, 5):
            for x in range(5):
                A[y + x] = B[y + x] ^ (~B[y + (x + 1) % 5] & B[y + (x + 2) % 5])
        A[0] ^= rc[r]


@nb.njit
def keccakf(data, rc, turn):
    messages, blocks, rate = data.shape
    A, B, C = np.empty(25, np.uint64), np.empty(25, np.uint64), np.empty(5, np.uint64)
    digest = np.empty((messages, 4), np.uint64)
    for m in range(messages):
        A[:] = np.uint64(0)
        for b in range(blocks):
            for i in range(rate):
                A[i] ^= data[m, b, i]
            permute(A, B, C, rc, turn)
        digest[m] = A[:4]
    return digest
