import numpy as np

ONE = np.uint64(1)


def power(base, exponent, n):
    """Powers by squares, modulo n below 2**32, so that no product overflows."""
    out = np.ones_like(n)
    base = base % n
    exponent = exponent.copy()
    while np.any(exponent > 0):
        odd = (exponent & ONE) == ONE
        out[odd] = out[odd] * base[odd] % n[odd]
        base = base * base % n
        exponent >>= ONE
    return out


def millerrab(numbers):
    """2, 7 and 61 witness all numbers of 32 bits: which are prime, and how many each witness found out."""
    d = numbers - ONE
    twos = np.zeros(numbers.shape, dtype=np.int64)
    even = (d & ONE) == 0
    while np.any(even):
        d[even] >>= ONE
        twos[even] += 1
        even = (d & ONE) == 0
    prime = np.ones(numbers.shape, dtype=bool)
    found = np.zeros(3, dtype=np.int64)
    for w, a in enumerate((2, 7, 61)):
        x = power(np.full_like(numbers, a), d, numbers)
        passed = (x == ONE) | (x == numbers - ONE)
        for s in range(1, twos.max()):
            x = x * x % numbers
            passed |= (x == numbers - ONE) & (s < twos)
        found[w] = np.count_nonzero(prime & ~passed)
        prime &= passed
    return prime, found
