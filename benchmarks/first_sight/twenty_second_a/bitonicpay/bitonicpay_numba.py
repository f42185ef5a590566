import numba as nb


@nb.njit
def bitonicpay(keys, load):
    n = keys.size
    swaps = 0
    k = 2
    while k <= n:
        j = k // 2
        while j > 0:
            for start in range(0, n, 2 * j):
                up = (start & k) == 0
                for a in range(start, start + j):
                    if (keys[a] > keys[a + j]) == up:
                        keys[a], keys[a + j] = keys[a + j], keys[a]
                        load[a], load[a + j] = load[a + j], load[a]
                        swaps += 1
            j //= 2
        k *= 2
    return swaps
