import numba as nb


@nb.njit
def warshall(reach):
    n = len(reach)
    for k in range(n):
        for i in range(n):
            if reach[i, k]:
                for j in range(n):
                    reach[i, j] = reach[i, j] | reach[k, j]
    pairs = 0
    for i in range(n):
        for j in range(n):
            pairs += reach[i, j]
    return pairs
