import numba as nb
import numpy as np

ZERO, ONE = np.uint64(0), np.uint64(1)


@nb.njit
def passes(n, d, twos, a):
    x, base = ONE, a % n
    while d > ZERO:
        if d & ONE:
            x = x * base % n
        base = base * base % n
        d >>= ONE
    if x == ONE or x == n - ONE:
        return True
    for _ in range(1, twos):
        x = x * x % n
        if x == n - ONE:
            return True
    return False


@nb.njit
def millerrab(numbers):
    prime, found = np.ones(numbers.size, np.bool_), np.zeros(3, np.int64)
    witness = (np.uint64(2), np.uint64(7), np.uint64(61))
    for i in range(numbers.size):
        n = numbers[i]
        d, twos = n - ONE, 0
        while d & ONE == ZERO:
            d >>= ONE
            twos += 1
        for w in range(3):
            if not passes(n, d, twos, witness[w]):
                prime[i] = False
                found[w] += 1
                break
    return prime, found
