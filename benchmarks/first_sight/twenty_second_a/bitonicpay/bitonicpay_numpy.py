import numpy as np


def compare(keys, load, first, second, up):
    """Pairs that stand in the wrong order change places, and what they carry with them."""
    swap = (keys[first] > keys[second]) == up
    a, b = first[swap], second[swap]
    keys[a], keys[b] = keys[b], keys[a]
    load[a], load[b] = load[b], load[a]
    return a.size


def bitonicpay(keys, load):
    """Batcher's bitonic network; the number of keys is a power of two."""
    n = keys.size
    place = np.arange(n)
    swaps = 0
    k = 2
    while k <= n:
        j = k // 2
        while j > 0:
            first = place[(place & j) == 0]
            swaps += compare(keys, load, first, first ^ j, (first & k) == 0)
            j //= 2
        k *= 2
    return swaps
