import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def inverse(a, p):
    result, power = 1, p - 2
    while power:
        if power & 1:
            result = result * a % p
        a = a * a % p
        power >>= 1
    return result


@nb.njit(error_model="numpy")
def detmodp(A, primes):
    n = A.shape[0]
    dets, ranks = np.empty(primes.size, np.int64), np.empty(primes.size, np.int64)
    M = np.empty((n, n), np.int64)
    for t in range(primes.size):
        p = primes[t]
        for i in range(n):
            for j in range(n):
                M[i, j] = A[i, j] % p
        det, r = 1, 0
        for c in range(n):
            k = r
            while k < n and M[k, c] == 0:
                k += 1
            if k == n:
                det = 0
                continue
            if k != r:
                for j in range(c, n):
                    M[r, j], M[k, j] = M[k, j], M[r, j]
                det = p - det
            det = det * M[r, c] % p
            back = inverse(M[r, c], p)
            for j in range(c, n):
                M[r, j] = M[r, j] * back % p
            for i in range(r + 1, n):
                w = p - M[i, c]
                if w != p:
                    for j in range(c, n):
                        M[i, j] = np.int64(np.uint64(M[i, j] + w * M[r, j]) % np.uint64(p))
            r += 1
        dets[t] = det % p
        ranks[t] = r
    return dets, ranks
