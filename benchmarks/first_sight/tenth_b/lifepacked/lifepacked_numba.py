import numba as nb
import numpy as np


@nb.njit
def bits(x):
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@nb.njit
def evolve(board, steps):
    n, m = board.shape
    one64 = np.uint64(1)
    top = np.uint64(63)
    low = np.empty_like(board)
    high = np.empty_like(board)
    sl = np.empty_like(board)
    sh = np.empty_like(board)
    population = np.zeros(steps + 1, np.int64)
    total = 0
    for i in range(n):
        for j in range(m):
            total += bits(board[i, j])
    population[0] = total
    for s in range(steps):
        for i in range(n):
            for j in range(m):
                b = board[i, j]
                w = (b << one64) | (board[i, j - 1 if j else m - 1] >> top)
                e = (b >> one64) | (board[i, j + 1 if j < m - 1 else 0] << top)
                half = w ^ b
                low[i, j] = half ^ e
                high[i, j] = (w & b) | (half & e)
                sl[i, j] = w ^ e
                sh[i, j] = w & e
        total = 0
        for i in range(n):
            u = i - 1 if i else n - 1
            d = i + 1 if i < n - 1 else 0
            for j in range(m):
                h1 = low[u, j] ^ low[d, j]
                one = h1 ^ sl[i, j]
                carry = (low[u, j] & low[d, j]) | (h1 & sl[i, j])
                h2 = high[u, j] ^ high[d, j]
                two = h2 ^ sh[i, j]
                four = (high[u, j] & high[d, j]) | (h2 & sh[i, j])
                again = two & carry
                two = two ^ carry
                v = two & ~(four | again) & (one | board[i, j])
                board[i, j] = v
                total += bits(v)
        population[s + 1] = total
    return population
