import numpy as np


def inverse(a, p):
    """By Fermat's little theorem."""
    result, power = 1, p - 2
    while power:
        if power & 1:
            result = result * a % p
        a = a * a % p
        power >>= 1
    return result


def detmodp(A, primes):
    n = A.shape[0]
    dets = np.ones(primes.size, dtype=np.int64)
    ranks = np.zeros(primes.size, dtype=np.int64)
    for t, p in enumerate(primes):
        M = A % p
        r = 0
        for c in range(n):
            rows = np.flatnonzero(M[r:, c])
            if rows.size == 0:
                dets[t] = 0
                continue
            k = r + rows[0]
            if k != r:
                M[[r, k]] = M[[k, r]]
                dets[t] = p - dets[t]
            pivot = M[r, c]
            dets[t] = dets[t] * pivot % p
            M[r, c:] = M[r, c:] * inverse(pivot, p) % p
            M[r + 1:, c:] = (M[r + 1:, c:] - M[r + 1:, c:c + 1] * M[r, c:]) % p
            r += 1
        ranks[t] = r
    return dets % primes, ranks
