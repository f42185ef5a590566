import numba as nb


@nb.njit(error_model="numpy")
def gebal(A, scale, radix=2.0):
    n = A.shape[0]
    rounds = 0
    balanced = False
    while not balanced:
        balanced = True
        for i in range(n):
            c = r = 0.0
            for j in range(n):
                if j != i:
                    c += abs(A[j, i])
                    r += abs(A[i, j])
            if c == 0.0 or r == 0.0:
                continue
            f, before = 1.0, c + r
            while c < r / radix:
                f *= radix
                c *= radix * radix
            while c >= r * radix:
                f /= radix
                c /= radix * radix
            if (c + r) / f < 0.95 * before:
                balanced = False
                scale[i] *= f
                for j in range(n):
                    A[i, j] /= f
                for j in range(n):
                    A[j, i] *= f
        rounds += 1
    return rounds
